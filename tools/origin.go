package tools

import (
	"strings"
	"time"
)

// An Origin says where text comes from (docs/spec/16-in-and-out.md#where-text-comes-from).
type Origin struct {
	Kind OriginKind `json:"kind"`
	Name string     `json:"name,omitempty"` // see the kinds
	Via  string     `json:"via,omitempty"`  // the file of the space by which it came; "": from there itself
}

// OriginKind says what sort of place text comes from.
type OriginKind string

// The kinds of an Origin, with what the name is of each. Text that has no Origin is the person's, a
// trusted space's, or our own.
const (
	FromServer    OriginKind = "server"    // the namespace of an MCP server
	FromWeb       OriginKind = "web"       // the host of a page
	FromSearch    OriginKind = "search"    // the host of who was asked
	FromProgram   OriginKind = "program"   // the tool whose program had the network
	FromFile      OriginKind = "file"      // its path, or the folder of dependencies that it is in
	FromClipboard OriginKind = "clipboard" // ""
	FromUnknown   OriginKind = "unknown"   // why it is not known
)

// A Passage is a part of text that came in from elsewhere, as a question shows it beside what would leave.
type Passage struct {
	From          Origin
	When          time.Time
	Parts         []PassagePart
	Before, After bool // there is more of the text
}

// A PassagePart is a piece of a Passage.
type PassagePart struct {
	Text string
	Same bool // it stands in what would leave as well
}

// String names the origin for a person and a model: "the server notes", "the web page example.com".
func (o Origin) String() string { return o.Clause().String() }

// Clause is the name, to be said in the person's language.
func (o Origin) Clause() Clause {
	codes := map[OriginKind]ClauseCode{FromServer: OfServer, FromWeb: OfWeb, FromSearch: OfSearch, FromProgram: OfProgram, FromFile: OfFile, FromClipboard: OfClipboard}
	code, known := codes[o.Kind]
	if !known { // of another version
		code = OfUnknown
	}
	c := Say(code, o.Name)
	if o.Name == "" && code != OfClipboard {
		c = Words(strings.TrimSpace(c.String()))
	}
	if o.Via != "" {
		return Say(OfKept, o.Via).With(c)
	}
	return c
}

// Key names the origin in a grant, by whichever file it came.
func (o Origin) Key() string { return strings.TrimSuffix(string(o.Kind)+" "+o.Name, " ") }
