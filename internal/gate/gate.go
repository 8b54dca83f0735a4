// Package gate is the way out of a room: a proxy that connects the programs in
// it with what they may reach, and nothing else (SPEC 12, "our own connecting
// proxy"). Its sockets lie in the room's network; what it connects to is
// reached from outside. It keeps a list of what it has refused, so that a
// refusal can name the host.
package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Config is what a Gate is made of.
type Config struct {
	// Allow decides about one attempt. It may take its time, and ask the person.
	// Its error is why not, for the person and the program.
	Allow func(ctx context.Context, host string, port int) error
	// Named reports whether a name may be reached at some port without asking.
	Named func(host string) bool
	// Listen opens a TCP socket in the room's network.
	Listen func(address string) (net.Listener, error)
	// Loopback says that this machine's own services may be dialled.
	Loopback func() bool
}

// A Gate is safe for concurrent use.
type Gate struct {
	c      Config
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup

	mu      sync.Mutex
	open    []io.Closer
	refused []Refusal
	names   map[string]net.IP // what the room's resolver has answered
}

// A Refusal is something that a program in the room did not reach.
type Refusal struct {
	Host string
	Port int // 0: it asked for the address only
	When time.Time
	Why  string
}

// String is host:port, or the host alone.
func (r Refusal) String() string {
	if r.Port == 0 {
		return r.Host
	}
	return net.JoinHostPort(r.Host, strconv.Itoa(r.Port))
}

// refusalsKept bounds the list of refusals.
const refusalsKept = 200

// New makes a Gate. The caller closes it.
func New(c Config) *Gate {
	g := &Gate{c: c, names: map[string]net.IP{}}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

// Close ends every connection and waits until all is done.
func (g *Gate) Close() error {
	g.cancel()
	g.mu.Lock()
	open := g.open
	g.open = nil
	g.mu.Unlock()
	var errs []error
	for _, c := range open {
		if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	g.work.Wait()
	return errors.Join(errs...)
}

// keep closes c with the gate; it reports false, and closes c, if that is
// closed already.
func (g *Gate) keep(c io.Closer) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ctx.Err() != nil {
		_ = c.Close()
		return false
	}
	g.open = append(g.open, c)
	return true
}

// drop closes c before the gate is closed.
func (g *Gate) drop(c io.Closer) {
	_ = c.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	if i := slices.Index(g.open, c); i >= 0 {
		g.open = slices.Delete(g.open, i, i+1)
	}
}

// allow asks whether an attempt may pass, and notes it if not.
func (g *Gate) allow(ctx context.Context, host string, port int) error {
	host = strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
	err := g.c.Allow(ctx, host, port)
	if err != nil {
		g.note(Refusal{Host: host, Port: port, When: time.Now(), Why: err.Error()})
	}
	return err
}

func (g *Gate) note(r Refusal) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refused = append(g.refused, r)
	if len(g.refused) > refusalsKept {
		g.refused = slices.Delete(g.refused, 0, len(g.refused)-refusalsKept)
	}
}

// Refused lists what was refused since a moment, each place once: with its port
// where that is known.
func (g *Gate) Refused(since time.Time) []Refusal {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []Refusal
	for _, r := range g.refused {
		if r.When.Before(since) {
			continue
		}
		i := slices.IndexFunc(list, func(o Refusal) bool { return o.Host == r.Host && (o.Port == r.Port || o.Port == 0 || r.Port == 0) })
		switch {
		case i < 0:
			list = append(list, r)
		case list[i].Port == 0:
			list[i] = r
		}
	}
	return list
}

// dial connects to a place that was allowed. A name must not lead to this
// machine or its link: only addresses that were allowed as such may.
func (g *Gate) dial(ctx context.Context, host string, port int) (net.Conn, error) {
	d := net.Dialer{Timeout: 30 * time.Second}
	address := net.JoinHostPort(host, strconv.Itoa(port))
	if net.ParseIP(host) == nil && !(g.c.Loopback() && isLocal(host)) {
		d.ControlContext = refuseInner
	}
	if via := upstream(host, port); via != nil {
		return dialThrough(ctx, d, via, address)
	}
	return d.DialContext(ctx, "tcp", address)
}

func isLocal(host string) bool { return host == "localhost" || strings.HasSuffix(host, ".localhost") }

// join copies both ways until both ends are done.
func join(a, b net.Conn) {
	var both sync.WaitGroup
	for _, pair := range [][2]net.Conn{{a, b}, {b, a}} {
		both.Go(func() {
			_, _ = io.Copy(pair[0], pair[1]) // either end may go at any time
			if c, ok := pair[0].(interface{ CloseWrite() error }); ok {
				_ = c.CloseWrite()
			}
		})
	}
	both.Wait()
}

// relay connects a program's connection with the place that it is for.
func (g *Gate) relay(c net.Conn, host string, port int) {
	if !g.keep(c) {
		return
	}
	defer g.drop(c)
	if g.allow(g.ctx, host, port) != nil {
		return
	}
	out, err := g.dial(g.ctx, host, port)
	if err != nil {
		return
	}
	if !g.keep(out) {
		return
	}
	defer g.drop(out)
	join(c, out)
}

// accept hands every connection of l to serve until the gate is closed.
func (g *Gate) accept(l net.Listener, serve func(net.Conn)) {
	if !g.keep(l) {
		return
	}
	g.work.Go(func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			g.work.Go(func() { serve(c) })
		}
	})
}

// errInner is why a name is not dialled.
var errInner = fmt.Errorf("the name leads to this machine or its own link, and only its name was allowed")
