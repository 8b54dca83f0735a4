package walls

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"handrail/internal/pins"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/internal/steady"
	"handrail/pipeline/guard"
	"handrail/spaces"
	"handrail/tools"
)

// errClosed is why no program can enter.
var errClosed = errors.New("the space was closed")

// SpaceConfig is what a Space is given.
type SpaceConfig struct {
	Dir   string          // real and absolute
	Temp  string          // its temporary folder, of Keeper.MakeTemp; Close removes it
	Roots func() []string // what any of its programs may read or change
	// Lists says what the programs of a session may change, and what they may only read; "" is what
	// belongs to no session.
	Lists func(session string) (change, read []string)
	// Current is what was last read of the space; nil before that.
	Current func() (*Reach, *spaces.Space)
	// Rules are those by which acts are judged now; what is about files holds programs, too.
	Rules func() []guard.Rule
	// Others lists the other spaces whose files its programs may touch; or, if beyond is not empty, one that may write these folders.
	Others func(beyond []string) []guard.Other
	// ReadOnly reports whether a program that, by its author's word, changes nothing is kept from changing
	// the space: nobody is asked about it, and a change would be denied or ask.
	ReadOnly func() bool
	// Answered makes what the person has answered about the network count, and tells
	// faces of it.
	Answered func(context.Context) error
	// Reloaded reads the space again and tells faces of it.
	Reloaded func(context.Context) error
	// Granted lists the paths that the person has granted by a pick.
	Granted func(context.Context) ([]string, error)
	// Lodge makes the file in which a room that is about to be built notes whether
	// something lives in it.
	Lodge func(sandbox.Profile) (*pins.Lodging, error)
	// Living tells of a path which rooms, of any process, something lives in that could change what lies there, or put
	// something else there, by their doors. nil: nobody knows of any.
	Living func() (doors func(path string) ([]string, error), err error)
	// Written tells what something else than the person could have written since a moment:
	// also programs of other processes, and of ones that are gone. nil: nothing more than is
	// known here.
	Written func(since time.Time) func(path string) bool
	// Content is what a script said that the person has trusted, by its SHA-256.
	Content func(sum string) ([]byte, error)
	// Started notes that a program enters that no such room looks after. walls are nil
	// where there are none.
	Started func(walls *proc.Walls)
	// Ended looks at what a program of a tool has changed.
	Ended   func(tool string)
	Servers Servers
	// Cover lies over all that its programs could change, of a space in which all is rehearsed; nil of all others.
	Cover *Cover
}

// Servers knows the MCP servers whose programs live in rooms.
type Servers interface {
	// Admit says why a server may not start that is about to.
	Admit(name string) error
	// Reach decides about a place that the network of a server's room does not lead to. It may
	// wait for the person; the error is why not. What is reached is let go when until is closed.
	Reach(ctx context.Context, st *Stay, host string, port int) (until <-chan struct{}, err error)
	// Askable lists the ports of a host for which Reach could come to a yes: it asks nobody.
	Askable(st *Stay, host string) []int
	// Left keeps what a server was refused. It explains a bad end, if that does; else
	// it returns nil.
	Left(st *Stay, o proc.Outcome) error
}

// A Space is what stands around the programs of one space. It is safe for
// concurrent use.
type Space struct {
	k            *Keeper
	c            SpaceConfig
	registry     registry
	repositories repositories
	standings    standings
	temps        temps
	tree         tree
	others       sync.Once       // the rooms of other Handrails protect what the first program finds protected
	twins        tree            // of other names of what rooms keep
	tops         steady.Listings // of its folder
	modes        rootModes
	comings      comings
	closed       bool                  // guarded by Keeper.mu
	rehearsals   map[string]*Rehearsal // by id; guarded by Keeper.mu
	reached      atomic.Int64          // when a program of a call was last let out, in nanoseconds since 1970; 0: never
	unsettled    []*Stay               // programs that have ended, and nobody has looked at what they did to what git reads; guarded by Keeper.mu
}

// Space makes what stands around the programs of a space. The caller closes it.
func (k *Keeper) Space(c SpaceConfig) *Space {
	s := &Space{k: k, c: c}
	s.registry.s = s
	s.repositories = repositories{s: s, drafts: map[string]*draft{}, shown: map[string]bool{}, unread: map[string]bool{}, remnants: map[string][]byte{}, folders: steady.Listings{Most: draftFiles + 1}, walk: walk{hurry: make(chan struct{})}}
	if left, err := k.left.list(); err != nil || len(left) > 0 { // of other processes
		s.repositories.watch.start(&s.repositories)
	}
	return s
}

// Hooks are what stands around the hooks of the space.
func (s *Space) Hooks() HookWalls { return HookWalls{s} }

// Enter implements proc.Keeper. Where this machine builds no walls at all there
// are none, which the guard knows; walls that it has counted on and that cannot
// be built are an error.
func (s *Space) Enter(_ context.Context, e proc.Errand) (proc.Stay, error) {
	st := &Stay{space: s, errand: e, left: make(chan struct{})}
	if e.Rehearsal == "" && (e.Hook == "" || len(e.Write) > 0) {
		Meanwhile(s)
	}
	if e.Unwalled && s.c.Cover != nil {
		return nil, tools.Errorf(tools.Unavailable, "not done in a rehearsal: you have trusted this program to run outside all walls")
	}
	if e.Unwalled {
		s.c.Started(nil)
		return st, nil
	}
	in, err := s.room(st)
	if err == nil && in.mark != nil && in.wasCut() {
		err = s.Hooks().settle()
	}
	plain, isPlain := errors.AsType[*tools.Error](err)
	switch {
	case err == nil:
		st.room = in
		if in.on != nil {
			return st, in.on.begin()
		}
		if s.c.Cover != nil {
			return st, nil
		}
		if !in.hooks {
			s.modes.note(s)
			s.repositories.watch.start(&s.repositories)
		}
	case errors.Is(err, proc.ErrNoWalls) && !s.k.report().Holds() && s.c.Cover == nil:
		s.repositories.mu.Lock()
		dropBegun(&s.repositories) // nobody looks at what it does
		s.repositories.mu.Unlock()
	case isPlain: // not the walls' fault: what was to start may not
		return nil, plain
	default:
		return nil, tools.Errorf(tools.Unavailable, "the walls around this program could not be built, so it was not started: %v", err).Advise(tools.Action{Kind: tools.ReadDoctor})
	}
	if st.room == nil || !st.room.lodged {
		s.c.Started(st.Walls())
	}
	return st, nil
}

// ServerStay is the life of a server in the room with this private word; nil if it
// has none.
func (s *Space) ServerStay(name, private string) *Stay {
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	var newest *Stay
	for _, in := range s.k.open {
		if in.space == s && in.server == name && len(in.stays) > 0 && in.stays[0].errand.Private == private && in.built.Load() {
			if first := in.stays[0]; newest == nil || first.since.After(newest.since) {
				newest = &Stay{space: s, room: in, errand: first.errand, since: first.since}
			}
		}
	}
	return newest
}

// Close closes the rooms of the space, and of no other that was opened on the same
// folder. It takes a question that stands back, and removes the temporary folder.
func (s *Space) Close() {
	s.k.mu.Lock()
	s.closed = true
	var gone []*room
	var running time.Time
	for key, in := range s.k.open {
		if in.space == s {
			for _, st := range in.stays {
				if running.IsZero() || st.since.Before(running) {
					running = st.since
				}
			}
			gone = append(gone, in)
			delete(s.k.open, key)
		}
	}
	s.k.mu.Unlock()
	var lived []*room
	sealed := true
	for _, in := range gone {
		if !in.hooks && in.built.Load() && in.lived() {
			lived = append(lived, in)
		}
		if s.c.Cover != nil {
			in.end()
		} else if !in.close() {
			sealed = false
		}
	}
	s.registry.stop()
	closeRepositories(&s.repositories, running, lived, sealed)
	if s.c.Cover == nil {
		lookMeanwhile(s, true)
	}
	left := occupiedNow(s.k)
	left.drop(s.c.Temp)
	s.temps.remove(left)
}

// letOut notes that a program in a room has reached something.
func letOut(s *Space, in *room) {
	if in.server == "" && !in.hooks {
		s.reached.Store(time.Now().UnixNano())
	}
}

// Reached reports whether a program of a space's calls has reached anything since a moment. Where programs have the network of this machine
// itself (on), or no walls stand, nobody sees that, and it reports false.
func Reached(s *Space, since time.Time) bool {
	at := s.reached.Load()
	return at > 0 && !time.Unix(0, at).Before(since)
}

// standingFor is how long what is known of the person's own folders is taken as
// it is: to look at all of them takes as long as a small program runs, and calls
// come in bursts. So are the other spaces that are known. A tool chain that is installed meanwhile is seen that much
// later, or when the space is read again.
const standingFor = 10 * time.Second

// A standing is what profiles of a space have in common from call to call: what
// of the machine may be read, the build caches, and what is protected of other spaces.
// Nothing of the space's own files is in it: what is protected there is looked at for every call.
type standing struct {
	read   []string
	hide   []string
	links  map[string]string
	caches caches
	others []string // what is protected of other spaces
	since  time.Time
}

// standings keeps the last standing for each network. It is safe for concurrent
// use.
type standings struct {
	mu   sync.Mutex
	of   *Reach // the space as it was then
	last map[standingKey]standing
}

// ownFolders is how many of the folders that rooms hide are Handrail's own. They come first.
const ownFolders = 2

// A standingKey says whose profiles have a standing in common.
type standingKey struct {
	network string // what they reach, in words
	server  string // whose program it is
	data    string // that server's folder
	trial   bool   // it runs beside the server, to try it
	hooks   bool   // they are hooks', which have no build caches
	reading bool   // they change nothing of the space
}

// cache names the build cache of these programs: two rooms must not share a layer.
func (k standingKey) cache() string {
	if k.reading {
		return k.network + " read-only"
	}
	if k.trial {
		return k.network + k.server + " trial"
	}
	return k.network + k.server
}

// standing returns what profiles have in common.
func (s *Space) standing(reach *Reach, key standingKey, at time.Time) (standing, error) {
	k := &s.standings
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != reach {
		k.of, k.last = reach, map[standingKey]standing{}
	}
	if last, ok := k.last[key]; ok && at.Sub(last.since) < standingFor {
		return last, nil
	}
	next := standing{since: at, others: protectedOthers(s.c.Others(nil), s.c.Roots())}
	if !key.hooks {
		var err error
		if next.caches, err = s.caches(key.cache(), key.data); err != nil {
			return standing{}, err
		}
	}
	dirs := s.k.c.Dirs
	next.read = sandbox.Readable(s.k.c.Home, proc.Getenv(s.k.c.Vars, "PATH"), []string{dirs.Config, dirs.Data})
	moved := movedFolders(s.k)
	next.hide = append([]string{dirs.Config, dirs.Data}, moved...)
	next.read = append(next.read, movedReads(s.k, moved)...)
	next.links = sandbox.LinksOf(s.k.c.Home, next.read)
	for _, layer := range next.caches.layers {
		next.read = append(next.read, layer.Under)
	}
	k.last[key] = next
	return next, nil
}
