package operator

import (
	"context"

	"handrail/operator/news"
	"handrail/operator/servers"
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
