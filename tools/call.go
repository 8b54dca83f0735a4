package tools

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"handrail/internal/builtins"
	"handrail/internal/jsonfile"
)

// A Call is one request to use a tool, with who asks and where. It is an
// argument, never hidden in a context.
type Call struct {
	ID      string          // unique in the journal; the pipeline makes one when it is empty
	Tool    string          // the name as it was asked for: canonical, alias or qualified
	Input   json.RawMessage // as requested
	Caller  Caller
	Session string // one chat, one run, one MCP connection, one `call -` (docs/spec/01-command-line.md)
	Run     string // the journal's run that this call belongs to
	Turn    int    // which answer of the model in this run, from 1
	Ordinal int    // which call of that answer, from 1
	Key     string // idempotency key: the same on every retry of this call (docs/spec/13-journal.md)
	Space   string // the space's folder, real and absolute
	// Rehearsal names the layer that the call's programs run on, in place of the space; "": they
	// run there. The pipeline sets it.
	Rehearsal string
	Whole     bool // the rehearsal is of a whole run: its layers stay for the calls that follow. The pipeline sets it
	Quiet     bool // a program wants it while the person does something else: nobody is asked for it
}

// Layer is the layer that programs of this call alone run on; "": they run where all programs of
// the space do.
func (c Call) Layer() string {
	if c.Whole {
		return ""
	}
	return c.Rehearsal
}

// KeyOf is the idempotency key of a call (docs/spec/13-journal.md#side-effects-and-retries).
// How its JSON is spaced does not count, nor the order of its keys: the same key comes of an
// input that the journal has kept, and another of one that it has not kept whole.
func KeyOf(c Call) string {
	input := []byte(c.Input)
	if sorted, ok := jsonfile.Sorted(input); ok {
		input = sorted
	}
	sum := sha256.Sum256(input)
	return fmt.Sprintf("handrail:%s:%d:%d:%s", c.Run, c.Turn, c.Ordinal, hex.EncodeToString(sum[:8]))
}

// A Caller is who asks for a call. The dialog names it.
type Caller struct {
	Kind CallerKind `json:"kind"`
	Name string     `json:"name"`         // as people see it: of an agent, an MCP client as it calls itself, a page's file
	ID   string     `json:"id,omitempty"` // of an agent, as its file says
	// Token is the name of the token that an MCP client came with over HTTP, as the
	// person has called it; "" if it came without. Unlike Name, the client cannot
	// choose it.
	Token string `json:"token,omitempty"`
	User  string `json:"user,omitempty"` // the person's login name
	// CalledBy is the agent, as people see it, that has called this one; "" if none has.
	CalledBy string `json:"called_by,omitempty"`
}

// CallerKind tells callers apart.
type CallerKind string

// The kinds of callers.
const (
	CallerAgent  CallerKind = "agent"
	CallerPerson CallerKind = "person"
	CallerMCP    CallerKind = "mcp"
	CallerPage   CallerKind = "page"
)

// appsFolder begins the name of a caller that is an app; a page's is its file.
const appsFolder = "apps/"

// AppCaller is the app of a server as a caller (docs/spec/08-mcp.md#apps).
func AppCaller(server string) Caller { return Caller{Kind: CallerPage, Name: appsFolder + server} }

// App is the server whose app the caller is, if it is one.
func (c Caller) App() (server string, is bool) {
	server, is = strings.CutPrefix(c.Name, appsFolder)
	return server, is && c.Kind == CallerPage
}

// String names the caller as a dialog would.
func (c Caller) String() string {
	switch c.Kind {
	case CallerPerson:
		return "You"
	case CallerMCP:
		if c.Token != "" {
			return fmt.Sprintf("A program with the token %q that calls itself %q", c.Token, c.Name)
		}
		return fmt.Sprintf("A program that calls itself %q", c.Name)
	case CallerPage:
		if server, is := c.App(); is {
			return fmt.Sprintf("The app of the server %q", server)
		}
		return fmt.Sprintf("The page %q", c.Name)
	default:
		if c.CalledBy != "" {
			return fmt.Sprintf("The agent %q (called by %q)", c.Name, c.CalledBy)
		}
		return fmt.Sprintf("The agent %q", c.Name)
	}
}

// Canonical resolves the aliases of the built-in tools (docs/spec/04-names.md).
// Other names come back as they are.
func Canonical(name string) string { return builtins.Canonical(name) }

// Aliases are the other names of a built-in tool (docs/spec/04-names.md); most
// have none.
func Aliases(name string) []string {
	facts, _ := builtins.Of(name)
	return facts.Aliases
}
