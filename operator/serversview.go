package operator

import (
	"slices"
	"strconv"
	"time"

	"handrail/mcp"
	"handrail/tools"
)

// What faces read of servers, in the words of mcp.
type (
	// ServerStatus is how things stand with a server.
	ServerStatus = mcp.Status
	// ServerResource is a piece of data that a server has.
	ServerResource = mcp.Resource
	// ServerPrompt is a text that a server can make.
	ServerPrompt = mcp.Prompt
	// ServerContent is a piece of a resource or a prompt.
	ServerContent = mcp.Content
	// ServerMessage is one of those that a prompt is made of.
	ServerMessage = mcp.Message
)

// Where a server comes from.
const (
	FromSettings = "settings"
	FromSpace    = ".mcp.json"
)

// A ServerView is one MCP server of a space, as lists show it. No value of a
// secret is in it.
type ServerView struct {
	Name string `json:"name"`
	From string `json:"from"`           // FromSettings or FromSpace
	File string `json:"file"`           // the settings' path, or ".mcp.json"
	Line int    `json:"line,omitempty"` // of File; 0: not known

	Command   string        `json:"command,omitempty"`
	Args      []string      `json:"args,omitempty"`
	Dir       string        `json:"cwd,omitempty"`
	URL       string        `json:"url,omitempty"`
	Transport mcp.Transport `json:"transport,omitempty"` // "" for stdio, and where both are tried
	Env       []ServerVar   `json:"env,omitempty"`       // its own, sorted
	Headers   []ServerVar   `json:"headers,omitempty"`

	Profile  ServerProfile `json:"profile"`
	Internal bool          `json:"internal_only"`
	Disabled bool          `json:"disabled,omitempty"`
	Problem  string        `json:"problem,omitempty"` // why it is not used, with what to do; "" if it is
	Shadowed bool          `json:"shadowed,omitempty"`
	Barred   bool          `json:"barred,omitempty"` // Problem is one of trust: the space's, or of what changed since

	Calls   int             `json:"calls,omitempty"` // that run now
	Status  ServerStatus    `json:"-"`
	State   mcp.State       `json:"state"`            // of Status
	Reason  string          `json:"reason,omitempty"` // of Status, or Problem
	Known   bool            `json:"known"`            // what it has was listed once, by this app or an earlier one
	Tools   int             `json:"tools"`
	Held    int             `json:"held_back,omitempty"` // tools that changed since the person approved them
	Tokens  int             `json:"tokens"`              // what its definitions cost a model at every turn, roughly
	Broken  []string        `json:"broken,omitempty"`    // what was left out when it was listed last, each with the reason
	Refused []ServerRefusal `json:"refused,omitempty"`   // what the walls kept from it, the newest last
}

// A ServerVar is a variable or header of a server. Of a secret one only the
// reference is shown: "${secret:NAME}", or "" for a value that stands there itself.
type ServerVar struct {
	Name   string `json:"name"`
	Value  string `json:"value,omitempty"`
	Secret bool   `json:"secret,omitempty"`
}

// A ServerProfile is what a server may touch: in a sentence each, and as it is
// set (docs/spec/08-mcp.md).
type ServerProfile struct {
	Reads   string   `json:"reads"`
	Writes  string   `json:"writes"`
	Reaches string   `json:"reaches"`
	Notes   []string `json:"notes,omitempty"` // what it will lack, with what to do

	Network []string `json:"network,omitempty"` // as sandbox.ParseNetwork reads it; nil for a remote server
	Own     bool     `json:"own"`               // Network is set, and not what the command needs by itself
	Read    []string `json:"read,omitempty"`    // beyond what programs of the space can read
	Write   []string `json:"write,omitempty"`   // beyond the space
	Named   []string `json:"named,omitempty"`   // what its arguments name; it can be read
}

// A ServerRefusal is what the walls have kept from a server.
type ServerRefusal struct {
	Kind   string    `json:"kind"`   // "reach", "read" or "write"
	Target string    `json:"target"` // host:port, or a path
	When   time.Time `json:"when"`
	Text   string    `json:"text"` // what happened and what to do, in a sentence
}

// A ServerTool is one tool of a server, whatever its state.
type ServerTool struct {
	ToolState
	Ask    bool // a rule of the settings asks about it: see Operator.AskTool
	Off    bool // the person has switched it off: see Space.SwitchTool
	Tokens int  // what its definition costs a model at every turn, roughly
}

// A ServerTest is a handshake, step by step, for a person to read.
type ServerTest struct {
	OK    bool         `json:"ok"`
	Steps []ServerStep `json:"steps"`
	Took  Millis       `json:"took_ms"`

	Title    string   `json:"title,omitempty"` // what it calls itself
	Version  string   `json:"version,omitempty"`
	Protocol string   `json:"protocol,omitempty"`
	Help     string   `json:"instructions,omitempty"`
	Tools    []string `json:"tools,omitempty"` // names, as the server has them
	Prompts  int      `json:"prompts"`
	Data     int      `json:"resources"`
	Broken   []string `json:"broken,omitempty"` // what of it was left out, each with the reason
	Said     []string `json:"stderr,omitempty"` // what it printed beside the protocol, the last lines

	Profile ServerProfile   `json:"profile"`
	Refused []ServerRefusal `json:"refused,omitempty"` // what the walls kept from it meanwhile
}

// A ServerStep is one step of a ServerTest.
type ServerStep struct {
	Name string `json:"name"`           // what was tried: "found the program"
	OK   bool   `json:"ok"`             // false: it failed, and no step after it was tried
	Text string `json:"text,omitempty"` // what came of it; of a failure what to do as well
	Took Millis `json:"took_ms"`        // since the step before
}

// Millis is a time that JSON has in milliseconds.
type Millis time.Duration

// MarshalJSON implements json.Marshaler.
func (m Millis) MarshalJSON() ([]byte, error) {
	return strconv.AppendInt(nil, time.Duration(m).Milliseconds(), 10), nil
}

// A SavedServer is what became of settings that were saved.
type SavedServer struct {
	Name    string
	Profile ServerProfile // what it may touch: show it
	// Secrets are the names of secrets that stood in the settings and are kept now
	// where secrets are, as ${secret:NAME}.
	Secrets []string
}

// A ServerOption is what SetServerOption changes of a server; nil fields stay.
type ServerOption struct {
	Internal, Disabled *bool
	Network            *[]string // no words: what its command needs by itself
	Read, Write        *[]string // absolute paths, or below "~/"
}

// Servers lists the servers of the space: those of the settings, then those of its
// own file, also what cannot be used. It starts nothing.
func (s *Space) Servers() []ServerView {
	now := s.current.Load()
	out := make([]ServerView, 0, len(now.servers))
	for _, f := range now.servers {
		out = append(out, s.viewOf(now, f))
	}
	return out
}

// viewOf is what lists show of a server.
func (s *Space) viewOf(now *loaded, f foundServer) ServerView {
	set := f.Settings
	view := ServerView{
		Name: f.Name, From: f.From, File: s.o.settings.Path(), Line: f.Line, Command: set.Command, Args: set.Args, Dir: set.Dir, URL: set.URL, Transport: set.Transport,
		Env: s.o.serverVars(set.Env, s.o.isSecretVar), Headers: s.o.serverVars(set.Headers, s.o.isSecretVar),
		Profile: s.profileOf(f), Internal: set.IsInternal(), Disabled: set.Disabled, Problem: f.Problem, Shadowed: f.Shadowed,
		Barred: f.Problem != "" && !f.Shadowed && set.Problem(f.Name) == "",
	}
	if f.From == FromSpace {
		view.File = FromSpace
	}
	view.Status = mcp.Status{State: mcp.Idle}
	if v, err := s.server(f.Name); err == nil && !f.Shadowed {
		view.Status, view.Known, view.Broken = v.status(), v.known(), v.pinned().Broken
		view.Refused = v.refusalsOf(view.Status.Said)
		v.mu.Lock()
		view.Calls = v.busy
		v.mu.Unlock()
	}
	view.Status.Said, view.Status.Reason = s.redacted(view.Status.Said), s.o.redact.Text(view.Status.Reason)
	view.State, view.Reason = view.Status.State, view.Status.Reason
	if f.Problem != "" {
		view.Reason = f.Problem
	}
	if f.Shadowed {
		return view
	}
	for _, e := range now.registry.Entries() {
		if e.Info.Source != mcp.SourceName(f.Name) || e.Tool == nil {
			continue
		}
		view.Tools++
		switch e.State {
		case tools.Held:
			view.Held++
		case tools.Ready:
			view.Tokens += definitionTokens(e)
		}
	}
	return view
}

// ServerTools lists every tool of a server, whatever its state.
func (s *Space) ServerTools(name string) ([]ServerTool, error) {
	if _, err := s.foundServer(name); err != nil {
		return nil, err
	}
	all, err := s.ToolsFor("")
	if err != nil {
		return nil, err
	}
	settings, _, err := s.o.settings.Load()
	if err != nil {
		return nil, err
	}
	out := []ServerTool{}
	for _, t := range all {
		if t.Info.Source != mcp.SourceName(name) || t.Tool == nil && t.State != tools.Rejected {
			continue
		}
		out = append(out, ServerTool{
			ToolState: t, Ask: slices.Contains(settings.Rules.Ask, t.Qualified), Off: t.State == tools.Disabled, Tokens: definitionTokens(t.Entry),
		})
	}
	return out, nil
}
