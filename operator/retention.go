package operator

import (
	"context"
	"fmt"
	"time"

	"handrail/journal/sqlite"
)

const (
	keepDays  = 90
	keepMB    = 2048
	keepEvery = 24 * time.Hour
	// keepAfter is how long the app must be open first: one call of the command
	// line does not pay for it.
	keepAfter = time.Second

	// keptKind is where the journal's database notes when old runs went last.
	keptKind = "kept"
	keptName = "journal"
)

// keepRecord removes what the settings do not let stay, at most once a day among
// all processes, in the background. Runs that go on stay. It ends when the app
// closes, and goes on the next day.
func (o *Operator) keepRecord() {
	select {
	case <-o.ctx.Done():
		return
	case <-time.After(keepAfter):
	}
	if _, err := o.prune(o.ctx, time.Now()); err != nil && o.ctx.Err() == nil {
		o.notice("warning", "old runs could not be removed from the journal: %v", err)
	}
}

// prune removes what the settings do not let stay, unless that was done within
// the last day. Settings that cannot be read remove nothing.
func (o *Operator) prune(ctx context.Context, now time.Time) (sqlite.Pruned, error) {
	text, _, err := o.store.State(ctx, keptKind, keptName)
	if err != nil {
		return sqlite.Pruned{}, err
	}
	if last, err := time.Parse(time.RFC3339, text); err == nil && now.Sub(last) < keepEvery && !last.After(now) {
		return sqlite.Pruned{}, nil
	}
	settings, _, err := o.settings.Load()
	if err != nil {
		return sqlite.Pruned{}, err
	}
	maxAge, maxBytes := settings.Journal.Retention()
	gone, err := o.store.Prune(ctx, sqlite.Retention{MaxAge: maxAge, MaxBytes: maxBytes})
	if err != nil {
		return gone, err
	}
	if err := o.store.SetState(ctx, keptKind, keptName, now.UTC().Format(time.RFC3339)); err != nil {
		return gone, fmt.Errorf("when old runs were removed is not noted: %w", err)
	}
	return gone, nil
}
