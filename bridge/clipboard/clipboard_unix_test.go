//go:build unix && !darwin

package clipboard

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"handrail/bridge/bridgetest"
	"handrail/internal/proc"
)

func none() []string { return nil }

func TestTextGoesInAndOut(t *testing.T) {
	screen := bridgetest.Start(t)
	c := New(screen.Env(), none)
	if err := c.Available(); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(t.Context()); err != nil || got != (Content{Kind: Empty}) {
		t.Errorf("an empty clipboard: %+v, %v", got, err)
	}
	for _, text := range []string{
		"plain", "two\nlines\n\n", " -x $(id) `id` %s \\n <b>&amp;", "ünï 漢字 \u202e \x1b[31m", "\r\n\t", strings.Repeat("ä", MostBytes/2),
	} {
		if err := c.Write(t.Context(), text); err != nil {
			t.Fatalf("%.20q: %v", text, err)
		}
		if got, err := c.Read(t.Context()); err != nil || got != (Content{Kind: Text, Text: text}) {
			t.Errorf("%.20q became %s %.20q of %d bytes, %v", text, got.Kind, got.Text, len(got.Text), err)
		}
	}
	if err := c.Write(t.Context(), strings.Repeat("x", MostBytes+1)); err == nil {
		t.Error("a text that is too long was taken")
	}
}

func TestWhatIsNoText(t *testing.T) {
	screen := bridgetest.Start(t)
	c := New(screen.Env(), none)
	dir := t.TempDir()
	copied := func(as string, data []byte) {
		t.Helper()
		file := filepath.Join(dir, "data")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		screen.Run("xclip", "-selection", "clipboard", "-t", as, "-i", file)
	}
	for as, want := range map[string]Kind{"image/png": Picture, "text/uri-list": Other, private: Private} {
		copied(as, []byte("data"))
		if got, err := c.Read(t.Context()); err != nil || got != (Content{Kind: want}) {
			t.Errorf("%s: %+v, %v, want %s", as, got, err, want)
		}
	}
	copied("UTF8_STRING", []byte("ok\xff\xfeok"))
	if got, err := c.Read(t.Context()); err != nil || got.Kind != Text || !utf8.ValidString(got.Text) || !strings.HasPrefix(got.Text, "ok\uFFFD") {
		t.Errorf("bytes that are no text: %+v, %v", got, err)
	}
}

// Of a hundred megabytes only the beginning is fetched, cut between two characters.
func TestHundredMegabytes(t *testing.T) {
	screen := bridgetest.Start(t)
	c := New(screen.Env(), none)
	file := filepath.Join(t.TempDir(), "large")
	if err := os.WriteFile(file, bytes.Repeat([]byte("漢"), 100_000_000/3), 0o600); err != nil {
		t.Fatal(err)
	}
	screen.Run("xclip", "-selection", "clipboard", "-i", file)
	began := time.Now()
	got, err := c.Read(t.Context())
	if err != nil || got.Kind != Text || !got.Cut || len(got.Text) > MostBytes || len(got.Text) < MostBytes-3 || strings.Trim(got.Text, "漢") != "" {
		t.Errorf("got %s, cut %t, %d bytes, %v", got.Kind, got.Cut, len(got.Text), err)
	}
	t.Logf("it took %v", time.Since(began))
}

// A program that holds the clipboard and does not answer ends the call, not the app.
func TestHolderThatHangs(t *testing.T) {
	screen := bridgetest.Start(t)
	bin := t.TempDir()
	if err := os.WriteFile(filepath.Join(bin, "xclip"), []byte("#!/bin/sh\nsleep 600\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	c := New(proc.SetEnv(screen.Env(), "PATH", bin), none)
	c.patience = 100 * time.Millisecond
	if _, err := c.Read(t.Context()); !errors.Is(err, errHung) {
		t.Errorf("reading: %v", err)
	}
	if err := c.Write(t.Context(), "x"); !errors.Is(err, errHung) {
		t.Errorf("writing: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := c.Read(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a call that was cancelled: %v", err)
	}
}

// On Wayland wl-clipboard is used, where there is none the X11 of the same session.
func TestWayland(t *testing.T) {
	bin, roots := t.TempDir(), []string{}
	kept := filepath.Join(bin, "kept")
	for name, script := range map[string]string{
		"wl-copy":  `[ "$*" = "--type text/plain;charset=utf-8" ] && cat > ` + kept,
		"wl-paste": `case "$*" in --list-types) echo "text/html"; echo "text/plain;charset=utf-8";; "--no-newline --type text/plain;charset=utf-8") cat ` + kept + `;; *) exit 3;; esac`,
	} {
		if err := os.WriteFile(filepath.Join(bin, name), []byte("#!/bin/sh\n"+script+"\n"), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	c := New([]string{"WAYLAND_DISPLAY=wayland-9", "PATH=" + bin}, func() []string { return roots })
	if err := c.Write(t.Context(), "a text\n"); err != nil {
		t.Fatal(err)
	}
	if got, err := c.Read(t.Context()); err != nil || got != (Content{Kind: Text, Text: "a text\n"}) {
		t.Errorf("got %+v, %v", got, err)
	}
	roots = []string{bin}
	if _, err := c.Read(t.Context()); err == nil || !strings.Contains(err.Error(), "where agents may write") {
		t.Errorf("a program in a root: %v", err)
	}
	if err := c.Write(t.Context(), "x"); err == nil || !strings.Contains(err.Error(), "where agents may write") {
		t.Errorf("a program in a root: %v", err)
	}
}

func TestUnavailable(t *testing.T) {
	usr := func() []string { return []string{"/usr"} } // so that nothing is trusted
	for want, c := range map[string]*Clipboard{
		"there is no display":           New([]string{"PATH=/usr/bin"}, none),
		"sudo apt install xclip":        New([]string{"DISPLAY=:9"}, usr),
		"sudo apt install wl-clipboard": New([]string{"WAYLAND_DISPLAY=w"}, usr),
	} {
		_, reading := c.Read(t.Context())
		for _, err := range []error{c.Available(), c.Write(t.Context(), "x"), reading} {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("got %v, want %q", err, want)
			}
		}
	}
}
