package walls

import (
	"context"
	"runtime"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
)

// What tests look at from outside.
const (
	StandingFor = standingFor
	TempKept    = tempKept
)

// NewStay is a program that is in no room.
func NewStay(e proc.Errand) *Stay { return &Stay{errand: e, left: make(chan struct{})} }

// End ends it.
func (st *Stay) End() { close(st.left) }

// AskRegistry asks for a program that wants to reach host.
func (s *Space) AskRegistry(ctx context.Context, st *Stay, host string) error {
	return s.registry.ask(ctx, st, host)
}

// Asking reports whether a question stands.
func (s *Space) Asking() bool {
	s.registry.mu.Lock()
	defer s.registry.mu.Unlock()
	return s.registry.pending != nil
}

// Granted reports whether a yes is kept.
func (s *Space) Granted(ctx context.Context) (bool, error) { return s.registry.granted(ctx) }

// Answer is what the person has said.
func (s *Space) Answer(ctx context.Context) (RegistryAnswer, error) { return s.registry.answer(ctx) }

// ReadableAt is what programs with a network may read at a time.
func (s *Space) ReadableAt(network sandbox.Network, at time.Time) ([]string, error) {
	reach, _ := s.c.Current()
	known, err := s.standing(reach, standingKey{network: network.String()}, at)
	return known.read, err
}

// Rooms counts the rooms that are open.
func (k *Keeper) Rooms() int {
	k.mu.Lock()
	defer k.mu.Unlock()
	return len(k.open)
}

// LookFirst has the watch look after f, before anybody else can who waits to look.
func (s *Space) LookFirst(f func()) {
	r := &s.repositories
	r.mu.Lock()
	f()
	r.watch.judge(r, true)
	r.mu.Unlock()
}

// LookThrough looks at what git reads as the begin and the end of a call do, and counts what that makes on the heap. wrote says that a program of the
// call could have written all of it.
func (s *Space) LookThrough(wrote bool) uint64 {
	var before, after runtime.MemStats
	r := &s.repositories
	runtime.ReadMemStats(&before)
	r.past.begin(r, sandbox.Profile{})
	r.mu.Lock()
	r.vet(r.places(), look{written: func(string) bool { return wrote }})
	r.past.moved(r)
	r.mu.Unlock()
	Repositories(s)
	runtime.ReadMemStats(&after)
	return after.Mallocs - before.Mallocs
}

// Programs counts those that run in the rooms of the space.
func (s *Space) Programs() (n int) {
	s.k.mu.Lock()
	defer s.k.mu.Unlock()
	for _, in := range s.k.open {
		if in.space == s {
			n += len(in.stays)
		}
	}
	return n
}

// FindRegistries asks the person's package managers, also if Config names hosts.
func (k *Keeper) FindRegistries() []string { return k.findRegistries() }

// FindGoCaches is where go keeps its caches.
func (k *Keeper) FindGoCaches() [2]string { return k.findGoCaches() }

// Settled waits until everything that calls have done to repositories was looked at. It does not let the looks rest between them.
func (s *Space) Settled() {
	w := &s.repositories.walk
	for {
		w.mu.Lock()
		looks := w.running
		w.mu.Unlock()
		if !looks {
			return
		}
		select {
		case w.hurry <- struct{}{}:
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// Moved is what is hidden, and may be read there, where the person's variables say so.
func Moved(home string, vars ...string) (hide, read []string) {
	k := &Keeper{c: Config{Home: home, Vars: vars}}
	hide = movedFolders(k)
	return hide, movedReads(k, hide)
}

// Killed has other processes take this one for one that was killed.
func (s *Space) Killed() {
	s.k.begun.mu.Lock()
	defer s.k.begun.mu.Unlock()
	s.k.begun.lock.Release()
}
