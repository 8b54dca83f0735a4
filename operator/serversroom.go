package operator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/mcp/client"
	"handrail/operator/paths"
	"handrail/operator/walls"
	"handrail/tools"
)

// lodgers tells the rooms of a space about its servers. It implements
// walls.Servers.
type lodgers struct{ s *Space }

// Admit implements walls.Servers.
func (l lodgers) Admit(name string) (data string, err error) {
	if err := l.s.isServerPinned(name); err != nil {
		return "", tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	return l.s.makeServerData(name)
}

// Left implements walls.Servers.
func (l lodgers) Left(st *walls.Stay, o proc.Outcome) error {
	e := st.Errand()
	if v, err := l.s.server(e.Server); err == nil && e.Private == roomOf(e.Server, "") { // else it is gone from the settings, or was only tried
		found := l.s.refusalsIn(st, o.Stderr.Text)
		v.mu.Lock()
		v.refused = mergeRefusals(v.refused, found)
		v.mu.Unlock()
	}
	if o.ExitCode == 0 {
		return nil
	}
	printed := strings.ToLower(o.Stderr.Text)
	files := l.s.fileRefusals(e.Server, st.Profile(), o.Stderr.Text)
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

// isServerPinned refuses a server of the space's own file that is no longer what
// was trusted, with the scripts that it names. It is asked at every start: one may
// come long after the space was read.
func (s *Space) isServerPinned(name string) error {
	l := s.current.Load()
	for _, f := range l.servers {
		switch {
		case f.Name != name || f.Shadowed:
		case f.From != FromSpace:
			return nil
		case f.Held:
			return errors.New(f.Problem)
		default:
			return s.isPinned(l, "server", name, FromSpace)
		}
	}
	return nil
}

// ready gets the server ready. One that is ended meanwhile, because its file has
// changed, is refused with that.
func (v *server) ready(ctx context.Context, c *client.Client) error {
	err := c.Connect(ctx)
	v.mu.Lock()
	gone := v.gone
	v.mu.Unlock()
	if err == nil || !gone {
		return err
	}
	if why := v.s.isServerPinned(v.found().Name); why != nil {
		return tools.Errorf(tools.PermissionDenied, "%v", why)
	}
	return err
}

// roomOf is the name of a server's room. A trial has one of its own.
func roomOf(server, trial string) string { return "server " + server + " " + trial }

// refusalsOf is what a server was refused, now and in its earlier lives, the newest
// last.
func (v *server) refusalsOf(said []string) []ServerRefusal {
	v.mu.Lock()
	name, list := v.is.Name, slices.Clone(v.refused)
	v.mu.Unlock()
	return mergeRefusals(list, v.s.refusalsNow(name, roomOf(name, ""), said))
}

// refusalsNow is what the server in a room was refused since it started.
func (s *Space) refusalsNow(name, private string, said []string) []ServerRefusal {
	st := s.walls.ServerStay(name, private)
	if st == nil {
		return nil
	}
	return s.refusalsIn(st, strings.Join(said, "\n"))
}

// refusalsIn is what a server was refused in one of its lives.
func (s *Space) refusalsIn(st *walls.Stay, printed string) []ServerRefusal {
	return append(networkRefusals(st), s.fileRefusals(st.Errand().Server, st.Profile(), printed)...)
}

// networkRefusals are the hosts that a server did not reach.
func networkRefusals(st *walls.Stay) []ServerRefusal {
	var out []ServerRefusal
	for _, r := range st.Refused() {
		host := r.Host
		if r.Port != 0 && r.Port != 443 && r.Port != 80 {
			host = net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
		}
		out = append(out, ServerRefusal{
			Kind: "reach", Target: host, When: r.When,
			Text: fmt.Sprintf("It was refused %s: allow it with `handrail servers allow %s %s` if it should be reached.", r, st.Errand().Server, host),
		})
	}
	return out
}

// fileRefusals are the paths that the walls kept from a server, as far as what it
// printed tells.
func (s *Space) fileRefusals(name string, p sandbox.Profile, printed string) []ServerRefusal {
	const most = 20
	var out []ServerRefusal
	add := func(kind, path string) {
		target := path
		if kind == "read" {
			target = s.programFolder(path)
		}
		if len(out) < most && !slices.ContainsFunc(out, func(r ServerRefusal) bool { return r.Target == target }) {
			out = append(out, ServerRefusal{
				Kind: kind, Target: target, When: time.Now(),
				Text: fmt.Sprintf("The walls kept %s from it: allow it with `handrail servers allow %s --%s %s` if it should %s there.", path, name, kind, target, kind),
			})
		}
	}
	denied := walls.DeniedPaths(printed)
	for _, path := range slices.Concat(denied, walls.MissingPaths(printed), walls.MissingModules(printed)) {
		if _, err := os.Lstat(path); !filepath.IsAbs(path) || paths.Within(path, p.Write) || paths.Within(path, p.Hide) || err != nil && !slices.Contains(denied, path) {
			continue
		}
		switch {
		case !paths.Within(path, p.Read) && !s.isReadable(path):
			add("read", path)
		case slices.Contains(denied, path):
			add("write", path)
		}
	}
	return out
}

// mergeRefusals adds refusals to a list, each target once, and keeps the newest.
func mergeRefusals(list, more []ServerRefusal) []ServerRefusal {
	const most = 50
	for _, r := range more {
		if i := slices.IndexFunc(list, func(o ServerRefusal) bool { return o.Kind == r.Kind && o.Target == r.Target }); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, r)
	}
	return list[max(0, len(list)-most):]
}
