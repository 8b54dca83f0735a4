package walls

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"handrail/internal/proc"
	"handrail/operator/paths"
	"handrail/pipeline/guard"
)

// cameKind is the kind of state by which is known which protected names a folder had when somebody last looked, and when that was.
const cameKind = "protected_seen"

// meanwhileKind is the kind of state by which the next call of a space, of whatever process, tells of protected names that came when no call
// was there whose record could have it.
const meanwhileKind = "protected_late"

// A coming is a protected name that was not there at the last look.
type coming struct {
	dir, name string
	since     time.Time // when that was
}

// comings knows which protected names the folders of a space have: what is there a room protects, and what comes is told.
// What came between two looks is told if something else than the person could have made it, whether or not its call has ended. It is safe for
// concurrent use.
type comings struct {
	mu      sync.Mutex
	seen    map[string]seenNames // by folder
	writing map[string]int       // paths that Handrail itself writes now

	hearing sync.Mutex // guards heard; nothing else is locked meanwhile
	heard   string     // what this process has told the person that no call has in its record yet
}

// seenNames are the protected names of a folder at one look.
type seenNames struct {
	at    time.Time
	names map[string]bool
}

// keptNames is seenNames as it is kept. Names need not be UTF-8.
type keptNames struct {
	At    int64    `json:"at"` // in nanoseconds since 1970
	Names [][]byte `json:"names"`
}

// lookForNew looks for what has come since the last look, of whatever process. With own it was this process's that counts: a call of it has run since.
// Where nobody has ever looked, all is as the person has it. With noted other processes learn of a look that has seen nothing new, too.
func (c *comings) lookForNew(s *Space, own, noted bool) (came []coming) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.seen == nil {
		c.seen = map[string]seenNames{}
	}
	for _, dir := range comingInto(s) {
		last, known := c.seen[dir]
		if !own || !known {
			if kept, ok := keptOf(s, dir); ok && kept.at.After(last.at) {
				last, known = kept, true
			}
		}
		now := seenNames{at: time.Now()}
		names, readable := lookAt(s, dir).present()
		if now.names = names; !readable {
			maps.Copy(now.names, last.names)
		}
		maps.DeleteFunc(now.names, func(name string, _ bool) bool { return !last.names[name] && c.isWritten(at(dir, name)) })
		for _, name := range slices.Sorted(maps.Keys(now.names)) {
			if known && !last.names[name] {
				came = append(came, coming{dir, name, last.at})
			}
		}
		c.seen[dir] = now
		if changed := !known || !maps.Equal(now.names, last.names); changed || noted {
			keep(s, dir, now, changed)
		}
	}
	return came
}

// comingInto are the folders whose protected names count: the space, its further roots, and the known spaces in these, of the first othersKept.
func comingInto(s *Space) []string {
	roots := s.c.Roots()
	list := append([]string{s.c.Dir}, furtherRoots(s, roots)...)
	others := s.c.Others(nil)
	for _, o := range others[:min(len(others), othersKept)] {
		if paths.Within(o.Dir, roots) && !slices.Contains(list, o.Dir) {
			list = append(list, o.Dir)
		}
	}
	return list
}

// isWritten reports whether Handrail itself writes a path, or what lies in it, now. The caller holds c.mu.
func (c *comings) isWritten(path string) bool {
	for written := range c.writing {
		if paths.Within(written, []string{path}) {
			return true
		}
	}
	return false
}

// keptOf is what was kept of the last look at a folder.
func keptOf(s *Space, dir string) (last seenNames, ok bool) {
	text, ok, err := s.k.c.States.State(s.k.c.Context, cameKind, dir)
	var kept keptNames
	if err != nil || !ok || json.Unmarshal([]byte(text), &kept) != nil {
		return last, false
	}
	last = seenNames{at: time.Unix(0, kept.At), names: map[string]bool{}}
	for _, name := range kept.Names {
		last.names[string(name)] = true
	}
	return last, true
}

// keep keeps a look at a folder for other processes. Without it an earlier one counts, and that is safe.
func keep(s *Space, dir string, now seenNames, changed bool) {
	kept := keptNames{At: now.at.UnixNano()}
	for _, name := range slices.Sorted(maps.Keys(now.names)) {
		kept.Names = append(kept.Names, []byte(name))
	}
	write := s.k.c.States.NoteState
	if changed {
		write = s.k.c.States.SetState
	}
	if raw, err := json.Marshal(kept); err == nil {
		_ = write(s.k.c.Context, cameKind, dir, string(raw))
	}
}

// Writing notes that Handrail itself is about to write a path, for a tool that has asked or for the person: what comes so is known. end notes that it
// has. What was there before is none of it.
func (s *Space) Writing(path string) (end func()) {
	var mine []coming
	for _, dir := range comingInto(s) {
		rel, err := filepath.Rel(dir, path)
		if err != nil || !filepath.IsLocal(rel) || !guard.IsUnasked(filepath.ToSlash(rel)) && !slices.ContainsFunc(Finds(s), func(folder string) bool { return paths.Within(path, []string{folder}) }) {
			continue
		}
		for name := rel; name != "."; name = filepath.Dir(name) {
			if !guard.Counts(dir, filepath.ToSlash(name)+"/") {
				mine = append(mine, coming{dir: dir, name: filepath.ToSlash(name)})
			}
		}
	}
	if len(mine) == 0 {
		return func() {}
	}
	c := &s.comings
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.writing == nil {
		c.writing = map[string]int{}
	}
	c.writing[path]++
	return func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		if c.writing[path]--; c.writing[path] == 0 {
			delete(c.writing, path)
		}
		for _, one := range mine {
			last, ok := c.seen[one.dir]
			names, _ := lookAt(s, one.dir).present()
			if !ok || !names[one.name] {
				continue
			}
			last.names = maps.Clone(last.names)
			last.names[one.name] = true
			c.seen[one.dir] = last
			keep(s, one.dir, last, true)
		}
	}
}

// possible are those that something else than the person could have made.
func possible(s *Space, came []coming) []coming {
	if s.c.Written == nil {
		return came
	}
	could := map[time.Time]func(path string) bool{}
	return slices.DeleteFunc(came, func(one coming) bool {
		if could[one.since] == nil {
			could[one.since] = s.c.Written(one.since)
		}
		return !could[one.since](at(one.dir, one.name))
	})
}

// saysCame says of each folder what has come into it, and ends the sentence.
func saysCame(came []coming) (text string) {
	in := map[string][]string{}
	for _, one := range came {
		name := one.name
		if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			name = strconv.Quote(name)
		}
		in[one.dir] = append(in[one.dir], name)
	}
	for _, dir := range slices.Sorted(maps.Keys(in)) {
		text += fmt.Sprintf("%s in %s, ", strings.Join(in[dir], ", "), filepath.Base(dir))
	}
	return strings.TrimSuffix(text, ", ") + looksFirst
}

const looksFirst = ": that decides what runs later, so look at it before you go on."

// tellMade tells the person of what has come by the end of a program, and returns what the record of its call has to say.
func tellMade(s *Space, e proc.Errand) (note string) {
	came := s.comings.lookForNew(s, true, true)
	if e.Server != "" { // it has lived long, and the person has not waited for it
		came = possible(s, came)
	}
	if note = tellCame(s, came, "A program that "+e.Tool+" has run made "); note != "" && (e.Server != "" || s.k.c.Context.Err() != nil) { // as isLate
		noteMeanwhile(s, strings.TrimPrefix(note, toldPerson))
	}
	return note
}

// toldPerson begins what a record says of what the person was told.
const toldPerson = "The person was told: "

// CameBy tells the person of protected names that have come by the end of a call, of whatever kind, and returns what its record has to say of them and of
// what came between the calls.
func CameBy(s *Space, tool string) (note string) {
	if s.c.Cover != nil {
		return ""
	}
	note = tellMeanwhile(s)
	also := tellCame(s, possible(s, s.comings.lookForNew(s, false, true)), "By the end of "+tool+" there was something new, which a program could have made: ")
	return strings.TrimSpace(note + "\n" + also)
}

// tellCame tells the person of what has come, and returns what a record has to say.
func tellCame(s *Space, came []coming, how string) (note string) {
	if len(came) == 0 {
		return ""
	}
	text := how + saysCame(came)
	s.k.c.Notice("warning", "%s", text)
	return toldPerson + text
}

// Meanwhile looks for protected names that came while no call was there, and for what a Handrail that was killed has not looked at, tells the person and
// keeps that for the record of the next call. It returns what no record has yet.
func Meanwhile(s *Space) (text string) {
	if s.c.Cover != nil {
		return ""
	}
	lookAfterKilled(s)
	if !inCall(s) { // else its end tells
		lookMeanwhile(s, false)
	}
	text, _, _ = s.k.c.States.State(s.k.c.Context, meanwhileKind, s.c.Dir)
	return text
}

// lookMeanwhile is the look of Meanwhile.
func lookMeanwhile(s *Space, noted bool) {
	if came := possible(s, s.comings.lookForNew(s, false, noted)); len(came) > 0 {
		text := "Since the last call something new came, which a program that was left running, or a server, could have made: " + saysCame(came)
		s.k.c.Notice("warning", "%s", text)
		noteMeanwhile(s, text)
	}
}

// Heard notes that the person has been told what Meanwhile returned.
func Heard(s *Space, text string) {
	s.comings.hearing.Lock()
	defer s.comings.hearing.Unlock()
	s.comings.heard = text
}

// mostLate is how much of that is kept, in bytes: what comes first.
const mostLate = 16 << 10

// tellLate tells the person something of git. late says that no call's record has it: it is kept for the next one's, and for who starts next.
func tellLate(r *repositories, late bool, text string) {
	r.s.k.c.Notice("warning", "%s", text)
	if late {
		noteMeanwhile(r.s, text)
	}
}

// isLate reports whether nobody reads a program's record for what it has changed: it is a server's, or Handrail ends.
func isLate(st *Stay) bool { return st.errand.Server != "" || st.space.k.c.Context.Err() != nil }

// noteMeanwhile notes what was told without a call, for the record of the next one.
func noteMeanwhile(s *Space, text string) {
	all := ""
	err := s.k.c.States.ChangeState(s.k.c.Context, meanwhileKind, s.c.Dir, func(was string) string {
		if all = was; len(was) <= mostLate {
			all = strings.TrimSpace(was + "\n" + text)
		}
		return all
	})
	s.comings.hearing.Lock()
	defer s.comings.hearing.Unlock()
	if was := strings.TrimSpace(strings.TrimSuffix(all, text)); err == nil && was == s.comings.heard {
		s.comings.heard = all
	}
}

// tellMeanwhile is what is noted, for the record of a call, once. The person is told of what another process has noted.
func tellMeanwhile(s *Space) string {
	text, ok, err := s.k.c.States.State(s.k.c.Context, meanwhileKind, s.c.Dir)
	if err != nil || !ok || text == "" {
		return ""
	}
	err = s.k.c.States.ChangeState(s.k.c.Context, meanwhileKind, s.c.Dir, func(now string) string {
		text = now
		return ""
	})
	if err != nil || text == "" {
		return ""
	}
	s.comings.hearing.Lock()
	heard := s.comings.heard == text
	s.comings.heard = ""
	s.comings.hearing.Unlock()
	if !heard {
		s.k.c.Notice("warning", "%s", text)
	}
	return toldPerson + text
}
