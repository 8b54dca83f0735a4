package operator

import (
	"context"

	"handrail/mcp"
	"handrail/operator/skills"
)

// openSkills makes the skills of the space.
func (s *Space) openSkills() {
	s.skills = skills.New(skills.Config{
		Space: s, Trusted: func() bool { return s.Trust() != Untrusted }, Reading: func() skills.Reading { return s.current.Load().skills() },
		Servers: turnServers{s}, Notice: s.o.NoticeOf, User: s.o.c.Environ.User(),
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
type turnServers struct{ s *Space }

// Meet implements skills.Servers.
func (t turnServers) Meet() { t.s.MeetServers() }

// Wait implements skills.Servers.
func (t turnServers) Wait(ctx context.Context, names ...string) { t.s.WaitServers(ctx, names...) }

// Unknown implements skills.Servers.
func (t turnServers) Unknown() []skills.Server {
	var out []skills.Server
	for _, v := range t.s.strangers() {
		f := v.found()
		out = append(out, skills.Server{Name: f.Name, Internal: f.Settings.IsInternal(), Connecting: v.status().State == mcp.Connecting})
	}
	return out
}

// ServerSays is what a server says of itself; nothing, where it does not run.
func (s *Space) ServerSays(name string) mcp.Status {
	v, err := s.server(name)
	if err != nil {
		return mcp.Status{}
	}
	return v.status()
}
