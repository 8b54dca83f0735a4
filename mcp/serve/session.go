package serve

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"fmt"
	"sync"
	"sync/atomic"

	protocol "github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// newID makes a name that no other connection has.
func newID() string { return rand.Text()[:16] }

// A session is the client of a connection as mcp-go knows it: what the client has said
// of itself, and what it wants to be told.
type session struct {
	id         string
	connection *connection
	notes      chan protocol.JSONRPCNotification // what mcp-go wants told
	ready      atomic.Bool                       // the client has introduced itself

	mu       sync.Mutex
	info     protocol.Implementation
	can      protocol.ClientCapabilities
	version  string
	level    protocol.LoggingLevel // "" is not set
	filter   *protocol.SubscriptionFilter
	listenID json.RawMessage
}

var _ interface {
	server.SessionWithClientInfo
	server.SessionWithElicitation
	server.SessionWithLogging
	server.SessionWithProtocolVersion
	server.SessionWithSubscriptionFilter
} = (*session)(nil)

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

// SetLogLevel implements server.SessionWithLogging.
func (c *session) SetLogLevel(level protocol.LoggingLevel) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.level = level
}

// GetLogLevel implements server.SessionWithLogging.
func (c *session) GetLogLevel() protocol.LoggingLevel {
	c.mu.Lock()
	defer c.mu.Unlock()
	return cmp.Or(c.level, protocol.LoggingLevelInfo)
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

// listenAs notes the id of the request under which the client is told of changes.
func (c *session) listenAs(id json.RawMessage) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.listenID = id
}

// listening is the id of that request; nil if the client listens to nothing.
func (c *session) listening() json.RawMessage {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.filter == nil {
		return nil
	}
	return c.listenID
}

// RequestElicitation implements server.SessionWithElicitation.
func (c *session) RequestElicitation(ctx context.Context, r protocol.ElicitationRequest) (*protocol.ElicitationResult, error) {
	m, err := c.connection.asked.ask(ctx, protocol.MethodElicitationCreate, r.Params)
	if err != nil {
		return nil, err
	}
	return formAnswer(m)
}

// formAnswer reads a client's answer to a form.
func formAnswer(m *incoming) (*protocol.ElicitationResult, error) {
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

// batches reports whether the client's revision has batches. 2025-06-18 took them
// out again.
func (c *session) batches() bool {
	v := c.ProtocolVersion()
	return v == protocol.ProtocolVersion20250326 || v == protocol.ProtocolVersion20241105
}
