package client

import (
	"context"
	"maps"
	"slices"
	"strconv"
	"sync"
)

// underway are the requests to a server that have no answer yet. It is safe for
// concurrent use.
type underway struct {
	server string
	life   context.Context // of the connection: none is added after its end

	mu    sync.Mutex
	calls map[string]*liveCall // by their progress token
	made  int                  // how many there were
}

// enter counts a request among those under way and names it by a token. false: the
// connection has ended, and so has the request.
func (u *underway) enter(c *liveCall) (token string, ok bool) {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.life.Err() != nil {
		c.end()
		return "", false
	}
	u.made++
	c.number, token = u.made, "call-"+strconv.Itoa(u.made)
	u.calls[token] = c
	return token, true
}

// leave ends a request.
func (u *underway) leave(token string, c *liveCall) {
	u.mu.Lock()
	delete(u.calls, token)
	u.mu.Unlock()
	c.end()
	c.drain()
}

// only is the one call that is under way; nil if there are none or several.
func (u *underway) only() *liveCall {
	u.mu.Lock()
	defer u.mu.Unlock()
	if len(u.calls) != 1 {
		return nil
	}
	for _, c := range u.calls {
		return c
	}
	return nil
}

// running says which tool, by its qualified name, and which call is under way, if
// just one is; and which calls are, the latest last.
func (u *underway) running() (tool, call string, all []string) {
	u.mu.Lock()
	list := slices.SortedFunc(maps.Values(u.calls), func(a, b *liveCall) int { return a.number - b.number })
	u.mu.Unlock()
	for _, c := range list {
		all = append(all, c.call)
	}
	if len(list) == 1 && list[0].tool != "" {
		tool, call = u.server+"__"+list[0].tool, list[0].call
	}
	return tool, call, all
}

// progress passes progress on to the call that it is told of.
func (u *underway) progress(token string, fields map[string]any) {
	u.mu.Lock()
	c := u.calls[token]
	u.mu.Unlock()
	if c != nil {
		c.progress(fields)
	}
}

// pause stops the clocks of the calls under way until resume: the person reads a
// form of the server's.
func (u *underway) pause() (resume func()) {
	u.mu.Lock()
	defer u.mu.Unlock()
	var all []*callClock
	for _, c := range u.calls {
		c.clock.pause()
		all = append(all, &c.clock)
	}
	return func() {
		for _, c := range all {
			c.resume()
		}
	}
}

// during returns a context that ends when the requests have ended that are under way
// now; false: there are none.
func (u *underway) during(ctx context.Context) (context.Context, context.CancelFunc, bool) {
	u.mu.Lock()
	calls := slices.Collect(maps.Values(u.calls))
	u.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	if len(calls) == 0 {
		return ctx, cancel, false
	}
	go func() {
		defer cancel()
		for _, c := range calls {
			select {
			case <-c.done:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel, true
}

// end ends them all. The connection's life is over.
func (u *underway) end() {
	u.mu.Lock()
	defer u.mu.Unlock()
	for _, c := range u.calls {
		c.end()
	}
}
