package serve

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

// newID makes a name that no other connection has.
func newID() string { return rand.Text()[:16] }

// SessionID implements server.ClientSession.
func (c *session) SessionID() string { return c.id }

// Initialize implements server.ClientSession.
func (c *session) Initialize() { c.ready.Store(true) }

// Initialized implements server.ClientSession.
func (c *session) Initialized() bool { return c.ready.Load() }

// NotificationChannel implements server.ClientSession.
func (c *session) NotificationChannel() chan<- protocol.JSONRPCNotification { return c.notes }

// GetClientInfo implements server.SessionWithClientInfo.
func (c *session) GetClientInfo() protocol.Implementation {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.info
}

// SetClientInfo implements server.SessionWithClientInfo.
func (c *session) SetClientInfo(i protocol.Implementation) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.info = i
}

// GetClientCapabilities implements server.SessionWithClientInfo.
func (c *session) GetClientCapabilities() protocol.ClientCapabilities {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.can
}

// SetClientCapabilities implements server.SessionWithClientInfo.
func (c *session) SetClientCapabilities(can protocol.ClientCapabilities) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.can = can
}

// ProtocolVersion implements server.SessionWithProtocolVersion.
func (c *session) ProtocolVersion() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.version
}

// SetProtocolVersion is how mcp-go notes the revision that both speak.
func (c *session) SetProtocolVersion(v string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.version = v
}

// SetSubscriptionFilter implements server.SessionWithSubscriptionFilter.
func (c *session) SetSubscriptionFilter(f protocol.SubscriptionFilter) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.filter = &f
	if f.IsEmpty() {
		c.filter, c.listenID = nil, nil
	}
}

// SubscriptionFilter implements server.SessionWithSubscriptionFilter.
func (c *session) SubscriptionFilter() (protocol.SubscriptionFilter, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.filter == nil {
		return protocol.SubscriptionFilter{}, false
	}
	return *c.filter, true
}

func (c *session) subscribed() bool {
	_, ok := c.SubscriptionFilter()
	return ok
}

var errHungUp = errors.New("the program has hung up")

// RequestElicitation implements server.SessionWithElicitation.
func (c *session) RequestElicitation(ctx context.Context, r protocol.ElicitationRequest) (*protocol.ElicitationResult, error) {
	answer := make(chan *incoming, 1)
	c.mu.Lock()
	if c.hungUp {
		c.mu.Unlock()
		return nil, errHungUp
	}
	c.asked++
	id := fmt.Sprintf(`"handrail-%d"`, c.asked)
	c.answers[id] = answer
	c.mu.Unlock()
	raw, err := json.Marshal(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "id": json.RawMessage(id), "method": protocol.MethodElicitationCreate, "params": r.Params})
	if err != nil {
		return nil, err
	}
	c.send(raw, true)
	select {
	case m := <-answer:
		return formAnswer(m)
	case <-ctx.Done():
		c.mu.Lock()
		delete(c.answers, id)
		c.mu.Unlock()
		c.notify(string(protocol.MethodNotificationCancelled), map[string]any{"requestId": json.RawMessage(id), "reason": "the call is over"})
		return nil, ctx.Err()
	}
}

// formAnswer reads a client's answer to a form; nil is none.
func formAnswer(m *incoming) (*protocol.ElicitationResult, error) {
	if m == nil {
		return nil, errHungUp
	}
	if len(m.Error) > 0 {
		var e struct {
			Message string `json:"message"`
		}
		_ = json.Unmarshal(m.Error, &e) // without a message there is nothing to say
		return nil, fmt.Errorf("it answers %q", e.Message)
	}
	var r protocol.ElicitationResult
	if err := json.Unmarshal(m.Result, &r); err != nil {
		return nil, fmt.Errorf("its answer cannot be read: %w", err)
	}
	return &r, nil
}

// answered takes an answer to a request of ours. One that nobody waits for is
// dropped.
func (c *session) answered(m *incoming) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if answer, ok := c.answers[string(m.ID)]; ok {
		delete(c.answers, string(m.ID))
		answer <- m
	}
}

// noted takes a notification. A request that is cancelled is no longer answered.
func (c *session) noted(m *incoming) {
	if m.Method != string(protocol.MethodNotificationCancelled) {
		c.handle(c.ctx, m.text)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if r, ok := c.open[string(cancelledIn(m.text))]; ok {
		r.silent = true
		r.cancel()
	}
}

// cancelledIn is the id of the request that a notification cancels, as it is written.
func cancelledIn(text []byte) json.RawMessage {
	var p struct {
		Params struct {
			Request json.RawMessage `json:"requestId"`
		} `json:"params"`
	}
	if json.Unmarshal(text, &p) != nil {
		return nil
	}
	return bytes.TrimSpace(p.Params.Request)
}

// batches reports whether the client's revision has batches. 2025-06-18 took them
// out again.
func (c *session) batches() bool {
	v := c.ProtocolVersion()
	return v == protocol.ProtocolVersion20250326 || v == protocol.ProtocolVersion20241105
}
