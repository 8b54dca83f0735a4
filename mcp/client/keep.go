package client

import (
	"context"
	"errors"
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

// need returns a connection that is ready, waiting for one if need be.
func (c *Client) need(ctx context.Context) (*conn, error) {
	n, a := c.ask()
	if n != nil {
		return n, nil
	}
	select {
	case <-a.done:
	case <-ctx.Done():
		if errors.Is(ctx.Err(), context.DeadlineExceeded) {
			return nil, tools.Errorf(tools.Timeout, "the server %q is not ready yet: it is still being started, within %s; wait a moment, then try again or look at its log on the servers page", c.config.Server.Name, c.wait)
		}
		return nil, tools.Errorf(tools.Cancelled, "it was cancelled while the server %q was being started", c.config.Server.Name)
	}
	if a.err != nil {
		return nil, a.err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn == nil {
		return nil, tools.Errorf(tools.Unavailable, "the server %q has just ended: call again", c.config.Server.Name)
	}
	return c.conn, nil
}

// ask returns the connection, or else the attempt that somebody now waits for.
func (c *Client) ask() (*conn, *attempt) {
	c.mu.Lock()
	switch {
	case c.closed || c.status.State == mcp.Stopped:
		a := &attempt{done: make(chan struct{}), err: c.refused()}
		c.mu.Unlock()
		close(a.done)
		return nil, a
	case c.conn != nil && !c.conn.link.IsGone():
		n := c.conn
		c.mu.Unlock()
		return n, nil
	}
	if c.pending == nil {
		c.pending = &attempt{done: make(chan struct{})}
	}
	a, fresh := c.pending, c.keeper == nil || c.keeper.left
	if fresh {
		c.set(mcp.Connecting, "")
		c.keep()
	}
	select {
	case c.keeper.wake <- struct{}{}:
	default:
	}
	c.mu.Unlock()
	if fresh {
		c.tell()
	}
	return nil, a
}

// refused says why nobody is served.
func (c *Client) refused() error {
	if c.closed {
		return tools.Errorf(tools.Unavailable, "the server %q is closed, because its space is", c.config.Server.Name)
	}
	return tools.Errorf(tools.Unavailable, "the server %q was stopped by the person: start it on the servers page", c.config.Server.Name)
}

// keep starts the goroutine that looks after the server, once the one before has
// ended the server it had.
// The lock is held.
func (c *Client) keep() {
	life, stop := context.WithCancel(context.Background())
	k, last := &keeper{stop: stop, wake: make(chan struct{}, 1), done: make(chan struct{})}, c.keeper
	c.keeper = k
	go func() {
		defer close(k.done)
		defer stop()
		if last != nil {
			last.stop()
			<-last.done
		}
		c.look(life, k)
	}()
}

// look is the life of a keeper: it gets the server ready, waits for its end, and
// does so again as long as that makes sense.
func (c *Client) look(life context.Context, k *keeper) {
	for {
		n, listing, said, err := c.try(life, k)
		if life.Err() != nil {
			if n != nil {
				n.close()
			}
			return
		}
		if err != nil {
			if !c.failed(life, k, said, err, true) {
				return
			}
			continue
		}
		again := c.serve(life, k, n, listing)
		n.close()
		if !again || !c.failed(life, k, n.said(), n.lost(), false) {
			return
		}
	}
}

// try makes one attempt: it starts the server, shakes hands and lists what it has.
func (c *Client) try(life context.Context, k *keeper) (*conn, mcp.Listing, []string, error) {
	c.mu.Lock()
	legacy, known := c.legacy, c.status.State == mcp.Connecting || !c.mine(k)
	if !known {
		c.set(mcp.Connecting, "")
	}
	c.mu.Unlock()
	if !known {
		c.tell()
	}
	ctx, cancel := context.WithTimeout(life, c.wait)
	defer cancel()
	dialed := func(ctx context.Context, config transport.Config) (*transport.Link, error) {
		l, err := c.dial(ctx, config)
		if err == nil {
			c.learn(k, func(s *mcp.Status) { s.PID = l.PID })
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
	c.learn(k, n.introduce)
	mark := n.mark()
	l, err := n.list(ctx)
	if err != nil {
		err = n.noList(ctx, err)
		n.close()
		return nil, mcp.Listing{}, n.said(), err
	}
	n.listed(mark, nil)
	return n, l, nil, nil
}

// learn tells of a server that is not ready yet how far it has come.
func (c *Client) learn(k *keeper, what func(*mcp.Status)) {
	c.mu.Lock()
	known := c.mine(k) && c.status.State == mcp.Connecting
	if known {
		what(&c.status)
	}
	c.mu.Unlock()
	if known {
		c.tell()
	}
}

// serve makes a connection known and waits for its end. It reports whether the
// server has ended by itself.
func (c *Client) serve(life context.Context, k *keeper, n *conn, l mcp.Listing) bool {
	ready, ok := c.ready(k, n, l)
	if !ok {
		return false
	}
	n.begin(func(ctx context.Context, stale map[string]bool) error { return c.relist(ctx, n, stale) })
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

// mine reports whether k is the one that looks after the server. The lock is held.
func (c *Client) mine(k *keeper) bool { return c.keeper == k && !k.left }

// ready makes a connection known to those who wait, unless the keeper has been
// told to leave.
func (c *Client) ready(k *keeper, n *conn, l mcp.Listing) (time.Time, bool) {
	c.mu.Lock()
	if !c.mine(k) {
		c.mu.Unlock()
		return time.Time{}, false
	}
	c.conn, c.listing, c.listed, c.was = n, l, true, true
	c.legacy = !n.modern()
	c.set(mcp.Ready, "")
	c.status.PID, c.status.Took = n.link.PID, n.took
	n.introduce(&c.status)
	at := c.status.Since
	c.settle(nil)
	c.mu.Unlock()
	c.tell()
	return at, true
}

// settle ends the attempt that is waited for. The lock is held.
func (c *Client) settle(err error) {
	if c.pending != nil {
		c.pending.err = err
		close(c.pending.done)
		c.pending = nil
	}
}

// relist lists again what has changed.
func (c *Client) relist(ctx context.Context, n *conn, stale map[string]bool) error {
	c.mu.Lock()
	old := c.listing
	c.mu.Unlock()
	l, err := n.relist(ctx, old, stale)
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
		c.tell()
	}
	return nil
}

// failed books a failure and waits until the server is to be started again. It
// reports whether it is. answer says that those who wait for the server get the
// failure as their answer: they have asked before it was started.
func (c *Client) failed(life context.Context, k *keeper, said []string, err error, answer bool) bool {
	c.mu.Lock()
	if !c.mine(k) {
		c.mu.Unlock()
		return false
	}
	c.conn, c.said, c.lastFail = nil, said, time.Now()
	c.status.Tries++
	tries, pause := c.status.Tries, pauseAfter(c.status.Tries)
	if answer {
		select {
		case <-k.wake:
		default:
		}
		c.settle(tools.Errorf(tools.Unavailable, "%s", err.Error()))
	}
	switch {
	case errors.Is(err, oauth.ErrSignIn):
		c.set(mcp.NeedsSignIn, err.Error())
	case !c.was || tries >= maxTries:
		c.set(mcp.Failed, err.Error())
	default:
		c.set(mcp.Waiting, err.Error())
		c.status.Next = time.Now().Add(pause)
	}
	waiting := c.status.State == mcp.Waiting
	if !waiting {
		c.was = false
	}
	c.mu.Unlock()
	c.tell()
	return c.rest(life, k, waiting, pause)
}

// rest waits for the pause's end if the server is to be started again then, or
// until somebody asks for it.
func (c *Client) rest(life context.Context, k *keeper, waiting bool, pause time.Duration) bool {
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
	soon := time.NewTimer(askPause - min(askPause, time.Since(c.failedAt())))
	defer soon.Stop()
	select {
	case <-soon.C:
		return true
	case <-life.Done():
		return false
	}
}

func (c *Client) failedAt() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.lastFail
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

// leave ends the server: for good, or until Restart.
func (c *Client) leave(forGood bool) {
	c.mu.Lock()
	k, was := c.keeper, c.status.State
	c.closed = c.closed || forGood
	if k != nil {
		k.left = true
	}
	if n := c.conn; n != nil {
		c.conn, c.said = nil, n.said()
	}
	c.set(mcp.Stopped, "it was stopped")
	c.settle(c.refused())
	c.mu.Unlock()
	if k != nil {
		k.stop()
		<-k.done
	}
	if was != mcp.Stopped {
		c.tell()
	}
}

// set sets the state. The lock is held.
func (c *Client) set(s mcp.State, reason string) {
	c.status.State, c.status.Reason, c.status.Since, c.status.Next, c.status.PID = s, reason, time.Now(), time.Time{}, 0
}

// tell tells whoever wants to know that something has changed.
func (c *Client) tell() {
	if c.config.Changed != nil {
		c.config.Changed()
	}
}
