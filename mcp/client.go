package mcp

import (
	"context"
	"encoding/json"

	"handrail/internal/proc"
	"handrail/tools"
)

// A ClientConfig says which server a Client is for, and in whose name.
type ClientConfig struct {
	Server  Server
	House   proc.House  // what a stdio server runs in
	Errand  proc.Errand // for whom: the space, Tool "mcp:<name>", Network, folders
	Root    string      // the space's folder, absolute: told to the server as its root; "" tells none
	Name    string      // of Handrail, for the handshake
	Version string      // likewise
	// Form shows the person a form of the server (elicitation) and waits. nil: the
	// server is told that there are none.
	Form func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
	// SignIn is how the person signs in to a remote server.
	SignIn SignIn
	// Changed is told, from any goroutine and never under a lock, when Status or
	// Listing have changed. It may be nil.
	Changed func()
}

// A CallRequest is one call of a server's tool.
type CallRequest struct {
	Tool  string          // as the server names it
	Input json.RawMessage // an object; nil is an empty one
	Call  string          // the journal's id
	Key   string          // the idempotency key, sent in _meta (SPEC 13); "" sends none
}

// An Answer is what a server's tool has answered.
type Answer struct {
	Content    []Content
	Structured json.RawMessage // nil if there is none
	Failed     bool            // the server says that the call failed: its isError
}

// A Content is one piece of an answer, a resource or a prompt. Its texts are
// valid UTF-8.
type Content struct {
	Kind string // one of the kinds below
	Text string // of KindText; of KindResource if it is text; of KindLink its description
	MIME string // what Data or Text is, as the server says
	URI  string // of KindResource and KindLink
	Name string // of KindLink
	Data []byte // of KindImage and KindAudio; of KindResource if it is no text
}

// The kinds of Content.
const (
	KindText     = "text"
	KindImage    = "image"
	KindAudio    = "audio"
	KindResource = "resource" // one that is in the answer itself
	KindLink     = "link"     // one that can be read with ReadResource
)

// A Message is one of those that a prompt is made of.
type Message struct {
	Role    string // "user" or "assistant"
	Content Content
}

// A Client is one server that the person has, for one space. It starts the server
// when somebody needs it, looks after it while it runs and starts it again when it
// has ended. It is safe for concurrent use.
type Client struct {
	config ClientConfig
}

// NewClient makes a Client. Nothing starts yet.
func NewClient(c ClientConfig) *Client { return &Client{config: c} }

// Connect waits until the server is ready, or says why it is not, as an
// *tools.Error. It joins an attempt under way; the end of ctx ends the waiting, not
// the attempt.
func (c *Client) Connect(ctx context.Context) error {
	return tools.Errorf(tools.Unavailable, "the server %q cannot be started yet", c.config.Server.Name)
}

// Start is Connect in the background.
func (c *Client) Start() {}

// Status says how things stand.
func (c *Client) Status() Status { return Status{State: Idle} }

// Listing is what the server has, as it was last listed by this process. false:
// it never was.
func (c *Client) Listing() (Listing, bool) { return Listing{}, false }

// Call calls a tool, connecting first if need be. out gets progress and what the
// server logs meanwhile. The error is an *tools.Error; that a tool itself says that
// it failed is an Answer.
func (c *Client) Call(ctx context.Context, r CallRequest, out tools.Output) (*Answer, error) {
	return nil, c.Connect(ctx)
}

// ReadResource reads what the server has at uri. It connects first if need be.
func (c *Client) ReadResource(ctx context.Context, uri string) ([]Content, error) {
	return nil, c.Connect(ctx)
}

// Prompt makes a prompt of the server's. It connects first if need be.
func (c *Client) Prompt(ctx context.Context, name string, args map[string]string) ([]Message, error) {
	return nil, c.Connect(ctx)
}

// Restart ends the server and starts it again, also after Stop or many failures.
func (c *Client) Restart() {}

// Stop ends the server until Restart: calls are refused.
func (c *Client) Stop() {}

// Close ends the server for good and returns when its processes are gone.
func (c *Client) Close() error { return nil }
