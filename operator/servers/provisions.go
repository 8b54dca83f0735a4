package servers

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"

	"handrail/internal/sandbox"
	"handrail/mcp"
	"handrail/spaces"
	"handrail/tools"
)

// listed is what a registry is made of, for one server: another registry is made when
// it is another.
type listed struct {
	state  mcp.State
	reason string
	known  bool
}

// An Offer is what the servers of a space give to its list of tools.
type Offer struct{ s *Set }

// Provisions are the tools of all servers that were found.
func (o Offer) Provisions(found []Found) []tools.Provision {
	var out []tools.Provision
	for _, f := range found {
		if f.Shadowed {
			out = append(out, mcp.Absent(f.Name, f.Problem))
			continue
		}
		if !f.Usable() {
			out = append(out, notUsed(f))
			continue
		}
		if v, err := o.s.server(f.Name); err == nil {
			out = append(out, v.provisions()...)
		}
	}
	return out
}

// notUsed lists a server of which nothing runs.
func notUsed(f Found) tools.Provision {
	p := mcp.Absent(f.Name, f.Problem)
	e := &p.Rejected[0]
	e.Info.File = f.File()
	switch {
	case f.Held:
		e.State = tools.Held
	case f.Problem == "":
		e.State, e.Reason = tools.Disabled, "you switched this server off; `handrail servers on "+f.Name+"` switches it on again"
	case f.Settings.Problem(f.Name) == "":
		e.State = tools.Barred // trust
	}
	return p
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
		return "the server is ready; its tools are being listed"
	}
	return "its tools are not known yet; `handrail servers test` lists them"
}

// use is the server as its tools need it. Its texts are as they are set: no secret is
// in them.
func (v *server) use() mcp.Use {
	s, f := v.set, v.found()
	set := f.Settings
	u := mcp.Use{
		Server: mcp.Server{
			Name: f.Name, Command: set.Command, Args: set.Args, Dir: s.resolver.startDir(f, set.Dir), URL: set.URL, Transport: set.Transport,
			Headers: set.Headers, Timeout: set.CallTimeout(),
		},
		Client: v, Key: s.c.Key(), Internal: set.IsInternal(), Own: f.From == FromSpace, Schemas: &s.schemas,
		Pinned: func(d mcp.Definition) error { return v.pinned().Accepted(d, WhereToLook(f.Name)) },
	}
	for _, name := range slices.Sorted(maps.Keys(set.Env)) {
		u.Server.Env = append(u.Server.Env, name+"="+set.Env[name])
	}
	if set.Command != "" {
		u.Reach = reachNames(s, set.NetworkWords())
		_, u.Write, _, _ = s.profiles.folders(f)
	}
	return u
}

// readListing pins what a server has listed, and reports whether the registry must be
// made again.
func (v *server) readListing(ctx context.Context) (changed bool, err error) {
	if c := v.live(); c != nil {
		if l, ok := c.Listing(); ok && !v.hasRead(l) {
			if changed, err = v.pinListing(ctx, l); err != nil {
				return changed, err
			}
			v.noteRead(l)
		}
	}
	st := v.status()
	listed := listed{known: v.known()}
	if listed.reason = absence(st, listed.known); listed.reason != "" {
		listed.state = st.State
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	changed = changed || v.listed != listed
	v.listed = listed
	return changed, nil
}

// hasRead reports whether a listing is in the pins.
func (v *server) hasRead(l mcp.Listing) bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.read != nil && reflect.DeepEqual(*v.read, l)
}

// noteRead notes that a listing is in the pins.
func (v *server) noteRead(l mcp.Listing) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.read = &l
}

// reachNames are the hosts that a server's walls let it reach, as mcp.Use has them.
// The package registries are not among them: the person let the server fetch itself
// when they added it, and most would ask at every call else (decision 0415).
func reachNames(s *Set, words []string) []string {
	n, err := s.c.Walls().ServerNetwork(words)
	if err != nil || n.Mode == sandbox.Off {
		return nil
	}
	if n.Mode == sandbox.On {
		return []string{"any host"}
	}
	return slices.DeleteFunc(n.Words(), func(word string) bool { return word == sandbox.Registry })
}

// provisions are the tools of a server that can be used, whether it runs or not.
func (v *server) provisions() []tools.Provision {
	f := v.found()
	pins := v.pinned()
	why := v.set.pool.c.Redact.Text(absence(v.status(), pins.Known()))
	if !pins.Known() {
		p := mcp.Absent(f.Name, why)
		p.Rejected[0].Info.File = f.File()
		return []tools.Provision{p}
	}
	list := pins.Provisions(v.use(), WhereToLook(f.Name))
	for i := range list {
		if why != "" && list[i].State == "" {
			list[i].State, list[i].Reason = tools.Missing, why
		}
	}
	return list
}

// Declare makes a tool of the space's author that stands for one of a server: mcp:
// true in a Markdown file (docs/spec/06-declared-tools.md). It is listed with the
// reason where the server, or its tool, is not there.
func (o Offer) Declare(found []Found, server string, d mcp.Declared) (p tools.Provision, ok bool) {
	v, why := o.named(found, server)
	if v == nil {
		return d.Missing(why), false
	}
	pins := v.pinned()
	if why := absence(v.status(), pins.Known()); why != "" {
		return d.Missing(fmt.Sprintf("it is a tool of the server %q: %s", server, why)), false
	}
	return d.Declare(v.use(), pins, WhereToLook(server)), true
}

// named finds the server that a definition names, or says why it cannot be used.
func (o Offer) named(found []Found, name string) (*server, string) {
	for _, f := range found {
		switch {
		case f.Name != name || f.Shadowed:
		case f.Problem != "":
			return nil, fmt.Sprintf("its server %q is not used: %s", name, f.Problem)
		case f.Settings.Disabled:
			return nil, fmt.Sprintf("its server %q is switched off: `handrail servers on %s` switches it on again", name, name)
		default:
			o.s.mu.Lock()
			v := o.s.list[name]
			o.s.mu.Unlock()
			if v == nil {
				return nil, fmt.Sprintf("its server %q is just being ended", name)
			}
			return v, ""
		}
	}
	return nil, fmt.Sprintf("it is a tool of the server %q, and there is none of that name: add it on the servers page or with `handrail servers add`, or write another name as \"server\"", name)
}

// WhereToLook says where the person finds what a server has changed.
func WhereToLook(name string) string {
	return "look at the difference on the servers page or with `handrail servers changes " + name + "`"
}

// Await waits for the server of a tool that is about to be called, if its tools are
// not known yet.
func (o Offer) Await(ctx context.Context, tool string) {
	name := serverOf(o.s.c.Declared(), tool)
	if name == "" {
		return
	}
	if _, err := o.s.c.Registry().Lookup(tool, tools.Scope{}); err == nil {
		return
	}
	o.s.Wait(ctx, name)
}

// serverOf is the server that a tool needs to be known by: the one before "__", or
// the one that a Markdown tool names.
func serverOf(declared *spaces.Space, tool string) string {
	if name, _, found := strings.Cut(tool, "__"); found {
		return name
	}
	for _, t := range declared.Tools {
		if t.Rejected == "" && t.Spec.MCP && t.Spec.ID == tool {
			return t.Spec.Server
		}
	}
	return ""
}
