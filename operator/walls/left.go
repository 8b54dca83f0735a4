package walls

import (
	"bytes"
	"crypto/rand"
	"encoding/base64"
	"encoding/gob"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"handrail/internal/git/tips"
	"handrail/internal/lockfile"
	procroom "handrail/internal/proc/room"
)

// leftKept is where it is noted what finished calls have left running, in the data
// folder: a file for each call. Rooms do not see it.
const leftKept = "left"

// A Left is what a finished call or hook has left running in a room: of any process of
// ours, also one that is gone. Its room lives as long as it does.
type Left struct {
	ID      string    `json:"id"`
	Call    string    `json:"call"`
	Run     string    `json:"run"`
	Session string    `json:"session"`
	Tool    string    `json:"tool"` // that the call was of
	Hook    string    `json:"hook,omitempty"`
	Space   string    `json:"space"`
	Since   time.Time `json:"since"` // when the call began

	// Write are the paths that it can still change, but for those of Protect below them.
	Write   []string `json:"write"`
	Protect []string `json:"protect"`

	Tenant    procroom.Tenant    `json:"tenant"`
	Processes []procroom.Process `json:"-"` // that live now; never empty
}

// leftovers notes what calls of this process have left running.
type leftovers struct {
	dir string

	mu   sync.Mutex
	mine map[string]*procroom.Left // by id
}

func newLeftovers(data string) *leftovers {
	return &leftovers{dir: filepath.Join(data, leftKept), mine: map[string]*procroom.Left{}}
}

func (o *leftovers) file(id string) string { return filepath.Join(o.dir, id+".json") }

// add notes what a program that has ended has left running, until that is gone.
func (o *leftovers) add(st *Stay, left *procroom.Left) error {
	p := st.Profile()
	e := st.errand
	l := Left{
		ID: "left-" + strings.ToLower(rand.Text()[:10]), Call: e.Call, Run: e.Run, Session: e.Session, Tool: e.Tool, Hook: e.Hook, Space: e.Space, Since: st.since,
		Write: p.Write, Protect: p.Protect, Tenant: left.Tenant,
	}
	raw, err := json.Marshal(l)
	if err == nil {
		err = os.MkdirAll(o.dir, 0o700)
	}
	if err == nil {
		err = lockfile.Replace(o.file(l.ID), raw, 0o600)
	}
	if err != nil {
		return err
	}
	o.mu.Lock()
	o.mine[l.ID] = left
	o.mu.Unlock()
	go func() {
		<-left.Gone()
		_ = os.Remove(o.file(l.ID)) // List removes what stays
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.mine, l.ID)
	}()
	return nil
}

// list reads what is noted, the oldest first, and removes notes of what is gone.
func (o *leftovers) list() ([]Left, error) {
	entries, err := os.ReadDir(o.dir)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	var list []Left
	for _, e := range entries {
		id, isNote := strings.CutSuffix(e.Name(), ".json")
		if !isNote {
			continue
		}
		l, err := o.read(id)
		if errors.Is(err, os.ErrNotExist) {
			continue // it is gone meanwhile
		}
		if err != nil {
			return nil, err
		}
		if l.Processes = l.Tenant.Processes(); len(l.Processes) == 0 {
			_ = os.Remove(o.file(id)) // tried again at the next look
			continue
		}
		list = append(list, l)
	}
	slices.SortFunc(list, func(a, b Left) int { return a.Since.Compare(b.Since) })
	return list, nil
}

func (o *leftovers) read(id string) (l Left, err error) {
	raw, err := os.ReadFile(o.file(id))
	if err == nil {
		err = json.Unmarshal(raw, &l)
	}
	if err == nil && l.ID != id {
		err = errors.New("it is of another name")
	}
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		err = fmt.Errorf("%s, which notes what a call has left running, cannot be read: %w; remove it", o.file(id), err)
	}
	return l, err
}

// Left lists what finished calls and hooks of all spaces have left running, the oldest
// first: of every process of ours, from a note that only we can write.
func (k *Keeper) Left() ([]Left, error) { return k.left.list() }

// EndLeft ends what a finished call has left running, and returns when it is gone: 3 s
// at most for programs that do not want to end. Other calls of its room go on.
func (k *Keeper) EndLeft(id string) error {
	list, err := k.left.list()
	if err != nil {
		return err
	}
	at := slices.IndexFunc(list, func(l Left) bool { return l.ID == id })
	if at < 0 {
		return fmt.Errorf("nothing with the id %q is left running: it has ended", id)
	}
	l := list[at]
	k.left.mu.Lock()
	mine := k.left.mine[id]
	k.left.mu.Unlock()
	if mine != nil {
		mine.End()
		return nil
	}
	if l.Hook != "" { // its room would have noted it
		mark := filepath.Join(HookWalls{&Space{k: k, c: SpaceConfig{Dir: l.Space}}}.top(), "rooms", strconv.Itoa(l.Tenant.Room))
		if _, err := os.Stat(mark); err == nil {
			if err := os.WriteFile(mark, []byte(procroom.Cut), 0o600); err != nil {
				return err
			}
		}
	}
	l.Tenant.End()
	if still := l.Tenant.Processes(); len(still) > 0 {
		return fmt.Errorf("%s (%s, process %d) could not be ended", l.ID, still[0].Command, still[0].PID)
	}
	return nil
}

// begunKind is the kind of state by which the Handrail that starts next knows what names meant before something began of which a killed one
// has not seen the end: by the space, and a word for the process.
const begunKind = "git_begun"

// A begun is what is kept of a history meanwhile.
type begun struct {
	Since   time.Time
	Guarded []string
	Tips    map[string]*tips.Tips
}

// A begunLock says that this process lives, by a lock in the data folder that goes with it.
type begunLock struct {
	mu   sync.Mutex
	id   string
	lock *lockfile.Lock
}

// lockOf is where the lock of a process lies.
func lockOf(k *Keeper, id string) string { return filepath.Join(k.left.dir, id+".lock") }

// mine is the word for this process; "" if it cannot be locked.
func (b *begunLock) mine(k *Keeper) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lock != nil {
		return b.id
	}
	id := "begun-" + strings.ToLower(rand.Text()[:10])
	if os.MkdirAll(k.left.dir, 0o700) != nil {
		return ""
	}
	lock, err := lockfile.Try(lockOf(k, id))
	if err != nil || lock == nil {
		return ""
	}
	b.id, b.lock = id, lock
	return id
}

// release takes the lock away: this process has looked at everything, or leaves that to the next one.
func (b *begunLock) release(k *Keeper) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.lock != nil {
		_ = os.Remove(lockOf(k, b.id)) // what stays is nobody's
		b.lock.Release()
		b.lock = nil
	}
}

// keepBegun keeps what names mean now, before something can move them. The caller holds r.mu.
func keepBegun(r *repositories) {
	k, h := r.s.k, &r.past
	id := k.begun.mine(k)
	if id == "" || len(h.tips) == 0 || h.kept != nil && slices.Equal(h.kept.Guarded, h.guarded) && maps.EqualFunc(h.kept.Tips, h.tips, tips.Same) {
		return
	}
	now := begun{h.since, h.guarded, maps.Clone(h.tips)}
	var out bytes.Buffer
	if gob.NewEncoder(&out).Encode(now) != nil {
		return
	}
	text := base64.StdEncoding.EncodeToString(out.Bytes())
	if k.c.States.NoteState(k.c.Context, begunKind, r.s.c.Dir+"\x00"+id, text) == nil {
		h.kept = &now
	}
}

// dropBegun forgets that, as all was looked at, or nothing has begun. The caller holds r.mu.
func dropBegun(r *repositories) {
	k, h := r.s.k, &r.past
	if h.open = false; h.kept != nil && k.c.States.NoteState(k.c.Context, begunKind, r.s.c.Dir+"\x00"+k.begun.mine(k), "") == nil {
		h.kept = nil
	}
}

// lookMoved looks at what names have come to mean, and returns what to tell. While something lives, what they mean now is kept. The caller holds r.mu.
func lookMoved(r *repositories) []string {
	moved := r.past.moved(r)
	if r.past.open = inUse(r.s) || inhabited(r.s); r.past.open {
		keepBegun(r)
	} else {
		dropBegun(r)
	}
	return moved
}

// reopen notes that something could have moved names since the last look.
func reopen(r *repositories) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.past.open = true
	keepBegun(r)
}

// lookAfterKilled looks at what began in a Handrail that was killed, and tells the person what names have come to mean since.
func lookAfterKilled(s *Space) {
	k, r := s.k, &s.repositories
	all, err := k.c.States.States(k.c.Context, begunKind)
	if err != nil {
		return
	}
	for key, text := range all {
		dir, id, _ := strings.Cut(key, "\x00")
		if dir != s.c.Dir {
			continue
		}
		lock, err := lockfile.Try(lockOf(k, id))
		if err != nil || lock == nil {
			continue // it lives
		}
		var last begun
		raw, _ := base64.StdEncoding.DecodeString(text) // what is broken is not read
		if gob.NewDecoder(bytes.NewReader(raw)).Decode(&last) == nil {
			awaitEnd(s, last)
			r.mu.Lock()
			h := history{tips: last.Tips, guarded: last.Guarded, since: last.Since}
			moved := h.moved(r)
			r.mu.Unlock()
			tellMoved(r, "A program of a Handrail that was killed, or you yourself since,", moved, true)
		}
		_ = k.c.States.NoteState(k.c.Context, begunKind, key, "") // else it is told again
		_ = os.Remove(lockOf(k, id))
		lock.Release()
	}
}

// killWait is how long is waited until what a killed Handrail had running has ended, or can change nothing any more: its rooms see to that.
const killWait = time.Second

// awaitEnd waits until nothing lives that could move names, if that is soon.
func awaitEnd(s *Space, last begun) {
	for late := time.Now().Add(killWait); s.c.Living != nil && time.Now().Before(late); time.Sleep(killWait / 50) {
		doors, err := s.c.Living()
		if err != nil {
			return
		}
		lives := false
		for dir := range last.Tips {
			list, err := doors(filepath.Join(dir, "refs"))
			lives = lives || err == nil && len(list) > 0
		}
		if !lives {
			return
		}
	}
}

// closeRepositories takes a last look, and removes the copies. No room of the space is open any
// more; running is when the first of the calls began that have ended with it, zero if
// none has. lived are the rooms in which something lived by itself: it can change nothing any more, if they are sealed.
func closeRepositories(r *repositories, running time.Time, lived []*room, sealed bool) {
	ended := !running.IsZero() || len(lived) > 0
	r.watch.stop()
	if from, left := r.watch.livedFrom(); left || ended {
		r.walk.owe(r, from)
	}
	r.walk.once.Do(func() { close(r.walk.hurry) })
	r.walk.work.Wait()
	r.mu.Lock()
	var told, moved []string
	if ended {
		told = r.vet(r.places(), look{late: true, written: func(path string) bool {
			return !running.IsZero() && changedSince(r, path, running) || slices.ContainsFunc(lived, func(in *room) bool { return !in.covers(path) })
		}})
	}
	if ended || r.past.open {
		moved = r.past.moved(r)
	}
	if sealed {
		dropBegun(r)
	} else {
		keepBegun(r) // who starts next looks again
	}
	r.mu.Unlock()
	r.tell("A program", told, true)
	tellMoved(r, "A program, or you yourself,", moved, true)
	r.mu.Lock()
	r.unkept = r.vetted != nil
	keepSeen(r)
	r.mu.Unlock()
	if r.top != "" {
		removeTemp(r.top)
	}
}
