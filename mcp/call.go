package mcp

import (
	"encoding/json"
	"strings"
	"time"

	"handrail/tools"
)

// KeyField is where the _meta of a call may have an idempotency key
// (docs/spec/13-journal.md).
const KeyField = "handrail/idempotency-key"

// MetaField is where a result's _meta says how the call went. What else begins so, in any letters, is Handrail's, too.
const MetaField = "handrail"

// IsOurs reports whether a key of a _meta is one that only Handrail sets.
func IsOurs(key string) bool { return strings.HasPrefix(strings.ToLower(key), MetaField) }

// A CallRequest is one call of a server's tool.
type CallRequest struct {
	Tool  string          // as the server names it; "" if one of these is asked for
	Task  bool            // the server runs the tool as a task only
	Input json.RawMessage // an object; nil is an empty one
	Call  tools.Call      // whose it is, with the journal's id; its Key is sent in _meta (docs/spec/13-journal.md)

	Resource  string            // the URI of a resource
	Prompt    string            // the name of a prompt, with what it is made from
	Arguments map[string]string // likewise
	Complete  *Completion       // not the resource or prompt, but what could stand in it

	Timeout time.Duration // of this call, once the server runs; 0: the server's own

	// Accepted is asked right before the call is sent, with what the server lists now,
	// and what it says of changes is heeded. Its error is that of the call, which is not
	// sent then. nil: nobody minds.
	Accepted func(l Listing) error
}

// A Completion asks for the values that an argument of a prompt, or of the template of a resource, may have.
type Completion struct {
	Argument string `json:"argument"`
	Value    string `json:"value"` // what is written of it so far
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
	Kind string          // one of the kinds below
	Text string          // of KindText; of KindResource if it is text; of KindLink its description
	MIME string          // what Data or Text is, as the server says
	URI  string          // of KindResource and KindLink
	Name string          // of KindLink
	Raw  json.RawMessage // the piece as the server sent it; nil if that is no piece that MCP knows
	Data []byte          // of KindImage and KindAudio; of KindResource if it is no text
}

// The kinds of Content.
const (
	KindText     = "text"
	KindImage    = "image"
	KindAudio    = "audio"
	KindResource = "resource" // one that is in the answer itself
	KindLink     = "link"     // one that can be read with ReadResource
)
