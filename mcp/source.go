package mcp

import (
	"context"
	"fmt"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

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
	// Schemas keeps what was read of schemas, so that building the same source again
	// costs nothing. It may be nil.
	Schemas *Schemas
}

// A Source provides the tools of one server (docs/spec/08-mcp.md), from their
// definitions: the server itself need not run.
type Source struct {
	name     string
	tools    []tools.Tool
	rejected []tools.Entry
}

// NewSource makes a Source. A definition that cannot be used is in Rejected, and
// takes nothing from the others.
func NewSource(u Use, definitions []Definition) *Source {
	s := &Source{name: u.Server.Name, tools: make([]tools.Tool, 0, len(definitions))}
	if u.Schemas == nil {
		u.Schemas = &Schemas{}
	}
	seen := make(map[string]bool, len(definitions))
	for _, d := range definitions {
		err := checkToolName(d.Name)
		if err == nil && seen[d.Name] {
			err = fmt.Errorf("the server lists several tools of this name: the first one counts")
		}
		seen[d.Name] = true
		var t *tool
		if err == nil {
			t, err = newTool(&u, d)
		}
		if err != nil {
			s.rejected = append(s.rejected, reject(u.Server.Name, d, err))
			continue
		}
		s.tools = append(s.tools, t)
	}
	return s
}

// Namespace implements tools.Source: it is the server's name.
func (s *Source) Namespace() string { return s.name }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.tools, nil }

// Rejected lists the definitions that cannot be used, each with the reason.
func (s *Source) Rejected() []tools.Entry { return s.rejected }

// SourceName is what tools.Info.Source says of a server's tools.
func SourceName(server string) string { return "mcp:" + server }

func reject(server string, d Definition, err error) tools.Entry {
	name := visible(plainLine(d.Name, 100))
	if name == "" {
		name = "(no name)"
	}
	return tools.Entry{Info: tools.Info{Name: name, Title: name, Source: SourceName(server)}, State: tools.Rejected, Reason: err.Error()}
}

// checkToolName says why a tool's name cannot be used. Odd characters can: models
// get a name without them.
func checkToolName(name string) error {
	switch {
	case strings.TrimSpace(name) == "":
		return fmt.Errorf("its name is empty")
	case len(name) > MaxToolName:
		return fmt.Errorf("its name has %d bytes; at most %d are accepted", len(name), MaxToolName)
	case !utf8.ValidString(name) || strings.ContainsFunc(name, func(r rune) bool { return hidden(r) || unicode.IsControl(r) }):
		return fmt.Errorf("its name holds characters that cannot be seen")
	}
	return nil
}

// hidden reports whether a character cannot be seen, or changes how others are.
func hidden(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == '\u3164'
}

// plainLine makes one line of at most limit bytes of a text from a server.
func plainLine(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))), " ")
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}

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
