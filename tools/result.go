package tools

import (
	"encoding/json"
	"time"
)

// A Result is what came of a call. A failed call has an Error and may still
// have content (what was printed before the time-out).
type Result struct {
	Content string `json:"content"`         // the text that a model would read
	Parts   []Part `json:"parts,omitempty"` // images and the like, beside the text
	Error   *Error `json:"error,omitempty"`
	Meta    Meta   `json:"meta"`

	// Original is what an MCP server has answered, for clients that speak MCP as well; nil of
	// other tools, and where somebody has changed the content since.
	Original *Original `json:"-"`
}

// An Original is an answer of an MCP server as it came.
type Original struct {
	Pieces     []json.RawMessage // of its content, in order; nil: something of it was left out
	Structured json.RawMessage   // an object; nil: none
	// Aside is what of these is not in the Result's Content and Parts, as text: hooks and the record
	// have it, since clients do.
	Aside string
}

// Seen is all that is given of the result, as text: Content, and what clients of MCP get beside.
func (r Result) Seen() string {
	if r.Original == nil || r.Original.Aside == "" {
		return r.Content
	}
	return r.Content + "\n\n[also given to programs that speak MCP]\n" + r.Original.Aside
}

// A Part is content that is not text.
type Part struct {
	MIME string `json:"mime"` // "image/png"
	Data []byte `json:"data"` // base64 in JSON
}

// Meta says how a call went. Tools fill ExitCode, Truncated, Output and, where
// they know it better than the pipeline, Sandbox; the pipeline fills the rest.
type Meta struct {
	Tool      string        `json:"tool"`
	Digest    string        `json:"digest"`
	Duration  time.Duration `json:"-"`
	Millis    int64         `json:"duration_ms"`
	ExitCode  *int          `json:"exit_code,omitempty"`
	Truncated bool          `json:"truncated,omitempty"`
	Sandbox   string        `json:"sandbox,omitempty"`   // what was enforced, in words
	Output    string        `json:"output,omitempty"`    // the id of the whole output, if more was printed than the result holds
	OutputOf  string        `json:"-"`                   // the tool whose programs printed the content, if it is another: hooks for it see it, too
	App       string        `json:"app,omitempty"`       // the URI of the server's resource that shows the result (docs/spec/08-mcp.md#apps)
	Rehearsal string        `json:"rehearsal,omitempty"` // it was only rehearsed, on the layer of this name
	Stages    []Stage       `json:"stages"`
	// Origins are where the content comes from, if others have written of it. The pipeline fills it.
	Origins []Origin `json:"origins,omitempty"`

	Advice Action `json:"-"` // what a person can do about what a good result was kept from
}

// A Stage is one step of a call's way through the pipeline, with what decided
// there and how long it took.
type Stage struct {
	Name   string `json:"name"`             // look-up, check, pre_tool, prepare, guard, confirm, run, post_tool
	Result string `json:"result"`           // "ok", "allow", "ask", "denied", …
	By     string `json:"by,omitempty"`     // the rule, hook, mode or person that decided, in words
	File   string `json:"file,omitempty"`   // where that stands: "agent/rules.json:3"
	Reason string `json:"reason,omitempty"` // why, in words
	Micros int64  `json:"micros,omitempty"` // how long it took, in microseconds

	Decider Decider `json:"decider,omitzero"`  // who that is, of guard and confirm
	Because Reason  `json:"because,omitempty"` // Reason, to be said in the person's language; nil: only Reason says it
}

// MarshalJSON keeps stages a list, also when there is none.
func (m Meta) MarshalJSON() ([]byte, error) {
	type plain Meta
	p := plain(m)
	if p.Stages == nil {
		p.Stages = []Stage{}
	}
	return json.Marshal(p)
}
