package walls

import (
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
)

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
