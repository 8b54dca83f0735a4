//go:build unix && !darwin

package clipboard

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"handrail/bridge/trusted"
	"handrail/internal/proc"
)

// private is a type by which password managers mark what they put into the clipboard.
const private = "x-kde-passwordManagerHint"

// system is what reads and writes the clipboard here: wl-clipboard on Wayland, xclip on
// X11, found once and checked before each use. Each keeps the text for as long as nothing
// else is copied, also when Handrail has ended.
type system struct {
	runner
	roots   func() []string
	wayland bool
	reader  trusted.Program
	writer  trusted.Program
	missing error
}

func findSystem(env []string, roots func() []string) system {
	s := system{runner: runner{programEnv(env), patience}, roots: roots, wayland: proc.Getenv(env, "WAYLAND_DISPLAY") != ""}
	path := proc.Getenv(env, "PATH") + ":/usr/bin:/usr/local/bin:/bin"
	x11 := proc.Getenv(env, "DISPLAY") != ""
	switch {
	case s.wayland:
		s.reader, s.writer, s.missing = findBoth("wl-paste", "wl-copy", "wl-clipboard", path, roots())
		if s.missing == nil || !x11 {
			return s
		}
		if reader, writer, err := findBoth("xclip", "xclip", "xclip", path, roots()); err == nil { // Wayland shows its clipboard to programs of X11
			s.reader, s.writer, s.missing, s.wayland = reader, writer, nil, false
		}
	case x11:
		s.reader, s.writer, s.missing = findBoth("xclip", "xclip", "xclip", path, roots())
	default:
		s.missing = errors.New("there is no clipboard here: there is no display (DISPLAY and WAYLAND_DISPLAY are empty); start Handrail from a desktop session")
	}
	return s
}

// findBoth finds the programs of one package.
func findBoth(reader, writer, pack, path string, roots []string) (r, w trusted.Program, err error) {
	r, err = trusted.Find(reader, path, roots)
	if err == nil {
		w, err = trusted.Find(writer, path, roots)
	}
	install := fmt.Sprintf("install it (Debian and Ubuntu: sudo apt install %[1]s; Fedora: sudo dnf install %[1]s; Arch: sudo pacman -S %[1]s) and start Handrail again", pack)
	switch {
	case errors.Is(err, trusted.ErrMissing):
		return r, w, fmt.Errorf("the clipboard cannot be reached: %s is not installed; %s", pack, install)
	case err != nil:
		return r, w, fmt.Errorf("the clipboard cannot be reached: %w; %s", err, install)
	}
	return r, w, nil
}

// programEnv is what these programs get of the person's environment: where the
// clipboard is, and nothing that makes them load code.
func programEnv(env []string) []string {
	var out []string
	for _, name := range []string{"DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "XDG_RUNTIME_DIR", "HOME"} {
		if value := proc.Getenv(env, name); value != "" {
			out = append(out, name+"="+value)
		}
	}
	return append(out, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8")
}

func (s system) read(ctx context.Context) (Content, error) {
	if err := s.reader.Check(s.roots()); err != nil {
		return Content{}, err
	}
	list := []string{"-selection", "clipboard", "-o", "-t", "TARGETS"}
	if s.wayland {
		list = []string{"--list-types"}
	}
	said, ok, err := s.take(ctx, s.reader.Path(), list...)
	if err != nil {
		return Content{}, err
	}
	types := strings.Fields(said)
	kind, as := pick(types)
	if !ok || kind != Text {
		return Content{Kind: kind}, nil
	}
	args := []string{"-selection", "clipboard", "-o", "-t", as}
	if s.wayland {
		args = []string{"--no-newline", "--type", as}
	}
	text, _, err := s.take(ctx, s.reader.Path(), args...)
	if err != nil {
		return Content{}, err
	}
	return textOf(text), nil
}

// pick says what the clipboard holds by the types in which it is offered, and which of
// them is its text in UTF-8.
func pick(types []string) (kind Kind, as string) {
	if len(types) == 0 {
		return Empty, ""
	}
	if slices.Contains(types, private) {
		return Private, ""
	}
	for _, as := range []string{"UTF8_STRING", "text/plain;charset=utf-8", "text/plain", "STRING"} {
		if slices.Contains(types, as) {
			return Text, as
		}
	}
	if slices.ContainsFunc(types, func(t string) bool { return strings.HasPrefix(t, "image/") }) {
		return Picture, ""
	}
	return Other, ""
}

func (s system) write(ctx context.Context, text string) error {
	if err := s.writer.Check(s.roots()); err != nil {
		return err
	}
	args := []string{"-selection", "clipboard", "-i"}
	if s.wayland {
		args = []string{"--type", "text/plain;charset=utf-8"}
	}
	if err := s.put(ctx, text, s.writer.Path(), args...); err != nil || s.wayland {
		return err
	}
	s.settle(ctx, textOf(text))
	return nil
}

// settle waits until the clipboard holds what was put there, arrives at most: xclip goes on in a process of its own, and ends before that one has the
// clipboard. Somebody else may have it meanwhile.
func (s system) settle(ctx context.Context, want Content) {
	ctx, cancel := context.WithTimeout(ctx, arrives)
	defer cancel()
	for ctx.Err() == nil {
		if got, err := s.read(ctx); err != nil || got == want {
			return
		}
		select {
		case <-ctx.Done():
		case <-time.After(10 * time.Millisecond):
		}
	}
}

const arrives = 2 * time.Second
