package operator

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"handrail/mcp"
	"handrail/operator/hands"
	"handrail/operator/permits"
	"handrail/operator/servers"
	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
)

// A reading makes of a space that was just read, and of the settings, what the space
// works with until it is read again. The space's loading is locked meanwhile.
type reading struct {
	s        *Space
	next     *loaded
	settings settings.Settings
}

// judge makes the judges of the space, and what its programs may reach. broken is what
// of the settings cannot be read.
func (r reading) judge(ctx context.Context, broken error) {
	for _, refused := range r.s.permits.OpenRoots(r.settings) {
		r.next.problems = append(r.next.problems, Problem{File: "settings.json", Severity: string(spaces.Warning), Text: refused.Error()})
	}
	reach, err := r.s.walls.Reach(ctx, r.settings)
	r.next.reach = reach
	r.next.judges = r.s.permits.Judge(permits.Reading{Settings: r.settings, Trust: r.next.trust, Reach: reach, Broken: errors.Join(broken, err)})
	if problem := r.next.judges.Problem; problem != "" {
		r.next.problems = append(r.next.problems, Problem{File: "rules", Severity: string(spaces.Error), Text: problem, Action: r.next.judges.Action})
	}
}

// servers lists the servers of the settings and of the space's own file.
func (r reading) servers() []servers.Found {
	return servers.Find(servers.Sources{
		Dir: r.s.dir, Settings: r.settings, Declared: r.next.space.Servers, Trusted: r.next.trust.Level() != trust.Untrusted,
		Held: func(name string) string { return r.next.trust.HeldIn("server", name, servers.FromSpace) },
	})
}

// registry lists every tool in look-up order (docs/spec/04-names.md).
func (r reading) registry(ctx context.Context) *tools.Registry {
	s, untrusted := r.s, r.next.trust.Level() == trust.Untrusted
	provisions := append([]tools.Provision{{Source: s.base}, {Source: s.memory}, {Source: s.messages}}, webTools(s, r.next, r.settings)...)
	provisions = append(provisions, tools.Provision{Source: s.handTools}, tools.Provision{Source: s.skills.Tools(r.next.space.Skills, !untrusted)})
	provisions = append(provisions, barred(tools.Provision{Source: s.team}, untrusted))
	for _, p := range r.declared() {
		provisions = append(provisions, barred(p, untrusted))
	}
	provisions = append(provisions, s.servers.Offer().Provisions(r.next.servers)...)
	if s.commons.bridge != nil {
		provisions = append(provisions, tools.Provision{Source: s.commons.bridge})
	}
	return tools.Build(ctx, provisions, r.settings.Off)
}

// barred is a source of tools as it is in a space, which may be untrusted.
func barred(p tools.Provision, untrusted bool) tools.Provision {
	if untrusted {
		p.State, p.Reason, p.Action = tools.Barred, "this space is not trusted", tools.Action{Kind: tools.TrustSpace}
	}
	return p
}

// declared lists the tools that the space's author declares: those of Markdown
// files, those of the manifest, then the hands (docs/spec/04-names.md). What is
// broken is listed with the reason.
func (r reading) declared() []tools.Provision {
	s, next := r.s, r.next
	config := command.Config{
		Roots: s.roots, Env: s.commons.config.Environ.Vars, DigestKey: s.key, House: s.house(),
		Told: s.commons.secrets.Learn, Own: s.commons.walls, Script: r.script,
	}
	config.Secret = func(name string) (string, error) {
		value, err := s.commons.secrets.Store().Need(name)
		return value, settings.AdviseSecret(err)
	}
	pinned := func(kind string) func(name, file string) error {
		return func(name, file string) error {
			return s.trust.CheckPin(s.commons.ctx, next.trust, trust.Key{Kind: kind, Name: name, File: file})
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
				out = append(out, r.ofServer(t, pinned("tool")))
			case next.trust.HeldIn("tool", t.Spec.ID, t.Origin.File) != "":
				held = append(held, tools.Provision{
					Source: command.NewSource(config, []command.Definition{t.Definition}), State: tools.Held, Reason: next.trust.HeldIn("tool", t.Spec.ID, t.Origin.File),
					Action: tools.Action{Kind: tools.ReviewChanges},
				})
			default:
				definitions = append(definitions, t.Definition)
			}
		}
		out = append(out, tools.Provision{Source: command.NewSource(config, definitions), Rejected: rejected})
		out = append(out, held...) // behind the others: what is held back takes no name from what runs
	}
	config.Pinned = pinned("hand")
	own := hands.Provisions(config, next.space, func(hand string) string { return next.trust.HeldIn("hand", hand, command.HandsFile) })
	if server := servers.Namesake(next.space.ID, next.servers); server != "" {
		for i := range own {
			own[i].State, own[i].Reason, own[i].Action = tools.Shadowed, namesakeText(next.space.ID, server), tools.Action{}
		}
	}
	return append(out, own...)
}

// script reports whether a file is a script whose content the person's trust pins.
func (r reading) script(path string) bool {
	return slices.ContainsFunc(r.next.trust.Scripts(), func(name string) bool {
		if !filepath.IsAbs(name) {
			name = filepath.Join(r.s.dir, name)
		}
		return filepath.Clean(name) == path
	})
}

// namesakeText says why the hands of a space with this id are not used.
func namesakeText(id, server string) string {
	return fmt.Sprintf("this space's id %q can't be told from the name of the server %q of your settings, and what you allow that server's tools would hold for the space's: give the space another \"id\" in space.manifest.json, or the server another name", id, server)
}

// checkNamespace notes a namespace of the space's that is a server's of the person's.
func (r reading) checkNamespace() {
	server := servers.Namesake(r.next.space.ID, r.next.servers)
	if server == "" || len(r.next.space.Hands) == 0 {
		return
	}
	r.next.problems = append(r.next.problems, Problem{File: command.HandsFile, Severity: string(spaces.Error), Text: namesakeText(r.next.space.ID, server)})
}

// ofServer is a tool that stands for one of a server: mcp: true in a Markdown file
// (docs/spec/06-declared-tools.md). It is listed with the reason where the
// server, or its tool, is not there.
func (r reading) ofServer(t spaces.Tool, pinned func(name, file string) error) tools.Provision {
	spec, file := t.Spec, t.Origin.File
	p, ok := r.s.servers.Offer().Declare(r.next.servers, spec.Server, mcp.Declared{
		Info: t.Info(), Tool: spec.Tool, Pinned: func() error { return pinned(spec.ID, file) },
	})
	if why := r.next.trust.HeldIn("tool", spec.ID, file); ok && why != "" {
		p.State, p.Reason, p.Action = tools.Held, why, tools.Action{Kind: tools.ReviewChanges}
	}
	return p
}

// checkGit says that programs have no git here, where the space is a work tree whose repository lies outside all of its folders.
func (r reading) checkGit() {
	at, top := walls.GitBeyond(r.s.dir, r.s.roots.List())
	if at == "" {
		return
	}
	r.next.problems = append(r.next.problems, Problem{File: ".git", Severity: string(spaces.Warning), Text: fmt.Sprintf(
		"leads to %s, outside this space, so programs have no git here; add %q to this space's folders, or open that folder as the space", at, top)})
}
