package operator

import (
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/settings"
)

// Old runs go once a day, as the settings say; those that go on stay.
func TestOldRunsGo(t *testing.T) {
	b := newHandBench(t, noHands)
	ctx := t.Context()
	for _, old := range []struct {
		id  string
		ago time.Duration
	}{{"r_old", 100 * 24 * time.Hour}, {"r_new", time.Hour}, {"r_last", time.Minute}} { // the newest event's run always stays
		id, at := old.id, time.Now().Add(-old.ago)
		if err := b.o.store.Begin(ctx, journal.Run{ID: id, Session: "s", Space: b.dir, Started: at, State: journal.Running}); err != nil {
			t.Fatal(err)
		}
		end := journal.New(id, "", journal.Ended, journal.EndedData{State: journal.Done})
		end.Time = at
		if err := b.o.store.Record(ctx, end); err != nil {
			t.Fatal(err)
		}
	}
	if err := b.o.store.Begin(ctx, journal.Run{ID: "r_going", Session: "s", Space: b.dir, Started: time.Now().Add(-1000 * 24 * time.Hour), State: journal.Running}); err != nil {
		t.Fatal(err)
	}
	now := time.Now()
	gone, err := b.o.prune(ctx, now)
	if err != nil || gone.Runs != 1 {
		t.Fatalf("%+v, %v", gone, err)
	}
	if _, err := b.o.FindRun(ctx, "r_old"); err == nil {
		t.Error("the old run is still there")
	}
	for _, id := range []string{"r_new", "r_going"} {
		if _, err := b.o.FindRun(ctx, id); err != nil {
			t.Error(err)
		}
	}
	if _, err := b.o.settings.Update(func(s *settings.Settings) error { s.Journal.KeepDays = 1; return nil }); err != nil {
		t.Fatal(err)
	}
	if gone, err = b.o.prune(ctx, now.Add(23*time.Hour)); err != nil || gone.Runs != 0 {
		t.Errorf("twice in a day: %+v, %v", gone, err)
	}
}
