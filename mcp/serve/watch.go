package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// mostWatches is how many resources one session is told of.
const mostWatches = 100

// A resourceOf is a resource of a server of the space.
type resourceOf struct{ server, uri string }

// watches are the resources that clients are told of. It is safe for concurrent use.
type watches struct {
	s   *Service
	mu  sync.Mutex
	all map[string]map[resourceOf]bool // by session
}

// add notes one more of a session; fresh reports whether it had not wished for it yet.
func (w *watches) add(session string, r resourceOf) (fresh bool, err error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.all == nil {
		w.all = map[string]map[resourceOf]bool{}
	}
	if w.all[session] == nil {
		w.all[session] = map[resourceOf]bool{}
	}
	if fresh = !w.all[session][r]; fresh && len(w.all[session]) >= mostWatches {
		return false, fmt.Errorf("%d resources are watched for this program already, and no more may: unsubscribe from others first", mostWatches)
	}
	w.all[session][r] = true
	return fresh, nil
}

// drop takes out what a session has of a URI, or all that it has if that is "".
func (w *watches) drop(session, uri string) (dropped []resourceOf) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for r := range w.all[session] {
		if uri == "" || r.uri == uri {
			dropped = append(dropped, r)
			delete(w.all[session], r)
		}
	}
	if len(w.all[session]) == 0 {
		delete(w.all, session)
	}
	return dropped
}

// sessions are those that are told of a resource.
func (w *watches) sessions(r resourceOf) []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	var list []string
	for _, session := range slices.Sorted(maps.Keys(w.all)) {
		if w.all[session][r] {
			list = append(list, session)
		}
	}
	return list
}

// hook lets clients be told when resources of servers change. mcp-go tells nothing of a session to who
// accepts a subscription, so that it is looked at before.
func (w *watches) hook(hooks *server.Hooks) {
	hooks.AddOnRequestInitialization(func(ctx context.Context, _ any, message any) error {
		raw, _ := message.(json.RawMessage)
		if !bytes.Contains(raw, []byte(protocol.MethodResourcesSubscribe)) {
			return nil
		}
		var m struct {
			Method protocol.MCPMethod       `json:"method"`
			Params protocol.SubscribeParams `json:"params"`
		}
		if json.Unmarshal(raw, &m) == nil && m.Method == protocol.MethodResourcesSubscribe && m.Params.URI != "" {
			return w.watch(ctx, nil, m.Params.URI)
		}
		return nil // of what is wrong mcp-go says that
	})
	hooks.AddAfterUnsubscribe(func(ctx context.Context, _ any, r *protocol.UnsubscribeRequest, _ *protocol.EmptyResult) {
		if c := server.ClientSessionFromContext(ctx); c != nil {
			w.unwatch(c.SessionID(), r.Params.URI)
		}
	})
	hooks.AddBeforeSubscriptionsListen(func(ctx context.Context, _ any, r *protocol.SubscriptionsListenRequest) {
		for _, uri := range r.Params.Notifications.ResourceSubscriptions {
			_ = w.watch(ctx, r.Header, uri) // of what cannot be watched nothing is told
		}
	})
	hooks.AddAfterSubscriptionsListen(func(ctx context.Context, _ any, _ *protocol.SubscriptionsListenRequest, _ *protocol.SubscriptionsListenResult) {
		if c := server.ClientSessionFromContext(ctx); c != nil {
			w.unwatch(c.SessionID(), "")
		}
	})
	hooks.AddOnUnregisterSession(func(_ context.Context, c server.ClientSession) { w.unwatch(c.SessionID(), "") })
}

// watch tells the client of a session when a resource changes that it may read: so it is read once, as a call,
// about which nobody is asked.
func (w *watches) watch(ctx context.Context, h map[string][]string, uri string) error {
	c := server.ClientSessionFromContext(ctx)
	if c == nil {
		return errGone
	}
	l, err := w.s.lineOf(ctx, h)
	if err != nil {
		return err
	}
	d, ok := w.readerOf(ctx, uri)
	if !ok {
		return fmt.Errorf("no server here tells when %q changes", uri)
	}
	input, err := json.Marshal(map[string]any{"uri": uri})
	if err != nil {
		return err
	}
	o := &openCall{line: l}
	if result := o.through(ctx, Call{Tool: d.Read, Input: input, Output: o, Quiet: true}); result.Error != nil {
		return fmt.Errorf("%s: %s", result.Error.Code, result.Error.ForModel())
	}
	r := resourceOf{d.Server, uri}
	fresh, err := w.add(c.SessionID(), r)
	if err != nil || !fresh {
		return err
	}
	if err := w.s.c.Door.Watch(ctx, r.server, r.uri); err != nil {
		w.drop(c.SessionID(), uri)
		return err
	}
	return nil
}

// unwatch tells a session no more of a URI, or of anything if that is "".
func (w *watches) unwatch(session, uri string) {
	for _, r := range w.drop(session, uri) {
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
	for _, session := range s.watches.sessions(resourceOf{server, uri}) {
		_ = s.mcp.SendNotificationToSpecificClient(session, protocol.MethodNotificationResourceUpdated, map[string]any{"uri": uri}) // it has gone
	}
}
