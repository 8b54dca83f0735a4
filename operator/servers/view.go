package servers

import (
	"strconv"
	"time"

	"handrail/agent"
	"handrail/mcp"
	"handrail/tools"
)

// What faces read of servers, in the words of mcp.
type (
	// Status is how things stand with a server.
	Status = mcp.Status
	// Resource is a piece of data that a server has.
	Resource = mcp.Resource
	// Prompt is a text that a server can make.
	Prompt = mcp.Prompt
)

// A View is one MCP server of a space, as lists show it. No value of a
// secret is in it.
type View struct {
	Name string `json:"name"`
	From string `json:"from"`           // FromSettings or FromSpace
	File string `json:"file"`           // the settings' path, or ".mcp.json"
	Line int    `json:"line,omitempty"` // of File; 0: not known

	Command   string        `json:"command,omitempty"`
	Args      []string      `json:"args,omitempty"`
	Dir       string        `json:"cwd,omitempty"`
	URL       string        `json:"url,omitempty"`
	Transport mcp.Transport `json:"transport,omitempty"` // "" for stdio, and where both are tried
	Env       []Var         `json:"env,omitempty"`       // its own, sorted
	Headers   []Var         `json:"headers,omitempty"`

	Profile  Profile `json:"profile"`
	Internal bool    `json:"internal_only"`
	Disabled bool    `json:"disabled,omitempty"`
	Problem  string  `json:"problem,omitempty"` // why it is not used; "" if it is
	Shadowed bool    `json:"shadowed,omitempty"`
	Barred   bool    `json:"barred,omitempty"` // Problem is one of trust: the space's, or of what changed since

	Calls   int          `json:"calls,omitempty"` // that run now
	Status  Status       `json:"-"`
	State   mcp.State    `json:"state"`            // of Status
	Reason  string       `json:"reason,omitempty"` // of Status, or Problem
	Action  tools.Action `json:"-"`                // what the person can do about that
	Known   bool         `json:"known"`            // what it has was listed once, by this app or an earlier one
	Tools   int          `json:"tools"`
	Held    int          `json:"held_back,omitempty"` // tools that changed since the person approved them
	Tokens  int          `json:"tokens"`              // what its definitions cost a model at every turn, roughly
	Broken  []string     `json:"broken,omitempty"`    // what was left out when it was listed last, each with the reason
	Refused []Refusal    `json:"refused,omitempty"`   // what the walls kept from it, the newest last
}

// A Var is a variable or header of a server. Of a secret one only the
// reference is shown: "${secret:NAME}", or "" for a value that stands there itself.
type Var struct {
	Name   string `json:"name"`
	Value  string `json:"value,omitempty"`
	Secret bool   `json:"secret,omitempty"`
}

// A Profile is what a server may touch: in a sentence each, and as it is
// set (docs/spec/08-mcp.md).
type Profile struct {
	Reads   string       `json:"reads"`
	Writes  string       `json:"writes"`
	Reaches string       `json:"reaches"`
	Notes   []tools.Note `json:"notes,omitempty"` // what it will lack, with what to do

	Network []string `json:"network,omitempty"` // as sandbox.ParseNetwork reads it; nil for a remote server
	Own     bool     `json:"own"`               // Network is set, and not what the command needs by itself
	Read    []string `json:"read,omitempty"`    // beyond what programs of the space can read
	Write   []string `json:"write,omitempty"`   // beyond the space
	Named   []string `json:"named,omitempty"`   // what its arguments name; it can be read
}

// A Refusal is what the walls have kept from a server.
type Refusal struct {
	Kind   string       `json:"kind"`   // "reach", "read", "write", "apart": kept in a home of its own, or "place": a file that can't be replaced where it lies
	Target string       `json:"target"` // host:port, or a path
	When   time.Time    `json:"when"`
	Text   string       `json:"text"` // what happened, in a sentence
	Action tools.Action `json:"-"`    // what the person can do about it
}

// A Test is a handshake, step by step, for a person to read.
type Test struct {
	OK    bool   `json:"ok"`
	Steps []Step `json:"steps"`
	Took  Millis `json:"took_ms"`

	Title    string   `json:"title,omitempty"` // what it calls itself
	Version  string   `json:"version,omitempty"`
	Protocol string   `json:"protocol,omitempty"`
	Help     string   `json:"instructions,omitempty"`
	Tools    []string `json:"tools,omitempty"` // names, as the server has them
	Prompts  int      `json:"prompts"`
	Data     int      `json:"resources"`
	Broken   []string `json:"broken,omitempty"` // what of it was left out, each with the reason
	Said     []string `json:"stderr,omitempty"` // what it printed beside the protocol, the last lines

	Profile Profile   `json:"profile"`
	Refused []Refusal `json:"refused,omitempty"` // what the walls kept from it meanwhile
}

// A Step is one step of a Test.
type Step struct {
	Name   string       `json:"name"`           // what was tried: "found the program"
	OK     bool         `json:"ok"`             // false: it failed, and no step after it was tried
	Text   string       `json:"text,omitempty"` // what came of it
	Action tools.Action `json:"-"`              // of a failure: what the person can do about it
	Took   Millis       `json:"took_ms"`        // since the step before
}

// Millis is a time that JSON has in milliseconds.
type Millis time.Duration

// MarshalJSON implements json.Marshaler.
func (m Millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, time.Duration(m).Milliseconds(), 10), nil
}

// List lists the servers of the space: those of the settings, then those of its own
// file, also what cannot be used. It starts nothing.
func (s *Set) List() []View {
	found, registry := s.c.Found(), s.c.Registry()
	out := make([]View, 0, len(found))
	for _, f := range found {
		out = append(out, s.view(f, registry))
	}
	return out
}

// view is what lists show of a server.
func (s *Set) view(f Found, registry *tools.Registry) View {
	set := f.Settings
	view := View{
		Name: f.Name, From: f.From, File: s.pool.c.Settings.Path(), Line: f.Line, Command: set.Command, Args: s.pool.c.Looks.Arguments(set.Args), Dir: set.Dir, URL: s.pool.c.Looks.Query(set.URL, func(string, string) string { return Masked }), Transport: set.Transport,
		Env: s.pool.c.Looks.Vars(set.Env), Headers: s.pool.c.Looks.Vars(set.Headers),
		Profile: s.Profile(f), Internal: set.IsInternal(), Disabled: set.Disabled, Problem: f.Problem, Shadowed: f.Shadowed,
		Barred: f.Problem != "" && !f.Shadowed && set.Problem(f.Name) == "",
	}
	if f.From == FromSpace {
		view.File = FromSpace
	}
	view.Status = mcp.Status{State: mcp.Idle}
	if v, err := s.server(f.Name); err == nil && !f.Shadowed {
		view.Status, view.Known, view.Broken = v.status(), v.known(), v.pinned().Broken
		view.Refused = stillRefused(s, f, mergeRefusals(keptRefusals(s, f), v.refusals(view.Status.Said)))
		v.mu.Lock()
		view.Calls = v.busy
		v.mu.Unlock()
	}
	view.Status.Said, view.Status.Reason = s.pool.redacted(view.Status.Said), s.pool.c.Redact.Text(view.Status.Reason)
	view.State, view.Reason, view.Action = view.Status.State, view.Status.Reason, view.Status.Action
	if f.Problem != "" {
		view.Reason, view.Action = f.Problem, f.Action
	}
	if f.Shadowed {
		return view
	}
	for _, e := range registry.Entries() {
		if e.Info.Source != mcp.SourceName(f.Name) || e.Tool == nil {
			continue
		}
		if e.Info.Data == "" { // those are ours
			view.Tools++
		}
		switch e.State {
		case tools.Held:
			view.Held++
		case tools.Ready:
			view.Tokens += agent.ToolTokens([]tools.Entry{e})
		}
	}
	return view
}
