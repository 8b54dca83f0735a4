package window

import (
	"context"
	"fmt"
	"slices"

	"handrail/operator"
	"handrail/operator/servers"
	"handrail/operator/setup"
	"handrail/tools"
)

// Servers is the MCP servers of a space, as the page asks for them.
type Servers struct{ *app }

// SignInServer opens a server's page in the browser, and waits until the person has
// come back from it.
func (a *Servers) SignInServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error {
		return s.Servers().SignIns().SignIn(a.ctx, name, func(url string) error { a.desk.OpenURL(url); return nil })
	})
}

// SignOutServer forgets what signing in to a server gave.
func (a *Servers) SignOutServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { return s.Servers().SignIns().SignOut(a.ctx, name) })
}

// Servers lists the MCP servers of a space. It starts none.
func (a *Servers) Servers(space string) (ServersView, error) { return a.servers(space, nil) }

// servers does something about the servers of a space, if act is not nil, and lists
// them.
func (a *Servers) servers(space string, act func(*operator.Space) error) (ServersView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	if err != nil {
		return ServersView{}, err
	}
	plain, err := a.o.Setup().Plain()
	return serversView(s.Servers().List(), plain), err
}

// SecureServers moves the keys that the settings store in plain text to where secrets
// are kept.
func (a *Servers) SecureServers(space string) (ServersView, error) {
	return a.servers(space, func(*operator.Space) error {
		_, err := a.o.Setup().Secure(a.ctx)
		return err
	})
}

// StartServers starts, in the background, every server that can be used, because
// somebody looks at them.
func (a *Servers) StartServers(space string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { s.Servers().StartAll(); return nil })
}

// Server says all of one server. It starts nothing.
func (a *Servers) Server(space, name string) (ServerDetailView, error) {
	return a.server(space, name, nil)
}

// server does something about one server, if act is not nil, and says all of it.
func (a *Servers) server(space, name string, act func(*operator.Space) error) (ServerDetailView, error) {
	s, err := a.o.Space(space)
	if err == nil && act != nil {
		err = act(s)
	}
	if err != nil {
		return ServerDetailView{}, err
	}
	return lookAtServer(a.ctx, a.o, s, name)
}

// RestartServer starts a server anew. It returns at once.
func (a *Servers) RestartServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { return s.Servers().Restart(a.ctx, name) })
}

// StopServer ends a server until it is restarted.
func (a *Servers) StopServer(space, name string) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error { return s.Servers().Stop(a.ctx, name) })
}

// SetServerEnabled turns a server on or off.
func (a *Servers) SetServerEnabled(space, name string, enabled bool) (ServersView, error) {
	off := !enabled
	return a.servers(space, func(s *operator.Space) error {
		return s.Servers().Options().Set(a.ctx, name, servers.Option{Disabled: &off})
	})
}

// SetServerInternal says whether only skills bring a server's tools up.
func (a *Servers) SetServerInternal(space, name string, internal bool) (ServersView, error) {
	return a.servers(space, func(s *operator.Space) error {
		return s.Servers().Options().Set(a.ctx, name, servers.Option{Internal: &internal})
	})
}

// SetServerProfile says what a server may reach, read and write. No words of a network
// at all are what Handrail takes for such a server. The server is started anew.
func (a *Servers) SetServerProfile(space, name string, network, read, write []string) (ServerDetailView, error) {
	return a.server(space, name, func(s *operator.Space) error {
		return s.Servers().Options().Set(a.ctx, name, servers.Option{Network: &network, Read: &read, Write: &write})
	})
}

// AllowRefused opens for a server what its walls have refused. It stays open.
func (a *Servers) AllowRefused(space, name string, kind RefusedKind, target string) (ServerDetailView, error) {
	hosts, read, write := allowed(kind, target)
	return a.server(space, name, func(s *operator.Space) error {
		_, err := s.Servers().Options().Allow(a.ctx, name, hosts, read, write)
		return err
	})
}

// RemoveServer takes a server out of the person's settings. It refuses a space's own.
func (a *Servers) RemoveServer(space, name string) (ServersView, error) {
	return a.servers(space, func(*operator.Space) error { return a.o.Setup().Remove(a.ctx, name) })
}

// TestServer starts a server once more and says how far it gets. It ends the one that
// it started. That takes 30 s at most, and more while the server is fetched.
func (a *Servers) TestServer(space, name string) (ServerTestView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ServerTestView{}, err
	}
	test, err := s.Servers().Trials().Test(a.ctx, name)
	return viewOf(test, err, serverTestView)
}

// SetServerToolAsk has the person asked at each call of a server's tool.
func (a *Servers) SetServerToolAsk(space, server, tool string, ask bool) (ServerDetailView, error) {
	return a.server(space, server, func(*operator.Space) error { return a.o.Permits().AskTool(a.ctx, tool, ask) })
}

// ApproveServerTools takes tools as their server declares them now: digests are those
// of the changes that were shown, by tool. All of them, or none.
func (a *Servers) ApproveServerTools(space, server string, digests map[string]string) (ServerDetailView, error) {
	return a.server(space, server, func(s *operator.Space) error {
		return s.Servers().Pins().Approve(a.ctx, server, digests)
	})
}

// ApproveServerProgram lets a server run whose program has changed, as it is now, and starts it: digest is that of the change that was shown.
func (a *Servers) ApproveServerProgram(space, server, digest string) (ServerDetailView, error) {
	return a.server(space, server, func(s *operator.Space) error {
		return servers.ProgramsOf(s.Servers()).Approve(a.ctx, server, digest)
	})
}

func serversView(list []servers.View, plain []setup.Plain) ServersView {
	out := ServersView{Servers: each(list, serverView)}
	for _, p := range plain {
		out.PlainKeys += len(p.Places)
	}
	return out
}

// lookAtServer gathers all of one server. What it has beside its tools is asked of
// one that is ready only: nothing is started.
func lookAtServer(ctx context.Context, o *operator.Operator, s *operator.Space, name string) (ServerDetailView, error) {
	list := s.Servers().List()
	at := slices.IndexFunc(list, func(v servers.View) bool { return v.Name == name && !v.Shadowed })
	if at < 0 {
		return ServerDetailView{}, fmt.Errorf("there is no server %q in this space; it may have been renamed or removed", name)
	}
	known, err := s.Tools().OfServer(name)
	if err != nil {
		return ServerDetailView{}, err
	}
	changes, err := s.Servers().Pins().Changes(ctx, name)
	if err != nil {
		return ServerDetailView{}, err
	}
	v := serverDetailView(list[at], known, changes)
	if list[at].Action.Kind == tools.ApproveProgram {
		change, err := servers.ProgramsOf(s.Servers()).Change(ctx, name)
		if err != nil {
			return ServerDetailView{}, err
		}
		if change != nil {
			v.Program = ServerProgramView{Files: change.Files, Digest: change.Digest}
		}
	}
	if v.Server.Kind == ServerRemote {
		// Why that cannot be told is told by its state.
		in, err := s.Servers().SignIns().State(ctx, name)
		v.SignedIn = err == nil && in.In
	}
	if v.Server.State != ServerReady {
		return v, nil
	}
	data, templates, err := s.Servers().Contents().Resources(ctx, name)
	if err != nil {
		return ServerDetailView{}, err
	}
	prompts, err := s.Servers().Contents().Prompts(ctx, name)
	v.Resources, v.Prompts = each(append(data, templates...), resourceView), each(prompts, promptView)
	return v, err
}

func serverDetailView(v servers.View, known []operator.ServerTool, changes []servers.Change) ServerDetailView {
	st := v.Status
	out := ServerDetailView{
		Server: serverView(v), Argv: []string{}, URL: v.URL, Transport: Transport(v.Transport), Folder: v.Dir, Env: each(v.Env, settingView), Headers: each(v.Headers, settingView),
		Profile: profileView(v.Profile), Refused: each(v.Refused, refusedView), Log: append([]string{}, st.Said...), Version: st.Version, Protocol: st.Protocol,
		PID: st.PID, TookMs: millis(st.Took), Help: st.Help, Tools: []ServerToolView{}, Resources: []ServerItemView{}, Prompts: []ServerItemView{},
		Broken: append([]string{}, v.Broken...), Program: ServerProgramView{Files: []string{}},
	}
	if v.Command != "" {
		out.Argv = append([]string{v.Command}, v.Args...)
	}
	changed := map[string]servers.Change{}
	for _, c := range changes {
		changed[c.Tool] = c
	}
	for _, t := range known {
		out.Tools = append(out.Tools, serverToolView(v.Name, t, changed))
		out.TimeoutSeconds = max(out.TimeoutSeconds, t.Info.Timeout.Seconds())
	}
	return out
}

// allowed is what is to be opened, of what was refused.
func allowed(kind RefusedKind, target string) (hosts, read, write []string) {
	switch kind {
	case RefusedReach:
		return []string{target}, nil, nil
	case RefusedRead:
		return nil, []string{target}, nil
	}
	return nil, nil, []string{target}
}
