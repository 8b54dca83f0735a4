package servers

import (
	"strings"

	"handrail/internal/proc"
	"handrail/operator/walls"
	"handrail/tools"
)

// Lodgers are the servers of a space as its walls know them. They implement
// walls.Servers.
type Lodgers struct{ s *Set }

// Admit implements walls.Servers: it is asked at every start, also when a server that
// has ended is started again.
func (l Lodgers) Admit(name string) error {
	if err := l.checkPin(name); err != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	return nil
}

// Left implements walls.Servers.
func (l Lodgers) Left(st *walls.Stay, o proc.Outcome) error {
	e := st.Errand()
	if v, err := l.s.server(e.Server); err == nil && e.Private == roomOf(e.Server, "") { // else it is gone from the settings, or was only tried
		found := l.s.profiles.refusals(st, o.Stderr.Text)
		v.keepRefusals(found)
	}
	if o.ExitCode == 0 {
		return nil
	}
	printed := strings.ToLower(o.Stderr.Text)
	files := l.s.profiles.fileRefusals(e.Server, st.Profile(), o.Stderr.Text)
	for _, r := range networkRefusals(st) {
		host, _, _ := strings.Cut(r.Target, ":")
		if named, network := walls.Blames(printed, host); named || network && len(files) == 0 {
			return tools.Errorf(tools.NetworkDisabled, "%s", r.Text)
		}
	}
	if len(files) > 0 {
		return tools.Errorf(tools.PermissionDenied, "%s", files[0].Text)
	}
	return nil
}

// checkPin refuses a server of the space's own file that is no longer what was
// trusted, and one whose program may not be the person's any more. It is asked at every start: one may come long after the space was read.
func (l Lodgers) checkPin(name string) error {
	for _, f := range l.s.c.Found() {
		switch {
		case f.Name != name || f.Shadowed:
		case f.Held:
			return tools.Advise(f.Action, "%s", f.Problem)
		default:
			if f.From == FromSpace {
				if err := l.s.c.CheckPin(name); err != nil {
					return err
				}
			}
			return ProgramsOf(l.s).admit(l.s.pool.c.Context, f)
		}
	}
	return nil
}
