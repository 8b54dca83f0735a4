package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// TestSomebodyWaitsBehindTheWindow: a question that comes while the window is
// in front is not told of again; one that comes while it is minimized is, by a
// notification (docs/spec/11-guard.md).
func TestSomebodyWaitsBehindTheWindow(t *testing.T) {
	w := openTheWindow(t)
	w.bus.StartNotifications()
	file := filepath.Join(filepath.Dir(w.space), "config", "settings.json")
	set, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	w.write(file, strings.Replace(string(set), "{", `{"quiet_ends": true, `, 1)) // only questions are told of
	lend := func(id, title string) modeltest.Call {
		return modeltest.Call{ID: id, Name: "lend-book", Arguments: `{"title": "` + title + `", "to": "Ada"}`}
	}
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{lend("one", "The Hobbit")}},
		modeltest.Turn{Calls: []modeltest.Call{lend("two", "Kindred")}},
		modeltest.Turn{Text: []string{"Both are with Ada."}},
	)
	w.goTo("new chat")
	run := w.ask("Ada takes two books")
	w.question()
	if n := w.screen.Windows("Dunst"); n != 0 {
		t.Errorf("the window was in front, and %d notifications are shown", n)
	}
	w.screen.Run("xdotool", "windowminimize", "--sync", w.id)
	first := w.question()
	w.screen.Run("xdotool", "windowactivate", "--sync", first)
	w.runOnce()
	w.until("a notification that somebody waits", func() bool { return w.screen.Windows("Dunst") > 0 })
	w.behind()
	w.sayNo()
	w.ending(run, journal.Done)
	w.until("the notification to be taken back", func() bool { return w.screen.Windows("Dunst") == 0 })
}

// TestAClickOnAMessageOpensItsChat: the agent of one chat sends a message to the desktop; a click on it brings the window
// back and that chat, though the person has begun another one and put the window away.
func TestAClickOnAMessageOpensItsChat(t *testing.T) {
	w := openTheWindow(t)
	w.bus.StartNotifications()
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{{ID: "one", Name: "message", Arguments: `{"channel": "desktop", "content": "The books are sorted."}`}}},
		modeltest.Turn{Text: []string{"I have told you."}},
		modeltest.Turn{Text: []string{"You are welcome."}},
	)
	w.goTo("new chat")
	first := w.ask("Tell me when the books are sorted")
	w.ending(first, journal.Done)
	w.until("the message", func() bool { return w.screen.Windows("Dunst") > 0 })
	w.goTo("settings")
	settings := w.rest()
	w.screen.Run("xdotool", "windowminimize", "--sync", w.id)
	w.screen.Run("dunstctl", "action", "0")
	w.until("the window to come back", w.focused)
	w.until("the chat", func() bool { return !same(settings, w.rest()) })
	second := w.ask("Thank you")
	w.ending(second, journal.Done)
	if second.Session != first.Session {
		t.Errorf("the answer went to the chat %s, and the message came from %s", second.Session, first.Session)
	}
}
