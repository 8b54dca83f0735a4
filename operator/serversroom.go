package operator

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/mcp/client"
	"handrail/operator/paths"
	"handrail/tools"
)

// serverCPU is how much processor time a server may use: it lives for weeks.
const serverCPU = 365 * 24 * 3600

// profileFor is what the program of an errand may touch. e is nil where none
// starts.
func (s *Space) profileFor(network []string, e *proc.Errand) (sandbox.Profile, []string, error) {
	if e == nil || e.Server == "" {
		return s.profile(network)
	}
	if err := s.isServerPinned(e.Server); err != nil {
		return sandbox.Profile{}, nil, tools.Errorf(tools.PermissionDenied, "%v", err)
	}
	reach, err := s.serverReach(e.Network)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	p, env, err := s.profileWith(s.current.Load(), reach, e.Server)
	if err != nil {
		return p, nil, err
	}
	data, err := s.makeServerData(e.Server)
	if err != nil {
		return p, nil, err
	}
	p.Write = append(append(p.Write, data), e.Write...)
	p.Read = append(p.Read, e.Read...)
	p.Limits.CPU = serverCPU
	return p, env, nil
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

// serverReach is what a server may reach: what its profile says, and nothing of
// what calls of the space may. --network has the last word.
func (s *Space) serverReach(words []string) (sandbox.Network, error) {
	if s.o.c.Network != nil {
		return s.current.Load().network, nil
	}
	n, err := sandbox.ParseNetwork(words)
	if err != nil {
		return n, tools.Errorf(tools.InvalidArgs, "network: %v", err)
	}
	return n, nil
}

// begins notes that a program begins. A server is there for hours, and is no call:
// what the person changes meanwhile stays theirs. It cannot change definitions
// where a room protects them; what could not be protected when it started is noted.
func (s *Space) begins(e proc.Errand, walls *proc.Walls) (over func()) {
	unmade := s.unmade()
	if e.Server == "" || walls == nil || !walls.Report().Room {
		return s.programBegins(walls, unmade)
	}
	s.o.calls.Loose(s.dir, topNames(s.dir, unmade)...)
	return func() {}
}

// loosen notes what has come to decide what runs since the servers of the space
// started: their rooms do not protect it.
func (r *rooms) loosen(s *Space) {
	r.mu.Lock()
	var living []*room
	for _, in := range r.open {
		if in.space == s && in.server != "" && len(in.stays) > 0 && in.built.Load() {
			living = append(living, in)
		}
	}
	r.mu.Unlock()
	if len(living) == 0 {
		return
	}
	var tops []string
	for _, path := range s.protected(s.current.Load()) {
		top, _, _ := strings.Cut(strings.TrimPrefix(path, s.dir+"/"), "/")
		if !slices.Contains(tops, top) && slices.ContainsFunc(living, func(in *room) bool { return !paths.Within(path, in.walls.Profile().Protect) }) {
			tops = append(tops, top)
		}
	}
	s.o.calls.Loose(s.dir, tops...)
}

// serverLeft keeps what a server was refused, once its process has ended.
func (s *Space) serverLeft(g *stay, o proc.Outcome) {
	e, in := g.errand, g.room
	v, err := s.server(e.Server)
	if err != nil || e.Private != roomOf(e.Server, "") || !in.built.Load() {
		return // it is gone from the settings, or was only tried
	}
	found := s.refusalsIn(in, e.Server, g.since, o.Stderr.Text)
	v.mu.Lock()
	v.refused = mergeRefusals(v.refused, found)
	v.mu.Unlock()
}

// serverRefusal explains a server's bad end by what the walls kept from it; nil if
// that does not.
func (s *Space) serverRefusal(g *stay, o proc.Outcome) error {
	e, in := g.errand, g.room
	if o.ExitCode == 0 || !in.built.Load() {
		return nil
	}
	printed := strings.ToLower(o.Stderr.Text)
	files := s.fileRefusals(e.Server, in.walls.Profile(), o.Stderr.Text)
	for _, r := range networkRefusals(e.Server, in, g.since) {
		if host, _, _ := strings.Cut(r.Target, ":"); mentions(printed, host) || len(files) == 0 && slices.ContainsFunc(networkWords(), func(w string) bool { return strings.Contains(printed, w) }) {
			return tools.Errorf(tools.NetworkDisabled, "%s", r.Text)
		}
	}
	if len(files) > 0 {
		return tools.Errorf(tools.PermissionDenied, "%s", files[0].Text)
	}
	return nil
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
	r := s.o.rooms
	var in *room
	var since time.Time
	r.mu.Lock()
	for _, open := range r.open {
		if open.space == s && open.server == name && len(open.stays) > 0 && open.stays[0].errand.Private == private && open.built.Load() {
			in, since = open, open.stays[0].since
		}
	}
	r.mu.Unlock()
	if in == nil {
		return nil
	}
	return s.refusalsIn(in, name, since, strings.Join(said, "\n"))
}

func (s *Space) refusalsIn(in *room, name string, since time.Time, printed string) []ServerRefusal {
	return append(networkRefusals(name, in, since), s.fileRefusals(name, in.walls.Profile(), printed)...)
}

// networkRefusals are the hosts that a server did not reach.
func networkRefusals(name string, in *room, since time.Time) []ServerRefusal {
	var out []ServerRefusal
	for _, r := range in.gate.Refused(since) {
		host := r.Host
		if r.Port != 0 && r.Port != 443 && r.Port != 80 {
			host = net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
		}
		out = append(out, ServerRefusal{
			Kind: "reach", Target: host, When: r.When,
			Text: fmt.Sprintf("It was refused %s: allow it with `handrail servers allow %s %s` if it should be reached.", r, name, host),
		})
	}
	return out
}

// missingModule finds the file in what a runtime prints that cannot load it.
var missingModule = []*regexp.Regexp{ // compiled once, never changed
	regexp.MustCompile(`(?i)cannot find (?:module|package) (['"])(/[^'"\n]+)['"]`),
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
	denied := pathsIn(refusedPath, printed)
	for _, path := range slices.Concat(denied, pathsIn(hiddenPath, printed), pathsIn(missingModule, printed)) {
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
