package client

import (
	"context"
	"errors"
	"time"

	"handrail/mcp"
	"handrail/tools"
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
			return nil, tools.Errorf(tools.Timeout, "the server %q is not ready yet: it is still being started, within %s; wait a moment, then try again", c.config.Server.Name, c.wait).
				Advise(tools.Action{Kind: tools.InspectServer, Subject: c.config.Server.Name})
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
		c.startKeeper()
	}
	select {
	case c.keeper.wake <- struct{}{}:
	default:
	}
	c.mu.Unlock()
	if fresh {
		c.notify()
	}
	return nil, a
}

// refused says why nobody is served.
func (c *Client) refused() error {
	if c.closed {
		return tools.Errorf(tools.Unavailable, "the server %q is closed, because its space is", c.config.Server.Name)
	}
	return tools.Errorf(tools.Unavailable, "the server %q was stopped by the person", c.config.Server.Name).
		Advise(tools.Action{Kind: tools.StartServer, Subject: c.config.Server.Name})
}

// startKeeper starts the goroutine that looks after the server, once the one before has
// ended the server it had. The lock is held.
func (c *Client) startKeeper() {
	life, stop := context.WithCancel(context.Background())
	k, last := &keeper{client: c, stop: stop, wake: make(chan struct{}, 1), done: make(chan struct{})}, c.keeper
	c.keeper = k
	go func() {
		defer close(k.done)
		defer stop()
		if last != nil {
			last.stop()
			<-last.done
		}
		k.run(life)
	}()
}

// settle ends the attempt that is waited for. The lock is held.
func (c *Client) settle(err error) {
	if c.pending != nil {
		c.pending.err = err
		close(c.pending.done)
		c.pending = nil
	}
}

// end ends the server: for good, or until Restart.
func (c *Client) end(forGood bool) {
	c.mu.Lock()
	k, was := c.keeper, c.status.State
	c.closed = c.closed || forGood
	if k != nil {
		k.left = true
	}
	n := c.conn
	if n != nil {
		c.conn, c.said = nil, lastLines(n.link)
	}
	c.set(mcp.Stopped, "it was stopped")
	c.settle(c.refused())
	c.mu.Unlock()
	if k != nil {
		k.stop()
		<-k.done
	}
	if n != nil { // what it had said and nobody had read yet
		c.mu.Lock()
		if c.conn == nil {
			c.said = lastLines(n.link)
		}
		c.mu.Unlock()
	}
	if was != mcp.Stopped {
		c.notify()
	}
}

// set sets the state. The lock is held.
func (c *Client) set(s mcp.State, reason string) {
	c.status.State, c.status.Reason, c.status.Action = s, reason, tools.Action{}
	c.status.Since, c.status.Next, c.status.PID = time.Now(), time.Time{}, 0
}

// notify tells whoever wants to know that something has changed.
func (c *Client) notify() {
	if c.config.Changed != nil {
		c.config.Changed()
	}
}
