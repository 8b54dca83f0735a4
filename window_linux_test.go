package main

import (
	"strings"
	"testing"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// TestTheWindow is one sitting at the real window, with keys alone: a chat
// with a model, a call that is confirmed, one that is denied, a tool that is
// tried, and the window closed. What came of it is read on the command line,
// and from what the model was told.
func TestTheWindow(t *testing.T) {
	w := openTheWindow(t)
	for _, part := range []struct {
		name string
		do   func(*sitting)
	}{
		{"a chat in which the model calls tools", (*sitting).chat},
		{"a call confirmed in the native dialog", (*sitting).confirm},
		{"a call denied in the window", (*sitting).deny},
		{"a tool tried by hand", (*sitting).try},
		{"closing the window while a call waits", (*sitting).close},
	} {
		if !t.Run(part.name, func(t *testing.T) { part.do(w.with(t)) }) {
			return // each goes on where the one before it ended
		}
	}
}

func (w *sitting) chat() {
	w.model.Play(
		modeltest.Turn{
			Text: []string{"I look at the ", "folder and at the ", "loans first."},
			Calls: []modeltest.Call{
				{ID: "look", Name: "listdir", Arguments: `{"path": "."}`},
				{ID: "loans", Name: "read", Arguments: `{"path": "loans.csv"}`},
			},
		},
		modeltest.Turn{Text: []string{"Two books are lent: **Momo** ", "to Jonas and **Invisible Cities** ", "to Mira."}},
	)
	w.goTo("new chat")
	run := w.ask("Which books are lent?")
	events := w.ending(run, journal.Done)

	if run.Origin != journal.FromChat || run.Agent != "librarian" || run.Model != "local/"+modeltest.Model {
		w.t.Errorf("the run is %+v", run)
	}
	if got, want := count(events, journal.Finished), 2; got != want {
		w.t.Errorf("%d calls have finished, want %d", got, want)
	}
	requests := w.model.Requests()
	if len(requests) != 2 {
		w.t.Fatalf("the model was asked %d times, want 2", len(requests))
	}
	w.offered(requests[0], "listdir", "read", "lend-book")
	if first := requests[0].Messages; first[0].Role != "system" || !strings.Contains(first[0].Content, "librarian") || first[1].Content != run.Title {
		w.t.Errorf("the model was asked with %+v", first)
	}
	w.told(requests[1], "look", "books.csv")
	w.told(requests[1], "loans", "Invisible Cities,Mira")
}

func (w *sitting) confirm() {
	w.model.Play(
		modeltest.Turn{
			Text:  []string{"I note it; ", "please confirm."},
			Calls: []modeltest.Call{{ID: "hobbit", Name: "lend-book", Arguments: `{"title": "The Hobbit", "to": "Ada"}`}},
		},
		modeltest.Turn{Text: []string{"Ada has *The Hobbit* from today."}},
	)
	run := w.ask("Ada takes The Hobbit")
	dialog := w.question()
	if lent := w.loans(); strings.Contains(lent, "Hobbit") {
		w.t.Errorf("it was done before it was confirmed:\n%s", lent)
	}
	w.screen.Type("typed for something else ")
	w.screen.Press("Return", "space")
	w.inTheWindow(dialog)
	w.runOnce()
	events := w.ending(run, journal.Done)

	if lent := w.loans(); !strings.Contains(lent, "The Hobbit,Ada,") {
		w.t.Errorf("confirmed, but not done:\n%s", lent)
	}
	var allowed journal.VerdictData
	data(w, events, journal.Allowed, &allowed)
	if allowed.By != "the person, in the dialog" {
		w.t.Errorf("allowed by %q", allowed.By)
	}
	w.told(last(w.model.Requests()), "hobbit", `Ada has "The Hobbit" from today.`)
	w.shootChat()
}

func (w *sitting) deny() {
	w.model.Play(
		modeltest.Turn{Calls: []modeltest.Call{{ID: "monster", Name: "lend-book", Arguments: `{"title": "Frankenstein", "to": "Ben"}`}}},
		modeltest.Turn{Text: []string{"Then it stays on the shelf."}},
	)
	run := w.ask("Ben takes Frankenstein")
	dialog := w.question()
	w.shootQuestion(dialog)
	w.focus()
	before := w.rest()
	w.screen.Press("ctrl+j")
	w.until("the list of what waits", func() bool { return !same(before, w.rest()) })
	w.until("the dialog to be taken over by the window", func() bool {
		w.screen.Press("Return") // Answer here
		return w.screen.Windows("Handrail: run lend-book?") == 0
	})
	w.rest()
	w.screen.Press("alt+w") // from Deny to the reason
	w.screen.Type("Ben has Momo still")
	w.screen.Press("Return")
	events := w.ending(run, journal.Done)

	if lent := w.loans(); strings.Contains(lent, "Frankenstein") {
		w.t.Errorf("denied, but done:\n%s", lent)
	}
	var declined journal.VerdictData
	data(w, events, journal.Declined, &declined)
	if declined.By != "the person, in the window" || declined.Code != "declined" || !strings.Contains(declined.Reason, "Ben has Momo still") {
		w.t.Errorf("declined: %+v", declined)
	}
	if n := count(events, journal.Started); n != 0 {
		w.t.Errorf("%d acts were started", n)
	}
	w.told(last(w.model.Requests()), "monster", "declined")
	w.told(last(w.model.Requests()), "monster", "Ben has Momo still")
	w.until("the native dialog to be taken back", func() bool { return w.screen.Windows("Handrail: run") == 0 })
}

func (w *sitting) try() {
	w.goTo("lend a book")
	w.until("the fields", func() bool { return edges(w.look()) > 800 }) // the form comes after its page, and after the button Run
	w.screen.Press("shift+Tab", "shift+Tab", "shift+Tab")               // from the page's end to the first field
	w.screen.Type("Kindred")
	w.screen.Press("Tab")
	w.screen.Type("Kim")
	w.rest() // what would run is shown
	w.shoot("tools")
	w.screen.Press("ctrl+Return")
	run := w.run(func(r journal.Run) bool { return r.Origin == journal.FromTry })
	w.question()
	w.runOnce()
	events := w.ending(run, journal.Done)

	var called journal.CalledData
	data(w, events, journal.Called, &called)
	if want := `{"title":"Kindred","to":"Kim"}`; string(called.Input) != want || called.Caller != "person" {
		w.t.Errorf("the call was %s by %s, want %s by the person", called.Input, called.Caller, want)
	}
	if lent := w.loans(); !strings.Contains(lent, "Kindred,Kim,") {
		w.t.Errorf("it was not done:\n%s", lent)
	}
}

// close leaves a question open, and closes the window by the window manager.
func (w *sitting) close() {
	w.shootRuns()
	w.model.Play(modeltest.Turn{Calls: []modeltest.Call{{ID: "summer", Name: "lend-book", Arguments: `{"title": "The Summer Book", "to": "Mira"}`}}})
	w.goTo("new chat")
	run := w.ask("Mira takes The Summer Book")
	w.question()
	w.focus()
	w.shoot("dark")
	children := descendants(w.t, w.app.Process.Pid)
	if len(children) < 2 {
		w.t.Errorf("the app has the processes %+v, want at least one that draws the page and the dialog", children)
	}
	// It says that an agent still works, and stays if the person wants it to.
	page := w.leave("Return") // Cancel
	w.until("the page to go on", func() bool { return len(w.ended) > 0 || corner(w.look()) == page })
	if len(w.ended) > 0 {
		w.t.Fatal("the app has ended, though it was to stay")
	}
	w.leave("Tab", "Return") // Stop and quit
	w.until("the app to end", func() bool { return len(w.ended) > 0 })
	if err := <-w.ended; err != nil {
		w.t.Errorf("the app ended with %v", err)
	}
	w.until("all that it started to end", func() bool { return len(alive(children)) == 0 })
	if n := w.screen.Windows("Handrail"); n != 0 {
		w.t.Errorf("%d windows are left", n)
	}
	events := w.ending(run, journal.Unknown) // it was cut, and can go on
	if n := count(events, journal.Started); n != 0 {
		w.t.Errorf("%d acts were started", n)
	}
	if lent := w.loans(); strings.Contains(lent, "Summer") {
		w.t.Errorf("nobody said yes, but it was done:\n%s", lent)
	}
}
