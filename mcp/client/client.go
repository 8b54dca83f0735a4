// Package client looks after the MCP servers that a person has: it starts each one when
// it is needed, lists what it offers, calls its tools and shows its forms.
package client

import (
	"cmp"
	"context"
	"encoding/json"
	"sync"
	"time"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/oauth"
	"handrail/mcp/transport"
	"handrail/tools"
)

// A Config says which server a Client is for, and in whose name.
type Config struct {
	Server  mcp.Server
	House   proc.House  // what a stdio server runs in
	Errand  proc.Errand // for whom: the space, Tool "mcp:<name>", Network, folders
	Roots   []string    // told to the server as its roots, absolute: the space's folder comes first; nil tells none
	Name    string      // of Handrail, for the handshake
	Version string      // likewise
	// Form shows the person a form of the server (elicitation) and waits. nil: the
	// server is told that there are none.
	Form func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
	// SignIn is how the person signs in to a remote server.
	SignIn oauth.SignIn
	// Redact takes secrets out of what the server says of itself, which is JSON: its words, its
	// tools, resources and prompts. They are shown, pinned and passed on. nil: nothing is secret.
	Redact func(json.RawMessage) json.RawMessage
	// Hurry has the server ended, by its end, without being asked to leave first. nil: never.
	Hurry context.Context
	// Changed is told, from any goroutine and never under a lock, when Status or
	// Listing have changed. It may be nil.
	Changed func()

	// Updated is told, from any goroutine, that a resource has changed that is watched (Client.Watch). It may be nil.
	Updated func(uri string)
	Watched *WatchList // nil: New makes it

	refusals *refusals // with the server's forms: New makes it
}

// link is what the way to the server is made from.
func (c Config) link() transport.Config {
	return transport.Config{Server: c.Server, House: c.House, Errand: c.Errand, SignIn: c.SignIn, Hurry: c.Hurry}
}

// redactText takes secrets out of a text.
func (c Config) redactText(text string) string { return redacted(c.Redact, text) }

// redacted is a text without what redact takes out of JSON.
func redacted(redact func(json.RawMessage) json.RawMessage, text string) string {
	raw, err := json.Marshal(text)
	if redact == nil || err != nil {
		return text
	}
	var out string
	if json.Unmarshal(redact(raw), &out) != nil {
		return ""
	}
	return out
}

// A Client is one server that the person has, for one space. It starts the server
// when somebody needs it, looks after it while it runs and starts it again when it
// has ended. It is safe for concurrent use, and waits under no lock.
type Client struct {
	config Config
	dial   dial
	wait   time.Duration // for start, handshake and lists together

	mu      sync.Mutex
	status  mcp.Status // without Said
	said    []string
	listing mcp.Listing
	listed  bool
	conn    *conn    // nil unless the state is Ready
	pending *attempt // what those who wait for the server wait for; nil if nobody does
	keeper  *keeper  // looks after the server; nil if nobody does
	legacy  bool     // it speaks an older revision, or dies of being asked for a newer one
	worked  bool     // it has been ready since it was last asked for in vain
	closed  bool
}

// An attempt is one try to get the server ready.
type attempt struct {
	done chan struct{}
	err  error // valid after done
}

// New makes a Client. Nothing starts yet.
func New(c Config) *Client {
	c.refusals, c.Watched = &refusals{}, cmp.Or(c.Watched, &WatchList{})
	return &Client{config: c, dial: transport.Open, wait: c.Server.StartTimeout(), status: mcp.Status{State: mcp.Idle, Since: time.Now()}}
}

// Connect waits until the server is ready, or says why it is not, as an
// *tools.Error. It joins an attempt under way; the end of ctx ends the waiting, not
// the attempt.
func (c *Client) Connect(ctx context.Context) error {
	_, err := c.need(ctx)
	return err
}

// Start is Connect in the background.
func (c *Client) Start() { _, _ = c.ask() }

// Hold lets the clocks of the calls that run stand still until resume: the server waits for an
// answer of the person's.
func (c *Client) Hold() (resume func()) {
	c.mu.Lock()
	n := c.conn
	c.mu.Unlock()
	if n == nil {
		return func() {}
	}
	return n.calls.pause()
}

// Status says how things stand.
func (c *Client) Status() mcp.Status {
	c.mu.Lock()
	s, n := c.status, c.conn
	s.Said = append([]string(nil), c.said...)
	c.mu.Unlock()
	if n != nil {
		s.Said = lastLines(n.link)
	}
	if s.State == mcp.Ready && time.Since(s.Since) >= healthy {
		s.Tries = 0
	}
	return s
}

// Listing is what the server has, as it was last listed by this process. false:
// it never was.
func (c *Client) Listing() (mcp.Listing, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.listing, c.listed
}

// Call calls a tool, or reads a resource or a prompt, connecting first if need be. out gets progress and what the
// server logs meanwhile. A call that tells of progress may take up to 10 times the
// server's time-out, and as long as it likes while the person fills a form in. Where
// the server has said that its tools have changed, it waits up to 2 s until they are
// listed anew, and is refused as unavailable if they are not: what it calls may be
// another tool by now. The error is an *tools.Error, or that of r.Accepted; that a
// tool itself says that it failed is an Answer.
func (c *Client) Call(ctx context.Context, r mcp.CallRequest, out tools.Output) (*mcp.Answer, error) {
	n, err := c.need(ctx)
	if err != nil {
		return nil, err
	}
	if err := n.lists.await(ctx); err != nil {
		return nil, err
	}
	if r.Accepted != nil {
		l, _ := c.Listing()
		if err := r.Accepted(l); err != nil {
			return nil, err
		}
	}
	switch {
	case r.Complete != nil:
		return n.complete(ctx, r, out)
	case r.Resource != "":
		return n.resource(ctx, r, out)
	case r.Prompt != "":
		return n.prompt(ctx, r, out)
	}
	return n.call(ctx, r, out)
}

// Restart ends the server and starts it again in the background, also after Stop
// or many failures.
func (c *Client) Restart() {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return
	}
	if n := c.conn; n != nil {
		c.conn, c.said = nil, lastLines(n.link)
	}
	c.legacy, c.worked = false, false
	c.status.Tries = 0
	if c.pending == nil {
		c.pending = &attempt{done: make(chan struct{})}
	}
	c.set(mcp.Connecting, "")
	c.startKeeper()
	c.mu.Unlock()
	c.notify()
}

// Stop ends the server until Restart: calls are refused. It returns when its
// processes are gone, within 5 s or so.
func (c *Client) Stop() { c.end(false) }

// Close ends the server for good and returns when its processes are gone.
func (c *Client) Close() error {
	c.end(true)
	return nil
}
