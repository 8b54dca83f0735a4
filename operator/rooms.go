package operator

import (
	"context"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/operator/hands"
	"handrail/operator/hookstate"
	"handrail/operator/news"
	"handrail/operator/permits"
	"handrail/operator/servers"
	"handrail/operator/setup"
	"handrail/operator/skills"
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

// openTrust opens the places of what is trusted. What is left over there is removed
// meanwhile.
func (o *Operator) openTrust() {
	o.trusted = trust.OpenStore(trust.StoreConfig{Data: o.c.Dirs.Data, States: o.store.States(), Touch: o.permits.Touch})
	o.work.Go(func() {
		if err := o.trusted.Prune(o.ctx); err != nil {
			o.hub.Notice("warning", "what is not trusted any more could not be removed: %v", err)
		}
	})
	o.work.Go(func() { _ = o.trusted.SweepCalls() }) // what stays is tried again at the next start
}

// newTrust makes the keeper of what the person has looked at in a space.
func newTrust(s *Space) *trust.Keeper {
	return trust.New(trust.Config{
		Dir: s.dir, Roots: s.roots, Store: s.o.trusted, Notice: s.o.hub.Notice,
		Current:  func() trust.State { return s.current.Load().trust },
		Reload:   s.Reload,
		Announce: func() { s.announce(news.OnSpace) },
	})
}

// Trust keeps what the person has looked at in the space.
func (s *Space) Trust() *trust.Keeper { return s.trust }

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

// openServers makes what the servers of all spaces share, and the desk where the
// person sets them up.
func (o *Operator) openServers() {
	o.servers = servers.New(servers.Config{
		Context: o.ctx, Version: o.c.Version, Home: o.c.Home, Dirs: o.c.Dirs, Environ: o.c.Environ, Network: o.c.Network,
		Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Store: o.store.States(), Looks: o.secrets.Looks, Learn: o.secrets.Learn,
		Form: o.asking.Form(), Unwalled: o.walls.Unwalled, Notice: o.hub.Notice, Changed: o.serversChanged, Approved: o.serverApproved,
	})
	o.setup = setup.New(setup.Config{
		Home: o.c.Home, Environ: o.c.Environ, Settings: o.settings, Secrets: o.secrets.Store(), Redact: o.redact, Looks: o.secrets.Looks,
		Servers: o.servers, Changed: o.serversChanged,
		Open: func() (out []*servers.Set) {
			for _, s := range o.Spaces() {
				out = append(out, s.servers)
			}
			return out
		},
	})
}

// Setup is where the person's own servers are saved.
func (o *Operator) Setup() *setup.Desk { return o.setup }

// serversChanged makes the settings count in every open space.
func (o *Operator) serversChanged(ctx context.Context) error {
	err := o.reloadSpaces(ctx)
	for _, s := range o.Spaces() {
		s.announce(news.OnServers)
	}
	return err
}

// serverApproved lists the tools of the space at dir anew, or of every open one if that
// is "", and lets other processes know.
func (o *Operator) serverApproved(ctx context.Context, dir string) error {
	for _, s := range o.Spaces() {
		if dir != "" && s.dir != dir {
			continue
		}
		if err := s.relist(ctx, nil); err != nil {
			return err
		}
		s.announce(news.OnServers)
	}
	return o.permits.Touch(ctx)
}

// newServers makes the servers of a space.
func newServers(s *Space) *servers.Set {
	return s.o.servers.Set(servers.SetConfig{
		Dir: s.dir, Roots: s.roots.List, Key: func() []byte { return s.key }, Walls: func() servers.Walls { return s.walls },
		Found: s.foundServers, Declared: s.Declared, Registry: s.Registry,
		Relist: func(refresh func(context.Context) bool) {
			_ = s.relist(s.o.ctx, refresh) // broken settings have closed the space, and are told of there
		},
		Remake:   func(ctx context.Context) error { return s.relist(ctx, nil) },
		Announce: func() { s.announce(news.OnServers) },
		Trusted:  func() bool { return s.trust.State().Level() != trust.Untrusted },
		CheckPin: func(name string) error {
			return s.trust.CheckPin(s.o.ctx, s.trust.State(), trust.Key{Kind: "server", Name: name, File: servers.FromSpace})
		},
	})
}

// Servers are the MCP servers of the space.
func (s *Space) Servers() *servers.Set { return s.servers }

// Setup is where servers are added, changed and imported, as seen from the space.
func (s *Space) Setup() *setup.Editor { return s.setup }

// foundServers are the servers as the space was last read; none before it was.
func (s *Space) foundServers() []servers.Found {
	if now := s.current.Load(); now != nil {
		return now.servers
	}
	return nil
}

// relist lists the tools again, unless refresh, which may be nil, reports that nothing
// has changed. The space is not read again, which would withdraw the questions that
// wait.
func (s *Space) relist(ctx context.Context, refresh func(context.Context) (changed bool)) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	if refresh != nil && !refresh(ctx) {
		return nil
	}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.registry = reading{s, &next, settings}.registry(ctx)
	s.current.Store(&next)
	return nil
}

// newHooks makes the book of a space's hooks.
func newHooks(s *Space) *hookstate.Book {
	return hookstate.New(hookstate.Config{
		Context: s.o.ctx, Dir: s.dir, Data: s.o.c.Dirs.Data, Vars: s.o.c.Environ.Vars, User: s.o.c.Environ.User(), Session: trySession(s.dir),
		Store: s.o.store.Hooks(), CallEvents: s.o.store.History().CallEvents, Redact: s.o.redact, Notice: s.o.hub.Notice,
		Current:  func() *hookstate.Set { return s.current.Load().hooks },
		Registry: func() *tools.Registry { return s.Registry() },
		During:   s.trust.Activity().During,
		Announce: func() { s.announce(news.OnSpace) },
	})
}

// Hooks are the hooks of the space.
func (s *Space) Hooks() *hookstate.Book { return s.hooks }

// newSkills makes the skills of a space.
func newSkills(s *Space) *skills.Source {
	return skills.New(skills.Config{
		Space: s, Trusted: func() bool { return s.trust.State().Level() != trust.Untrusted }, Reading: func() skills.Reading { return s.current.Load().skills() },
		Servers: turnServers{s.servers}, Notice: s.o.hub.NoticeOf, User: s.o.c.Environ.User(),
	})
}

// Skills are the skills of the space, as agents read them and the person sees them.
func (s *Space) Skills() *skills.Source { return s.skills }

// skills is what the loaded space says of its skills.
func (l *loaded) skills() skills.Reading {
	r := skills.Reading{Skills: l.space.Skills, Trusted: l.trust.Level() != trust.Untrusted}
	type said struct{ file, text string }
	held := map[said]bool{} // what problems say of what is held back, skills or not
	for _, d := range l.trust.Deviations() {
		held[said{d.File, d.Problem()}] = true
		if d.Kind == "skill" {
			state := map[string]skills.State{trust.StatusChanged: skills.Old, trust.StatusNew: skills.HeldBack, trust.StatusRemoved: skills.Gone}[d.Status]
			r.Changes = append(r.Changes, skills.Change{Name: d.Name, Description: d.Item.Detail, File: d.File, State: state, Reason: d.Consequence()})
		}
	}
	for _, p := range l.problems {
		if !held[said{p.File, p.Text}] {
			r.Problems = append(r.Problems, p)
		}
	}
	return r
}

// turnServers are the servers of a space, as its turns wait for them.
type turnServers struct{ *servers.Set }

// Unknown implements skills.Servers.
func (t turnServers) Unknown() []skills.Server {
	var out []skills.Server
	for _, f := range t.Set.Unknown() {
		out = append(out, skills.Server{Name: f.Name, Internal: f.Settings.IsInternal(), Connecting: t.Status(f.Name).State == mcp.Connecting})
	}
	return out
}

// newHands makes the ctxnest.json of a space.
func newHands(s *Space) *hands.File {
	return hands.New(hands.Config{
		Dir: s.dir, Roots: s.roots, Trust: s.trust, Projects: s.o.Projects(), Reload: s.Reload,
		Current: func() (*spaces.Space, *tools.Registry) {
			l := s.current.Load()
			return l.space, l.registry
		},
		Changed: func() { s.announce(news.OnSpace) },
		Busy:    func() bool { return s.o.runs.Busy(s.dir) },
	})
}

// Hands is the ctxnest.json of the space, as the person edits it.
func (s *Space) Hands() *hands.File { return s.hands }
