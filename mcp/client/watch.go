package client

import (
	"context"
	"maps"
	"slices"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/tools"
)

// mostWatched is how many resources of a server are watched at a time, for all clients together.
const mostWatched = 1000

// updatePause is how long a change of a resource is gathered with those that follow.
const updatePause = 250 * time.Millisecond

// A WatchList is the resources of a server that somebody wants to hear of, over all of its connections
// and, where its settings change, over its Clients. The zero value is ready; it is safe for concurrent use.
type WatchList struct {
	mu     sync.Mutex
	counts map[string]int // by URI: how many hear of it
	open   map[string]*settling
	due    map[string]bool
}

// A settling is a request about one resource that the server has not answered yet: to tell of it, or no more.
type settling struct {
	done chan struct{}
	err  error // of the server, for all who wait; read after done
}

// add counts one more. Where the server has not answered yet what was asked of it about that resource, nothing is
// counted, and that is to be waited for; ask is given to the first, who asks and then settles.
func (w *WatchList) add(uri string) (ask, wait *settling, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if s := w.open[uri]; s != nil {
		return nil, s, nil
	}
	if w.counts[uri] == 0 && len(w.counts)+len(w.open) >= mostWatched {
		return nil, nil, tools.Errorf(tools.Unavailable, "%d resources of this server are watched already, and no more may: stop watching others first", mostWatched)
	}
	if w.counts[uri] == 0 {
		return w.begin(uri), nil, nil
	}
	w.counts[uri]++
	return nil, nil, nil
}

// begin notes that the server is being asked about a resource. The lock is held.
func (w *WatchList) begin(uri string) *settling {
	if w.counts == nil {
		w.counts, w.open, w.due = map[string]int{}, map[string]*settling{}, map[string]bool{}
	}
	s := &settling{done: make(chan struct{})}
	w.open[uri] = s
	return s
}

// settle ends a request that the server has answered: one more hears of the resource, or those who wait get err.
func (w *WatchList) settle(uri string, s *settling, heard bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if heard {
		w.counts[uri]++
	}
	s.err = err
	delete(w.open, uri)
	close(s.done)
}

// Drop counts one less, where no server has to hear of it.
func (w *WatchList) Drop(uri string) {
	if s := w.leave(uri); s != nil {
		w.settle(uri, s, false, nil)
	}
}

// leave counts one less. After the last one the server is to be asked to tell no more, and then to be settled with.
func (w *WatchList) leave(uri string) *settling {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts[uri] == 0 {
		return nil
	}
	if w.counts[uri]--; w.counts[uri] > 0 {
		return nil
	}
	delete(w.counts, uri)
	return w.begin(uri)
}

// uris are those that are watched now.
func (w *WatchList) uris() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Sorted(maps.Keys(w.counts))
}

// changed has tell called a moment later, once for all changes until then, if somebody wants to hear of it.
func (w *WatchList) changed(uri string, tell func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts[uri] == 0 || w.due[uri] {
		return
	}
	w.due[uri] = true
	time.AfterFunc(updatePause, func() {
		w.mu.Lock()
		delete(w.due, uri)
		w.mu.Unlock()
		tell()
	})
}

// Watch has the server tell of changes of a resource from now on, until Unwatch: Config.Updated hears of them,
// also after the server was started again. The error is an *tools.Error.
func (c *Client) Watch(ctx context.Context, uri string) error {
	n, err := c.need(ctx)
	if err != nil {
		return err
	}
	if l, _ := c.Listing(); !l.Watches {
		return tools.Errorf(tools.NotFound, "the server %q does not tell of changes of its resources", c.config.Server.Name)
	}
	list := c.config.Watched
	for {
		ask, wait, err := list.add(uri)
		switch {
		case err != nil:
			return err
		case ask != nil:
			return c.watch(ctx, n, uri, ask)
		case wait == nil:
			return nil
		}
		select {
		case <-wait.done:
			if wait.err != nil {
				return wait.err
			}
		case <-ctx.Done():
			return tools.Errorf(tools.Cancelled, "it was cancelled while the server %q was asked to tell of changes", c.config.Server.Name)
		}
	}
}

// watch asks the server to tell of a resource. A refusal is everybody's who waits; one who has given up
// leaves it to the next.
func (c *Client) watch(ctx context.Context, n *conn, uri string, s *settling) error {
	list := c.config.Watched
	if n.modern() {
		list.settle(uri, s, true, nil)
		n.listen(list.uris)
		return nil
	}
	_, err := n.ask(ctx, request{
		what: "the wish to be told of changes of " + mcp.Clip(uri, 200),
		send: func(ctx context.Context, _ *protocol.Meta) error { return n.subscribe(ctx, uri) },
	})
	shared := err
	if ctx.Err() != nil {
		shared = nil
	}
	list.settle(uri, s, err == nil, shared)
	return err
}

// Unwatch ends one watch of a resource; the server hears of it when it was the last.
func (c *Client) Unwatch(uri string) {
	list := c.config.Watched
	s := list.leave(uri)
	if s == nil {
		return
	}
	settle := func() { list.settle(uri, s, false, nil) }
	c.mu.Lock()
	n := c.conn
	c.mu.Unlock()
	switch {
	case n == nil:
		settle()
	case n.modern():
		settle()
		n.listen(list.uris)
	default: // one that wants to hear of it again waits, or the server would take both in the wrong order
		asked := n.aside(func(ctx context.Context) {
			defer settle()
			_ = n.client.Unsubscribe(ctx, protocol.UnsubscribeRequest{Params: protocol.UnsubscribeParams{URI: uri}}) //nolint:staticcheck // servers of today; one that refuses goes on telling, and nobody is told
		})
		if !asked {
			settle()
		}
	}
}

// subscribe asks a server of an older revision to tell of changes of a resource.
func (n *conn) subscribe(ctx context.Context, uri string) error {
	return n.client.Subscribe(ctx, protocol.SubscribeRequest{Params: protocol.SubscribeParams{URI: uri}}) //nolint:staticcheck // servers of today
}

// rewatch asks a server that was started again for all that is watched.
func (n *conn) rewatch() {
	if n.modern() {
		n.listen(n.config.Watched.uris)
		return
	}
	for _, uri := range n.config.Watched.uris() {
		n.aside(func(ctx context.Context) {
			if err := n.subscribe(ctx, uri); err != nil && n.life.Err() == nil {
				n.note("Handrail: the server does not tell any more when " + mcp.Clip(uri, 200) + " changes: " + cause(err))
			}
		})
	}
}

// aside sends something that nobody waits for; false: the connection has ended, and nothing is sent.
func (n *conn) aside(send func(ctx context.Context)) bool {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.life.Err() != nil {
		return false
	}
	n.work.Go(func() {
		ctx, cancel := context.WithTimeout(n.life, listWait)
		defer cancel()
		send(ctx)
	})
	return true
}

// updated takes in that a resource has changed.
func (n *conn) updated(uri string) {
	if tell := n.config.Updated; tell != nil {
		n.config.Watched.changed(uri, func() {
			if n.life.Err() == nil {
				tell(uri)
			}
		})
	}
}
