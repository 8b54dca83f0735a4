package servers

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/mcp"
	"handrail/mcp/client"
	"handrail/operator/walls"
	"handrail/spaces"
	"handrail/tools"
)

// pause is how long changes of servers are gathered before the list of tools is
// made again and faces hear of them.
const pause = 50 * time.Millisecond

// endLimit is how long the servers of a space may take to end, all together.
const endLimit = 10 * time.Second

// SetConfig is what a Set is given of its space.
type SetConfig struct {
	Dir   string          // real and absolute
	Roots func() []string // what its programs may change
	Key   func() []byte   // for digests of environments
	Walls func() Walls
	// Found are the servers as the space was last read.
	Found func() []Found
	// Declared is the space as it was last read.
	Declared func() *spaces.Space
	// Registry is its tools.
	Registry func() *tools.Registry
	// Trusted reports whether the person has trusted the space.
	Trusted func() bool
	// CheckPin refuses a server of the space's own file that is no longer what the
	// person has trusted, with the scripts that it names.
	CheckPin func(name string) error
	// Rehearsed says that all of the space is only rehearsed.
	Rehearsed bool
	// Foreign tells of absolute paths whether something else than the person could have written what lies there: since a moment, or ever if it
	// is new there.
	Foreign func(since time.Time) func(path string, fresh bool) bool
	// Living tells of a path which rooms, of any process, something lives in that could change what lies there.
	Living func() (rooms func(path string) ([]string, error), err error)
	// Mapped tells of the files that programs of rooms, of any process, could change now without a sign in their times.
	Mapped func(tell func(program, path string, ino uint64)) error
	// Pinned reports whether a file is a script of the space that is pinned.
	Pinned func(path string) bool
	// Denied says why the person's rules deny a server a place; "" if they don't.
	Denied func(server, place string) string
	// Relist runs refresh while nothing else reads the space, and lists the tools anew
	// if that reports a change.
	Relist func(refresh func(context.Context) (changed bool))
	// Remake lists the tools anew.
	Remake func(context.Context) error
	// Announce tells faces that something about the servers has changed.
	Announce func()
}

// Walls stand around the programs of the space.
type Walls interface {
	proc.Keeper
	// ServerNetwork is what a server may reach whose settings have these words.
	ServerNetwork(words []string) (sandbox.Network, error)
	// ServerStay is the life of a server in the room with this private word; nil if it
	// has none.
	ServerStay(name, private string) *walls.Stay
}

// A Set is the servers of an open space. It is safe for concurrent use.
type Set struct {
	pool     *Pool
	c        SetConfig
	schemas  mcp.Schemas
	profiles profiles
	resolver resolver
	closing  chan struct{} // closed with the space

	mu     sync.Mutex
	list   map[string]*server // that can be used
	watch  map[string]*client.WatchList
	hear   map[*int]func(server, uri string) // of changes of what is watched
	ending sync.WaitGroup                    // that are on their way out
	closed bool
	due    *time.Timer // when faces hear of changes
}

// Set makes the servers of a space. The caller closes it.
func (p *Pool) Set(c SetConfig) *Set {
	r := newResolver(p, c.Dir)
	return &Set{
		pool: p, c: c, closing: make(chan struct{}),
		profiles: profiles{pool: p, roots: c.Roots, resolver: r},
		resolver: r,
	}
}

// Adopt makes what settings and space say now count: servers that are set as they
// were go on, others end as soon as their calls have.
func (s *Set) Adopt(found []Found) {
	ProgramsOf(s).meet(found)
	s.mu.Lock()
	old := s.list
	s.list = map[string]*server{}
	for _, f := range found {
		if !f.Usable() || s.closed {
			continue
		}
		v, ok := old[f.Name]
		if ok && v.found().From == f.From && (v.found().Settings.SameProcess(f.Settings) || f.Settings.Widens(v.found().Settings)) {
			v.mu.Lock()
			v.entry = f
			v.mu.Unlock()
			delete(old, f.Name)
		} else {
			v = newServer(s, f)
		}
		s.list[f.Name] = v
	}
	for _, v := range old {
		s.ending.Go(v.retire)
	}
	s.mu.Unlock()
	for name, before := range old {
		if v, err := s.server(name); err == nil {
			passRefusals(before, v)
		}
	}
}

// server finds one that can be used.
func (s *Set) server(name string) (*server, error) {
	s.mu.Lock()
	v, ok := s.list[name]
	s.mu.Unlock()
	if ok {
		return v, nil
	}
	for _, f := range s.c.Found() {
		switch {
		case f.Name != name:
		case f.Problem != "":
			return nil, tools.Errorf(tools.Unavailable, "the server %q is not used: %s", name, f.Problem).Advise(f.Action)
		case f.Settings.Disabled:
			return nil, tools.Errorf(tools.Unavailable, "the server %q is turned off", name).Advise(about(tools.EnableServer, name))
		}
	}
	return nil, tools.Errorf(tools.NotFound, "there is no server %q", name).Advise(tools.Action{Kind: tools.ListServers})
}

// usable lists the servers that can be used, by name.
func usable(s *Set) []*server {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]*server, 0, len(s.list))
	for _, name := range slices.Sorted(maps.Keys(s.list)) {
		out = append(out, s.list[name])
	}
	return out
}

// Find finds an entry, also of a server that cannot be used.
func (s *Set) Find(name string) (Found, error) {
	for _, f := range s.c.Found() {
		if f.Name == name && !f.Shadowed {
			return f, nil
		}
	}
	return Found{}, tools.Advise(tools.Action{Kind: tools.ListServers}, "there is no server %q", name)
}

// Close ends all servers of the space, at once, and returns when their processes are
// gone, or after endLimit.
func (s *Set) Close() error {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil
	}
	s.closed = true
	close(s.closing)
	list := s.list
	s.list = nil
	if s.due != nil {
		s.due.Stop()
	}
	s.mu.Unlock()
	for _, v := range list {
		s.ending.Go(v.end)
	}
	gone := make(chan struct{})
	go func() {
		s.ending.Wait()
		close(gone)
	}()
	late := time.NewTimer(endLimit)
	defer late.Stop()
	select {
	case <-gone:
		return nil
	case <-late.C: // they end with their room at the latest
		return fmt.Errorf("servers of %s didn't stop within %v", filepath.Base(s.c.Dir), endLimit)
	}
}

// changed is called when something about a server has changed: after a moment, the
// list of tools is made again if need be, and faces hear of it.
func (s *Set) changed() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed || s.due != nil {
		return
	}
	s.due = time.AfterFunc(pause, func() {
		s.mu.Lock()
		s.due = nil
		closed := s.closed
		s.mu.Unlock()
		if closed {
			return
		}
		s.c.Relist(s.refresh)
		s.c.Announce()
	})
}

// refresh reads what the servers have listed, and reports whether something of it is
// another.
func (s *Set) refresh(ctx context.Context) (changed bool) {
	for _, v := range usable(s) {
		another, err := v.readListing(ctx)
		if err == nil {
			err = v.recordFailure(ctx, v.status())
		}
		if err != nil {
			s.pool.c.Notice("error", "couldn't save what the server %s offers: %v", v.found().Name, err)
		}
		changed = changed || another
	}
	return changed
}

// Pins are the tools of the servers, as the person has approved them.
func (s *Set) Pins() Pins { return Pins{s} }

// SignIns are how the person signs in to remote servers.
func (s *Set) SignIns() SignIns { return SignIns{s} }

// Options are what the person allows and switches.
func (s *Set) Options() Options { return Options{s} }

// Contents are what servers have beside their tools.
func (s *Set) Contents() Contents { return Contents{s} }

// Trials start servers to see how far they get.
func (s *Set) Trials() Trials { return Trials{s: s} }

// Offer is what the servers give to the list of tools.
func (s *Set) Offer() Offer { return Offer{s} }

// Lodgers are the servers as the walls of the space know them.
func (s *Set) Lodgers() Lodgers { return Lodgers{s} }

// Profile says what a server may touch.
func (s *Set) Profile(f Found) Profile { return s.profiles.of(f) }
