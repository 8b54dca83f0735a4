package history

import (
	"path/filepath"
	"testing"
	"time"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/settings"
)

// Old runs go once a day, as the settings say; those that go on stay.
func TestOldRunsGo(t *testing.T) {
	ctx := t.Context()
	store, err := sqlite.Open(ctx, sqlite.Config{Path: filepath.Join(t.TempDir(), "journal.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	file := settings.Open(filepath.Join(t.TempDir(), "settings.json"))
	l := New(Config{Store: store, Settings: file})
	for _, old := range []struct {
		id  string
		ago time.Duration
	}{{"r_old", 100 * 24 * time.Hour}, {"r_new", time.Hour}, {"r_last", time.Minute}} { // the newest event's run always stays
		id, at := old.id, time.Now().Add(-old.ago)
		if err := store.Begin(ctx, journal.Run{ID: id, Session: "s", Space: "/space", Started: at, State: journal.Running}); err != nil {
			t.Fatal(err)
		}
		end := journal.New(id, "", journal.Ended, journal.EndedData{State: journal.Done})
		end.Time = at
		if err := store.Record(ctx, end); err != nil {
			t.Fatal(err)
		}
	}
	if err := store.Begin(ctx, journal.Run{ID: "r_going", Session: "s", Space: "/space", Started: time.Now().Add(-1000 * 24 * time.Hour), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	gone, err := l.prune(ctx, now)
	if err != nil || gone.Runs != 1 {
		t.Fatalf("%+v, %v", gone, err)
	}
	if _, err := l.FindRun(ctx, "r_old"); err == nil {
		t.Error("the old run is still there")
	}
	for _, id := range []string{"r_new", "r_going"} {
		if _, err := l.FindRun(ctx, id); err != nil {
			t.Error(err)
		}
	}
	if _, err := file.Update(func(s *settings.Settings) error { s.Journal.KeepDays = 1; return nil }); err != nil {
		t.Fatal(err)
	}
	if gone, err = l.prune(ctx, now.Add(23*time.Hour)); err != nil || gone.Runs != 0 {
		t.Errorf("twice in a day: %+v, %v", gone, err)
	}
}
