package sqlite

import (
	"context"
	"path/filepath"
	"testing"
	"time"

	"handrail/journal"
	"handrail/journal/journaltest"
)

func TestContract(t *testing.T) {
	journaltest.Run(t, func(t *testing.T, dir string) journaltest.Store {
		t.Helper()
		s, err := Open(t.Context(), Config{Path: filepath.Join(dir, "journal.db"), Version: "test"})
		if err != nil {
			t.Fatal(err)
		}
		return journaltest.Store{
			Recorder: s, Begin: s.Begin, Events: s.History().Events, SessionEvents: s.History().SessionEvents, CallEvents: s.History().CallEvents, Close: s.Close,
			Runs: func(ctx context.Context, space, session, cursor string, limit int) ([]journal.Run, string, error) {
				return s.History().Runs(ctx, RunsQuery{Space: space, Session: session, Cursor: cursor, Limit: limit})
			},
		}
	})
}

func TestPostContract(t *testing.T) {
	paths := map[string]string{}
	journaltest.RunPost(t, func(t *testing.T) journal.Post {
		t.Helper()
		if paths[t.Name()] == "" {
			paths[t.Name()] = journalIn(t)
		}
		return PostIn(open(t, Config{Path: paths[t.Name()], Version: "test"}))
	})
}

// Old letters go, box by box.
func TestOldLettersGo(t *testing.T) {
	p := PostIn(open(t, Config{Path: journalIn(t), Version: "test"}))
	for _, box := range []string{"out.a", "out.b", "other"} {
		if err := p.Put(t.Context(), journal.Letter{Box: box, ID: "1"}); err != nil {
			t.Fatal(err)
		}
	}
	for before, want := range map[time.Time]int{time.Now().Add(-time.Hour): 1, time.Now().Add(time.Hour): 0} {
		if err := p.DropOld(t.Context(), "out.", before); err != nil {
			t.Fatal(err)
		}
		left, err := p.Letters(t.Context(), "out.a")
		if others, _ := p.Letters(t.Context(), "other"); err != nil || len(left) > want || len(others) != 1 {
			t.Errorf("%d left, %d others, %v", len(left), len(others), err)
		}
	}
}
