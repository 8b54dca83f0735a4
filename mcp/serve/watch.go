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
	of  map[resourceOf]bool  // false: it is not known yet whether it may
}

// watches are the resources that clients are told of. It is safe for concurrent use.
type watches struct {
	s   *Service
	mu  sync.Mutex
	all map[string]*watcher // by the session, or the request
}

// add notes one more; fresh reports whether it was not wished for there yet.
func (w *watches) add(key string, as watcher, r resourceOf) (fresh bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]*watcher{}
	}
	if w.all[key] != nil {
		if _, known := w.all[key].of[r]; known {
			return false, nil
		}
	}
	count := 0
	for _, other := range w.all {
		if other.who == as.who {
			count += len(other.of)
		}
	}
	if count >= mostWatches {
		return false, fmt.Errorf("%d resources are watched for this program already, and no more may: unsubscribe from others first", mostWatches)
	}
	if w.all[key] == nil {
		as.of = map[resourceOf]bool{}
		w.all[key] = &as
	}
	w.all[key].of[r] = false
	return true, nil
}

// grant lets it be told; false: it has left meanwhile.
func (w *watches) grant(key string, r resourceOf) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all[key] == nil {
		return false
	}
	if _, known := w.all[key].of[r]; !known {
		return false
	}
	w.all[key].of[r] = true
	return true
}

// drop takes out what is watched of a URI, or all if that is "".
func (w *watches) drop(key, uri string) (dropped []resourceOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all[key] == nil {
		return nil
	}
	for r := range w.all[key].of {
		if uri == "" || r.uri == uri {
			dropped = append(dropped, r)
			delete(w.all[key].of, r)
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
	fresh, err := w.add(key, as, r) // before it is read: more than may be are not read
	if err != nil || !fresh {
		return err
	}
	if err := w.allow(ctx, l, d, r); err != nil {
		w.drop(key, uri)
		return err
	}
	if !w.grant(key, r) {
		w.s.c.Door.Unwatch(r.server, r.uri)
	}
	return nil
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
		switch {
		case !w.of[resourceOf{server, uri}]:
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
