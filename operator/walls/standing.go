package walls

import (
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/internal/sandbox"
)

// standingFor is how long what is known of the person's own folders is taken as
// it is: to look at all of them takes as long as a small program runs, and calls
// come in bursts. A tool chain that is installed meanwhile is seen that much
// later, or when the space is read again.
const standingFor = 10 * time.Second

// A standing is what profiles of a space have in common from call to call: what
// of the machine may be read, and the build caches. Nothing of the space's own
// files is in it: what is protected there is looked at for every call.
type standing struct {
	read   []string
	links  map[string]string
	caches caches
	since  time.Time
}

// standings keeps the last standing for each network. It is safe for concurrent
// use.
type standings struct {
	mu   sync.Mutex
	of   *Reach              // the space as it was then
	last map[string]standing // by the network's words and the server
}

// standing returns what profiles have in common, for programs with this network, or
// those of a server.
func (s *Space) standing(reach *Reach, network sandbox.Network, server string, at time.Time) (standing, error) {
	k := &s.standings
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.of != reach {
		k.of, k.last = reach, map[string]standing{}
	}
	key := network.String() + "\x00" + server
	if last, ok := k.last[key]; ok && at.Sub(last.since) < standingFor {
		return last, nil
	}
	found, err := s.caches(network, server)
	if err != nil {
		return standing{}, err
	}
	dirs := s.k.c.Dirs
	next := standing{caches: found, since: at}
	next.read = sandbox.Readable(s.k.c.Home, proc.Getenv(s.k.c.Vars, "PATH"), []string{dirs.Config, dirs.Data})
	next.links = sandbox.LinksOf(s.k.c.Home, next.read)
	for _, layer := range found.layers {
		next.read = append(next.read, layer.Under)
	}
	k.last[key] = next
	return next, nil
}
