package servers

import (
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/operator/walls"
	"handrail/tools"
)

// roomOf is the name of a server's room. A trial has one of its own.
func roomOf(server, trial string) string { return "server " + server + " " + trial }

// refusals is what the server was refused, in this life and in earlier ones, the
// newest last.
func (v *server) refusals(said []string) []Refusal {
	v.mu.Lock()
	name, list := v.entry.Name, slices.Clone(v.refused)
	v.mu.Unlock()
	return mergeRefusals(list, refusalsIn(v.set, name, roomOf(name, ""), said))
}

// refusalsIn is what the server in a room was refused since it started.
func refusalsIn(s *Set, name, private string, said []string) []Refusal {
	st := s.c.Walls().ServerStay(name, private)
	if st == nil {
		return nil
	}
	return s.profiles.refusals(st, strings.Join(said, "\n"))
}

// refusals is what a server was refused in one of its lives.
func (p profiles) refusals(st *walls.Stay, printed string) []Refusal {
	return append(networkRefusals(st), p.fileRefusals(st.Errand().Server, st.Profile(), printed)...)
}

// networkRefusals are the hosts that a server did not reach.
func networkRefusals(st *walls.Stay) []Refusal {
	var out []Refusal
	for _, r := range st.Refused() {
		host := r.Host
		if r.Port != 0 && r.Port != 443 && r.Port != 80 {
			host = net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
		}
		out = append(out, Refusal{
			Kind: "reach", Target: host, When: r.When,
			Text: fmt.Sprintf("The sandbox denied it access to %s.", r), Action: tools.Action{Kind: tools.AllowServerHost, Subject: st.Errand().Server, Detail: host},
		})
	}
	return out
}

// fileRefusals are the paths that the walls kept from a server, as far as what it
// printed tells.
func (p profiles) fileRefusals(name string, walled sandbox.Profile, printed string) []Refusal {
	const most = 20
	var out []Refusal
	add := func(kind, path string) {
		do := tools.AllowServerRead
		if kind == "write" {
			do = tools.AllowServerWrite
		}
		target := path
		if kind == "read" {
			target = p.programFolder(path)
		}
		if len(out) < most && !slices.ContainsFunc(out, func(r Refusal) bool { return r.Target == target }) {
			out = append(out, Refusal{
				Kind: kind, Target: target, When: time.Now(),
				Text: fmt.Sprintf("The sandbox denied it access to %s.", path), Action: tools.Action{Kind: do, Subject: name, Detail: target},
			})
		}
	}
	denied := walls.DeniedPaths(printed)
	for _, path := range slices.Concat(denied, walls.MissingPaths(printed), walls.MissingModules(printed)) {
		if _, err := os.Lstat(path); !filepath.IsAbs(path) || paths.Within(path, walled.Write) || paths.Within(path, walled.Hide) || err != nil && !slices.Contains(denied, path) {
			continue
		}
		switch {
		case !paths.Within(path, walled.Read) && !p.readable(path):
			add("read", path)
		case slices.Contains(denied, path):
			add("write", path)
		}
	}
	return out
}

// mergeRefusals adds refusals to a list, each target once, and keeps the newest.
func mergeRefusals(list, more []Refusal) []Refusal {
	const most = 50
	for _, r := range more {
		if i := slices.IndexFunc(list, func(o Refusal) bool { return o.Kind == r.Kind && o.Target == r.Target }); i >= 0 {
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, r)
	}
	return list[max(0, len(list)-most):]
}
