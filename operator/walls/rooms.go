package walls

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"net"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"handrail/internal/gate"
	"handrail/internal/pins"
	"handrail/internal/proc"
	procroom "handrail/internal/proc/room"
	"handrail/internal/sandbox"
)

// roomsKept is how many rooms without a program stay open: another call of the
// same kind starts at once.
const roomsKept = 8

// A room is one set of walls with its gate and the programs that are in it.
type room struct {
	space   *Space
	server  string     // whose room it is; "" for calls
	hooks   bool       // it is for hooks
	mark    *os.File   // of a room for hooks; see hookFolder
	lodged  bool       // it notes itself whether something lives in it
	on      *Rehearsal // it shows layers, and changes nothing; nil of all others
	apart   bool       // it is for calls that would have asked: see Cover.Isolate
	opened  sync.Once
	walls   *proc.Walls
	gate    *gate.Gate
	err     error
	door    string               // where it is reached; "" if nowhere
	marks   map[string]pins.Mark // what lay at the paths that it protects when it began to
	marking sync.Mutex           // guards marks once it is built
	built   atomic.Bool          // walls and gate are there

	// Guarded by Keeper.mu.
	stays []*Stay // the one that entered last comes last
	used  time.Time
}

// room returns the room for the programs of the space, which st enters if it is
// not nil.
func (s *Space) room(st *Stay) (*room, error) {
	var e *proc.Errand
	if st != nil {
		e = &st.errand
	}
	profile, env, err := s.profileFor(e)
	if err != nil {
		return nil, err
	}
	if e != nil && e.Hook == "" && e.Rehearsal == "" {
		s.repositories.past.begin(&s.repositories, profile)
	}
	key := s.c.Dir + "\x00" + profile.Key() + "\x00" + markOf(slices.Concat(profile.Protect, profile.Places(), profile.Conceal))
	if e != nil && e.Private != "" {
		key += "\x00" + e.Private
	}
	k := s.k
	apart := e != nil && s.c.Cover.isolates(e)
	if apart {
		key += "\x00apart"
	}
	if e != nil && e.Rehearsal != "" {
		key += "\x00rehearsal " + e.Rehearsal
	}
	if e != nil && e.Server != "" { // each life has a room: an earlier one could have taken away what is mounted in its own folders
		key += "\x00" + strconv.FormatUint(k.lives.Add(1), 10)
	}
	k.mu.Lock()
	if s.closed {
		k.mu.Unlock()
		return nil, errClosed
	}
	in, ok := k.open[key]
	if !ok {
		in = &room{space: s, apart: apart}
		if e != nil {
			in.server, in.hooks, in.on = e.Server, e.Hook != "", s.rehearsals[e.Rehearsal]
			if in.on != nil {
				in.on.room = in
			}
		}
		k.open[key] = in
	}
	in.used = time.Now()
	if st != nil {
		st.since = in.used
		in.stays = append(in.stays, st)
	}
	old := k.spare()
	k.mu.Unlock()
	for _, o := range old {
		o.close()
	}
	in.opened.Do(func() { in.err = s.build(in, profile, env) })
	if in.err != nil {
		k.mu.Lock()
		if k.open[key] == in {
			delete(k.open, key) // the next call tries again
		}
		k.mu.Unlock()
	}
	return in, in.err
}

// markOf says in a word what lies at the paths. A room protects what lay there when it was
// built, and not what somebody has put into its place since: who saves a file by renaming
// another one takes the protection away.
func markOf(paths []string) string {
	var out strings.Builder
	for _, path := range paths {
		mark, _ := pins.MarkOf(path)
		fmt.Fprint(&out, mark)
	}
	return out.String()
}

// spare takes rooms without a program out of the list, the longest unused first,
// until few enough are left.
func (k *Keeper) spare() []*room {
	var idle []string
	for key, in := range k.open {
		if len(in.stays) == 0 && in.on == nil {
			idle = append(idle, key)
		}
	}
	slices.SortFunc(idle, func(a, b string) int { return k.open[a].used.Compare(k.open[b].used) })
	var old []*room
	for _, key := range idle[:max(0, len(idle)-roomsKept)] {
		old = append(old, k.open[key])
		delete(k.open, key)
	}
	return old
}

// build makes the walls of a room and opens its gate.
func (s *Space) build(in *room, p sandbox.Profile, env []string) error {
	permits := func(host string, port int) bool { // without asking; registries are slow to find
		return p.Network.Allows(host, port, nil) || p.Network.Has(sandbox.Registry) && p.Network.Allows(host, port, s.k.registries())
	}
	loopback := func(port int) bool { return permits("localhost", port) || permits("127.0.0.1", port) }
	g := gate.New(gate.Config{
		Allow: func(ctx context.Context, host string, port int) (<-chan struct{}, error) {
			return s.allow(ctx, in, p.Network, host, port)
		},
		Passed: func() { letOut(s, in) },
		Named: func(host string) (ports []int) {
			for _, port := range append([]int{22, 80, 443}, p.Network.Ports()...) { // programs that know no proxy go there
				if permits(host, port) && !slices.Contains(ports, port) {
					ports = append(ports, port)
				}
			}
			if len(ports) == 0 && in.server != "" {
				ports = askable(s, in, host)
			}
			return ports
		},
		Listen:   func(address string) (net.Listener, error) { return in.walls.Room().Listen(address) },
		Loopback: loopback,
		Way:      s.k.c.Way,
	})
	report := s.k.report()
	config := proc.WallsConfig{Profile: p, Helper: s.k.programs.Chosen(), MustRoom: report.Room}
	var outside net.Listener
	if !sandbox.HasRooms && p.Network.Mode != sandbox.On {
		var err error
		if outside, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return errors.Join(err, g.Close())
		}
		config.Gate = outside.Addr().(*net.TCPAddr).Port
		g.ServeProxy(outside)
	}
	config.MustRoom = config.MustRoom || in.on != nil || s.c.Cover != nil
	if in.hooks && s.c.Cover == nil {
		var err error
		if in.mark, err = s.Hooks().lodge(); err != nil {
			return errors.Join(err, g.Close())
		}
		config.Kept.Mark = in.mark
	}
	walls, err := s.open(in, config)
	if err == nil && in.mark != nil {
		err = nameMark(in.mark, walls)
	}
	if err != nil {
		in.dropMark()
		return errors.Join(err, g.Close())
	}
	in.walls, in.gate, in.marks = walls, g, map[string]pins.Mark{}
	for _, path := range p.Protect {
		in.marks[path], _ = pins.MarkOf(path)
	}
	proxy, err := openGate(g, walls, outside, p.Network, loopback)
	if err != nil {
		return errors.Join(err, walls.Close(), g.Close())
	}
	walls.Dress(append(env, proxy...))
	in.built.Store(true)
	return nil
}

// askable are the ports of a name that the person may be asked about on the way: a server's
// program that knows no proxy looks the name up before it connects.
func askable(s *Space, in *room, host string) (ports []int) {
	inside := s.k.staysIn(in)
	if len(inside) == 0 {
		return nil
	}
	return s.c.Servers.Askable(inside[len(inside)-1], host)
}

// open opens the walls of a room. If that makes a process, it notes by itself whether
// something lives in the room; where that cannot be noted, Enter does it for each program.
func (s *Space) open(in *room, c proc.WallsConfig) (*proc.Walls, error) {
	if in.on != nil { // nothing that lives in it can change what is outside
		return proc.OpenWalls(c)
	}
	if s.c.Cover != nil { // likewise
		return s.c.Cover.open(c)
	}
	lodging, err := s.c.Lodge(c.Profile)
	if err != nil {
		return proc.OpenWalls(c)
	}
	c.Kept.Life = lodging.File
	if c.Kept.Door, err = procroom.OpenDoor(lodging.Door()); err == nil {
		in.door = lodging.Door()
		defer c.Kept.Door.Close() // the room has it
	} // else what lives in it can be kept from nothing later: see protectLate
	walls, err := proc.OpenWalls(c)
	if err != nil || walls.Room() == nil {
		lodging.Drop()
		return walls, err
	}
	if err := lodging.Settle(); err != nil {
		return nil, errors.Join(err, walls.Close())
	}
	in.lodged = true
	return walls, nil
}

// openGate puts the gate into the room's network, and returns what programs are
// told of it.
func openGate(g *gate.Gate, walls *proc.Walls, outside net.Listener, n sandbox.Network, loopback func(port int) bool) ([]string, error) {
	if n.Mode == sandbox.On {
		return nil, nil
	}
	if room := walls.Room(); room != nil {
		l, err := room.Listen("127.0.0.1:0")
		if err != nil {
			return nil, err
		}
		g.ServeProxy(l)
		names, err := room.ListenPacket("127.0.0.1:53")
		if err != nil {
			return nil, err
		}
		g.ServeNames(names)
		if slices.ContainsFunc(append(n.Ports(), 80), func(port int) bool { return n.Allows("localhost", port, nil) || n.Allows("127.0.0.1", port, nil) }) {
			own := l.Addr().(*net.TCPAddr).Port
			g.Mirror(func() []int {
				return slices.DeleteFunc(sandbox.LoopbackPorts(), func(p int) bool { return p == own || !loopback(p) })
			})
		}
		return proxyEnv(l.Addr()), nil
	}
	if outside != nil {
		return proxyEnv(outside.Addr()), nil
	}
	return nil, nil // no socket leads anywhere
}

// proxyEnv tells programs of a proxy.
func proxyEnv(address net.Addr) []string {
	var env []string
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "http_proxy", "https_proxy", "all_proxy"} {
		env = append(env, name+"=http://"+address.String())
	}
	const own = "localhost,127.0.0.1,::1"
	return append(env, "NO_PROXY="+own, "no_proxy="+own, "NODE_USE_ENV_PROXY=1")
}

// lookAfter forgets a room that is gone, as when somebody has killed it: the
// next call gets another one.
func (k *Keeper) lookAfter(in *room) {
	inside := in.walls.Room()
	if inside == nil {
		return
	}
	if l, err := inside.Listen("127.0.0.1:0"); err == nil { // it answers
		_ = l.Close()
		return
	}
	k.mu.Lock()
	maps.DeleteFunc(k.open, func(_ string, o *room) bool { return o == in })
	k.mu.Unlock()
	in.close()
}

// staysIn are the programs in a room. The one that has entered last comes last: it
// most likely asks.
func (k *Keeper) staysIn(in *room) []*Stay {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(in.stays)
}

// close lets the room go. What finished calls have left in it runs on, without
// a way out. sealed says that this can change nothing any more that git reads.
func (in *room) close() (sealed bool) {
	in.opened.Do(func() { in.err = errClosed })
	if in.err != nil {
		return true
	}
	sealed = in.walls.Close() == nil // it ends by itself
	_ = in.gate.Close()              // connections that were open
	if in.mark != nil {
		_ = in.mark.Close() // the room has it, too
	}
	return sealed
}

// end is close that ends what finished calls have left, too. It returns when that is gone.
func (in *room) end() {
	in.opened.Do(func() { in.err = errClosed })
	if in.err == nil {
		in.vacate()
	}
}

// vacate ends all that runs in the room of a rehearsal, in which nothing starts any more. Where nothing
// runs, the room goes by itself: to wait until it is taken down takes longer than many calls.
func (in *room) vacate() {
	end := in.walls.End // an error says that its socket was closed already, with the space
	if in.lived() {
		_ = end()
	} else {
		go func() { _ = end() }()
	}
	_ = in.gate.Close()
}
