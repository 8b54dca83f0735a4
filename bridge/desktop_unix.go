//go:build unix && !darwin

package bridge

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"handrail/bridge/card"
	"handrail/bridge/trusted"
	"handrail/internal/proc"
	"handrail/tools"
	"handrail/tools/spoken"
)

// Exit codes that zenity is told to use. They are unlike those of a program
// that fails to start, that knows no dialogs, or that is killed: only a button
// that was really pressed counts as one.
const (
	exitYes    = 81
	exitNo     = 82
	exitClosed = 83 // closed by the window manager, or by Escape
)

// A desktop shows dialogs by running zenity, and notifications by asking the
// session bus.
type desktop struct {
	env     []string
	roots   func() []string
	program trusted.Program
	missing error  // why there are no dialogs
	display bool   // there is one
	card    string // the program that shows cards; "": there are none
	bus     string
	tongue  func() spoken.Tongue
	clicks  chan struct{} // holds a token for each notification whose click is waited for
}

func newDesktop(c Config) *desktop {
	d := &desktop{env: dialogEnv(c.Env), roots: c.Roots, card: c.Cards, bus: busAddress(c.Env), tongue: c.tongue, clicks: make(chan struct{}, mostClicks)}
	if proc.Getenv(c.Env, "DISPLAY") == "" && proc.Getenv(c.Env, "WAYLAND_DISPLAY") == "" {
		d.missing = &UnavailableError{NoDisplay, "no dialog can be shown: there is no display (DISPLAY and WAYLAND_DISPLAY are empty); start Handrail from a desktop session"}
		return d
	}
	d.display = true
	// A desktop's own PATH may be short.
	path := proc.Getenv(c.Env, "PATH") + ":/usr/bin:/usr/local/bin:/bin"
	d.program, d.missing = findProgram(path, c.Roots())
	return d
}

const installZenity = "install it (Debian and Ubuntu: sudo apt install zenity; Fedora: sudo dnf install zenity; Arch: sudo pacman -S zenity) and start Handrail again"

// findProgram looks for zenity on a PATH value. The error is an *UnavailableError.
func findProgram(path string, roots []string) (trusted.Program, error) {
	p, err := trusted.Find("zenity", path, roots)
	switch {
	case errors.Is(err, trusted.ErrMissing):
		return p, &UnavailableError{NoProgram, "no dialog can be shown: the program zenity is not installed; " + installZenity}
	case err != nil:
		return p, &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: %v; %s", err, installZenity)}
	}
	return p, nil
}

func (d *desktop) available() error { return d.missing }

func (d *desktop) name() string { return d.program.Path() }

// cards is nil if calls can ask by cards. A program that others could have exchanged shows none.
func (d *desktop) cards() error {
	if d.card == "" || !d.display {
		return errNoCards
	}
	_, err := trusted.Place(d.card, d.roots())
	return err
}

// errNoCards says that no program shows cards here.
var errNoCards = errors.New("there is no program for cards")

// show shows a card and returns the label of the button that was pressed. ok is false where no
// card could be shown.
func (d *desktop) show(ctx context.Context, q question) (pressed string, ok bool, err error) {
	if err := d.cards(); err != nil {
		return "", false, err
	}
	raw, err := json.Marshal(q.card)
	if err != nil {
		return "", false, err
	}
	out, err := proc.Run(ctx, proc.Command{Path: d.card, Args: []string{card.Argument}, Dir: "/", Env: d.env, Stdin: bytes.NewReader(raw), Timeout: limitOf(q.limit), Cap: 10_000})
	label := strings.TrimSuffix(out.Stdout.Text, "\n")
	known := slices.ContainsFunc(q.card.Buttons, func(b card.Button) bool { return b.Label == label })
	switch {
	case ctx.Err() != nil:
		return "", true, ctx.Err()
	case err != nil:
		return "", false, err
	case out.TimedOut:
		return "", true, errLate
	case out.ExitCode == card.ExitPressed && known:
		return label, true, nil
	case out.ExitCode == card.ExitClosed:
		return "", true, errClosed
	}
	return "", false, fmt.Errorf("no card could be shown: %s ended with code %d%s", d.card, out.ExitCode, firstLine(out.Stderr.Text))
}

// ask implements Dialogs.ask.
func (d *desktop) ask(ctx context.Context, q question) (string, error) {
	if q.card != nil {
		if pressed, ok, err := d.show(ctx, q); ok || len(q.blocks) == 0 {
			return pressed, err
		}
	}
	args := []string{"--question", "--default-cancel", "--no-wrap", "--title=" + q.title,
		"--ok-label=" + q.yes, "--cancel-label=" + q.no, "--text=" + markup(q.blocks)}
	for _, label := range q.more {
		args = append(args, "--extra-button="+label)
	}
	out, err := d.run(ctx, q.limit, args...)
	// A button of these is told by its label; its exit code is that of a dialog that was closed.
	if label := strings.TrimSuffix(out.Stdout.Text, "\n"); errors.Is(err, errClosed) && slices.Contains(q.more, label) {
		return label, nil
	}
	switch {
	case err != nil:
		return "", err
	case out.ExitCode == exitYes:
		return q.yes, nil
	}
	return q.no, nil
}

// pickOne shows a choice and returns the line that was picked, "" if none was.
func (d *desktop) pickOne(ctx context.Context, c choice) (string, error) {
	args := []string{"--list", "--title=" + c.title, "--text=" + markup(c.blocks), "--column=", "--hide-header",
		"--ok-label=" + c.yes, "--cancel-label=" + c.no, "--width=860", fmt.Sprintf("--height=%d", 160+28*len(c.lines))}
	out, err := d.run(ctx, c.limit, append(append(args, "--"), c.lines...)...)
	if line := strings.TrimSuffix(out.Stdout.Text, "\n"); err == nil && out.ExitCode == exitYes && slices.Contains(c.lines, line) {
		return line, nil
	}
	return "", err
}

// write shows an entry, whose text has one style, and returns what was written. ok is false if it was left
// without the yes button.
func (d *desktop) write(ctx context.Context, e entry) (text string, ok bool, err error) {
	args := []string{"--entry", "--title=" + e.title, "--text=" + unstyled(e.blocks), "--ok-label=" + e.yes, "--cancel-label=" + e.no, "--width=560"}
	if e.text != "" {
		args = append(args, "--entry-text="+e.text)
	}
	if e.hidden {
		args = append(args, "--hide-text")
	}
	out, err := d.run(ctx, e.limit, args...)
	if out.Stdout.Dropped > 0 {
		return "", false, fmt.Errorf("what was written takes %d bytes, which is too long for a dialog; put it into a file", out.Stdout.Total)
	}
	return strings.TrimSuffix(out.Stdout.Text, "\n"), err == nil && out.ExitCode == exitYes, err
}

// tell implements Dialogs.tell.
func (d *desktop) tell(ctx context.Context, n notice) error {
	kind := n.kind
	if !slices.Contains([]string{"info", "warning", "error"}, kind) {
		kind = "info"
	}
	_, err := d.run(ctx, n.limit, "--"+kind, "--no-wrap", "--title="+n.title, "--text="+markup(n.blocks))
	if errors.Is(err, errClosed) {
		return nil
	}
	return err
}

// choose implements Dialogs.choose.
func (d *desktop) choose(ctx context.Context, p pick) ([]string, error) {
	// A file's name may hold any separator that can be known beforehand.
	nonce := make([]byte, 16)
	_, _ = rand.Read(nonce) // never fails
	separator := "\x1e" + hex.EncodeToString(nonce) + "\x1e"
	args := []string{"--file-selection", "--title=" + p.title, "--separator=" + separator}
	if p.start != "" || p.name != "" {
		args = append(args, "--filename="+strings.TrimSuffix(p.start, "/")+"/"+p.name)
	}
	if p.save {
		args = append(args, "--save", "--confirm-overwrite")
	}
	if p.multiple {
		args = append(args, "--multiple")
	}
	if p.directory {
		args = append(args, "--directory")
	}
	for _, f := range p.filters {
		args = append(args, "--file-filter="+f.name+" | "+strings.Join(f.patterns, " "))
	}
	out, err := d.run(ctx, p.limit, args...)
	switch {
	case errors.Is(err, errClosed):
		return nil, nil
	case err != nil:
		return nil, err
	case out.ExitCode != exitYes:
		return nil, nil
	case out.Stdout.Dropped > 0:
		return nil, fmt.Errorf("too many files were chosen at once: their names take %d bytes; choose fewer, or their folder", out.Stdout.Total)
	}
	paths := strings.Split(strings.TrimSuffix(out.Stdout.Text, "\n"), separator)
	for _, path := range paths {
		if !filepath.IsAbs(path) {
			return nil, fmt.Errorf("the file dialog answered %q, which is no whole path; only files on this machine can be chosen", path)
		}
	}
	return paths, nil
}

// run shows one dialog and waits for its end. The error is nil only if one of
// its buttons was pressed.
func (d *desktop) run(ctx context.Context, limit time.Duration, args ...string) (proc.Outcome, error) {
	if err := d.program.Check(d.roots()); err != nil {
		return proc.Outcome{}, &UnavailableError{Untrusted, fmt.Sprintf("no dialog can be shown: %v", err)}
	}
	env := d.env
	if d.tongue() == spoken.German { // for the buttons that are zenity's own
		env = proc.SetEnv(slices.Clone(env), "LANGUAGE", string(spoken.German))
	}
	out, err := proc.Run(ctx, proc.Command{Path: d.program.Path(), Args: args, Dir: "/", Env: env, Timeout: limitOf(limit), Cap: 1_000_000})
	switch {
	case err != nil:
		return out, err
	case ctx.Err() != nil:
		return out, ctx.Err()
	case out.TimedOut:
		return out, errLate
	}
	switch out.ExitCode {
	case exitYes, exitNo:
		return out, nil
	case exitClosed:
		return out, errClosed
	}
	return out, fmt.Errorf("no dialog could be shown: %s ended with code %d%s", d.program.Path(), out.ExitCode, firstLine(out.Stderr.Text))
}

// limitOf is a limit that a dialog has, whether it brings one or not.
func limitOf(limit time.Duration) time.Duration {
	if limit <= 0 {
		return tools.AnswerLimit
	}
	return limit
}

// firstLine is what a program said about its failure, for the end of a sentence.
func firstLine(stderr string) string {
	for line := range strings.SplitSeq(stderr, "\n") {
		if line = strings.TrimSpace(line); line != "" {
			return ": " + oneLine(line, 200)
		}
	}
	return ""
}

// dialogEnv is what zenity gets of the person's environment: where to appear
// and how to look, and nothing that makes it load code. Its arguments are
// UTF-8 in any language, and its exit codes are ours.
func dialogEnv(env []string) []string {
	names := []string{
		"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS",
		"HOME", "USER", "LOGNAME", "TZ", "LANG", "LANGUAGE", "LC_MESSAGES", "LC_TIME", "XMODIFIERS", "GTK_IM_MODULE",
		"XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "XDG_CACHE_HOME",
		"XDG_CURRENT_DESKTOP", "XDG_SESSION_TYPE", "XDG_SESSION_DESKTOP", "DESKTOP_SESSION",
		"GDK_BACKEND", "GDK_SCALE", "GDK_DPI_SCALE", "GTK_THEME", "GTK_USE_PORTAL",
	}
	var out []string
	for _, name := range names {
		if value := proc.Getenv(env, name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	if all := proc.Getenv(env, "LC_ALL"); all != "" {
		out = proc.SetEnv(out, "LANG", all)
	}
	return append(out, "PATH=/usr/bin:/bin", "LC_CTYPE=C.UTF-8",
		fmt.Sprintf("ZENITY_OK=%d", exitYes), fmt.Sprintf("ZENITY_CANCEL=%d", exitNo), fmt.Sprintf("ZENITY_ESC=%d", exitClosed))
}
