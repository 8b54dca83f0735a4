package operator

import (
	"context"
	"fmt"
	"strings"

	"handrail/mcp"
	"handrail/operator/hands"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
)

// declared lists the tools that the space's author declares: those of Markdown
// files, those of the manifest, then the hands (docs/spec/04-names.md). What is
// broken is listed with the reason.
func (s *Space) declared(_ context.Context, next *loaded) []tools.Provision {
	config := command.Config{
		Roots: s.roots, Env: s.o.c.Environ.Vars, DigestKey: s.key, House: s.house(),
		Secret: s.o.secrets.Need, Told: s.o.told,
	}
	next.needs = needsOf(next.space.Inventory())
	pinned := func(kind string) func(name, file string) error {
		return func(name, file string) error { return s.isPinned(next, kind, name, file) }
	}
	config.Pinned = pinned("tool")
	var out []tools.Provision
	for _, source := range []string{"custom", "manifest"} {
		var definitions []command.Definition
		var held []tools.Provision
		var rejected []tools.Entry
		for _, t := range next.space.Tools {
			switch {
			case t.Origin.Source != source:
			case t.Rejected != "":
				rejected = append(rejected, tools.Entry{
					Info: tools.Info{Name: t.Spec.ID, Title: t.Spec.Name, Source: source, File: t.Origin.File}, Reason: t.Rejected,
				})
			case t.Spec.MCP:
				out = append(out, s.ofServer(next, t, pinned("tool")))
			case next.heldIn("tool", t.Spec.ID, t.Origin.File) != "":
				held = append(held, tools.Provision{
					Source: command.NewSource(config, []command.Definition{t.Definition}), State: tools.Held, Reason: next.heldIn("tool", t.Spec.ID, t.Origin.File),
				})
			default:
				definitions = append(definitions, t.Definition)
			}
		}
		out = append(out, tools.Provision{Source: command.NewSource(config, definitions), Rejected: rejected})
		out = append(out, held...) // behind the others: what is held back takes no name from what runs
	}
	config.Pinned = pinned("hand")
	return append(out, hands.Provisions(config, next.space, func(hand string) string { return next.heldIn("hand", hand, command.HandsFile) })...)
}

// ofServer is a tool that stands for one of a server: mcp: true in a Markdown file
// (docs/spec/06-declared-tools.md). It is listed with the reason where the
// server, or its tool, is not there.
func (s *Space) ofServer(next *loaded, t spaces.Tool, pinned func(name, file string) error) tools.Provision {
	spec, file := t.Spec, t.Origin.File
	d := mcp.Declared{Info: t.Info(), Tool: spec.Tool, Pinned: func() error { return pinned(spec.ID, file) }}
	v, why := s.serverFor(next, spec.Server)
	if v == nil {
		return d.Missing(why)
	}
	u := s.use(v)
	u.Pinned = func(d mcp.Definition) error { return v.pinned().Accepted(d, lookServers(spec.Server)) }
	pins := v.pinned()
	if why := absence(v.status(), pins.Known()); why != "" {
		return d.Missing(fmt.Sprintf("it is a tool of the server %q: %s", spec.Server, why))
	}
	p := d.Declare(u, pins, lookServers(spec.Server))
	if why := next.heldIn("tool", spec.ID, file); why != "" {
		p.State, p.Reason = tools.Held, why
	}
	return p
}

// serverFor finds the server that a definition names, or says why it cannot be used.
func (s *Space) serverFor(next *loaded, name string) (*server, string) {
	for _, f := range next.servers {
		switch {
		case f.Name != name || f.Shadowed:
		case f.Problem != "":
			return nil, fmt.Sprintf("its server %q is not used: %s", name, f.Problem)
		case f.Settings.Disabled:
			return nil, fmt.Sprintf("its server %q is switched off: `handrail servers on %s` brings it back", name, name)
		default:
			s.servers.mu.Lock()
			v := s.servers.list[name]
			s.servers.mu.Unlock()
			if v == nil {
				return nil, fmt.Sprintf("its server %q is just being ended", name)
			}
			return v, ""
		}
	}
	return nil, fmt.Sprintf("it is a tool of the server %q, and there is none of that name: add it on the servers page or with `handrail servers add`, or write another name as \"server\"", name)
}

// serverOf is the server that a tool needs to be known by: the one before "__", or
// the one that a Markdown tool names.
func (s *Space) serverOf(tool string) string {
	if name, _, found := strings.Cut(tool, "__"); found {
		return name
	}
	for _, t := range s.current.Load().space.Tools {
		if t.Rejected == "" && t.Spec.MCP && t.Spec.ID == tool {
			return t.Spec.Server
		}
	}
	return ""
}
