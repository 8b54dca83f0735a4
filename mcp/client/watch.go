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
	counts map[string]int // by URI: how many want to hear of it
	due    map[string]bool
}

// add counts one more; first reports whether it is the first.
func (w *WatchList) add(uri string) (first bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts[uri] == 0 && len(w.counts) >= mostWatched {
		return false, tools.Errorf(tools.Unavailable, "%d resources of this server are watched already, and no more may: stop watching others first", mostWatched)
	}
	if w.counts == nil {
		w.counts, w.due = map[string]int{}, map[string]bool{}
	}
	w.counts[uri]++
	return w.counts[uri] == 1, nil
}

// Drop counts one less; last reports whether it was the last.
func (w *WatchList) Drop(uri string) (last bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.counts[uri] == 0 {
		return false
	}
	if w.counts[uri]--; w.counts[uri] > 0 {
		return false
	}
	delete(w.counts, uri)
	return true
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
	first, err := list.add(uri)
	switch {
	case err != nil || !first:
		return err
	case n.modern():
		n.listen(list.uris())
		return nil
	}
	_, err = n.ask(ctx, request{
		what: "the wish to be told of changes of " + mcp.Clip(uri, 200),
		send: func(ctx context.Context, _ *protocol.Meta) error { return n.subscribe(ctx, uri) },
	})
	if err != nil {
		list.Drop(uri)
	}
	return err
}

// Unwatch ends one watch of a resource; the server hears of it when it was the last.
func (c *Client) Unwatch(uri string) {
	if !c.config.Watched.Drop(uri) {
		return
	}
	c.mu.Lock()
	n := c.conn
	c.mu.Unlock()
	if n == nil {
		return
	}
	if n.modern() {
		n.listen(c.config.Watched.uris())
		return
	}
	n.aside(func(ctx context.Context) {
		_ = n.client.Unsubscribe(ctx, protocol.UnsubscribeRequest{Params: protocol.UnsubscribeParams{URI: uri}}) //nolint:staticcheck // servers of today; one that refuses goes on telling, and nobody is told
	})
}

// subscribe asks a server of an older revision to tell of changes of a resource.
func (n *conn) subscribe(ctx context.Context, uri string) error {
	return n.client.Subscribe(ctx, protocol.SubscribeRequest{Params: protocol.SubscribeParams{URI: uri}}) //nolint:staticcheck // servers of today
}

// rewatch asks a server that was started again for all that is watched.
func (n *conn) rewatch(uris []string) {
	if n.modern() {
		n.listen(uris)
		return
	}
	for _, uri := range uris {
		n.aside(func(ctx context.Context) {
			if err := n.subscribe(ctx, uri); err != nil && n.life.Err() == nil {
				n.note("Handrail: the server does not tell any more when " + mcp.Clip(uri, 200) + " changes: " + cause(err))
			}
		})
	}
}

// aside sends something that nobody waits for.
func (n *conn) aside(send func(ctx context.Context)) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.life.Err() != nil {
		return
	}
	n.work.Go(func() {
		ctx, cancel := context.WithTimeout(n.life, listWait)
		defer cancel()
		send(ctx)
	})
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
