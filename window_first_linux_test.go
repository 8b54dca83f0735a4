package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/bridge/bridgetest"
	"handrail/journal"
)

// TestTheFirstMinutes goes from a window that was never open before to a change that is undone, with keys alone: the
// example is copied, its tour waits, one question is answered, one change undone.
func TestTheFirstMinutes(t *testing.T) {
	home := newHome(t)
	w := &sitting{t: t, space: filepath.Join(home, "Bookshelf"), cli: built(t, "handrail"), ended: make(chan error, 1)}
	w.write(filepath.Join(home, ".config", "gtk-3.0", "settings.ini"), "[Settings]\ngtk-cursor-blink=0\ngtk-enable-animations=0\n")
	w.screen = bridgetest.Start(t)
	w.bus = w.screen.StartBus()
	w.env = append(w.screen.Env(), "HOME="+home, "USER=kim", "HANDRAIL_CONFIG_DIR="+filepath.Join(home, "config"), "HANDRAIL_DATA_DIR="+filepath.Join(home, "data"))
	w.start(built(t, "handrail-desktop"))
	w.focus()
	w.shoot("first-start")

	// The five ways are the last of the page: from its end to the first of them.
	w.screen.Press("shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab", "shift+Tab", "Return")
	w.rest()
	w.shoot("first-example")
	w.screen.Press("Return") // in the field with the folder
	books := filepath.Join(w.space, "books.csv")
	w.until("the example to be copied", func() bool { _, err := os.Stat(books); return err == nil })
	w.ending(w.titled("Show me around."), journal.Done)
	w.rest()
	w.shoot("first-tour")

	// What may be said next stands right before the message.
	w.screen.Press("shift+Tab", "Return")
	lend := w.titled("Lend The Hobbit to Ada")
	w.question()
	w.runOnce()
	w.ending(lend, journal.Done)
	if loans := w.loans(); !strings.Contains(loans, "The Hobbit,Ada,") {
		t.Fatalf("nothing was lent:\n%s", loans)
	}

	before := textIn(t, books)
	w.focus()
	w.rest()
	w.screen.Press("shift+Tab", "Return")
	w.ending(w.titled("Mark The Dispossessed as the book I am reading"), journal.Done)
	if after := textIn(t, books); !strings.Contains(after, "The Dispossessed,Ursula K. Le Guin,1974,reading,") {
		t.Fatalf("nothing was changed:\n%s", after)
	}
	w.rest()
	w.shoot("first-change")
	w.screen.Press("shift+Tab", "shift+Tab", "Return") // past what may be said, to Undo this turn
	w.rest()
	w.shoot("first-plan")
	w.screen.Press("Tab", "Return") // from Cancel to Put back
	w.until("the change to be undone", func() bool { return textIn(t, books) == before })
	w.rest()
	w.shoot("first-undone")
}

// titled waits for a run by its title.
func (w *sitting) titled(title string) journal.Run {
	w.t.Helper()
	return w.run(func(r journal.Run) bool { return r.Title == title })
}

func textIn(t *testing.T, file string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
