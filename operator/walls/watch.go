package walls

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"sync"
	"time"

	"handrail/internal/git"
	"handrail/internal/git/tips"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/operator/paths"
)

// seenKind is the kind of state by which a process knows what git read in a space, as it was
// when the one before it looked last. Without it, what a killed call has left would be
// taken for the person's.
const seenKind = "git_seen"

// seen is what is kept of the last look at a space.
type seen struct {
	Looked time.Time  `json:"looked"`
	Files  []seenFile `json:"files"`
	Dirs   [][]byte   `json:"dirs"`  // git folders of the person's
	Alone  [][]byte   `json:"alone"` // git folders to which no .git led
}

// A seenFile is a sight and its path; names need not be UTF-8.
type seenFile struct {
	Path []byte `json:"path"`
	ID   []byte `json:"id"`
	Data []byte `json:"data,omitempty"`
}

// lookedKind is the kind of state that holds when a space was last looked at, in nanoseconds since 1970: it changes with each call, what was
// seen hardly ever.
const lookedKind = "git_looked"

// lookedAt is when some process last looked at all; zero if nobody has noted it.
func lookedAt(r *repositories) time.Time {
	text, ok, err := r.s.k.c.States.State(r.s.k.c.Context, lookedKind, r.s.c.Dir)
	at, perr := strconv.ParseInt(text, 10, 64)
	if err != nil || !ok || perr != nil {
		return time.Time{}
	}
	return time.Unix(0, at)
}

// recall gets what was known at the last look, if that was another process's: what the person has changed since can only be told
// from what programs could have written by the latest look that anybody took. fresh says that nobody ever has, and first that it is
// this process's first look. The caller holds r.mu.
func recall(r *repositories) (fresh, first bool) {
	at := lookedAt(r) // before what was seen then, which is as new or newer
	if first = r.vetted == nil; first {
		r.vetted, r.known, r.named = map[string]sight{}, map[string]bool{}, map[string]bool{}
	} else if !at.After(r.looked) {
		return false, false
	}
	text, ok, err := r.s.k.c.States.State(r.s.k.c.Context, seenKind, r.s.c.Dir)
	var last seen
	if err != nil || !ok || json.Unmarshal([]byte(text), &last) != nil {
		return first, first
	}
	for _, f := range last.Files {
		r.vetted[string(f.Path)] = sight{id: string(f.ID), data: f.Data}
		r.named[string(f.Path)] = true
	}
	for _, dir := range last.Dirs {
		r.known[string(dir)] = true
	}
	r.alone = nil
	for _, dir := range last.Alone {
		r.alone = append(r.alone, string(dir))
	}
	if r.looked = last.Looked; at.After(r.looked) {
		r.looked = at
	}
	r.noted = r.looked
	return false, first
}

// keepSeen notes for other processes what is known now, and when it was looked at. The caller holds r.mu.
func keepSeen(r *repositories) {
	if r.unkept {
		now := seen{Looked: r.looked}
		for path, s := range r.vetted {
			now.Files = append(now.Files, seenFile{[]byte(path), []byte(s.id), s.data})
		}
		slices.SortFunc(now.Files, func(a, b seenFile) int { return slices.Compare(a.Path, b.Path) })
		for dir := range r.known {
			now.Dirs = append(now.Dirs, []byte(dir))
		}
		for _, dir := range r.alone {
			now.Alone = append(now.Alone, []byte(dir))
		}
		raw, err := json.Marshal(now)
		if err != nil || r.s.k.c.States.SetState(r.s.k.c.Context, seenKind, r.s.c.Dir, string(raw)) != nil {
			return // an earlier look counts
		}
		r.unkept = false
	}
	// After a power cut an earlier look counts, and that is safe.
	if r.looked.After(r.noted) && r.s.k.c.States.NoteState(r.s.k.c.Context, lookedKind, r.s.c.Dir, strconv.FormatInt(r.looked.UnixNano(), 10)) == nil {
		r.noted = r.looked
	}
}

// forgetGone forgets that what is gone was seen, so that whatever comes to its place is looked at as new. What it said stays known: that counts as the
// person's, there and nowhere else.
func forgetGone(r *repositories, found *git.Places) {
	there := map[string]bool{}
	for _, path := range found.All() {
		there[path] = true
	}
	for path, s := range r.vetted {
		if s.id == "" || there[path] {
			continue
		}
		if _, err := os.Lstat(path); os.IsNotExist(err) {
			r.vetted[path], r.unkept = sight{data: s.data}, true
		}
	}
}

// watchEvery is how often is looked at what git reads while something lives in a room of the
// space after its call, or a server does.
const watchEvery = 500 * time.Millisecond

// A watch looks at what git reads while something that nobody waits for could write it.
type watch struct {
	mu      sync.Mutex
	running bool
	again   bool // something has entered a room since the last look
	ended   bool
	lived   bool      // something did at the last look, or has been left running since
	from    time.Time // when it began to watch
	end     chan struct{}
	work    sync.WaitGroup

	early map[string]time.Time // when a change was first seen; guarded by repositories.mu
}

// runs reports whether something may live in the rooms of the space.
func (w *watch) runs() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.running
}

// leaves notes that a call has left something running.
func (w *watch) leaves() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.lived = true
}

// livedFrom is since when something may have lived that no call waits for; ok is false if nothing has.
func (w *watch) livedFrom() (from time.Time, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.from, w.lived
}

// start watches from now on, until nothing lives in the rooms of the space any more.
func (w *watch) start(r *repositories) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.again = true
	if w.running || w.ended {
		return
	}
	if w.end == nil {
		w.end = make(chan struct{})
	}
	w.running, w.from = true, time.Now()
	w.work.Go(func() {
		took := time.Duration(0)
		for {
			select {
			case <-time.After(max(watchEvery, walkShare*took)):
			case <-w.end:
				return
			}
			r.s.modes.putBack()
			began := time.Now()
			w.mu.Lock()
			w.again = false
			w.mu.Unlock()
			lives := inhabited(r.s) // slow: nobody waits for it
			if _, declared := r.s.c.Current(); lives && declared != nil {
				roots := r.s.c.Roots()
				p := sandbox.Profile{Write: roots, Protect: withOthers(protected(r.s, declared), protectedIn(r.s, roots))}
				holdTwins(r.s, &p)
				renew(r.s, p.Protect)
				renewElsewhere(r.s, p.Protect)
			}
			w.look(r, !lives)
			if !inCall(r.s) { // else that is looked for when the call ends
				r.walk.owe(r, w.from)
			}
			Meanwhile(r.s)
			took = time.Since(began)
			w.mu.Lock()
			w.running, w.lived = lives || w.again, lives
			goes := w.running
			w.mu.Unlock()
			if !goes {
				return
			}
		}
	})
}

// stop ends the watch.
func (w *watch) stop() {
	w.mu.Lock()
	if w.end != nil && !w.ended {
		close(w.end)
	}
	w.ended = true
	w.mu.Unlock()
	w.work.Wait()
}

// inhabited reports whether something is known to live in a room that can change the space: of
// this process, or of another.
func inhabited(s *Space) bool {
	s.k.mu.Lock()
	var rooms []*room
	for _, in := range s.k.open {
		if in.space == s && !in.hooks && in.built.Load() && in.walls.Room() != nil {
			rooms = append(rooms, in)
		}
	}
	s.k.mu.Unlock()
	if slices.ContainsFunc(rooms, (*room).lived) {
		return true
	}
	left, err := s.k.left.list()
	return err != nil || slices.ContainsFunc(left, func(l Left) bool { return l.Space == s.c.Dir && l.Hook == "" })
}

// look looks at what git reads. A change is judged once it has stood for a while: a
// program of a call makes a worktree file by file. What a call leaves of a rebase, or of a
// repository that it makes, is judged when the call ends. last says that nothing lives any more
// that could go on.
func (w *watch) look(r *repositories, last bool) {
	r.mu.Lock()
	told := w.judge(r, last)
	var moved []string
	if !inCall(r.s) { // else that is looked at when the call ends
		moved = lookMoved(r)
	}
	r.mu.Unlock()
	r.tell("A program that was left running", told, true)
	tellMoved(r, "A program that was left running, or you yourself,", moved, true)
}

// judge is look, for who holds r.mu.
func (w *watch) judge(r *repositories, last bool) (told []string) {
	if r.vetted == nil {
		return nil // the first call looks
	}
	calls, now := inCall(r.s), time.Now()
	before := w.early
	w.early = map[string]time.Time{}
	found := r.places()
	return r.vet(found, look{late: true, written: r.leftBehind(), wait: func(path string) bool {
		if calls && (git.IsList(path) || !slices.ContainsFunc(r.found.Of[path], func(dir string) bool { return r.known[dir] })) {
			return true
		}
		since, seen := before[path]
		if !seen {
			since = now
		}
		if last || now.Sub(since) >= watchEvery {
			return false
		}
		w.early[path] = since
		return true
	}})
}

// inCall reports whether a program runs for a call of the space, or nobody has looked yet at what one did.
func inCall(s *Space) bool {
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	if slices.ContainsFunc(s.unsettled, func(st *Stay) bool { return st.errand.Server == "" }) {
		return true
	}
	for _, in := range s.k.open {
		if in.space == s && !in.hooks && slices.ContainsFunc(in.stays, func(st *Stay) bool { return st.errand.Server == "" }) {
			return true
		}
	}
	return false
}

// saysOther reports whether a file says something else than it did: a program that has it
// mapped into its memory changes it without a sign in its times.
func saysOther(r *repositories, path string, known sight) bool {
	data, _, err := r.read(path)
	return err != nil || !bytes.Equal(data, known.data)
}

// forged puts aside what has come among the objects of the person's repositories since the last look and is not what its name says, which git
// does not look at. It returns what to tell, and the packs that have come, by where the names of the repository are.
func (h *history) forged(r *repositories) (told []string, packs map[string][]string) {
	if h.since.IsZero() {
		return nil, nil
	}
	since := h.since.Add(-clockGrain)
	h.since = time.Now()
	packs = map[string][]string{}
	if h.full == nil {
		h.full = map[string]bool{}
	}
	for _, dir := range r.found.Dirs {
		if r.made[dir] || tips.Common(dir) != dir {
			continue
		}
		c := tips.ChangedObjects(dir, since, func(folder string) bool { return paths.Within(folder, r.writable()) })
		packs[dir] = c.Packs
		for _, path := range c.Forged {
			told = append(told, asideForged(r, path))
		}
		if c.More || c.Many && !h.full[dir] {
			told = append(told, r.name(filepath.Join(dir, "objects"))+" has got more objects than are looked at: whether they are what their names say, git fsck tells")
		}
		if c.Many {
			h.full[dir] = true
		}
	}
	return told, packs
}

// asideForged puts aside a file of objects that are not what their names say, and says so.
func asideForged(r *repositories, path string) string {
	var name string
	at, err := steady.Open(r.writable(), path)
	if err == nil {
		name, err = at.PutAside(aside)
		at.Close()
	}
	if err != nil {
		return r.name(path) + " holds another object than its name says, and could not be put aside (" + err.Error() + "): run git fsck before you change branches"
	}
	return r.name(path) + " (now " + name + ") held another object than its name says, which git would not have noticed. If something is missing now, undo the call, or fetch it again"
}
