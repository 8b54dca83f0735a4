// Package undo keeps what calls change in a space, and takes it back: it is the snapshot
// store as the app uses it (docs/spec/13-journal.md#undo). Taking back is itself a call
// through the door, made by the person alone.
package undo

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"handrail/internal/snapshot"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/history"
	"handrail/operator/settings"
)

// Config is what a Keeper is given.
type Config struct {
	Dir      string // of the store
	Settings *settings.File
	States   *sqlite.States
	Log      *history.Log
	// Key is the key that seals what is kept. The first use makes it.
	Key func(ctx context.Context) ([]byte, error)
	// Record records what has become known of a call late; nil: nothing is recorded.
	Record func(ctx context.Context, events ...journal.Event) error
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
	// Redact takes secrets out of what is shown.
	Redact func(text string) string
}

// A Keeper is the snapshots of the app. It is safe for concurrent use. Nothing is opened
// before it is needed.
type Keeper struct {
	c Config

	mu    sync.Mutex
	store *snapshot.Store
}

// New returns a keeper.
func New(c Config) *Keeper {
	if c.Redact == nil {
		c.Redact = func(text string) string { return text }
	}
	return &Keeper{c: c}
}

// Store opens the store.
func (k *Keeper) Store(ctx context.Context) (*snapshot.Store, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.store != nil {
		return k.store, nil
	}
	set, _, err := k.c.Settings.Load()
	if err != nil {
		return nil, err
	}
	key, err := k.c.Key(ctx)
	if err != nil {
		return nil, fmt.Errorf("the key of snapshots cannot be read: %w", err)
	}
	k.store, err = snapshot.Open(snapshot.Config{Dir: k.c.Dir, Key: key, NoSecrets: set.Snapshots.Secrets == settings.Never, Reserve: diskReserve})
	return k.store, err
}

const (
	// diskReserve is how much of the disk with Handrail's data what is kept for undo leaves free, as rooms do.
	diskReserve = 512 << 20

	sweepEvery = 24 * time.Hour
	// sweepAfter is how long the app must be open first: one call of the command line does not
	// pay for it.
	sweepAfter = 2 * time.Second
	keptKind   = "kept"
	keptName   = "snapshots"
)

// Sweep lets go of what the settings do not let stay: at most once a day among all
// processes. It returns when that is done, or ctx ends.
func (k *Keeper) Sweep(ctx context.Context) {
	select {
	case <-ctx.Done():
		return
	case <-time.After(sweepAfter):
	}
	text, _, err := k.c.States.State(ctx, keptKind, keptName)
	if last, bad := time.Parse(time.RFC3339, text); err == nil && bad == nil && time.Since(last) < sweepEvery && !last.After(time.Now()) {
		return
	}
	if err == nil {
		_, err = k.Prune(ctx)
	}
	if err != nil && ctx.Err() == nil {
		k.c.Notice("warning", "old snapshots could not be removed: %v", err)
	}
}

// Prune lets go of what the settings do not let stay now. It does nothing while a call runs;
// swept says whether it did.
func (k *Keeper) Prune(ctx context.Context) (swept bool, err error) {
	set, _, err := k.c.Settings.Load()
	if err != nil {
		return false, err
	}
	store, err := k.Store(ctx)
	if err != nil {
		return false, err
	}
	age, bytes, calls := set.Snapshots.Bounds()
	if swept, err = store.Sweep(ctx, snapshot.Bounds{Age: age, Bytes: bytes, Sets: calls}); err != nil || !swept {
		return false, err
	}
	return true, k.c.States.SetState(ctx, keptKind, keptName, time.Now().UTC().Format(time.RFC3339))
}

// Forget lets go of everything: nothing that was done until now can be taken back.
func (k *Keeper) Forget(ctx context.Context) error {
	store, err := k.Store(ctx)
	if err != nil {
		return err
	}
	swept, err := store.Sweep(ctx, snapshot.Bounds{Age: time.Nanosecond})
	if err == nil && !swept {
		err = errors.New("a call runs: the snapshots can be deleted when it has ended")
	}
	return err
}

// Change changes what the settings say of snapshots. How much is kept is looked at by the next
// Sweep; whether secrets are, from the next call on.
func (k *Keeper) Change(ctx context.Context, change func(*settings.Snapshots)) error {
	set, err := k.c.Settings.Update(func(s *settings.Settings) error {
		change(&s.Snapshots)
		return s.Snapshots.Check()
	})
	if err != nil {
		return err
	}
	store, err := k.Store(ctx)
	if err == nil {
		store.LeaveSecrets(set.Snapshots.Secrets == settings.Never)
	}
	return err
}

// Settings are what the settings say of snapshots.
func (k *Keeper) Settings() (settings.Snapshots, error) {
	set, _, err := k.c.Settings.Load()
	return set.Snapshots, err
}

// Usage counts what is kept.
func (k *Keeper) Usage(ctx context.Context) (snapshot.Usage, error) {
	store, err := k.Store(ctx)
	if err != nil {
		return snapshot.Usage{}, err
	}
	return store.Usage()
}

// Check reads everything that is kept, and says what is damaged.
func (k *Keeper) Check(ctx context.Context) ([]snapshot.Finding, error) {
	store, err := k.Store(ctx)
	if err != nil {
		return nil, err
	}
	return store.Check(ctx)
}
