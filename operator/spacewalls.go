package operator

import (
	"context"

	"handrail/internal/proc"
	"handrail/operator/news"
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

// openWalls makes what stands around the programs of the space. temp is their
// temporary folder.
func (s *Space) openWalls(temp string) {
	s.walls = s.o.walls.Space(walls.SpaceConfig{
		Dir: s.dir, Temp: temp, Roots: s.roots.List, Granted: s.permits.Granted, Answered: s.answered, Reloaded: s.reloaded,
		Current: func() (*walls.Reach, *spaces.Space) {
			read := s.current.Load()
			return read.reach, read.space
		},
		Started: s.started, Ended: func(tool string) { s.trust.NoticeChanges(s.o.ctx, tool) }, Servers: s.servers.Lodgers(),
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
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}

// reloaded reads the space again and tells the window.
func (s *Space) reloaded(ctx context.Context) error {
	if err := s.reload(ctx); err != nil {
		return err
	}
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}

// started notes that a program begins. A server is there for hours, and is no call:
// what the person changes meanwhile stays theirs. It cannot change definitions
// where a room protects them; what could not be protected when it started is noted.
func (s *Space) started(e proc.Errand, around *proc.Walls, unmade []string) (end func()) {
	if e.Server == "" || around == nil || !around.Report().Room {
		return s.trust.Activity().Program(around, unmade)
	}
	s.trust.Activity().Unmade(unmade)
	return func() {}
}
