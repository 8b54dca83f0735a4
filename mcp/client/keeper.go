package client

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"time"

	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/mcp/transport"
	"handrail/tools"
)

// How a server that fails is started again (docs/spec/08-mcp.md).
const (
	firstPause = time.Second      // after the first failure; each one doubles it
	lastPause  = 60 * time.Second // never longer
	healthy    = 60 * time.Second // of being ready: the failures before are forgotten
	maxTries   = 5                // in a row without anybody asking
	askPause   = time.Second      // between a failure and the next start, also when somebody asks
)

// A keeper is the goroutine that looks after a server: it starts the server, waits for
// its end and starts it again. What it learns goes into its Client, under the Client's
// lock.
type keeper struct {
	client *Client
	stop   context.CancelFunc
	wake   chan struct{} // somebody needs the server now
	done   chan struct{}
	left   bool // it was told to end; the Client's lock is held
}

// run is the life of a keeper: it gets the server ready, waits for its end, and
// does so again as long as that makes sense.
func (k *keeper) run(life context.Context) {
	for {
		n, listing, said, err := k.try(life)
		if life.Err() != nil {
			if n != nil {
				n.close()
			}
			return
		}
		if err != nil {
			if !k.failed(life, said, err, true) {
				return
			}
			continue
		}
		again := k.serve(life, n, listing)
		n.close()
		if !again || !k.failed(life, lastLines(n.link), n.account().lost(), false) {
			return
		}
	}
}

// try makes one attempt: it starts the server, shakes hands and lists what it has.
func (k *keeper) try(life context.Context) (*conn, mcp.Listing, []string, error) {
	c := k.client
	c.mu.Lock()
	legacy, known := c.legacy, c.status.State == mcp.Connecting || !k.current()
	wait := c.wait
	if c.worked { // so it is there
		wait = min(wait, mcp.ConnectTimeout)
	}
	if !known {
		c.set(mcp.Connecting, "")
	}
	c.mu.Unlock()
	if !known {
		c.notify()
	}
	ctx, cancel := context.WithTimeout(life, wait)
	defer cancel()
	ctx, idle := context.WithCancelCause(ctx)
	defer idle(nil)
	dialed := func(ctx context.Context, config transport.Config) (*transport.Link, error) {
		l, err := c.dial(ctx, config)
		if err == nil {
			k.learn(func(s *mcp.Status) { s.PID = l.PID })
			if wait > mcp.ConnectTimeout && l.Worked != nil {
				go awaitStill(ctx, l.Worked, func() { idle(errIdle) })
			}
		}
		return l, err
	}
	n, said, err := connect(ctx, c.config, dialed, legacy)
	var early *diedEarly
	if errors.As(err, &early) && !legacy && life.Err() == nil {
		// Some servers of older revisions end when they are asked for a newer one.
		n, said, err = connect(ctx, c.config, dialed, true)
	}
	if err != nil {
		return nil, mcp.Listing{}, said, err
	}
	k.learn(n.introduce)
	mark := n.lists.mark()
	l, err := n.lister().list(ctx)
	if err != nil {
		err = n.account().noList(ctx, err)
		n.close()
		return nil, mcp.Listing{}, lastLines(n.link), err
	}
	n.lists.listed(mark, nil)
	return n, l, nil, nil
}

// errIdle ends the wait for a server that has come to a standstill.
var errIdle = fmt.Errorf("it has done nothing for %s", mcp.ConnectTimeout)

// leastEffort is how much a program works, within mcp.ConnectTimeout, that fetches something: one that only waits
// spends less.
const leastEffort = 30 * time.Millisecond

// awaitStill waits until a server has done next to nothing for as long as one has that need not be fetched: then it is not
// being fetched any more, and hangs. Where it cannot be known what a program does it says nothing.
func awaitStill(ctx context.Context, worked func() (time.Duration, bool), idle func()) {
	spent, ok := worked()
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	for since := time.Now(); ok; {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		var now time.Duration
		if now, ok = worked(); (now - spent).Abs() >= leastEffort {
			spent, since = now, time.Now()
		}
		if ok && time.Since(since) >= mcp.ConnectTimeout {
			idle()
			return
		}
	}
}

// learn tells of a server that is not ready yet how far it has come.
func (k *keeper) learn(what func(*mcp.Status)) {
	c := k.client
	c.mu.Lock()
	known := k.current() && c.status.State == mcp.Connecting
	if known {
		what(&c.status)
	}
	c.mu.Unlock()
	if known {
		c.notify()
	}
}

// serve makes a connection known and waits for its end. It reports whether the
// server has ended by itself.
func (k *keeper) serve(life context.Context, n *conn, l mcp.Listing) bool {
	c := k.client
	ready, ok := k.ready(n, l)
	if !ok {
		return false
	}
	n.follow(func(ctx context.Context, stale map[string]bool) error { return k.relist(ctx, n, stale) })
	select {
	case <-n.link.Gone: // nil: it cannot tell
		c.mu.Lock()
		if time.Since(ready) >= healthy {
			c.status.Tries = 0
		}
		c.mu.Unlock()
		return true
	case <-life.Done():
		return false
	}
}

// current reports whether it is still the one that looks after the server. The
// Client's lock is held.
func (k *keeper) current() bool { return k.client.keeper == k && !k.left }

// ready makes a connection known to those who wait, unless the keeper has been
// told to leave.
func (k *keeper) ready(n *conn, l mcp.Listing) (time.Time, bool) {
	c := k.client
	c.mu.Lock()
	if !k.current() {
		c.mu.Unlock()
		return time.Time{}, false
	}
	c.conn, c.listing, c.listed, c.worked = n, l, true, true
	c.legacy = !n.modern()
	c.set(mcp.Ready, "")
	c.status.PID, c.status.Took = n.link.PID, n.took
	n.introduce(&c.status)
	at := c.status.Since
	c.settle(nil)
	c.mu.Unlock()
	c.notify()
	return at, true
}

// relist lists again what has changed.
func (k *keeper) relist(ctx context.Context, n *conn, stale map[string]bool) error {
	c := k.client
	c.mu.Lock()
	old := c.listing
	c.mu.Unlock()
	l, err := n.lister().relist(ctx, old, stale)
	if err != nil {
		if n.life.Err() == nil && !n.link.IsGone() {
			n.note("Handrail: the server says that its tools have changed, and does not list them: " + cause(err))
		}
		return err
	}
	c.mu.Lock()
	same := c.conn != n || reflect.DeepEqual(l, c.listing)
	if !same {
		c.listing = l
	}
	c.mu.Unlock()
	if !same {
		c.notify()
	}
	return nil
}

// failed books a failure and waits until the server is to be started again. It
// reports whether it is. answer says that those who wait for the server get the
// failure as their answer: they have asked before it was started.
func (k *keeper) failed(life context.Context, said []string, err error, answer bool) bool {
	c := k.client
	c.mu.Lock()
	if !k.current() {
		c.mu.Unlock()
		return false
	}
	c.conn, c.said = nil, said
	now := time.Now()
	c.status.Tries++
	tries, pause := c.status.Tries, pauseAfter(c.status.Tries)
	if answer {
		select {
		case <-k.wake:
		default:
		}
		c.settle(tools.Errorf(tools.Unavailable, "%v", err))
	}
	switch {
	case errors.Is(err, oauth.ErrSignIn):
		c.set(mcp.NeedsSignIn, err.Error())
	case !c.worked || tries >= maxTries:
		c.set(mcp.Failed, err.Error())
	default:
		c.set(mcp.Waiting, err.Error())
		c.status.Next = now.Add(pause)
	}
	c.status.Action = tools.ActionOf(err)
	waiting := c.status.State == mcp.Waiting
	if !waiting {
		c.worked = false
	}
	c.mu.Unlock()
	c.notify()
	return k.rest(life, now, waiting, pause)
}

// rest waits, after a failure, for the pause's end if the server is to be started again
// then, or until somebody asks for it.
func (k *keeper) rest(life context.Context, failed time.Time, waiting bool, pause time.Duration) bool {
	var next <-chan time.Time
	if waiting {
		timer := time.NewTimer(pause)
		defer timer.Stop()
		next = timer.C
	}
	select {
	case <-next:
		return true
	case <-life.Done():
		return false
	case <-k.wake:
	}
	soon := time.NewTimer(askPause - min(askPause, time.Since(failed)))
	defer soon.Stop()
	select {
	case <-soon.C:
		return true
	case <-life.Done():
		return false
	}
}

// pauseAfter is how long a server is left alone after so many failures in a row.
func pauseAfter(tries int) time.Duration {
	pause := firstPause
	for range tries - 1 {
		if pause *= 2; pause >= lastPause {
			return lastPause
		}
	}
	return pause
}
