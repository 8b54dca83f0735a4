package operator

import (
	"context"
	"errors"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"handrail/internal/gate"
	"handrail/internal/proc"
	"handrail/internal/sandbox"
	"handrail/tools"
)

// roomsKept is how many rooms without a guest stay open: another call of the
// same kind starts at once.
const roomsKept = 8

// rooms are the walls of all spaces. It implements proc.Keeper.
type rooms struct {
	o *Operator

	mu   sync.Mutex
	open map[string]*room // by the profile's key
}

// A room is one set of walls with its gate and the calls that are in it.
type room struct {
	space  string
	opened sync.Once
	walls  *proc.Walls
	gate   *gate.Gate
	err    error

	guests []guest // guarded by rooms.mu
	used   time.Time
}

type guest struct {
	errand proc.Errand
	since  time.Time
}

func newRooms(o *Operator) *rooms { return &rooms{o: o, open: map[string]*room{}} }

// Enter implements proc.Keeper. Where this machine builds no walls at all there
// are none, which the guard knows; walls that it has counted on and that cannot
// be built are an error.
func (r *rooms) Enter(_ context.Context, e proc.Errand) (*proc.Walls, error) {
	s, err := r.o.Space(e.Space)
	if err != nil {
		return nil, err
	}
	room, err := r.of(s, e.Network, &e)
	if errors.Is(err, proc.ErrNoWalls) && !r.o.walled().Holds() {
		return nil, nil
	}
	if err != nil {
		return nil, tools.Errorf(tools.Unavailable, "the walls around this program could not be built, so it was not started: %v. `handrail doctor` says what is missing", err)
	}
	return room.walls, nil
}

// of returns the room for the programs of a space with this network, which a
// guest enters if there is one.
func (r *rooms) of(s *Space, network []string, e *proc.Errand) (*room, error) {
	profile, env, err := s.profile(network)
	if err != nil {
		return nil, err
	}
	key := s.dir + "\x00" + profile.Key()
	r.mu.Lock()
	in, ok := r.open[key]
	if !ok {
		in = &room{space: s.dir}
		r.open[key] = in
	}
	in.used = time.Now()
	if e != nil {
		in.guests = append(in.guests, guest{*e, in.used})
	}
	old := r.spare()
	r.mu.Unlock()
	for _, o := range old {
		o.close()
	}
	in.opened.Do(func() { in.err = r.build(s, in, profile, env) })
	if in.err != nil {
		r.mu.Lock()
		delete(r.open, key) // the next call tries again
		r.mu.Unlock()
	}
	return in, in.err
}

// spare takes rooms without a guest out of the list, the longest unused first,
// until few enough are left.
func (r *rooms) spare() []*room {
	var idle []string
	for key, in := range r.open {
		if len(in.guests) == 0 {
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
	g := gate.New(gate.Config{
		Allow: func(ctx context.Context, host string, port int) error {
			return r.allow(ctx, s, in, p.Network, host, port)
		},
		Named: func(host string) bool {
			return p.Network.Allows(host, 443, r.o.registries()) || p.Network.Allows(host, 80, nil)
		},
		Listen:   func(address string) (net.Listener, error) { return in.walls.Room().Listen(address) },
		Loopback: func() bool { return p.Network.Allows("localhost", 80, nil) },
	})
	config := proc.WallsConfig{Profile: p, Helper: r.o.c.Helper}
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
	proxy, err := openGate(g, walls, outside, p.Network)
	if err != nil {
		return errors.Join(err, walls.Close(), g.Close())
	}
	walls.Dress(append(env, proxy...))
	return nil
}

// openGate puts the gate into the room's network, and returns what programs are
// told of it.
func openGate(g *gate.Gate, walls *proc.Walls, outside net.Listener, n sandbox.Network) ([]string, error) {
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
		if n.Allows("localhost", 80, nil) {
			own := []int{l.Addr().(*net.TCPAddr).Port}
			g.Mirror(func() []int {
				return slices.DeleteFunc(sandbox.LoopbackPorts(), func(p int) bool { return slices.Contains(own, p) })
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

// Leave implements proc.Keeper.
func (r *rooms) Leave(e proc.Errand, o proc.Outcome) error {
	r.mu.Lock()
	var in *room
	var since time.Time
	for _, candidate := range r.open {
		at := slices.IndexFunc(candidate.guests, func(g guest) bool { return g.errand.Call == e.Call })
		if at >= 0 {
			in, since = candidate, candidate.guests[at].since
			candidate.guests = slices.Delete(candidate.guests, at, at+1)
			break
		}
	}
	r.mu.Unlock()
	if in == nil || in.walls == nil || o.ExitCode == 0 {
		return nil
	}
	if err := networkRefusal(in.walls.Profile().Network, in.gate.Refused(since), o); err != nil {
		return err
	}
	return fileRefusal(in.walls.Profile(), o)
}

// leaveSpace closes the rooms of a space.
func (r *rooms) leaveSpace(dir string) {
	r.mu.Lock()
	var gone []*room
	for key, in := range r.open {
		if dir == "" || in.space == dir {
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
	reach := now.network
	if len(network) > 0 {
		own, err := sandbox.ParseNetwork(network)
		if err != nil {
			return sandbox.Profile{}, nil, tools.Errorf(tools.InvalidArgs, "network: %v", err)
		}
		if own.Mode == sandbox.Off {
			reach = own // its author says that it needs none
		}
		reach = reach.With(own)
	}
	caches, err := s.caches(reach)
	if err != nil {
		return sandbox.Profile{}, nil, err
	}
	dirs := s.o.c.Dirs
	closed := []string{dirs.Config, dirs.Data}
	p := sandbox.Profile{
		Write:   append(s.roots.List(), caches.top),
		Read:    sandbox.Readable(s.o.c.Home, proc.Getenv(s.o.c.Environ.Vars, "PATH"), closed),
		Protect: s.protected(now), Hide: closed, Home: s.o.c.Home, Temp: s.temp, Layers: caches.layers,
		Network: reach, Limits: now.limits,
	}
	for _, layer := range caches.layers {
		p.Read = append(p.Read, layer.Under)
	}
	return p, append(caches.env, "TMPDIR="+s.temp), nil
}

func isFolder(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.IsDir()
}
