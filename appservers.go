//go:build desktop || dev || bindings

package main

import (
	"handrail/operator"
)

// Servers lists the MCP servers of a space. It starts none.
func (a *App) Servers(space string) (ServersView, error) { return a.servers(space, nil) }

// servers does something about the servers of a space, if act is not nil, and lists
// them.
func (a *App) servers(space string, act func(*operator.Space) error) (ServersView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	return viewOf(s, err, func(s *operator.Space) ServersView { return serversView(s.Servers()) })
}

// StartServers starts, in the background, every server that can be used.
func (a *App) StartServers(space string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { s.StartServers(); return nil })
}

// Server says all of one server. It starts nothing.
func (a *App) Server(space, name string) (ServerDetailView, error) { return a.server(space, name, nil) }

// server does something about one server, if act is not nil, and says all of it.
func (a *App) server(space, name string, act func(*operator.Space) error) (ServerDetailView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	if err != nil {
		return ServerDetailView{}, err
	}
	return lookAtServer(a.ctx, a.o, s, name)
}

// RestartServer starts a server anew.
func (a *App) RestartServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { return s.RestartServer(a.ctx, name) })
}

// StopServer ends a server until it is restarted.
func (a *App) StopServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { return s.StopServer(a.ctx, name) })
}

// SetServerEnabled switches a server on or off.
func (a *App) SetServerEnabled(space, name string, enabled bool) (ServersView, error) {
	off := !enabled
	return a.servers(space, func(s *operator.Space) error {
		return s.SetServerOption(a.ctx, name, operator.ServerOption{Disabled: &off})
	})
}

// SetServerInternal says whether only skills bring a server's tools up.
func (a *App) SetServerInternal(space, name string, internal bool) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error {
		return s.SetServerOption(a.ctx, name, operator.ServerOption{Internal: &internal})
	})
}

// SetServerProfile says what a server may reach, read and write.
func (a *App) SetServerProfile(space, name string, network, read, write []string) (ServerDetailView, error) {
	return a.server(space, name, func(s *operator.Space) error {
		return s.SetServerOption(a.ctx, name, operator.ServerOption{Network: &network, Read: &read, Write: &write})
	})
}

// AllowRefused opens for a server what its walls have refused.
func (a *App) AllowRefused(space, name, kind, target string) (ServerDetailView, error) {
	hosts, read, write := allowed(kind, target)
	return a.server(space, name, func(s *operator.Space) error {
		_, err := s.AllowServer(a.ctx, name, hosts, read, write)
		return err
	})
}

// RemoveServer takes a server out of the person's settings.
func (a *App) RemoveServer(space, name string) (ServersView, error) {
	return a.servers(space, func(*operator.Space) error { return a.o.RemoveServer(a.ctx, name) })
}

// TestServer starts a server once more and says how far it gets.
func (a *App) TestServer(space, name string) (ServerTestView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerTestView{}, err
	}
	test, err := s.TestServer(a.ctx, name)
	return viewOf(test, err, serverTestView)
}

// SetServerToolAsk has the person asked at each call of a server's tool.
func (a *App) SetServerToolAsk(space, server, tool string, ask bool) (ServerDetailView, error) {
	return a.server(space, server, func(*operator.Space) error { return a.o.AskTool(a.ctx, tool, ask) })
}

// ApproveServerTools takes tools as their server declares them now: digests are those
// of the changes that were shown, by tool. All of them, or none.
func (a *App) ApproveServerTools(space, server string, digests map[string]string) (ServerDetailView, error) {
	return a.server(space, server, func(s *operator.Space) error {
		return s.ApproveServerTools(a.ctx, server, digests)
	})
}
