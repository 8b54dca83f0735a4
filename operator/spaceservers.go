package operator

import (
	"context"

	"handrail/operator/news"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/setup"
	"handrail/operator/trust"
)

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
		s.announceServers()
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
		if err := s.remakeRegistry(ctx); err != nil {
			return err
		}
		s.announceServers()
	}
	return o.permits.Touch(ctx)
}

// openServers makes the servers of the space.
func (s *Space) openServers() {
	s.servers = s.o.servers.Set(servers.SetConfig{
		Dir: s.dir, Roots: s.roots.List, Key: func() []byte { return s.key }, Walls: func() servers.Walls { return s.walls },
		Found: s.foundServers, Declared: s.Declared, Registry: s.Registry, Relist: s.relist, Remake: s.remakeRegistry, Announce: s.announceServers,
		Trusted: func() bool { return s.trust.State().Level() != trust.Untrusted },
		CheckPin: func(name string) error {
			return s.trust.CheckPin(s.o.ctx, s.trust.State(), trust.Key{Kind: "server", Name: name, File: servers.FromSpace})
		},
	})
	s.setup = s.o.setup.Editor(setup.EditorConfig{Dir: s.dir, Servers: s.servers, Found: s.foundServers})
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

// findServers lists the servers of the settings and of the space's own file.
func (s *Space) findServers(next *loaded, settings settings.Settings) []servers.Found {
	return servers.Find(servers.Sources{
		Dir: s.dir, Settings: settings, Declared: next.space.Servers, Trusted: next.trust.Level() != trust.Untrusted,
		Held: func(name string) string { return next.trust.HeldIn("server", name, servers.FromSpace) },
	})
}

// announceServers tells faces that something about the servers has changed.
func (s *Space) announceServers() {
	s.o.hub.Publish(news.Event{Kind: news.OnServers, Folder: s.dir})
}

// relist makes the registry again if refresh reports a change. The space is not read
// again, which would withdraw the questions that wait.
func (s *Space) relist(refresh func(context.Context) (changed bool)) {
	s.loading.Lock()
	defer s.loading.Unlock()
	if refresh(s.o.ctx) {
		_ = s.listAgain(s.o.ctx) // broken settings have closed the space, and are told of there
	}
}

// remakeRegistry lists the tools again.
func (s *Space) remakeRegistry(ctx context.Context) error {
	s.loading.Lock()
	defer s.loading.Unlock()
	return s.listAgain(ctx)
}

// listAgain lists the tools again; the caller has locked loading.
func (s *Space) listAgain(ctx context.Context) error {
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return err
	}
	next := *s.current.Load()
	next.registry = s.buildRegistry(ctx, &next, settings)
	s.current.Store(&next)
	return nil
}
