package operator

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"time"

	"handrail/agent"
	"handrail/internal/sandbox"
	"handrail/mcp"
	"handrail/operator/news"
	"handrail/operator/settings"
	"handrail/spaces"
	"handrail/tools"
)

// declaredSettings are the settings of a server of the space's own file.
func declaredSettings(d spaces.Server) settings.Server {
	return settings.Server{
		Command: d.Command, Args: d.Args, Env: d.Env, Dir: d.Dir, URL: d.URL, Transport: settings.ParseTransport(d.Type), Headers: d.Headers,
		Timeout: d.Timeout, Disabled: d.Disabled, Network: d.Network,
	}
}

// listedServer is what a registry is made of, for one server: another registry is
// made when it is another.
type listedServer struct {
	state  mcp.State
	reason string
	known  bool
}

// serverProvisions are the tools of all servers, by name of the server.
func (s *Space) serverProvisions(ctx context.Context, next *loaded) []tools.Provision {
	var out []tools.Provision
	for _, f := range next.servers {
		if f.Shadowed {
			out = append(out, mcp.Absent(f.Name, f.Problem))
			continue
		}
		if !f.usable() {
			out = append(out, notUsed(f))
			continue
		}
		if v, err := s.server(f.Name); err == nil {
			out = append(out, s.provisionsOf(ctx, v)...)
		}
	}
	return out
}

// notUsed lists a server of which nothing runs.
func notUsed(f foundServer) tools.Provision {
	p := mcp.Absent(f.Name, f.Problem)
	e := &p.Rejected[0]
	e.Info.File = f.file()
	switch {
	case f.Held:
		e.State = tools.Held
	case f.Problem == "":
		e.State, e.Reason = tools.Disabled, "you switched this server off; `handrail servers on "+f.Name+"` brings it back"
	case f.Settings.Problem(f.Name) == "":
		e.State = tools.Barred // trust
	}
	return p
}

// file is where the server is set: the settings, or .mcp.json with its line.
func (f foundServer) file() string {
	switch {
	case f.From == FromSettings:
		return "settings.json"
	case f.Line > 0:
		return fmt.Sprintf("%s:%d", FromSpace, f.Line)
	}
	return FromSpace
}

// absence says why a server's tools are not there, as far as its state tells; "" if
// they can be called. A server that has failed is tried again by the next call.
func absence(st mcp.Status, known bool) string {
	switch st.State {
	case mcp.Stopped:
		return "you have stopped this server; restart it"
	case mcp.NeedsSignIn:
		return "you have to sign in to this server first: " + st.Reason
	}
	if known {
		return ""
	}
	switch st.State {
	case mcp.Failed, mcp.Waiting:
		return st.Reason
	case mcp.Connecting:
		return "the server is being started"
	case mcp.Ready:
		return "the server is ready; what it has is being read"
	}
	return "nobody has asked this server yet what it has; `handrail servers test` does"
}

// use is a server as its tools need it. Its texts are as they are set: no secret is
// in them.
func (s *Space) use(v *server) mcp.Use {
	f := v.found()
	set := f.Settings
	u := mcp.Use{
		Server: mcp.Server{
			Name: f.Name, Command: set.Command, Args: set.Args, Dir: s.serverDir(f, set.Dir), URL: set.URL, Transport: set.Transport,
			Headers: set.Headers, Timeout: set.CallTimeout(),
		},
		Client: v, Key: s.key, Internal: set.IsInternal(), Own: f.From == FromSpace, Schemas: &s.servers.schemas,
	}
	for _, name := range slices.Sorted(maps.Keys(set.Env)) {
		u.Server.Env = append(u.Server.Env, name+"="+set.Env[name])
	}
	if set.Command != "" {
		u.Reach = s.reachNames(set.NetworkWords())
		_, u.Write, _, _ = s.folders(f)
	}
	return u
}

// serversChanged is told when something about a server has changed: after a moment,
// the list of tools is made again if need be, and faces hear of it.
func (s *Space) serversChanged() {
	all := &s.servers
	all.mu.Lock()
	defer all.mu.Unlock()
	if all.over || all.due != nil {
		return
	}
	all.due = time.AfterFunc(serverPause, func() {
		all.mu.Lock()
		all.due = nil
		over := all.over
		all.mu.Unlock()
		if over {
			return
		}
		s.relist()
		s.o.hub.Publish(news.Event{Kind: news.OnServers, Folder: s.dir})
	})
}

// relist takes in what the servers have listed, and makes the registry again if
// something of it is another. The space is not read again, which would withdraw
// the questions that wait.
func (s *Space) relist() {
	s.loading.Lock()
	defer s.loading.Unlock()
	ctx := s.o.ctx
	seen := false
	for _, v := range s.usableServers() {
		changed, err := v.takeListing(ctx)
		if err == nil {
			err = v.keepFailure(ctx, v.status())
		}
		if err != nil {
			s.o.notice("error", "what the server %s has could not be kept: %v", v.found().Name, err)
		}
		seen = seen || changed
	}
	if !seen {
		return
	}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return // broken settings have closed the space, and are told of there
	}
	next := *s.current.Load()
	next.registry = s.buildRegistry(ctx, &next, settings)
	s.current.Store(&next)
}

// takeListing takes in what a server has listed, and reports whether the registry
// must be made again.
func (v *server) takeListing(ctx context.Context) (changed bool, err error) {
	if c := v.now(); c != nil {
		if l, ok := c.Listing(); ok && !v.hasTaken(l) {
			if changed, err = v.seeListing(ctx, l); err != nil {
				return changed, err
			}
			v.took(l)
		}
	}
	st := v.status()
	now := listedServer{known: v.known()}
	if now.reason = absence(st, now.known); now.reason != "" {
		now.state = st.State
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	changed = changed || v.last != now
	v.last = now
	return changed, nil
}

// hasTaken reports whether a listing was taken in: it is in the pins.
func (v *server) hasTaken(l mcp.Listing) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.taken != nil && reflect.DeepEqual(*v.taken, l)
}

// took notes that a listing is in the pins.
func (v *server) took(l mcp.Listing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.taken = &l
}

// definitionTokens is what a definition costs a model, roughly: as agents count it.
func definitionTokens(e tools.Entry) int { return agent.ToolTokens([]tools.Entry{e}) }

// reachNames are the hosts that a server's walls let it reach, as mcp.Use has them.
// The package registries are not among them: the person let the server fetch itself
// when they added it, and most would ask at every call else (decision 0415).
func (s *Space) reachNames(words []string) []string {
	n, err := s.walls.ServerNetwork(words)
	if err != nil || n.Mode == sandbox.Off {
		return nil
	}
	if n.Mode == sandbox.On {
		return []string{"any host"}
	}
	return slices.DeleteFunc(n.Words(), func(word string) bool { return word == sandbox.Registry })
}

// known reports whether it is known what the server has.
func (v *server) known() bool { return v.pinned().Known() }

// provisionsOf are the tools of a server that can be used, whether it runs or not.
func (s *Space) provisionsOf(_ context.Context, v *server) []tools.Provision {
	f := v.found()
	pins := v.pinned()
	why := s.o.redact.Text(absence(v.status(), pins.Known()))
	if !pins.Known() {
		p := mcp.Absent(f.Name, why)
		p.Rejected[0].Info.File = f.file()
		return []tools.Provision{p}
	}
	u := s.use(v)
	u.Pinned = func(d mcp.Definition) error { return v.pinned().Accepted(d, lookServers(f.Name)) }
	list := pins.Provisions(u, lookServers(f.Name))
	for i := range list {
		if why != "" && list[i].State == "" {
			list[i].State, list[i].Reason = tools.Missing, why
		}
	}
	return list
}

// lookServers is where the person finds what a server has changed.
func lookServers(name string) string {
	return "look at the difference on the servers page or with `handrail servers changes " + name + "`"
}
