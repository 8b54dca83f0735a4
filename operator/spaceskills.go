package operator

import (
	"handrail/mcp"
	"handrail/operator/servers"
	"handrail/operator/skills"
)

// openSkills makes the skills of the space.
func (s *Space) openSkills() {
	s.skills = skills.New(skills.Config{
		Space: s, Trusted: func() bool { return s.Trust() != Untrusted }, Reading: func() skills.Reading { return s.current.Load().skills() },
		Servers: turnServers{s.servers}, Notice: s.o.NoticeOf, User: s.o.c.Environ.User(),
	})
}

// Skills are the skills of the space, as agents read them and the person sees them.
func (s *Space) Skills() *skills.Source { return s.skills }

// skills is what the loaded space says of its skills.
func (l *loaded) skills() skills.Reading {
	r := skills.Reading{Skills: l.space.Skills, Trusted: l.trust != Untrusted}
	type said struct{ file, text string }
	held := map[said]bool{} // what problems say of what is held back, skills or not
	for _, d := range l.changes {
		held[said{d.file(), d.kind() + " " + d.reason()}] = true
		if d.kind() == "skill" {
			state := map[string]skills.State{StatusChanged: skills.Old, StatusNew: skills.HeldBack, StatusRemoved: skills.Gone}[d.status]
			r.Changes = append(r.Changes, skills.Change{Name: d.name(), Description: d.is.Detail, File: d.file(), State: state, Reason: d.shuts()})
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
