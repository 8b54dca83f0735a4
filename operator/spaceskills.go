package operator

import (
	"handrail/mcp"
	"handrail/operator/servers"
	"handrail/operator/skills"
	"handrail/operator/trust"
)

// newSkills makes the skills of a space.
func newSkills(s *Space) *skills.Source {
	return skills.New(skills.Config{
		Space: s, Trusted: func() bool { return s.trust.State().Level() != trust.Untrusted }, Reading: func() skills.Reading { return s.current.Load().skills() },
		Servers: turnServers{s.servers}, Notice: s.o.hub.NoticeOf, User: s.o.c.Environ.User(),
	})
}

// Skills are the skills of the space, as agents read them and the person sees them.
func (s *Space) Skills() *skills.Source { return s.skills }

// skills is what the loaded space says of its skills.
func (l *loaded) skills() skills.Reading {
	r := skills.Reading{Skills: l.space.Skills, Trusted: l.trust.Level() != trust.Untrusted}
	type said struct{ file, text string }
	held := map[said]bool{} // what problems say of what is held back, skills or not
	for _, d := range l.trust.Deviations() {
		held[said{d.File, d.Problem()}] = true
		if d.Kind == "skill" {
			state := map[string]skills.State{trust.StatusChanged: skills.Old, trust.StatusNew: skills.HeldBack, trust.StatusRemoved: skills.Gone}[d.Status]
			r.Changes = append(r.Changes, skills.Change{Name: d.Name, Description: d.Item.Detail, File: d.File, State: state, Reason: d.Consequence()})
		}
	}
	for _, p := range l.problems {
		if !held[said{p.File, p.Text}] {
			r.Problems = append(r.Problems, p)
		}
	}
	return r
}

// turnServers are the servers of a space, as its turns wait for them.
type turnServers struct{ *servers.Set }

// Unknown implements skills.Servers.
func (t turnServers) Unknown() []skills.Server {
	var out []skills.Server
	for _, f := range t.Set.Unknown() {
		out = append(out, skills.Server{Name: f.Name, Internal: f.Settings.IsInternal(), Connecting: t.Status(f.Name).State == mcp.Connecting})
	}
	return out
}
