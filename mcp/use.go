package mcp

import (
	"context"
	"sync"
	"time"

	"handrail/internal/schema"
	"handrail/tools"
)

// MaxToolName is the longest name of a server's tool that is taken, in bytes.
// Models and callers get a shorter one (see tools.Entry.Model).
const MaxToolName = 512

// A caller calls a server's tools: a Client.
type caller interface {
	Call(ctx context.Context, r CallRequest, out tools.Output) (*Answer, error)
}

// Use is a server as a space uses it: who calls it, and what calls of it touch.
type Use struct {
	Server Server
	Client caller // a *Client; nil where nothing is ever run: for lists only
	Key    []byte // under which the environment and the headers enter an act's digest

	// Reach are the hosts that the server's walls let it reach, "any host" for all
	// of them; of a remote server the host of its URL is added.
	Reach []string
	// Write are folders beyond the space that it may change; absolute and real.
	Write []string
	// Data is what the server has beside its tools.
	Data Data
	// Internal says that the server is internal_only: see tools.Info.Internal.
	Internal bool
	// Own says that the space declares the server: see tools.Info.Own.
	Own bool
	// Asks says that the person wants to be asked at every call of a tool, with the
	// reason; "" if not. It may be nil.
	Asks func(tool string) string
	// Pinned says why a definition is not what the person has accepted; nil if it
	// is. It is asked when a call is settled, and again right before it runs. It may
	// be nil.
	Pinned func(d Definition) error
	// Refused says what the walls have kept from the server since a call began, with what the
	// person can do about it: text is what the call has come to, and failed that this is an
	// error. nil: nothing of the kind explains anything. It may be nil.
	Refused func(began time.Time, text string, failed bool) *tools.Error
	// Schemas keeps what was read of schemas, so that building the same source again
	// costs nothing. It may be nil.
	Schemas *Schemas
}

// SourceName is what tools.Info.Source says of a server's tools.
func SourceName(server string) string { return "mcp:" + server }

// Schemas keeps the schemas of tools that were read once, by their text. It is
// safe for concurrent use; the zero value is ready.
type Schemas struct {
	mu    sync.Mutex
	known map[string]readSchema
}

type readSchema struct {
	schema *schema.Schema
	err    error
}

// schemasKept is how many schemas are kept; beyond it all are read anew.
const schemasKept = 20_000

// of reads a schema, or finds it.
func (s *Schemas) of(raw string) (*schema.Schema, error) {
	s.mu.Lock()
	r, ok := s.known[raw]
	s.mu.Unlock()
	if ok {
		return r.schema, r.err
	}
	r.schema, r.err = schema.FromJSON([]byte(raw))
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known == nil || len(s.known) >= schemasKept {
		s.known = map[string]readSchema{}
	}
	s.known[raw] = r
	return r.schema, r.err
}
