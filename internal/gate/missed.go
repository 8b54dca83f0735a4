package gate

import (
	"context"
	"errors"
	"net"
	"slices"
	"sync"
	"syscall"
	"time"
)

// A Miss is a place that was allowed, and that could not be reached from here.
type Miss struct {
	Host string // as it may be shown
	Port int
	When time.Time
	Why  string // the rest of a sentence: "its name is not known here"
}

// misses are the places that could not be reached. The zero value is ready; it is safe for concurrent use.
type misses struct {
	mu   sync.Mutex
	list []Miss
}

// add notes that a place could not be reached, unless it was the program that gave up.
func (m *misses) add(ctx context.Context, host string, port int, err error) {
	if ctx.Err() != nil {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.list = append(m.list, Miss{Host: plain(host), Port: port, When: time.Now(), Why: whyMissed(err)})
	if len(m.list) > refusalsKept {
		m.list = slices.Delete(m.list, 0, len(m.list)-refusalsKept)
	}
}

// MissedIn lists what could not be reached since a moment, each place once, the newest last.
func MissedIn(g *Gate, since time.Time) (list []Miss) {
	g.missed.mu.Lock()
	defer g.missed.mu.Unlock()
	for _, m := range g.missed.list {
		if m.When.Before(since) {
			continue
		}
		list = slices.DeleteFunc(list, func(o Miss) bool { return o.Host == m.Host && o.Port == m.Port })
		list = append(list, m)
	}
	return list
}

// whyMissed says in a few words why a place was not reached: nothing of an error that another
// machine could have worded.
func whyMissed(err error) string {
	var name *net.DNSError
	var timeout net.Error
	switch {
	case errors.As(err, &name) && name.IsNotFound:
		return "its name is not known here"
	case errors.As(err, &name):
		return "its name could not be looked up"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "nothing answers there"
	case errors.As(err, &timeout) && timeout.Timeout():
		return "it did not answer in time"
	}
	return "there is no way to it from here"
}
