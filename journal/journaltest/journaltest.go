// Package journaltest is the contract that every keeper of the journal must
// pass (CONTRIBUTING.md, "A new kind passes its contract").
package journaltest

import (
	"context"
	"testing"
	"time"

	"handrail/journal"
)

// A Store is an open journal, as the suite uses it. All fields are needed.
type Store struct {
	Recorder journal.Recorder
	// Begin records a run that starts.
	Begin func(ctx context.Context, r journal.Run) error
	// Runs lists runs, newest first; "" for space, session or cursor means any,
	// any and the first page.
	Runs func(ctx context.Context, space, session, cursor string, limit int) (page []journal.Run, next string, err error)
	// Events lists a run's events after a Seq, oldest first.
	Events func(ctx context.Context, run string, after int64, limit int) ([]journal.Event, error)
	// SessionEvents is Events for all runs of a session.
	SessionEvents func(ctx context.Context, session string, after int64, limit int) ([]journal.Event, error)
	// CallEvents lists a call's events, oldest first.
	CallEvents func(ctx context.Context, call string) ([]journal.Event, error)
	Close      func() error
}

// all is a limit that no test reaches.
const all = 1 << 20

// Run checks the contract. open opens the journal in a folder; called again
// with the same folder, after Close, it opens the same journal.
func Run(t *testing.T, open func(t *testing.T, dir string) Store) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(s *suite)
	}{
		{"events come back as they were given", testRoundTrip},
		{"events are numbered as they come", testSeq},
		{"events are listed by run, session and call", testLists},
		{"events are read in pages", testPages},
		{"a run follows its events", testRunFollows},
		{"runs are listed newest first", testRunList},
		{"what is refused leaves nothing behind", testRefusals},
		{"many may record at the same time", testConcurrent},
		{"closing closes what is open", testClose},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			s := &suite{t: t, open: func() Store { return open(t, dir) }}
			s.Store = s.open()
			t.Cleanup(func() {
				if err := s.Close(); err != nil {
					t.Errorf("Close: %v", err)
				}
			})
			c.test(s)
		})
	}
}

// suite is one test's journal, with helpers that end the test on errors.
type suite struct {
	Store
	t    *testing.T
	open func() Store
}

// startTime is when the runs of the suite start.
func startTime() time.Time { return time.Date(2026, 11, 21, 9, 30, 0, 123456789, time.UTC) }

// startRun starts a run of the given id, session and space.
func (s *suite) startRun(id, session, space string) journal.Run {
	s.t.Helper()
	r := journal.Run{
		ID: id, Session: session, Space: space, Origin: journal.FromChat, Agent: "architect", Model: "ollama/qwen3",
		Title: "Tidy up: \x00 'quotes', \"more\" and üñí", Started: startTime(), State: journal.Running,
	}
	if err := s.Begin(s.t.Context(), r); err != nil {
		s.t.Fatalf("Begin: %v", err)
	}
	return r
}

// record records events.
func (s *suite) record(events ...journal.Event) {
	s.t.Helper()
	if err := s.Recorder.Record(s.t.Context(), events...); err != nil {
		s.t.Fatalf("Record: %v", err)
	}
}

// events lists all events of a run.
func (s *suite) events(run string) []journal.Event {
	s.t.Helper()
	events, err := s.Events(s.t.Context(), run, 0, all)
	if err != nil {
		s.t.Fatalf("Events: %v", err)
	}
	return events
}

// run finds a run in the list of all.
func (s *suite) run(id string) journal.Run {
	s.t.Helper()
	runs, _, err := s.Runs(s.t.Context(), "", "", "", all)
	if err != nil {
		s.t.Fatalf("Runs: %v", err)
	}
	for _, r := range runs {
		if r.ID == id {
			return r
		}
	}
	s.t.Fatalf("run %s is not listed", id)
	return journal.Run{}
}

// text is a small event.
func text(run, call, words string) journal.Event {
	return journal.New(run, call, journal.Output, journal.OutputData{Stream: "stdout", Text: words})
}
