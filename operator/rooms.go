package operator

import (
	"context"
	"errors"
	"maps"
	"net"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"handrail/internal/gate"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/tools"
)

// roomsKept is how many rooms without a program stay open: another call of the
// same kind starts at once.
const roomsKept = 8

// rooms are the walls of all spaces. It implements proc.Keeper.
type rooms struct {
	o *Operator

	mu   sync.Mutex
	open map[string]*room // by the profile's key
}

// A room is one set of walls with its gate and the programs that are in it.
type room struct {
	space  *Space
	server string // whose room it is; "" for calls
	opened sync.Once
	walls  *proc.Walls
	gate   *gate.Gate
	err    error
	built  atomic.Bool // walls and gate are there

	stays  []*stay // guarded by rooms.mu, the one that entered last comes last
	used   time.Time
	closed bool // with its space; guarded by rooms.mu
}

// A stay is a program behind the walls of a space. It implements proc.Stay.
type stay struct {
	rooms  *rooms
	room   *room // nil where this machine builds no walls
	errand proc.Errand
	since  time.Time
	left   chan struct{} // closed when the program has ended
	unmade []string      // see Space.unmade
	end    func()        // notes that the program has ended
}

func newRooms(o *Operator) *rooms {
	return &rooms{o: o, open: map[string]*room{}}
}

// Enter implements proc.Keeper. Where this machine builds no walls at all there
// are none, which the guard knows; walls that it has counted on and that cannot
// be built are an error.
func (r *rooms) Enter(_ context.Context, e proc.Errand) (proc.Stay, error) {
	s, err := r.o.Space(e.Space)
	if err != nil {
		return nil, err
	}
	g := &stay{rooms: r, errand: e, left: make(chan struct{})}
	in, err := r.of(s, e.Network, g)
	plain, isPlain := errors.AsType[*tools.Error](err)
	switch {
	case err == nil:
		g.room = in
	case errors.Is(err, proc.ErrNoWalls) && !r.o.walled().Holds():
	case isPlain: // not the walls' fault: what was to start may not
		return nil, plain
	default:
		return nil, tools.Errorf(tools.Unavailable, "the walls around this program could not be built, so it was not started: %v. `handrail doctor` says what is missing", err)
	}
	g.end = s.begins(e, g.Walls())
	return g, nil
}

// of returns the room for the programs of a space with this network, which g
// enters if it is not nil.
func (r *rooms) of(s *Space, network []string, g *stay) (*room, error) {
	var e *proc.Errand
	if g != nil {
		e = &g.errand
	}
	profile, env, err := s.profileFor(network, e)
	if err != nil {
		return nil, err
	}
	key := s.dir + "\x00" + profile.Key()
	if e != nil && e.Private != "" {
		key += "\x00" + e.Private
	}
	r.mu.Lock()
	in, ok := r.open[key]
	if !ok {
		in = &room{space: s}
		if e != nil {
			in.server = e.Server
		}
		r.open[key] = in
	}
	in.used = time.Now()
	if g != nil {
		g.since, g.unmade = in.used, s.unmade()
		in.stays = append(in.stays, g)
	}
	old := r.spare()
	r.mu.Unlock()
	for _, o := range old {
		o.close()
	}
	in.opened.Do(func() { in.err = r.build(s, in, profile, env) })
	if in.err != nil {
		r.mu.Lock()
		if r.open[key] == in {
			delete(r.open, key) // the next call tries again
		}
		r.mu.Unlock()
	}
	return in, in.err
}

// spare takes rooms without a program out of the list, the longest unused first,
// until few enough are left.
func (r *rooms) spare() []*room {
	var idle []string
	for key, in := range r.open {
		if len(in.stays) == 0 {
			idle = append(idle, key)
		}
	}
	slices.SortFunc(idle, func(a, b string) int { return r.open[a].used.Compare(r.open[b].used) })
	var old []*room
	for _, key := range idle[:max(0, len(idle)-roomsKept)] {
		old = append(old, r.open[key])
		delete(r.open, key)
	}
	return old
}

// build makes the walls of a room and opens its gate.
func (r *rooms) build(s *Space, in *room, p sandbox.Profile, env []string) error {
	permits := func(host string, port int) bool { // without asking; registries are slow to find
		return p.Network.Allows(host, port, nil) || p.Network.Has(sandbox.Registry) && p.Network.Allows(host, port, r.o.registries())
	}
	loopback := func(port int) bool { return permits("localhost", port) || permits("127.0.0.1", port) }
	g := gate.New(gate.Config{
		Allow: func(ctx context.Context, host string, port int) error {
			return r.allow(ctx, s, in, p.Network, host, port)
		},
		Named: func(host string) (ports []int) {
			for _, port := range append([]int{22, 80, 443}, p.Network.Ports()...) { // programs that know no proxy go there
				if permits(host, port) && !slices.Contains(ports, port) {
					ports = append(ports, port)
				}
			}
			return ports
		},
		Listen:   func(address string) (net.Listener, error) { return in.walls.Room().Listen(address) },
		Loopback: loopback,
		Getenv:   func(name string) string { return proc.Getenv(r.o.c.Environ.Vars, name) },
	})
	config := proc.WallsConfig{Profile: p, Helper: r.o.helper, MustRoom: r.o.walled().Room}
	var outside net.Listener
	if !sandbox.HasRooms && p.Network.Mode != sandbox.On {
		var err error
		if outside, err = net.Listen("tcp", "127.0.0.1:0"); err != nil {
			return errors.Join(err, g.Close())
		}
		config.Gate = outside.Addr().(*net.TCPAddr).Port
		g.ServeProxy(outside)
	}
	walls, err := proc.OpenWalls(config)
	if err != nil {
		return errors.Join(err, g.Close())
	}
	in.walls, in.gate = walls, g
	proxy, err := openGate(g, walls, outside, p.Network, loopback)
	if err != nil {
		return errors.Join(err, walls.Close(), g.Close())
	}
	walls.Dress(append(env, proxy...))
	in.built.Store(true)
	return nil
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

// Walls implements proc.Stay.
func (g *stay) Walls() *proc.Walls {
	if g.room == nil {
		return nil
	}
	return g.room.walls
}

// Leave implements proc.Stay.
func (g *stay) Leave(o proc.Outcome) error {
	g.end()
	in, e := g.room, g.errand
	if in == nil {
		return nil
	}
	g.rooms.mu.Lock()
	close(g.left)
	in.stays = slices.DeleteFunc(in.stays, func(other *stay) bool { return other == g })
	closed := in.closed
	g.rooms.mu.Unlock()
	if closed {
		return nil
	}
	if e.Server != "" {
		in.space.serverLeft(g, o)
	}
	in.space.noticeMade(e, g.unmade)
	in.space.noticeChanged(e.Tool)
	if o.ExitCode == 0 {
		return nil
	}
	if o.ExitCode < 0 || o.ExitCode > 128 { // not started, or ended by a signal
		g.rooms.lookAfter(in)
	}
	if e.Server != "" {
		return in.space.serverRefusal(g, o)
	}
	if err := networkRefusal(in.walls.Profile().Network, in.gate.Refused(g.since), o); err != nil {
		return err
	}
	return fileRefusal(in.walls.Profile(), o)
}

// lookAfter forgets a room that is gone, as when somebody has killed it: the
// next call gets another one.
func (r *rooms) lookAfter(in *room) {
	inside := in.walls.Room()
	if inside == nil {
		return
	}
	if l, err := inside.Listen("127.0.0.1:0"); err == nil { // it answers
		_ = l.Close()
		return
	}
	r.mu.Lock()
	maps.DeleteFunc(r.open, func(_ string, o *room) bool { return o == in })
	r.mu.Unlock()
	in.close()
}

// leaveSpace closes the rooms of a space, and of no other that was opened on the
// same folder.
func (r *rooms) leaveSpace(s *Space) {
	r.mu.Lock()
	var gone []*room
	for key, in := range r.open {
		if in.space == s {
			in.closed = true
			gone = append(gone, in)
			delete(r.open, key)
		}
	}
	r.mu.Unlock()
	for _, in := range gone {
		in.close()
	}
}

// close lets the room go. What finished calls have left in it runs on, without
// a way out.
func (in *room) close() {
	in.opened.Do(func() { in.err = errors.New("the space was closed") })
	if in.err != nil {
		return
	}
	_ = in.walls.Close() // it ends by itself
	_ = in.gate.Close()  // connections that were open
}

// profile is what programs of the space may touch, and what they are told of
// it. network is what the tool's author says.
func (s *Space) profile(network []string) (sandbox.Profile, []string, error) {
	now := s.current.Load()
	reach, err := s.reachOf(now, network)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	return s.profileWith(now, reach, "")
}

// profileWith is the profile of programs that may reach this. Those of a server have
// caches of their own: two rooms must not share a layer.
func (s *Space) profileWith(now *loaded, reach sandbox.Network, server string) (sandbox.Profile, []string, error) {
	known, err := s.standing(now, reach, server, time.Now())
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	dirs := s.o.c.Dirs
	return sandbox.Profile{
		Write: append(s.roots.List(), known.caches.top), Read: slices.Clone(known.read),
		Protect: s.protected(now), Hide: []string{dirs.Config, dirs.Data}, Home: s.o.c.Home, Temp: s.temp, Layers: known.caches.layers, Links: known.links,
		Network: reach, Limits: now.limits,
	}, append(slices.Clone(known.caches.env), "TMPDIR="+s.temp), nil
}
