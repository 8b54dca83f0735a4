package main

import (
	"strings"
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// TestUndoInTheWindow undoes, with keys alone, what an agent's turn has changed, and then
// undoes that.
func TestUndoInTheWindow(t *testing.T) {
	w := openTheWindow(t)
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{{ID: "hobbit", Name: "lend-book", Arguments: `{"title": "The Hobbit", "to": "Ada"}`}}},
		modeltest.Turn{Text: []string{"Ada has *The Hobbit* from today."}},
	)
	before := w.loans()
	w.goTo("new chat")
	run := w.ask("Ada takes The Hobbit")
	w.question()
	w.runOnce()
	w.ending(run, journal.Done)
	after := w.loans()
	if !strings.Contains(after, "The Hobbit,Ada,") {
		t.Fatalf("nothing was lent:\n%s", after)
	}

	w.focus()
	w.rest()
	w.shoot("undo-turn")
	w.screen.Press("shift+Tab", "Return") // the last button of the conversation
	w.rest()
	w.shoot("undo-plan")
	w.screen.Press("Tab", "Return") // from Cancel to Put back
	w.until("the loan to be undone", func() bool { return w.loans() == before })
	w.rest()
	w.shoot("undo-done")
	undone := w.run(func(r journal.Run) bool { return r.Title == "Undo" })
	if undone.Origin != journal.FromChat {
		t.Errorf("the undo came from %q", undone.Origin)
	}
	w.screen.Press("Tab", "Return") // from Undo this turn to Undo that
	w.rest()
	w.screen.Press("Tab", "Return")
	w.until("the undo to be undone", func() bool { return w.loans() == after })
	w.rest()
	w.shoot("undo-undone")
}
