package operator

import (
	"context"

	"handrail/mcp"
	"handrail/operator/hands"
	"handrail/operator/trust"
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
		Secret: s.o.secrets.Store().Need, Told: s.o.secrets.Learn,
	}
	pinned := func(kind string) func(name, file string) error {
		return func(name, file string) error {
			return s.trust.CheckPin(s.o.ctx, next.trust, trust.Key{Kind: kind, Name: name, File: file})
		}
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
			case next.trust.HeldIn("tool", t.Spec.ID, t.Origin.File) != "":
				held = append(held, tools.Provision{
					Source: command.NewSource(config, []command.Definition{t.Definition}), State: tools.Held, Reason: next.trust.HeldIn("tool", t.Spec.ID, t.Origin.File),
				})
			default:
				definitions = append(definitions, t.Definition)
			}
		}
		out = append(out, tools.Provision{Source: command.NewSource(config, definitions), Rejected: rejected})
		out = append(out, held...) // behind the others: what is held back takes no name from what runs
	}
	config.Pinned = pinned("hand")
	return append(out, hands.Provisions(config, next.space, func(hand string) string { return next.trust.HeldIn("hand", hand, command.HandsFile) })...)
}

// ofServer is a tool that stands for one of a server: mcp: true in a Markdown file
// (docs/spec/06-declared-tools.md). It is listed with the reason where the
// server, or its tool, is not there.
func (s *Space) ofServer(next *loaded, t spaces.Tool, pinned func(name, file string) error) tools.Provision {
	spec, file := t.Spec, t.Origin.File
	p, ok := s.servers.Offer().Declare(next.servers, spec.Server, mcp.Declared{
		Info: t.Info(), Tool: spec.Tool, Pinned: func() error { return pinned(spec.ID, file) },
	})
	if why := next.trust.HeldIn("tool", spec.ID, file); ok && why != "" {
		p.State, p.Reason = tools.Held, why
	}
	return p
}
