package operator

import (
	"context"

	"handrail/internal/proc"
	"handrail/operator/news"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/spaces"
	"handrail/tools"
)

// openWalls makes what stands around programs.
func (o *Operator) openWalls() {
	o.walls = walls.New(walls.Config{
		Context: o.ctx, Dirs: o.c.Dirs, Home: o.c.Home, Vars: o.c.Environ.Vars, Settings: o.settings, States: o.store.States(), Journal: o.store,
		Network: o.c.Network, Helper: o.c.Helper, Registries: o.c.Registries, Ground: o.AgentGround, Notice: o.hub.Notice,
		Confirm: func(ctx context.Context, q tools.Question) (tools.Answer, error) { return o.asking.Confirm(ctx, q) },
	})
}

// Walls are what stands around the programs of all spaces.
func (o *Operator) Walls() *walls.Keeper { return o.walls }

// newWalls makes what stands around the programs of a space. temp is their
// temporary folder.
func newWalls(s *Space, temp string) *walls.Space {
	return s.o.walls.Space(walls.SpaceConfig{
		Dir: s.dir, Temp: temp, Roots: s.roots.List, Granted: s.permits.Granted, Answered: s.answered, Reloaded: s.reloaded,
		Current: func() (*walls.Reach, *spaces.Space) {
			read := s.current.Load()
			return read.reach, read.space
		},
		Started: noteStart(s.trust.Activity()), Ended: func(tool string) { s.trust.NoticeChanges(s.o.ctx, tool) }, Servers: s.servers.Lodgers(),
	})
}

// Walls are what stands around the programs of the space.
func (s *Space) Walls() *walls.Space { return s.walls }

// house is what all programs of the space run in.
func (s *Space) house() proc.House {
	return proc.House{Keeper: s.walls, Shelf: s.o.jobs.Builtin(), Filter: s.o.redact.Stream}
}

// answered swaps in what the person has answered about the network, and tells
// the window. The space is not read again, which would withdraw the questions that wait.
func (s *Space) answered(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return nil // broken settings have closed the space, and are told of there
	}
	reach, err := s.walls.Reach(ctx, settings)
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.reach = reach
	s.current.Store(&next)
	s.announce(news.OnSpace)
	return nil
}

// reloaded reads the space again and tells the window.
func (s *Space) reloaded(ctx context.Context) error {
	if err := s.Reload(ctx); err != nil {
		return err
	}
	s.announce(news.OnSpace)
	return nil
}

// announce tells faces that something about the space has changed.
func (s *Space) announce(what news.EventKind) {
	s.o.hub.Publish(news.Event{Kind: what, Folder: s.dir})
}

// noteStart notes in activity that a program begins. A server is there for hours, and
// is no call: what the person changes meanwhile stays theirs. It cannot change
// definitions where a room protects them; what could not be protected when it started
// is noted.
func noteStart(activity *trust.Activity) func(e proc.Errand, around *proc.Walls, unmade []string) (end func()) {
	return func(e proc.Errand, around *proc.Walls, unmade []string) (end func()) {
		if e.Server == "" || around == nil || !around.Report().Room {
			return activity.Program(around, unmade)
		}
		activity.Unmade(unmade)
		return func() {}
	}
}
