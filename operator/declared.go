package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/tools"
	"handrail/tools/command"
)

// pinned says what of a trusted space is no longer what was loaded.
func pinned(l *loaded) error {
	if l.trust != Trusted {
		return nil
	}
	changed, err := l.space.Changed()
	if err != nil {
		return err
	}
	if len(changed) == 0 {
		return nil
	}
	var names []string
	for _, i := range changed {
		names = append(names, i.File)
	}
	return fmt.Errorf("%s changed since you trusted this space: look at what it can run and trust it again", strings.Join(slices.Compact(names), ", "))
}

// declared lists the tools that the space's author declares: those of Markdown
// files, those of the manifest, then the hands (SPEC 4). What is broken is listed
// with the reason.
func (s *Space) declared(_ context.Context, next *loaded) []tools.Provision {
	config := command.Config{
		Roots: s.roots, Env: s.o.c.Environ.Vars, DigestKey: s.key, House: s.o.house(),
		Secret: s.o.secrets.Need, Told: s.o.told,
		Pinned: func() error { return pinned(next) },
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
	return append(out, handProvision(config, next.space))
}
