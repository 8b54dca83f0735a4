package main

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// The README and the guide show pictures of these very sittings. To take them anew:
//
//	TMPDIR=/home HANDRAIL_SHOTS=docs/images go test -count=1 -run 'TestTheWindow|TestAJobInTheWindow' .

// newHome is the home of the person at the window. Pictures for the README
// show its name, so it is a plain one for them.
func newHome(t *testing.T) string {
	t.Helper()
	if shots() == "" {
		return t.TempDir()
	}
	home := filepath.Join(os.TempDir(), "kim")
	if err := os.Mkdir(home, 0o755); err != nil {
		t.Fatalf("%v; set TMPDIR to a folder in which %s is free", err, filepath.Base(home))
	}
	t.Cleanup(func() { _ = os.RemoveAll(home) })
	return home
}

// shots is the folder for pictures of the README: "" means that none are taken.
func shots() string { return os.Getenv("HANDRAIL_SHOTS") }

// shootChat shows why the last call was allowed, beside the chat.
func (w *sitting) shootChat() {
	w.t.Helper()
	if shots() == "" {
		return
	}
	w.rest()
	w.screen.Press("shift+Tab", "Return")
	w.shoot("chat")
	w.screen.Press("Return", "Tab")
}

// shootQuestion shows the two places where a question can be answered.
func (w *sitting) shootQuestion(dialog string) {
	w.t.Helper()
	if shots() == "" {
		return
	}
	w.screen.Run("xdotool", "windowmove", "--sync", dialog, "620", "150")
	w.shoot("question")
}

// shootRuns shows what happened in a run, and leaves the window dark.
func (w *sitting) shootRuns() {
	w.t.Helper()
	if shots() == "" {
		return
	}
	w.goTo("runs")
	w.screen.Press("shift+Tab", "shift+Tab", "Return")
	w.shoot("runs")
	w.goTo("dark theme")
}

// shoot keeps a picture of the window, if pictures are taken, once it has
// rested for a second: a button may be pressed only some time after it appears.
func (w *sitting) shoot(name string) {
	w.t.Helper()
	if shots() == "" {
		return
	}
	w.screen.Run("xdotool", "mousemove", "1279", "899") // nothing is to be hovered
	last, since := w.look(), time.Now()
	w.until("the picture to rest for a second", func() bool {
		if now := w.look(); !same(now, last) {
			last, since = now, time.Now()
		}
		return time.Since(since) > time.Second
	})
	var picture bytes.Buffer
	smallest := png.Encoder{CompressionLevel: png.BestCompression}
	if err := smallest.Encode(&picture, last); err != nil {
		w.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(shots(), name+".png"), picture.Bytes(), 0o644); err != nil {
		w.t.Fatal(err)
	}
}
