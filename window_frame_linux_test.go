package main

import (
	"encoding/json"
	"image"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// again starts the app a second time, and returns what it printed and its error.
func (w *sitting) again(args ...string) (string, error) {
	cmd := exec.Command(built(w.t, "handrail-desktop"), args...)
	cmd.Env = w.env
	out, err := cmd.CombinedOutput()
	return string(out), err
}

// spaces are the folders on the window's list.
func (w *sitting) spaces() []string {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join(filepath.Dir(w.space), "config", "settings.json"))
	if err != nil {
		w.t.Fatal(err)
	}
	var set struct{ Spaces []string }
	if err := json.Unmarshal(raw, &set); err != nil {
		w.t.Fatal(err)
	}
	return set.Spaces
}

// TestZoomByKeys: the window shows its page larger by keys, keeps that, and goes back to how it was.
func TestZoomByKeys(t *testing.T) {
	w := openTheWindow(t)
	w.focus()
	w.screen.Run("xdotool", "mousemove", "--window", w.id, "1", "1") // nothing is pointed at
	kept := func() int {
		raw, err := os.ReadFile(filepath.Join(filepath.Dir(w.space), "config", "settings.json"))
		if err != nil {
			t.Fatal(err)
		}
		var set struct{ Zoom int }
		if err := json.Unmarshal(raw, &set); err != nil {
			t.Fatal(err)
		}
		return set.Zoom
	}
	// There and back twice: what a page loads behind its first picture is there by the second time.
	var usual *image.RGBA
	for range 2 {
		for _, percent := range []int{110, 125, 150, 175, 200} {
			w.screen.Press("ctrl+plus")
			w.until("the size to be kept", func() bool { return kept() == percent })
		}
		if usual != nil {
			w.until("the page to be larger", func() bool { return !same(usual, w.rest()) })
		}
		w.screen.Press("ctrl+0")
		w.until("the usual size to be kept", func() bool { return kept() == 0 })
		if usual == nil {
			usual = w.rest()
		}
	}
	w.until("the page to be as it was", func() bool { return same(usual, w.rest()) })
}

// TestOneWindowForADataFolder: a second start brings the window to the front and opens its folder there; an address asks first, and
// one that is wrong opens nothing.
func TestOneWindowForADataFolder(t *testing.T) {
	w := openTheWindow(t)
	w.focus()
	other := filepath.Join(filepath.Dir(w.space), "other")
	if err := os.MkdirAll(other, 0o755); err != nil {
		t.Fatal(err)
	}
	w.screen.Run("xdotool", "windowminimize", "--sync", w.id)
	if out, err := w.again(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.until("the window to come to the front", w.focused)
	before := w.rest()
	if out, err := w.again("open", other); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.until("the folder to be shown", func() bool { return !same(before, w.rest()) })
	if got := w.spaces(); len(got) != 2 {
		t.Errorf("open: %v", got)
	}
	if n := w.screen.Windows("Handrail"); n != 1 {
		t.Errorf("%d windows are open", n)
	}
	if out, err := w.again("open", other+"/none"); err == nil || !strings.Contains(out, "is not a folder") {
		t.Errorf("a folder that is not there: %v: %s", err, out)
	}
	third := filepath.Join(filepath.Dir(w.space), "third")
	if err := os.MkdirAll(third, 0o755); err != nil {
		t.Fatal(err)
	}
	under := corner(w.rest())
	if out, err := w.again("open", "handrail://open?path="+url.QueryEscape(third)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.until("the page to ask", func() bool { return corner(w.rest()) != under })
	if got := w.spaces(); len(got) != 2 {
		t.Errorf("it was opened before it was asked: %v", got)
	}
	w.screen.Press("Tab", "Return") // past Cancel
	w.until("the folder to be opened", func() bool { return len(w.spaces()) == 3 })
}

// TestTheWindowInTheBackground: a window that is closed while an agent works goes on without being seen, comes back when it is started
// again, and ends by itself when the agent is done; the next one begins where it was.
func TestTheWindowInTheBackground(t *testing.T) {
	w := openTheWindow(t)
	w.bus.StartNotifications()
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{{ID: "one", Name: "bash", Arguments: `{"command": "while ! test -e go; do sleep 0.1; done; echo done", "timeout": 300}`}}},
		modeltest.Turn{Text: []string{"Done."}},
		modeltest.Turn{Text: []string{"Here I am."}},
	)
	w.goTo("new chat")
	run := w.ask("Wait for it")
	w.until("the call to begin", func() bool {
		return count(lines[journal.Event](w, "runs", "show", run.ID), journal.Started) > 0
	})
	w.screen.Run("xdotool", "windowsize", "--sync", w.id, "900", "640")
	hidden := func() bool { return w.screen.Windows("Handrail") == 0 }
	w.leave("Tab", "Tab", "Return") // Keep running in the background
	w.until("the window to be put away", hidden)
	w.until("a notification that says so", func() bool { return w.screen.Windows("Dunst") > 0 })
	if out, err := w.again(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	w.until("the window to come back", w.focused)
	w.leave("Tab", "Tab", "Return")
	w.until("the window to be put away", hidden)
	w.write(filepath.Join(w.space, "go"), "")
	w.until("the app to end by itself", func() bool { return len(w.ended) > 0 })
	if err := <-w.ended; err != nil {
		t.Errorf("the app ended with %v", err)
	}
	w.ending(run, journal.Done)
	w.start(built(t, "handrail-desktop"))
	if _, _, width, height := w.screen.Place(w.id); width != 900 || height != 640 {
		t.Errorf("the next window has %d × %d", width, height)
	}
	second := w.ask("Go on")
	w.ending(second, journal.Done)
	if second.Session != run.Session {
		t.Errorf("the next window begins in the chat %s, not %s", second.Session, run.Session)
	}
}

// TestAnEndIsToldBehindTheWindow: a run that ends while the window is not in front is told of, and a click opens its chat.
func TestAnEndIsToldBehindTheWindow(t *testing.T) {
	w := openTheWindow(t)
	w.bus.StartNotifications()
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{{ID: "one", Name: "bash", Arguments: `{"command": "while ! test -e go; do sleep 0.1; done; echo done", "timeout": 300}`}}},
		modeltest.Turn{Text: []string{"Done."}},
		modeltest.Turn{Text: []string{"You are welcome."}},
	)
	w.goTo("new chat")
	run := w.ask("Wait for it")
	w.until("the call to begin", func() bool {
		return count(lines[journal.Event](w, "runs", "show", run.ID), journal.Started) > 0
	})
	w.goTo("settings")
	settings := w.restOf(besideSidebar) // beside it stands for how long the run has gone on
	w.screen.Run("xdotool", "windowminimize", "--sync", w.id)
	w.bus.AwaitBehind("handrail")
	w.write(filepath.Join(w.space, "go"), "")
	w.ending(run, journal.Done)
	w.until("a notification that it has ended", func() bool { return w.screen.Windows("Dunst") > 0 })
	w.screen.Run("dunstctl", "action", "0")
	w.until("the window to come back", w.focused)
	w.until("the chat", func() bool { return !same(settings, w.restOf(besideSidebar)) })
	if second := w.ask("Thank you"); second.Session != run.Session {
		t.Errorf("a click opens the chat %s, not %s", second.Session, run.Session)
	}
}
