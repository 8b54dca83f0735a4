package operator

import (
	"context"

	"handrail/operator/permits"
	"handrail/tools"
)

// openPermits makes the book of what may run unasked.
func (o *Operator) openPermits() {
	o.permits = permits.New(permits.Config{
		Context: o.ctx, Home: o.c.Home, Dirs: o.c.Dirs, Settings: o.settings, States: o.store.States(), Walls: o.walls,
		Open: func() (out []*permits.Space) {
			for _, s := range o.Spaces() {
				out = append(out, s.permits)
			}
			return out
		},
		Reload: o.reloadSpaces, Events: o.store.History().CallEvents, Notice: o.hub.Notice,
		Called: func(ctx context.Context, call string) (space, tool string, err error) {
			record, err := o.history.Call(ctx, call)
			return record.Space, record.Tool, err
		},
	})
}

// Permits are the person's rules and grants.
func (o *Operator) Permits() *permits.Book { return o.permits }

// newPermits makes what may run unasked in a space.
func newPermits(s *Space) *permits.Space {
	return s.o.permits.Space(permits.SpaceConfig{
		Dir: s.dir, Session: trySession(s.dir), Roots: s.roots, Trust: s.trust, Forecast: s.Forecast, Reload: s.reloaded, Answered: s.answered,
		Current: func() (permits.Judges, *tools.Registry) {
			read := s.current.Load()
			return read.judges, read.registry
		},
		RevokeNetwork: func(ctx context.Context) error { return s.walls.Revoke(ctx) },
	})
}

// Permits are the rules, the mode and the grants of the space.
func (s *Space) Permits() *permits.Space { return s.permits }
