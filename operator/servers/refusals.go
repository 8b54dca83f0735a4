package servers

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"handrail/internal/catalog"
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

// refusedDuring says what the walls have kept from the server since a call began. It
// implements mcp.Use.Refused. Beside a good answer a host is named once: many servers try to
// count their users at every call.
func (v *server) refusedDuring(began time.Time, text string, failed bool) *tools.Error {
	name := v.found().Name
	list := refusedSince(v, began, text, failed)
	var allowed []string
	now, refused, open := v.desk.answeredSince(began)
	list = slices.DeleteFunc(list, func(r Refusal) bool {
		if r.Kind != "reach" || !slices.Contains(now, r.Target) {
			return !failed && slices.Contains(open, r.Target)
		}
		if failed || blames(text, r.Target) {
			allowed = append(allowed, r.Target)
		}
		return true
	})
	v.keepRefusals(list)
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.noted == nil {
		v.noted = map[string]bool{}
	}
	if !failed {
		list = slices.DeleteFunc(list, func(r Refusal) bool { return v.noted[r.Target] && !blames(text, r.Target) })
	}
	for _, r := range list {
		v.noted[r.Target] = true
	}
	if why := browserRefusal(v.entry, text); failed && why != nil {
		return why
	}
	switch {
	case len(list) > 0 && refused[list[0].Target]:
		action := list[0].Action
		action.Kind = tools.AllowRefusedHost
		return tools.Errorf(tools.NetworkDisabled, "The person has refused to let the server %s reach %s", name, list[0].Target).Advise(action)
	case len(list) > 0:
		return refusedError(v.entry, list)
	case len(allowed) > 0:
		return tools.Errorf(tools.Unavailable, "The person has allowed the server %s to reach %s, but it didn't wait for that: make the call again", name, inWords(allowed))
	}
	return missedSince(v, name, began, text, failed)
}

// missedSince says that a server was let through to a host that could not be reached, where its call has
// failed or names the host: else it looks as if the sandbox had kept it from that.
func missedSince(v *server, name string, began time.Time, text string, failed bool) *tools.Error {
	st := v.set.c.Walls().ServerStay(name, roomOf(name, ""))
	if st == nil {
		return nil
	}
	for _, m := range slices.Backward(st.Missed()) {
		if !m.When.Before(began) && (failed || blames(text, m.Host)) {
			return tools.Errorf(tools.Unavailable, "Handrail let the server %s reach %s, but %s: check the connection of this machine, and whether the service runs", name, m.Host, m.Why)
		}
	}
	if port := st.AbsentPort(strings.ToLower(text)); failed && port != 0 {
		return tools.Errorf(tools.Unavailable, "Nothing on this machine answers at port %d, which the server %s has tried: start the service that belongs there, and make the call again", port, name)
	}
	return nil
}

// browserRefusal explains why a server's browser has not started: it makes a sandbox of its own,
// which is not possible inside ours. nil if that is not what a text says.
func browserRefusal(f Found, text string) *tools.Error {
	text = strings.ToLower(text)
	if !slices.ContainsFunc([]string{"no usable sandbox", "sandboxing failed", "without --no-sandbox is not supported", "failed to move to new namespace"}, func(s string) bool { return strings.Contains(text, s) }) {
		return nil
	}
	without := "--no-sandbox"
	known, _, _ := catalog.Find(f.Settings.Command, f.Settings.Args)
	for _, n := range known.Needs {
		without = cmp.Or(n.Argument, without)
	}
	return tools.Errorf(tools.ExecutionFailed, "The browser of the server %s makes a sandbox of its own, which can't be made inside Handrail's: it can start without, with %s", f.Name, without).
		Advise(tools.Action{Kind: tools.GiveServerNeeds, Subject: f.Name, Detail: without})
}

// fileClock is how far the times of files lag behind the clock: a kernel stamps them with the time of its
// last tick.
const fileClock = 10 * time.Millisecond

// refusedSince are the refusals since a call began.
func refusedSince(v *server, began time.Time, text string, failed bool) []Refusal {
	name := v.found().Name
	st := v.set.c.Walls().ServerStay(name, roomOf(name, ""))
	v.mu.Lock()
	list := slices.Clone(v.refused) // of one that has ended meanwhile
	v.mu.Unlock()
	if st != nil {
		list = mergeRefusals(list, networkRefusals(st))
		printed := strings.ToLower(text)
		if port := st.RefusedPort(printed); port != 0 {
			list = mergeRefusals(list, []Refusal{refusedHost(name, "localhost:"+strconv.Itoa(port), "localhost:"+strconv.Itoa(port), time.Now())})
		}
		if at := strings.TrimSuffix(strings.TrimSuffix(st.RefusedName(printed), ":443"), ":80"); at != "" { // the web's need no port
			list = mergeRefusals(list, []Refusal{refusedHost(name, at, at, time.Now())})
		}
		if home, err := os.Lstat(st.Profile().OwnHome); !failed && err == nil && !home.ModTime().Before(began.Add(-fileClock)) {
			list = mergeRefusals(list, keptApart(name, st.Profile()))
		}
		if failed {
			list = mergeRefusals(list, v.set.profiles.fileRefusals(name, st.Profile(), text))
		}
	}
	return slices.DeleteFunc(list, func(r Refusal) bool {
		since := began
		if r.Kind == "apart" {
			since = began.Add(-fileClock)
		}
		return r.When.Before(since)
	})
}

// refusedError tells a caller of refusals.
func refusedError(f Found, list []Refusal) *tools.Error {
	server := f.Name
	var targets []string
	for _, r := range list {
		targets = append(targets, r.Target)
	}
	if !slices.ContainsFunc(list, func(r Refusal) bool { return r.Kind != "apart" }) {
		return tools.Errorf(tools.PermissionDenied, "the server %s sees a home folder of its own, where it keeps %s", server, strings.Join(targets, ", ")).Advise(list[0].Action)
	}
	if list[0].Kind == placedBadly {
		return placedError(f, list[0].Target)
	}
	const most = 3
	if more := len(targets) - most; more > 0 {
		targets = append(targets[:most:most], fmt.Sprintf("%d more", more))
	}
	code := tools.NetworkDisabled
	if list[0].Kind != "reach" {
		code = tools.PermissionDenied
	}
	return tools.Errorf(code, "Handrail's sandbox denied the server %s access to %s", server, strings.Join(targets, ", ")).Advise(list[0].Action)
}

// refusedKind is where the journal's database keeps what servers were refused, under the name
// of their pins: another program shows it.
const refusedKind = "mcp-refused"

// A refusedNote is what is kept there. Another program under the same name was refused nothing.
type refusedNote struct {
	For     string    `json:"for"`
	Refused []Refusal `json:"refused"`
}

// passRefusals gives a server what the walls have kept from the one that it replaces, which
// may run on for a while.
func passRefusals(before, after *server) {
	if after.found().Settings.Identity().Key() == before.found().Settings.Identity().Key() {
		after.keepRefusals(before.refusals(before.status().Said))
	}
}

// keepRefusals adds to what the server was refused, for lists of this program and of others.
func (v *server) keepRefusals(list []Refusal) {
	v.mu.Lock()
	before := len(v.refused)
	v.refused = mergeRefusals(v.refused, list)
	all, isNew := slices.Clone(v.refused), len(v.refused) != before
	v.mu.Unlock()
	if !isNew {
		return
	}
	all = mergeRefusals(keptRefusals(v.set, v.found()), all) // with those of other programs
	if raw, err := json.Marshal(refusedNote{v.found().Settings.Identity().Key(), all}); err == nil {
		ctx := context.Background()
		_ = v.set.pool.c.Store.SetState(ctx, refusedKind, v.set.Pins().name(v.found()), string(raw)) // the lists of this program have them
	}
}

// keptRefusals are those that were noted, also by another program, but for hosts that the
// server may reach now.
func keptRefusals(s *Set, f Found) []Refusal {
	text, _, err := s.pool.c.Store.State(context.Background(), refusedKind, s.Pins().name(f))
	var kept refusedNote
	if err != nil || json.Unmarshal([]byte(text), &kept) != nil || kept.For != f.Settings.Identity().Key() {
		return nil
	}
	return stillRefused(s, f, kept.Refused)
}

// stillRefused are those that the server's settings do not allow by now, with what to do.
func stillRefused(s *Set, f Found, list []Refusal) []Refusal {
	network, _ := s.c.Walls().ServerNetwork(f.Settings.NetworkWords())
	read, write, named, _ := s.profiles.folders(f)
	list = slices.DeleteFunc(list, func(r Refusal) bool {
		switch r.Kind {
		case "read":
			return paths.Within(r.Target, slices.Concat(read, write, named))
		case "write":
			return paths.Within(r.Target, write)
		case placedBadly:
			return !slices.Contains(named, r.Target)
		case "apart":
			return paths.Within(r.Target, write) || !stillApart(s.pool.c.Home, walls.OwnHome(s.resolver.dataFolder(f)), r)
		}
		host, port, err := net.SplitHostPort(r.Target)
		if err != nil {
			return network.Allows(r.Target, 443, nil)
		}
		number, _ := strconv.Atoi(port) // 0 is allowed nowhere
		return network.Allows(host, number, nil)
	})
	for i, r := range list {
		kind := map[string]tools.ActionKind{"reach": tools.AllowServerHost, "read": tools.AllowServerRead, "write": tools.AllowServerWrite, "apart": tools.AllowServerWrite}[r.Kind]
		if list[i].Action = (tools.Action{}); r.Kind == "read" || r.Kind == "write" || r.Kind == "reach" && settable(r.Target) || r.Kind == "apart" && paths.IsFolder(r.Target) {
			list[i].Action = tools.Action{Kind: kind, Subject: f.Name, Detail: r.Target}
		}
	}
	return list
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
	name := st.Errand().Server
	return slices.Concat(networkRefusals(st), p.fileRefusals(name, st.Profile(), printed), keptApart(name, st.Profile()))
}

// networkRefusals are the hosts that a server did not reach.
func networkRefusals(st *walls.Stay) []Refusal {
	var out []Refusal
	for _, r := range st.Refused() {
		host := r.Host
		if r.Port != 0 && r.Port != 443 && r.Port != 80 {
			host = net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
		}
		out = append(out, refusedHost(st.Errand().Server, host, r.String(), r.When))
	}
	return out
}

// refusedHost is the refusal of a host, which has its port where that is not the web's; shown
// always has it.
func refusedHost(server, host, shown string, when time.Time) Refusal {
	r := Refusal{Kind: "reach", Target: host, When: when, Text: fmt.Sprintf("The sandbox denied it access to %s.", shown)}
	if settable(host) {
		r.Action = tools.Action{Kind: tools.AllowServerHost, Subject: server, Detail: host}
	}
	return r
}

// placedBadly is the kind of a refusal of a file that the server replaces, in a folder that is never opened to it.
const placedBadly = "place"

// placedWhere says why a file cannot be replaced, and movingAdvice also what helps.
const (
	placedWhere  = "because the folder that it lies in, as your home folder, is never opened to a server"
	movingAdvice = placedWhere + ": move the file into a folder of its own, name it there in the server's settings, and let the server change that folder"
)

// placedError tells a caller of a file that cannot be replaced where it lies. One that the catalog knows can be
// brought into the server's data folder.
func placedError(f Found, file string) *tools.Error {
	known, _, _ := catalog.Find(f.Settings.Command, f.Settings.Args)
	if slices.ContainsFunc(known.Needs, func(n catalog.Need) bool { return n.WriteOf != "" && f.Settings.Env[n.WriteOf] != "" }) {
		return tools.Errorf(tools.PermissionDenied, "Handrail's sandbox doesn't let the server %s replace %s, %s", f.Name, file, placedWhere).
			Advise(tools.Action{Kind: tools.GiveServerNeeds, Subject: f.Name})
	}
	return tools.Errorf(tools.PermissionDenied, "Handrail's sandbox doesn't let the server %s replace %s, %s", f.Name, file, movingAdvice)
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
	for _, path := range walls.BusyPaths(printed) {
		switch dir := filepath.Dir(path); {
		case !slices.Contains(slices.Concat(walled.Read, walled.Write), path):
		case !p.tooWide(dir):
			add("write", dir)
		default: // a file alone cannot be replaced, and its folder is never opened
			out = append(out, Refusal{Kind: placedBadly, Target: path, When: time.Now(), Text: fmt.Sprintf("It can't replace %s, %s.", path, movingAdvice)})
		}
	}
	denied := walls.DeniedPaths(printed)
	for _, path := range slices.Concat(denied, walls.MissingPaths(printed), walls.MissingModules(printed)) {
		_, err := os.Lstat(path)
		if !filepath.IsAbs(path) || paths.Within(path, walled.Write) || paths.Within(path, walled.Hide) || err != nil && !slices.Contains(denied, path) {
			continue
		}
		switch {
		case err != nil: // what is not there is not read
			add("write", p.wanting(path))
		case !paths.Within(path, walled.Read) && !p.readable(path):
			add("read", path)
		case slices.Contains(denied, path):
			add("write", path)
		}
	}
	return out
}

// wanting is the folder that a program lacks which cannot make a file or folder: the outermost
// one that is not there, or the one that it is in.
func (p profiles) wanting(path string) string {
	top := missingTop(path)
	if dir := filepath.Dir(path); top == path && !p.tooWide(dir) {
		return dir
	}
	return top
}

// mergeRefusals adds refusals to a list, each target once, and keeps the newest.
func mergeRefusals(list, more []Refusal) []Refusal {
	const most = 50
	for _, r := range more {
		if i := slices.IndexFunc(list, func(o Refusal) bool { return o.Kind == r.Kind && o.Target == r.Target }); i >= 0 {
			if !r.When.After(list[i].When) {
				continue
			}
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, r)
	}
	return list[max(0, len(list)-most):]
}
