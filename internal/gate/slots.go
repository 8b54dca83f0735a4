package gate

import (
	"context"
	"maps"
	"net"
	"net/http"
	"sync"
	"time"
)

// silentFor is how long a connection may say nothing before another takes its slot, where
// there are no more.
const silentFor = time.Second

// slots are what bounds the connections of one gate. What something has left behind, and
// says nothing, must not keep others out.
type slots struct {
	free   chan struct{} // holds one for each connection
	mu     *sync.Mutex
	silent map[*conn]time.Time // those that have asked for nothing yet, or for nothing more, and since when
}

func newSlots(most int) slots {
	return slots{free: make(chan struct{}, most), mu: new(sync.Mutex), silent: map[*conn]time.Time{}}
}

// take waits for a slot. It reports false if ctx ends first.
func (s *slots) take(ctx context.Context) bool {
	for {
		select {
		case s.free <- struct{}{}:
			return true
		default:
		}
		wait := time.NewTimer(s.closeSilent())
		select {
		case s.free <- struct{}{}:
			wait.Stop()
			return true
		case <-wait.C:
		case <-ctx.Done():
			wait.Stop()
			return false
		}
	}
}

// closeSilent closes the connection that was silent longest, if that is long enough, and
// says when to look again.
func (s *slots) closeSilent() time.Duration {
	s.mu.Lock()
	var oldest *conn
	for c, since := range s.silent {
		if oldest == nil || since.Before(s.silent[oldest]) {
			oldest = c
		}
	}
	since := s.silent[oldest]
	s.mu.Unlock()
	if oldest == nil {
		return silentFor
	}
	if left := silentFor - time.Since(since); left > 0 {
		return left
	}
	_ = oldest.Close()
	return silentFor
}

// hear notes whether a connection says something.
func (s *slots) hear(c *conn, silent bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if silent {
		s.silent[c] = time.Now()
	} else {
		delete(s.silent, c)
	}
}

// limited are the connections of a listener, each with one of the gate's slots.
type limited struct {
	net.Listener
	g     *Gate
	heard bool // they are silent until a request has come
}

// Accept implements net.Listener. It waits for a slot.
func (l limited) Accept() (net.Conn, error) {
	raw, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	if !l.g.slots.take(l.g.ctx) {
		_ = raw.Close()
		return nil, net.ErrClosed
	}
	c := &conn{Conn: raw, slots: &l.g.slots}
	if l.heard {
		l.g.slots.hear(c, true)
	}
	return c, nil
}

// A conn gives its slot back when it is closed.
type conn struct {
	net.Conn
	slots *slots
	once  sync.Once
}

// Close implements net.Conn.
func (c *conn) Close() error {
	err := c.Conn.Close()
	c.once.Do(func() {
		c.slots.hear(c, false)
		<-c.slots.free
	})
	return err
}

// CloseWrite says that nothing more will be written.
func (c *conn) CloseWrite() error {
	closeWrite(c.Conn)
	return nil
}

// asked notes that a whole request has come from an address.
func (s *slots) asked(from string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.silent, func(c *conn, _ time.Time) bool { return c.RemoteAddr().String() == from })
}

// idles is an http.Server's ConnState: between two requests a connection is silent again.
func idles(raw net.Conn, state http.ConnState) {
	if c, ok := raw.(*conn); ok && state == http.StateIdle {
		c.slots.hear(c, true)
	}
}
