package operator

import (
	"context"

	"handrail/tools"
	"handrail/tools/command"
)

// declared lists the tools that the space's author declares: those of Markdown
// files, those of the manifest, then the hands (SPEC 4). What is broken is listed
// with the reason.
func (s *Space) declared(_ context.Context, next *loaded) []tools.Provision {
	config := command.Config{
		Roots: s.roots, Env: s.o.c.Environ.Vars, DigestKey: s.key, House: s.o.house(),
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
	return append(out, handProvisions(config, next)...)
}
