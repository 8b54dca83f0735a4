package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/dev/modeltest"
	"handrail/journal"
)

// What came of what was pressed: on the command line, in files, and at the model.

// ask sends a message in the chat that is open, and waits for its run.
func (w *sitting) ask(text string) journal.Run {
	w.t.Helper()
	w.rest()
	w.screen.Type(text)
	w.screen.Press("Return")
	return w.run(func(r journal.Run) bool { return r.Title == text })
}

// run waits for a run.
func (w *sitting) run(wanted func(journal.Run) bool) journal.Run {
	w.t.Helper()
	var found journal.Run
	w.until("a run", func() bool {
		runs := lines[journal.Run](w, "runs", "list")
		i := slices.IndexFunc(runs, wanted)
		if i < 0 {
			return false
		}
		found = runs[i]
		return true
	})
	return found
}

// ending waits until a run has ended, and returns what happened in it.
func (w *sitting) ending(run journal.Run, state journal.RunState) []journal.Event {
	w.t.Helper()
	ended := w.run(func(r journal.Run) bool { return r.ID == run.ID && !r.Ended.IsZero() })
	events := lines[journal.Event](w, "runs", "show", run.ID)
	if ended.State != state {
		w.screen.Fatalf("the run is %s (%s), want %s: %s", ended.State, ended.Reason, state, w.handrail("runs", "show", run.ID))
	}
	return events
}

// count is how many calls of a run have come to an event.
func count(events []journal.Event, kind journal.Kind) int {
	n := 0
	for _, e := range events {
		if e.Kind == kind {
			n++
		}
	}
	return n
}

// data reads the only event of a kind.
func data(w *sitting, events []journal.Event, kind journal.Kind, into any) {
	w.t.Helper()
	i := slices.IndexFunc(events, func(e journal.Event) bool { return e.Kind == kind })
	if i < 0 || count(events, kind) != 1 {
		w.t.Fatalf("%d events %s, want 1", count(events, kind), kind)
	}
	if err := json.Unmarshal(events[i].Data, into); err != nil {
		w.t.Fatal(err)
	}
}

// offered checks that the model was offered tools, each with its schema.
func (w *sitting) offered(r modeltest.Request, names ...string) {
	w.t.Helper()
	for _, name := range names {
		i := slices.IndexFunc(r.Tools, func(t modeltest.Tool) bool { return t.Function.Name == name })
		if i < 0 {
			w.t.Errorf("the model was not offered %s", name)
			continue
		}
		var schema struct{ Type string }
		if err := json.Unmarshal(r.Tools[i].Function.Parameters, &schema); err != nil || schema.Type != "object" {
			w.t.Errorf("the schema of %s is %s: %v", name, r.Tools[i].Function.Parameters, err)
		}
	}
}

// told checks that the model was given a call's result with this in it.
func (w *sitting) told(r modeltest.Request, call, part string) {
	w.t.Helper()
	if got, ok := r.Result(call); !ok || !strings.Contains(got, part) {
		w.t.Errorf("of the call %s the model was told %q, want %q in it", call, got, part)
	}
}

func last[T any](list []T) T { return list[len(list)-1] }

// loans is the file that the tool lend-book writes.
func (w *sitting) loans() string {
	w.t.Helper()
	raw, err := os.ReadFile(filepath.Join(w.space, "loans.csv"))
	if err != nil {
		w.t.Fatal(err)
	}
	return string(raw)
}
