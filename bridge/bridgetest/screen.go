//go:build unix && !darwin

// Package bridgetest gives a test a desktop of its own: a virtual display with
// a window manager, and, if asked for, a session bus with notifications and
// accessibility. It changes nothing in the test's own process or environment.
// A program that is missing fails the test: a dialog that was never shown was
// never tested.
package bridgetest

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"handrail/internal/proc"
)

// patience is how long a test waits for what should take a second, on a
// machine that is busy with others.
const patience = 60 * time.Second

// install says how to get what a test needs.
const install = "run build/setup.sh, or: sudo apt install zenity xclip xvfb openbox xdotool imagemagick dbus-x11 dunst at-spi2-core"

// A Screen is a virtual display. It ends with the test that started it.
type Screen struct {
	t     testing.TB
	env   *[]string
	taken bool // a picture of the failure
}

// Start starts a display of 1280x900 with the window manager openbox. When the
// test fails, a picture of the screen is left among its artifacts
// (go test -artifacts -outputdir DIR).
func Start(t testing.TB) *Screen {
	t.Helper()
	home := t.TempDir()
	runtime := filepath.Join(home, "runtime")
	if err := os.Mkdir(runtime, 0o700); err != nil {
		t.Fatal(err)
	}
	s := &Screen{t: t, env: &[]string{
		"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "LANG=C.UTF-8", "XDG_RUNTIME_DIR=" + runtime,
		"DBUS_SESSION_BUS_ADDRESS=disabled:", // else the toolkit starts a bus that nobody ends
	}}
	// Without -noreset the display starts anew when its only client leaves, and
	// refuses whoever comes at that moment.
	number := s.background("Xvfb", "-displayfd", "1", "-noreset", "-screen", "0", "1280x900x24", "-nolisten", "tcp")
	s.set("DISPLAY", ":"+number())
	s.background("openbox", "--sm-disable")
	s.until("the window manager to start", func() bool {
		_, ok := s.try("xdotool", "get_num_desktops")
		return ok
	})
	s.pictureOnFailure()
	return s
}

// With returns the same screen for a subtest: it is t that fails, and a
// picture is taken when it does.
func (s *Screen) With(t testing.TB) *Screen {
	t.Helper()
	with := &Screen{t: t, env: s.env}
	with.pictureOnFailure()
	return with
}

// Env is the environment of a program on this desktop: whole, as proc wants it.
func (s *Screen) Env() []string { return slices.Clone(*s.env) }

func (s *Screen) set(name, value string) { *s.env = proc.SetEnv(*s.env, name, value) }

// background starts a program that runs until the test ends. The function
// returned waits for the first line that it prints.
func (s *Screen) background(name string, args ...string) (line func() string) {
	s.t.Helper()
	path := s.look(name)
	ctx, cancel := context.WithCancel(context.Background())
	var said firstLine
	done := make(chan proc.Outcome, 1)
	go func() {
		out, err := proc.Run(ctx, proc.Command{Path: path, Args: args, Env: s.Env(), Dir: "/", Stdout: &said})
		if err != nil {
			out.Stderr.Text = err.Error()
		}
		done <- out
	}()
	s.t.Cleanup(func() {
		early := len(done) > 0
		cancel()
		if out := <-done; s.t.Failed() {
			s.t.Logf("%s ended early: %v, code %d; it printed:\n%s%s", name, early, out.ExitCode, out.Stdout.Text, out.Stderr.Text)
		}
	})
	return func() string {
		s.until(name+" to say where it is", func() bool { return said.get() != "" })
		return said.get()
	}
}

// look finds a program, or fails the test.
func (s *Screen) look(name string) string {
	s.t.Helper()
	path, err := proc.Look(name, proc.Getenv(*s.env, "PATH"))
	if err != nil {
		s.t.Fatalf("this test needs %s: %v; %s", name, err, install)
	}
	return path
}

// Run runs a program on this desktop and returns what it printed, without the
// last line break. The test fails if the program does.
func (s *Screen) Run(name string, args ...string) string {
	s.t.Helper()
	out, err := proc.Run(context.Background(), proc.Command{
		Path: s.look(name), Args: args, Env: s.Env(), Dir: "/", Timeout: patience, Cap: 1_000_000})
	if err != nil || out.ExitCode != 0 {
		s.t.Fatalf("%s %q: %v, code %d: %s", name, args, err, out.ExitCode, out.Stderr.Text)
	}
	return strings.TrimSuffix(out.Stdout.Text, "\n")
}

// try is Run for what may fail.
func (s *Screen) try(name string, args ...string) (string, bool) {
	out, err := proc.Run(context.Background(), proc.Command{
		Path: s.look(name), Args: args, Env: s.Env(), Dir: "/", Timeout: patience})
	return strings.TrimSuffix(out.Stdout.Text, "\n"), err == nil && out.ExitCode == 0
}

// until waits for a condition.
func (s *Screen) until(what string, condition func() bool) {
	s.t.Helper()
	if !Eventually(condition) {
		s.Fatalf("waited %s for %s", patience, what)
	}
}

// Eventually reports whether a condition comes true within a minute.
func Eventually(condition func() bool) bool {
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(patience); !condition(); <-again.C {
		if time.Now().After(end) {
			return false
		}
	}
	return true
}

// Picture writes a picture of the screen, as PNG.
func (s *Screen) Picture(file string) {
	s.t.Helper()
	s.Run("import", "-silent", "-window", "root", file)
}

// Fatalf takes a picture of the screen as it is now, and fails the test. After
// the test its dialogs may be gone, since its context is.
func (s *Screen) Fatalf(format string, args ...any) {
	s.t.Helper()
	s.leavePicture()
	s.t.Fatalf(format, args...)
}

func (s *Screen) pictureOnFailure() {
	s.t.Cleanup(func() {
		if s.t.Failed() && !s.taken {
			s.leavePicture()
		}
	})
}

func (s *Screen) leavePicture() {
	s.taken = true
	file := filepath.Join(s.t.ArtifactDir(), "screen.png")
	if _, ok := s.try("import", "-silent", "-window", "root", file); ok {
		s.t.Logf("the screen: %s (kept with go test -artifacts)", file)
	}
	s.t.Logf("windows: %q", s.titles())
}

// A firstLine keeps the first line written to it.
type firstLine struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write implements io.Writer.
func (f *firstLine) Write(p []byte) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.text.Write(p)
}

// get is the first line, or "" as long as it is not whole.
func (f *firstLine) get() string {
	f.mu.Lock()
	defer f.mu.Unlock()
	line, _, whole := strings.Cut(f.text.String(), "\n")
	if !whole {
		return ""
	}
	return line
}
