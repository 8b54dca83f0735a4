// Package gate is the way out of a room: a proxy that connects the programs in
// it with what they may reach, and nothing else
// (docs/spec/12-processes.md#walls). Its sockets lie in the room's network;
// what it connects to is reached from outside. It keeps a list of what it has
// refused, so that a refusal can name the host.
package gate

import (
	"context"
	"errors"
	"io"
	"net"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A Config is what a Gate is made of. Every function may be called from several
// goroutines at once. Hosts come in lower case, without a trailing dot.
type Config struct {
	// Allow decides about one attempt. It may take its time, and ask the person.
	// Its error is why not, for the person and the program. A connection that was
	// allowed ends when until is closed; nil: it may stay.
	Allow func(ctx context.Context, host string, port int) (until <-chan struct{}, err error)
	// Passed is told of each attempt that was let through, to a service of this machine, too; nil: nobody is.
	Passed func()
	// Named lists the ports at which a name may be reached without asking; none:
	// the name is not there for the room's resolver.
	Named func(host string) []int
	// Listen opens a TCP socket in the room's network.
	Listen func(address string) (net.Listener, error)
	// Loopback reports whether this machine's own service at a port may be dialled.
	Loopback func(port int) bool
	// Way finds the person's own proxy for a URL; nil is none. An error lets nothing pass. nil: everything leaves directly.
	Way func(*url.URL) (*url.URL, error)
}

// A Gate is safe for concurrent use.
type Gate struct {
	c      Config
	ctx    context.Context
	cancel context.CancelFunc
	work   sync.WaitGroup
	slots  slots
	missed misses

	mu      sync.Mutex
	open    map[io.Closer]struct{}
	refused []Refusal
	names   map[string]net.IP // what the room's resolver has answered
}

// A Refusal is something that a program in the room did not reach.
type Refusal struct {
	Host string // as it may be shown: no character that hides or moves text
	Port int    // 0: it asked for the address only
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

// The limits of one gate.
const (
	refusalsKept    = 200 // refusals in the list
	connectionsKept = 512 // connections of programs at once; further ones take the place of a silent one, or wait
)

// New makes a Gate. The caller closes it.
func New(c Config) *Gate {
	if c.Way == nil {
		c.Way = func(*url.URL) (*url.URL, error) { return nil, nil }
	}
	if c.Passed == nil {
		c.Passed = func() {}
	}
	g := &Gate{c: c, names: map[string]net.IP{}, open: map[io.Closer]struct{}{}, slots: newSlots(connectionsKept)}
	g.ctx, g.cancel = context.WithCancel(context.Background())
	return g
}

// Close ends every connection and waits until all is done: nothing of the
// Config is called after it.
func (g *Gate) Close() error {
	g.mu.Lock()
	g.cancel()
	open := g.open
	g.open = nil
	g.mu.Unlock()
	var errs []error
	for c := range open {
		if err := c.Close(); err != nil && !errors.Is(err, net.ErrClosed) {
			errs = append(errs, err)
		}
	}
	g.work.Wait()
	return errors.Join(errs...)
}

// enter counts a piece of work that Close waits for. It reports false if the
// gate is closed; else the caller calls g.work.Done.
func (g *Gate) enter() bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.ctx.Err() != nil {
		return false
	}
	g.work.Add(1)
	return true
}

// start does a piece of work beside the caller, if the gate is open.
func (g *Gate) start(do func()) bool {
	if !g.enter() {
		return false
	}
	go func() {
		defer g.work.Done()
		do()
	}()
	return true
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
	g.open[c] = struct{}{}
	return true
}

// drop closes c before the gate is closed.
func (g *Gate) drop(c io.Closer) {
	_ = c.Close()
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.open, c)
}

// allow asks whether an attempt may pass, and notes it if not. What it returns ends with ctx, and
// when the attempt is allowed no longer; the caller calls done.
func (g *Gate) allow(ctx context.Context, host string, port int) (allowed context.Context, done func(), err error) {
	until, err := g.c.Allow(ctx, host, port)
	if err != nil {
		g.note(Refusal{Host: host, Port: port, When: time.Now(), Why: err.Error()})
		return nil, nil, err
	}
	g.c.Passed()
	allowed, done = context.WithCancel(ctx)
	if until != nil {
		g.start(func() {
			select {
			case <-until:
				done()
			case <-allowed.Done():
			}
		})
	}
	return allowed, done, nil
}

func (g *Gate) note(r Refusal) {
	r.Host = plain(r.Host)
	g.mu.Lock()
	defer g.mu.Unlock()
	g.refused = append(g.refused, r)
	if len(g.refused) > refusalsKept {
		g.refused = slices.Delete(g.refused, 0, len(g.refused)-refusalsKept)
	}
}

// plain is a host as it may be shown: what no name has becomes a question mark.
func plain(host string) string {
	const longest = 253 // of a name (RFC 1035)
	if len(host) > longest {
		host = host[:longest]
	}
	return strings.Map(func(r rune) rune {
		if r > ' ' && r < 0x7F {
			return r
		}
		return '?'
	}, host)
}

// Refused lists what was refused since a moment, each place once, the newest last: with its
// port where that is known.
func (g *Gate) Refused(since time.Time) []Refusal {
	g.mu.Lock()
	defer g.mu.Unlock()
	var list []Refusal
	for _, r := range g.refused {
		if r.When.Before(since) {
			continue
		}
		i := slices.IndexFunc(list, func(o Refusal) bool { return o.Host == r.Host && (o.Port == r.Port || o.Port == 0 || r.Port == 0) })
		if i >= 0 { // the newest counts
			r.Port = max(r.Port, list[i].Port)
			list = slices.Delete(list, i, i+1)
		}
		list = append(list, r)
	}
	return list
}

// join copies both ways until both ends are done.
func join(a, b net.Conn) {
	var both sync.WaitGroup
	for _, pair := range [][2]net.Conn{{a, b}, {b, a}} {
		both.Go(func() {
			_, _ = io.Copy(pair[0], pair[1]) // either end may go at any time
			closeWrite(pair[0])
		})
	}
	both.Wait()
}

// closeWrite says that nothing more will be written.
func closeWrite(c net.Conn) {
	if half, ok := c.(interface{ CloseWrite() error }); ok {
		_ = half.CloseWrite() // it may be gone
	}
}

// relay connects a program's connection with the place that it is for.
func (g *Gate) relay(c net.Conn, host string, port int) {
	decided := attend(g, c, host, port)
	ctx, done, err := g.allow(g.ctx, host, port)
	decided()
	if err != nil {
		return
	}
	defer done()
	defer context.AfterFunc(ctx, func() { _ = c.Close() })()
	g.pass(ctx, c, func() (net.Conn, error) { return g.dial(ctx, host, port) })
}

// attend notes that a program has given a connection up while it waits to be let through, until that is decided. The
// connection is not ended for it: a program may only have sent all that it has to send.
func attend(g *Gate, c net.Conn, host string, port int) (decided func()) {
	const often = 200 * time.Millisecond
	from, ok := c.(*conn)
	if !ok {
		return func() {}
	}
	done := make(chan struct{})
	g.start(func() {
		again := time.NewTicker(often)
		defer again.Stop()
		for {
			select {
			case <-again.C:
			case <-done:
				return
			case <-g.ctx.Done():
				return
			}
			if left(from) {
				g.note(Refusal{Host: host, Port: port, When: time.Now(), Why: "it did not wait for the answer"})
				return
			}
		}
	})
	return func() { close(done) }
}

// pass joins c with what dial connects to, until ctx ends. c is the caller's.
func (g *Gate) pass(ctx context.Context, c net.Conn, dial func() (net.Conn, error)) {
	out, err := dial()
	if err != nil || !g.keep(out) {
		return
	}
	defer g.drop(out)
	defer context.AfterFunc(ctx, func() { _ = out.Close() })()
	join(c, out)
}

// accept hands every connection of l to serve, which does not close it, until
// the gate is closed.
func (g *Gate) accept(l net.Listener, serve func(net.Conn)) {
	if !g.keep(l) {
		return
	}
	l = limited{Listener: l, g: g}
	g.start(func() {
		for {
			c, err := l.Accept()
			if errors.Is(err, net.ErrClosed) {
				return
			}
			if err != nil && !g.pause() { // out of files, for one
				return
			}
			if err != nil {
				continue
			}
			if !g.start(func() {
				if g.keep(c) {
					defer g.drop(c)
					serve(c)
				}
			}) {
				_ = c.Close()
			}
		}
	})
}

// pause waits a little; it reports false when the gate is closed meanwhile.
func (g *Gate) pause() bool {
	const length = 50 * time.Millisecond
	select {
	case <-time.After(length):
		return true
	case <-g.ctx.Done():
		return false
	}
}
