package servers

import (
	"context"
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/mcp"
	"handrail/spaces"
	"handrail/tools"
)

// listed is what a registry is made of, for one server: another registry is made when
// it is another.
type listed struct {
	state   mcp.State
	absence tools.Note
	known   bool
}

// An Offer is what the servers of a space give to its list of tools.
type Offer struct{ s *Set }

// Provisions are the tools of all servers that were found.
func (o Offer) Provisions(found []Found) []tools.Provision {
	var out []tools.Provision
	for _, f := range found {
		if f.Shadowed {
			out = append(out, mcp.Absent(f.Name, f.Problem, f.Action))
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
	p := mcp.Absent(f.Name, f.Problem, f.Action)
	e := &p.Rejected[0]
	e.Info.File = f.File()
	switch {
	case f.Held:
		e.State = tools.Held
	case f.Problem == "":
		e.State, e.Reason, e.Action = tools.Disabled, "its server is turned off", about(tools.EnableServer, f.Name)
	case f.Settings.Problem(f.Name) == "":
		e.State = tools.Barred // trust
	}
	return p
}

// absence says why a server's tools are not there, as far as its state tells, and what
// the person can do about it; the zero Note if they can be called. A server that has
// failed is tried again by the next call.
func absence(server string, st mcp.Status, known bool) tools.Note {
	switch st.State {
	case mcp.Stopped:
		return note(about(tools.StartServer, server), "this server was stopped")
	case mcp.NeedsSignIn:
		return tools.Note{Text: st.Reason, Action: st.Action}
	}
	if known {
		return tools.Note{}
	}
	switch st.State {
	case mcp.Failed, mcp.Waiting:
		return tools.Note{Text: st.Reason, Action: st.Action}
	case mcp.Connecting:
		return note(tools.Action{}, "the server is starting")
	case mcp.Ready:
		return note(tools.Action{}, "the server is ready and is listing its tools")
	}
	return note(about(tools.TestServer, server), "its tools are not known yet")
}

// about is an action on a server.
func about(kind tools.ActionKind, server string) tools.Action {
	return tools.Action{Kind: kind, Subject: server}
}

// note is a sentence with what the person can do about it.
func note(a tools.Action, format string, args ...any) tools.Note {
	return tools.Note{Text: fmt.Sprintf(format, args...), Action: a}
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
		Client: v, Key: s.c.Key(), Internal: set.IsInternal(), Own: f.From == FromSpace, Schemas: &s.schemas, Refused: v.refusedDuring,
		Pinned: func(d mcp.Definition) error { return v.pinned().Accepted(d, about(tools.ReviewServer, f.Name)) },
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
	if listed.absence = absence(v.found().Name, st, listed.known); listed.absence.Text != "" {
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
	why := absence(f.Name, v.status(), pins.Known())
	why.Text = v.set.pool.c.Redact.Text(why.Text)
	if !pins.Known() {
		p := mcp.Absent(f.Name, why.Text, why.Action)
		p.Rejected[0].Info.File = f.File()
		return []tools.Provision{p}
	}
	list := pins.Provisions(v.use(), about(tools.ReviewServer, f.Name))
	for i := range list {
		if why.Text != "" && list[i].State == "" {
			list[i].State, list[i].Reason, list[i].Action = tools.Missing, why.Text, why.Action
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
		return d.Missing(why.Text, why.Action), false
	}
	pins := v.pinned()
	if why := absence(server, v.status(), pins.Known()); why.Text != "" {
		return d.Missing(fmt.Sprintf("it is a tool of the server %q: %s", server, why.Text), why.Action), false
	}
	return d.Declare(v.use(), pins, about(tools.ReviewServer, server)), true
}

// named finds the server that a definition names, or says why it cannot be used.
func (o Offer) named(found []Found, name string) (*server, tools.Note) {
	for _, f := range found {
		switch {
		case f.Name != name || f.Shadowed:
		case f.Problem != "":
			return nil, note(f.Action, "its server %q is not used: %s", name, f.Problem)
		case f.Settings.Disabled:
			return nil, note(about(tools.EnableServer, name), "its server %q is turned off", name)
		default:
			o.s.mu.Lock()
			v := o.s.list[name]
			o.s.mu.Unlock()
			if v == nil {
				return nil, note(tools.Action{}, "its server %q is stopping", name)
			}
			return v, tools.Note{}
		}
	}
	return nil, note(tools.Action{Kind: tools.AddServer}, "it is a tool of the server %q, and there is none of that name: add it, or write another name as \"server\"", name)
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
	if st := o.s.Status(name); st.State == mcp.Failed && time.Since(st.Since) < justFailed {
		return // this call has waited for it
	}
	o.s.Wait(ctx, name)
}

// justFailed is how long a server that has failed is not started again for a call.
const justFailed = 5 * time.Second

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
