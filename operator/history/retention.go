package history

import (
	"context"
	"fmt"
	"time"

	"handrail/journal/sqlite"
)

const (
	sweepEvery = 24 * time.Hour
	// sweepAfter is how long the app must be open first: one call of the command
	// line does not pay for it.
	sweepAfter = time.Second

	// keptKind is where the journal's database notes when old runs went last.
	keptKind = "kept"
	keptName = "journal"
)

// Sweep removes pictures that are too old, then the runs that the settings do not let
// stay: at most once a day among all processes. Runs that go on stay. It returns when
// that is done, or ctx ends.
func (l *Log) Sweep(ctx context.Context) {
	if err := l.pictures.Prune(time.Now()); err != nil {
		l.c.Notice("warning", "old pictures could not be removed: %v", err)
	}
	select {
	case <-ctx.Done():
		return
	case <-time.After(sweepAfter):
	}
	if _, err := l.prune(ctx, time.Now()); err != nil && ctx.Err() == nil {
		l.c.Notice("warning", "old runs could not be removed from the journal: %v", err)
	}
}

// prune removes what the settings do not let stay, unless that was done within
// the last day. Settings that cannot be read remove nothing.
func (l *Log) prune(ctx context.Context, now time.Time) (sqlite.Pruned, error) {
	text, _, err := l.c.Store.States().State(ctx, keptKind, keptName)
	if err != nil {
		return sqlite.Pruned{}, err
	}
	if last, err := time.Parse(time.RFC3339, text); err == nil && now.Sub(last) < sweepEvery && !last.After(now) {
		return sqlite.Pruned{}, nil
	}
	settings, _, err := l.c.Settings.Load()
	if err != nil {
		return sqlite.Pruned{}, err
	}
	maxAge, maxBytes := settings.Journal.Retention()
	gone, err := l.c.Store.Prune(ctx, sqlite.Retention{MaxAge: maxAge, MaxBytes: maxBytes})
	if err != nil {
		return gone, err
	}
	if err := l.c.Store.States().SetState(ctx, keptKind, keptName, now.UTC().Format(time.RFC3339)); err != nil {
		return gone, fmt.Errorf("when old runs were removed is not noted: %w", err)
	}
	return gone, nil
}
