package sqlite

import (
	"context"
	"path/filepath"
	"testing"

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
