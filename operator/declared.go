package operator

import (
	"context"

	"handrail/tools"
	"handrail/tools/command"
)

// declared lists the tools that the space's author declares: those of Markdown
// files, then those of the manifest. What is broken is listed with the reason.
func (s *Space) declared(_ context.Context, next *loaded) []tools.Provision {
	config := command.Config{
		Roots: s.roots, Env: s.o.c.Environ.Vars, DigestKey: s.key,
		Secret: func(name string) (string, error) { return s.o.secrets().Get(name) },
	}
	var out []tools.Provision
	for _, source := range []string{"custom", "manifest"} {
		var definitions []command.Definition
		var rejected []tools.Entry
		for _, t := range next.space.Tools {
			switch {
			case t.Origin.Source != source:
			case t.Rejected != "":
				rejected = append(rejected, tools.Entry{
					Info: tools.Info{Name: t.Spec.ID, Title: t.Spec.Name, Source: source, File: t.Origin.File}, Reason: t.Rejected,
				})
			default:
				definitions = append(definitions, t.Definition)
			}
		}
		out = append(out, tools.Provision{Source: command.NewSource(config, definitions), Rejected: rejected})
	}
	return out
}
