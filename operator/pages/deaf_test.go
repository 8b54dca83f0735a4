package pages_test

import (
	"net"
	"sync/atomic"
	"testing"
	"time"
)

// A deaf listener takes connections on a port of this machine, counts them and says nothing: it is no HTTP server.
type deaf struct {
	listener net.Listener
	count    atomic.Int32
	came     chan struct{} // holds one: somebody has come
}

func newDeaf(t *testing.T) *deaf {
	t.Helper()
	l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	d := &deaf{listener: l, came: make(chan struct{}, 1)}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			d.count.Add(1)
			select {
			case d.came <- struct{}{}:
			default: // it is known
			}
			_ = c.Close()
		}
	}()
	return d
}

// check sees that the only connection is its own.
func (d *deaf) check(t *testing.T) {
	t.Helper()
	if n := d.count.Load(); n != 0 {
		t.Errorf("%d connections came to another port of this machine", n)
		return
	}
	c, err := new(net.Dialer).DialContext(t.Context(), "tcp", d.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	_ = c.Close()
	select {
	case <-d.came:
	case <-time.After(time.Minute):
	}
	if d.count.Load() != 1 {
		t.Errorf("the listener counts %d connections of 1", d.count.Load())
	}
}
