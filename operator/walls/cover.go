package walls

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"

	"handrail/internal/proc"
	"handrail/internal/proc/layers"
	"handrail/internal/sandbox"
	"handrail/operator/paths"
	"handrail/tools"
)

// A Cover is what lies over all that programs of a space could change in which everything is
// rehearsed: layers that all its rooms, and our own process, share. It implements confine.Layers,
// and is safe for concurrent use.
type Cover struct {
	*layers.Set
	k   *Keeper
	dir string // holds the layers; no room sees it

	mu    sync.Mutex
	apart map[string]bool // calls that would have asked
	draft []rehearsedDraft
	ended Rehearsed
}

// CoverIn makes a Cover, whose layers come into dir, an empty folder of the data folder. The caller
// ends it.
func CoverIn(k *Keeper, dir string) (*Cover, error) {
	if why := CannotRehearse(k); why != "" {
		return nil, tools.Errorf(tools.Unavailable, "%s", why)
	}
	set, err := layers.Open(k.programs.Chosen(), dir)
	if err != nil {
		return nil, tools.Errorf(tools.Unavailable, "nothing can be rehearsed: %v", err)
	}
	return &Cover{Set: set, k: k, dir: dir, apart: map[string]bool{}}, nil
}

// Isolate takes the network away from a call, before its programs start.
func (c *Cover) Isolate(call string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.apart[call] = true
}

// isolates reports whether a program gets no network: of a call that would have asked, and of every
// server, which acts elsewhere over it.
func (c *Cover) isolates(e *proc.Errand) bool {
	if c == nil {
		return false
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return e.Server != "" || e.Hook == "" && c.apart[e.Call]
}

// over puts the layers over all folders of a profile that can be changed, and over those of them
// that this one can only read.
func (c *Cover) over(p *sandbox.Profile, s *Space, e *proc.Errand) error {
	if e != nil && c.isolates(e) {
		p.Network = sandbox.Network{Mode: sandbox.Off}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	drafts, err := c.copies(p.Drafts)
	if err != nil {
		return err
	}
	write := foldersOf(p, &c.ended.Reading)
	for _, path := range outermost(slices.Clone(write)) {
		if err := c.Lay(path); err != nil {
			return tools.Errorf(tools.Unavailable, "%v", err)
		}
	}
	for _, l := range c.Laid() {
		if at := l.Layer.At; slices.ContainsFunc(slices.Concat(write, p.Read), func(path string) bool {
			return paths.Within(path, []string{at}) || paths.Within(at, []string{path})
		}) {
			p.Rehearsed = append(p.Rehearsed, l.Layer)
		}
	}
	p.Layers = slices.Clone(p.Layers)
	for i := range p.Layers {
		if p.Layers[i], err = c.Build(p.Layers[i]); err != nil {
			return err
		}
	}
	p.Drafts, p.Write = drafts, write
	if len(drafts) > 0 {
		p.Write = append(p.Write, filepath.Join(c.dir, "drafts"))
	}
	if words := p.Network.String(); e != nil && !strings.Contains(c.ended.Network, words) {
		c.ended.Network = strings.TrimPrefix(c.ended.Network+"; "+words, "; ")
	}
	return nil
}

// copies are the rehearsal's own copies of what git reads: one of each, for all its programs.
func (c *Cover) copies(list []sandbox.Draft) (drafts []sandbox.Draft, err error) {
	for _, d := range list {
		i := slices.IndexFunc(c.draft, func(own rehearsedDraft) bool { return own.at == d.At })
		if i < 0 {
			own, err := copyDraft(d, filepath.Join(c.dir, "drafts"), strconv.Itoa(len(c.draft)))
			if err != nil {
				return nil, err
			}
			i, c.draft = len(c.draft), append(c.draft, own)
		}
		drafts = append(drafts, sandbox.Draft{At: d.At, In: c.draft[i].in})
	}
	return drafts, nil
}

// open opens the walls of a room that shows the layers.
func (c *Cover) open(config proc.WallsConfig) (*proc.Walls, error) {
	mounts, err := c.Mounts(config.Profile)
	if err != nil {
		return nil, err
	}
	defer layers.CloseAll(mounts) // the room has them
	config.Kept.Layers = mounts
	return proc.OpenWalls(config)
}

// leave is Stay.Leave of a program that worked on the layers.
func (c *Cover) leave(st *Stay, o proc.Outcome) (note string, why error) {
	s, in, server := st.space, st.room, st.errand.Server != ""
	s.k.mu.Lock()
	closed := s.closed
	s.k.mu.Unlock()
	if server && !closed {
		why = s.c.Servers.Left(st, o)
	}
	s.k.mu.Lock()
	close(st.left)
	in.stays = slices.DeleteFunc(in.stays, func(other *Stay) bool { return other == st })
	over := server && len(in.stays) == 0 // the next life has another
	if over {
		maps.DeleteFunc(s.k.open, func(_ string, o *room) bool { return o == in })
	}
	s.k.mu.Unlock()
	c.mu.Lock()
	c.ended.tried(st)
	c.mu.Unlock()
	if over {
		in.end()
	}
	if server || closed {
		return "", why
	}
	return st.rehearsedEnd(o)
}

// End says what came of it. The space is closed by then, so that nothing runs on the layers.
func (c *Cover) End() Rehearsed {
	_ = c.Close() // killed, or it was already
	c.mu.Lock()
	defer c.mu.Unlock()
	ended := c.ended
	for _, l := range c.Laid() {
		if !paths.Within(l.Layer.At, []string{c.k.c.Dirs.Data}) { // what is the app's own is nobody's change
			ended.Layers = append(ended.Layers, Layered{Root: l.Layer.At, Own: l.Layer.Own, Since: l.Since})
		}
	}
	for _, d := range c.draft {
		if d.changed(filepath.Join(c.dir, "drafts")) {
			ended.Apart = append(ended.Apart, d.at)
		}
	}
	return ended
}

// LeftIn are the layers that a Cover in dir has left, whose process was killed; data is the data
// folder. busy: something still works on them.
func LeftIn(dir, data string) (list []Layered, busy bool, err error) {
	if busy, err = layers.Busy(dir); busy || err != nil {
		return nil, busy, err
	}
	left, err := layers.Left(dir)
	if err != nil {
		return nil, false, err
	}
	for _, l := range left {
		if !paths.Within(l.Layer.At, []string{data}) {
			list = append(list, Layered{Root: l.Layer.At, Own: l.Layer.Own, Since: l.Since})
		}
	}
	return list, false, nil
}

// writers tells, for one look, whether something could have written a path that runs in a room, or has run there and nobody has
// looked yet. also is a room that counts whether or not something runs in it. Nothing comes to live in a room but by a program that
// enters it, which counts by itself until somebody has looked.
func writers(s *Space, also *room) func(path string) bool {
	lives := map[*room]bool{}
	lived := func(in *room) bool {
		if _, known := lives[in]; !known {
			lives[in] = in.lived()
		}
		return lives[in]
	}
	return func(path string) bool { return writes(s, path, also, lived) }
}

// writes is what writers tells.
func writes(s *Space, path string, also *room, lived func(*room) bool) bool {
	s.k.mu.Lock()
	var rooms, sure []*room
	if also != nil {
		sure = append(sure, also)
	}
	for _, st := range s.unsettled { // its program has ended: nothing lives there
		sure = append(sure, st.room)
	}
	for _, in := range s.k.open {
		switch {
		case in.space != s || !in.built.Load():
		case len(in.stays) > 0: // its program may have ended a moment ago
			sure = append(sure, in)
		default:
			rooms = append(rooms, in)
		}
	}
	s.k.mu.Unlock()
	if slices.ContainsFunc(sure, func(in *room) bool { return !in.covers(path) }) {
		return true
	}
	return slices.ContainsFunc(rooms, func(in *room) bool { return !in.covers(path) && lived(in) })
}

// covers reports whether nothing in the room can change what is at path.
func (in *room) covers(path string) bool {
	if in.on != nil || in.space.c.Cover != nil {
		return true
	}
	p := in.walls.Profile()
	if !paths.Within(path, p.Write) {
		return true
	}
	report := in.walls.Report()
	if !report.Room && sandbox.HasRooms { // a thread's walls cannot take a file out of a folder
		return false
	}
	return paths.Within(path, p.Protect) || paths.Within(path, p.Places())
}

// lived reports whether a program is in the room, or something that one has left
// there.
func (in *room) lived() bool {
	inside := in.walls.Room()
	if inside == nil {
		return true
	}
	lists, _ := filepath.Glob("/proc/" + strconv.Itoa(inside.PID()) + "/task/[0-9]*/children") // the pattern is sound
	return len(lists) == 0 || slices.ContainsFunc(lists, func(list string) bool {
		raw, err := os.ReadFile(list)
		return err != nil || strings.TrimSpace(string(raw)) != ""
	})
}
