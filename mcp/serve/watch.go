package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mostWatches is how many resources one client is told of, over all of its sessions.
const mostWatches = 100

// A resourceOf is a resource of a server of the space.
type resourceOf struct{ server, uri string }

// A watcher is a session that is told of changes, or one request to listen.
type watcher struct {
	who *room
	to  server.ClientSession // of a request to listen; nil: the session by its name
	id  any                  // of that request
	of  map[resourceOf]*wish
}

// A wish is one resource that is to be told of.
type wish struct {
	granted bool          // it may be told
	settled chan struct{} // closed once that is known, or that it may not
	err     error         // why not; read after settled
}

// watches are the resources that clients are told of. It is safe for concurrent use.
type watches struct {
	s   *Service
	mu  sync.Mutex
	all map[string]*watcher // by the session, or the request
}

// add notes one more; fresh reports whether it was not wished for there yet.
func (w *watches) add(key string, as watcher, r resourceOf) (one *wish, fresh bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]*watcher{}
	}
	if w.all[key] != nil {
		if one := w.all[key].of[r]; one != nil {
			return one, false, nil
		}
	}
	count := 0
	for _, other := range w.all {
		if other.who == as.who {
			count += len(other.of)
		}
	}
	if count >= mostWatches {
		return nil, false, fmt.Errorf("%d resources are watched for this program already, and no more may: unsubscribe from others first", mostWatches)
	}
	if w.all[key] == nil {
		as.of = map[resourceOf]*wish{}
		w.all[key] = &as
	}
	one = &wish{settled: make(chan struct{})}
	w.all[key].of[r] = one
	return one, true, nil
}

// settle lets it be told, or says why not; left: it is not wished for any more.
func (w *watches) settle(key string, r resourceOf, one *wish, err error) (left bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	one.granted, one.err = err == nil, err
	close(one.settled)
	own := w.all[key]
	if own == nil || own.of[r] != one {
		return true
	}
	if err != nil {
		delete(own.of, r)
		if len(own.of) == 0 {
			delete(w.all, key)
		}
	}
	return false
}

// drop takes out what is wished for of a URI, or all if that is "", and returns what was told of.
func (w *watches) drop(key, uri string) (dropped []resourceOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all[key] == nil {
		return nil
	}
	for r, one := range w.all[key].of {
		if uri != "" && r.uri != uri {
			continue
		}
		if delete(w.all[key].of, r); one.granted { // else who has wished for it sees that it has left
			dropped = append(dropped, r)
		}
	}
	if len(w.all[key].of) == 0 {
		delete(w.all, key)
	}
	return dropped
}

// hook lets clients be told when resources of servers change. mcp-go tells nothing of a session to who
// accepts a subscription, so that it is looked at before.
func (w *watches) hook(hooks *server.Hooks) {
	hooks.AddOnRequestInitialization(func(ctx context.Context, _ any, message any) error {
		raw, _ := message.(json.RawMessage)
		if !bytes.Contains(raw, []byte("subscribe")) {
			return nil
		}
		var m struct {
			Method protocol.MCPMethod       `json:"method"`
			Params protocol.SubscribeParams `json:"params"`
		}
		if json.Unmarshal(raw, &m) == nil && m.Method == protocol.MethodResourcesSubscribe && m.Params.URI != "" {
			if c := server.ClientSessionFromContext(ctx); c != nil && c.SessionID() != "" { // the newest revision has no such method, nor sessions
				return w.watch(ctx, nil, c.SessionID(), watcher{}, m.Params.URI)
			}
		}
		return nil // of what is wrong mcp-go says that
	})
	hooks.AddAfterUnsubscribe(func(ctx context.Context, _ any, r *protocol.UnsubscribeRequest, _ *protocol.EmptyResult) {
		if c := server.ClientSessionFromContext(ctx); c != nil {
			w.unwatch(c.SessionID(), r.Params.URI)
		}
	})
	hooks.AddBeforeSubscriptionsListen(func(ctx context.Context, id any, r *protocol.SubscriptionsListenRequest) {
		w.listen(ctx, id, r)
	})
	hooks.AddOnUnregisterSession(func(_ context.Context, c server.ClientSession) { w.unwatch(c.SessionID(), "") })
}

// listen is a request to be told of some resources until it ends. Of what cannot be watched nothing is told.
func (w *watches) listen(ctx context.Context, id any, r *protocol.SubscriptionsListenRequest) {
	c := server.ClientSessionFromContext(ctx)
	if c == nil || len(r.Params.Notifications.ResourceSubscriptions) == 0 {
		return
	}
	key := fmt.Sprintf("%s listens %v %p", c.SessionID(), id, c)
	asked := map[string]bool{}
	for _, uri := range r.Params.Notifications.ResourceSubscriptions {
		if ctx.Err() != nil || len(asked) == mostWatches {
			break
		}
		if !asked[uri] {
			asked[uri] = true
			_ = w.watch(ctx, r.Header, key, watcher{to: c, id: id}, uri)
		}
	}
	context.AfterFunc(ctx, func() { w.unwatch(key, "") })
}

// watch tells a client when a resource changes that it may read: so it is read once, as a call, about which
// nobody is asked.
func (w *watches) watch(ctx context.Context, h map[string][]string, key string, as watcher, uri string) error {
	l, err := w.s.lineOf(ctx, h)
	if err != nil {
		return err
	}
	d, ok := w.readerOf(ctx, uri)
	if !ok {
		return fmt.Errorf("no server here tells when %q changes", uri)
	}
	r := resourceOf{d.Server, uri}
	as.who = l.room
	one, fresh, err := w.add(key, as, r) // before it is read: more than may be are not read
	switch {
	case err != nil:
		return err
	case !fresh: // wished for twice: what comes of the first counts for both
		select {
		case <-one.settled:
			return one.err
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	err = w.allow(ctx, l, d, r)
	if left := w.settle(key, r, one, err); left && err == nil {
		w.s.c.Door.Unwatch(r.server, r.uri)
	}
	return err
}

// allow reads a resource for a client, and has its server tell of changes.
func (w *watches) allow(ctx context.Context, l *line, d Data, r resourceOf) error {
	input, err := json.Marshal(map[string]any{"uri": r.uri})
	if err != nil {
		return err
	}
	o := &openCall{line: l}
	if result := o.through(ctx, Call{Tool: d.Read, Input: input, Output: o, Quiet: true}); result.Error != nil {
		return fmt.Errorf("%s: %s", result.Error.Code, result.Error.ForModel())
	}
	return w.s.c.Door.Watch(ctx, r.server, r.uri)
}

// unwatch tells a session, or who listens, no more of a URI, or of anything if that is "".
func (w *watches) unwatch(key, uri string) {
	for _, r := range w.drop(key, uri) {
		w.s.c.Door.Unwatch(r.server, r.uri)
	}
}

// readerOf is the server that has a resource and tells of its changes.
func (w *watches) readerOf(ctx context.Context, uri string) (Data, bool) {
	offer := w.s.c.Door.Offer(ctx)
	if offer.Data == nil || !ofServer(uri) {
		return Data{}, false
	}
	for _, d := range offer.Data() {
		if d.Read == "" || !d.Has.Watches {
			continue
		}
		for _, r := range d.Has.Resources {
			if r.URI == uri {
				return d, true
			}
		}
		for _, r := range d.Has.Templates {
			if sound(r) && matches(r.URI, uri) {
				return d, true
			}
		}
	}
	return Data{}, false
}

// matches reports whether a URI is one of a sound template's.
func matches(template, uri string) bool {
	raw, err := json.Marshal(template)
	var t protocol.URITemplate
	return err == nil && json.Unmarshal(raw, &t) == nil && t.Regexp().MatchString(uri)
}

// Updated tells the clients that watch a resource of a server that it has changed.
func (s *Service) Updated(server, uri string) {
	told := protocol.JSONRPCNotification{JSONRPC: protocol.JSONRPC_VERSION, Notification: protocol.Notification{
		Method: protocol.MethodNotificationResourceUpdated, Params: protocol.NotificationParams{AdditionalFields: map[string]any{"uri": uri}},
	}}
	s.watches.mu.Lock()
	defer s.watches.mu.Unlock()
	for key, w := range s.watches.all {
		one := w.of[resourceOf{server, uri}]
		switch {
		case one == nil || !one.granted:
		case w.to == nil:
			_ = s.mcp.SendNotificationToSpecificClient(key, told.Method, told.Params.AdditionalFields) // it has gone
		default:
			own := told
			own.Params.Meta = map[string]any{protocol.MetaKeySubscriptionID: w.id}
			select {
			case w.to.NotificationChannel() <- own:
			default: // a client that does not read misses some
			}
		}
	}
}
