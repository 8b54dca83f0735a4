// Package permits knows what may run unasked: the rules, the mode of a space, and
// what the person has granted for longer than one call (docs/spec/11-guard.md).
package permits

import (
	"context"
	"fmt"

	"handrail/journal"
	"handrail/operator/paths"
	"handrail/operator/settings"
	"handrail/operator/walls"
)

// States are words that are kept by kind and name; sqlite.States implements it.
type States interface {
	State(ctx context.Context, kind, name string) (value string, ok bool, err error)
	States(ctx context.Context, kind string) (map[string]string, error)
	SetState(ctx context.Context, kind, name, value string) error
	ChangeState(ctx context.Context, kind, name string, change func(old string) string) error
}

// Config is what a Book is made of.
type Config struct {
	Context  context.Context // ends with the app
	Home     string          // the person's home folder, real
	Dirs     settings.Dirs
	Settings *settings.File
	States   States
	Walls    *walls.Keeper
	// Open are the open spaces.
	Open func() []*Space
	// Reload reads every open space again after the settings have changed.
	Reload func(context.Context) error
	// Events are all that is recorded of a call.
	Events func(ctx context.Context, call string) ([]journal.Event, error)
	// Called finds the tool that a recorded call was of, and the folder of its space.
	Called func(ctx context.Context, call string) (space, tool string, err error)
	// Ground is all that agents may have written.
	Ground func() (paths.Ground, error)
	// Getenv is a variable of the person's environment.
	Getenv func(name string) string
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
}

// A Book keeps the person's rules and grants for all spaces. Rules lie in their
// settings, grants in the journal's database, where several processes change them.
// It is safe for concurrent use; the lock of its grants guards all that it remembers.
type Book struct {
	c      Config
	grants *grants
}

// New makes the book. The caller closes it.
func New(c Config) *Book { return &Book{c: c, grants: newGrants(c.Context, c.States)} }

// Close writes how often grants were used.
func (b *Book) Close() error { return b.grants.flush(context.Background()) }

// Touch tells every process that something was granted, trusted or taken back: each
// looks at it before its next call.
func (b *Book) Touch(ctx context.Context) error { return b.grants.touch(ctx) }

// EndSession forgets what was granted for a session that is over.
func (b *Book) EndSession(ctx context.Context, session string) error {
	return b.grants.remove(ctx, func(g grant) bool { return g.Session == session })
}

// find finds an open space by its folder.
func (b *Book) find(dir string) (*Space, error) {
	for _, s := range b.c.Open() {
		if s.c.Dir == dir {
			return s, nil
		}
	}
	return nil, fmt.Errorf("the space %s is not open", dir)
}
