// Package tools holds the nouns of a tool call: what a tool is, what a settled
// call would do, what came of it. Kinds of tools (built in, declared, MCP,
// bridge) live in packages that import this one and never each other.
package tools

import (
	"context"
	"encoding/json"
	"io"
	"slices"
	"strings"
	"time"

	"handrail/internal/builtins"
	"handrail/internal/schema"
)

// A Tool is something an agent can call. Prepare changes nothing in the world;
// it settles what exactly would happen.
type Tool interface {
	Info() Info
	// Prepare resolves paths, renders commands and reads what it must, so that
	// the person, the guard and the journal can see the act before it happens.
	// An *Error is a refusal that the agent can learn from.
	Prepare(ctx context.Context, call Call, in schema.Input) (Invocation, error)
}

// An Invocation is a settled call, ready to run. What Preview shows is what Run does.
type Invocation interface {
	Preview() Preview
	// Run acts. It may return a Result and an *Error both: the content is kept
	// (a time-out keeps what was printed). Run is called at most once.
	Run(ctx context.Context, out Output) (Result, error)
}

// A Releaser is an Invocation that holds something open from when it was settled, such as
// the folder in which a program will start. Whoever prepared it calls Release once,
// when it has run or will not.
type Releaser interface{ Release() }

// A Holding is what a settled act holds open: the very things, whatever they are called.
type Holding interface {
	Releaser
	// Same reports whether another act holds these things, too.
	Same(other any) bool
}

// A Holder is an Invocation that holds something open. Two acts that are shown alike are one act
// only if what they hold is the same as well.
type Holder interface{ Holds() Holding }

// A Preview tells the person, the guard and the journal what would happen.
type Preview struct {
	Title   string   `json:"title"`             // one line: "Write notes/today.md"
	Detail  string   `json:"detail"`            // the command line, argv, path or difference, whole
	Shell   string   `json:"shell,omitempty"`   // the script a shell would read, if one would: the guard judges its parse
	Folder  string   `json:"folder,omitempty"`  // where a program would run
	Effects []Effect `json:"effects,omitempty"` // everything it would do, as far as it can be known
	Confirm bool     `json:"confirm,omitempty"` // the author wants the person asked
	Reason  string   `json:"reason,omitempty"`  // why: "writes a sensitive file"
	Digest  string   `json:"digest"`            // names this act: see Digest
	Once    bool     `json:"once,omitempty"`    // no lasting yes is offered: what it would cover is not known yet

	// Title and Reason as codes, to be said in the person's language; none: only the text says it. See Titled and Asking.
	Heading Clause `json:"heading,omitzero"`
	Because Clause `json:"because,omitzero"`
	// Wording is Detail as a code, where that is words and no act.
	Wording Clause `json:"wording,omitzero"`

	// Reads says, of a built-in tool that may change something, that this act changes
	// nothing: it is judged like those of tools that never do.
	Reads bool `json:"reads,omitempty"`
	// Named says, of an act that reads, that the agent has not chosen where it reaches: the
	// whole address stands in what the person typed or in text that came in, or they have
	// agreed to its host in this session (docs/spec/05-built-in-tools.md#web_fetch).
	Named bool `json:"named,omitempty"`

	// Rehearses says that programs in rooms do all that the act does: on a layer over the space it
	// changes nothing of it (docs/spec/12-processes.md#rehearsals).
	Rehearses bool `json:"-"`
	// Layered says that all that the act changes is files of its space, or programs of the session: where
	// a whole run is rehearsed, it changes nothing outside of that.
	Layered bool `json:"-"`

	// Authored says that the words of Shell are the author's of a trusted
	// definition, but for those in Values (docs/spec/11-guard.md#what-is-judged).
	Authored bool   `json:"authored,omitempty"`
	Values   []Span `json:"values,omitempty"` // in order
}

// Titled is the preview with a title that a face can say in the person's language.
func (p Preview) Titled(title Clause) Preview {
	p.Title, p.Heading = title.String(), title
	return p
}

// Asking is the preview of an act whose author wants the person asked, and says why.
func (p Preview) Asking(why Clause) Preview {
	p.Confirm, p.Reason, p.Because = true, why.String(), why
	return p
}

// Spoken is the preview without codes that say something else than its texts.
func (p Preview) Spoken() Preview {
	if p.Heading.String() != p.Title {
		p.Heading = Clause{}
	}
	if p.Because.String() != p.Reason {
		p.Because = Clause{}
	}
	if !slices.Equal(strings.Fields(p.Wording.String()), strings.Fields(p.Detail)) { // where its lines break is nobody's word
		p.Wording = Clause{}
	}
	return p
}

// A Span is a part of Preview.Shell that came from a value.
type Span struct {
	Start int `json:"start"` // bytes
	End   int `json:"end"`
}

// An Effect is one thing that an act would do to the world.
type Effect struct {
	Kind   EffectKind `json:"kind"`
	Target string     `json:"target"` // an absolute real path, a program, or a host
}

// EffectKind says what an Effect does to its target.
type EffectKind string

// The kinds of effects.
const (
	EffectRead   EffectKind = "read"
	EffectWrite  EffectKind = "write"
	EffectDelete EffectKind = "delete"
	EffectRun    EffectKind = "run"
	EffectReach  EffectKind = "reach"
	EffectStop   EffectKind = "stop" // end a program that this session has started
	EffectCall   EffectKind = "call" // give a task to an agent, whose id is the target
	EffectSend   EffectKind = "send" // a message: the target is a channel, and a chat of it behind a blank
)

// Info is what the agent, the person and the pipeline know of a tool. It is
// plain data: there are no optional interfaces to look for.
type Info struct {
	Name        string // what the agent calls; unique within its source
	Title       string // what a person reads; Name if empty
	Description string // what the model reads
	Category    string // groups tools in lists: "files", "deployment"
	Icon        string // a lucide icon name

	Input  *schema.Schema
	Output json.RawMessage // of a server's tool: the schema of its structured results, as the server says; for MCP clients alone
	More   json.RawMessage // of a server's tool: its icons and _meta, as the server says; for MCP clients alone
	Source string          // builtin, custom, manifest, hand, mcp:<server>, bridge

	SideEffect bool // it changes something outside the conversation
	Idempotent bool // doing it twice is the same as once; a tool without side effect always is
	Confirm    bool // the author wants the person asked at every call
	Danger     Danger
	Timeout    time.Duration // 0: the tool's own input or nature decides

	// AskWithin is how long a question about it may stand; 0: as long as any. A
	// question with a limit of its own is withdrawn when the space is read again
	// meanwhile (docs/spec/07-hands.md, docs/spec/11-guard.md).
	AskWithin time.Duration

	File     string // where it is declared, if in a file: "agent/tools/deploy.md:3"
	Template string // its command as declared, before any value is placed
	Docs     string // Markdown for people and models, beyond the description
	// Internal says that it is there only where a Scope raises it: the tool of an
	// internal_only server (docs/spec/08-mcp.md#settings-of-a-server).
	Internal bool
	// Key is the key of an agent's file that gives the tool, such as canSpawn: nobody else has
	// it. "" of all others.
	Key string
	// Claimed says that SideEffect, Idempotent and Danger are what a server says of
	// itself. They inform, and never loosen a rule or a mode (docs/spec/08-mcp.md).
	Claimed bool
	// Own says that it is the tool of a server that the space itself declares, in its
	// .mcp.json: no allow rule of the person's settings is about it, because rules go
	// by names and the space chooses this one (decision 0442).
	Own bool
	// Program names what a server's tool comes from: another command, arguments or address is
	// another one. "" of all others.
	Program string
	// Data says that it is a tool of ours that reads what a server has beside its tools.
	Data DataKind
	// App is the URI of the resource by which a server shows what the tool has come to
	// (docs/spec/08-mcp.md#apps); "" of most.
	App string
	// Audience says, of a server's tool, for whom it is there; "" of most: for everybody.
	Audience Audience
	// StandsFor is the qualified name of the server's tool that an author's own tool
	// calls; "" of all others. What is denied, asked about, blocked or turned off
	// there is so here, too.
	StandsFor string
	// Lent says that what it stands for is the tool of an internal_only server: its author's
	// file brings it up for the agents of the space, and for no other program.
	Lent bool

	builtins.Facts // of a built-in tool: set by its source

	Unavailable string   // why it cannot work here ("no desktop"); empty if it can
	Action      Action   // what a person can do about that, if anything
	Warnings    []string // what its author should mend; a problem of the space, shown by check and in the window
}

// MayChange reports whether a call must be taken as one with a side effect: it has
// one, or nobody but a server, or whoever names its tool, says that it has none (docs/spec/08-mcp.md).
func (i Info) MayChange() bool { return i.SideEffect || ServerActs(i) }

// ServerActs reports whether a server does the work, under its own name or an author's.
func ServerActs(i Info) bool { return i.Claimed || i.StandsFor != "" }

// DataKind is what of a server a tool reads.
type DataKind string

// The kinds. "" is that of all other tools.
const (
	DataResource DataKind = "resource"
	DataPrompt   DataKind = "prompt"
)

// Audience is for whom a server's tool is there, as it says itself.
type Audience string

// The audiences that are not everybody.
const (
	ForApps   Audience = "app"   // its apps alone: no agent is shown it
	ForModels Audience = "model" // all but its apps
)

// Danger is what the author says of a tool. It informs; rules and modes decide.
type Danger string

// The levels of danger.
const (
	Safe     Danger = "safe"
	Moderate Danger = "moderate"
	High     Danger = "high"
)

// Output takes what an act prints while it runs. It is for the person; the
// agent reads the Result. Writers may be used from several goroutines and
// never fail the act.
type Output interface {
	Stdout() io.Writer
	Stderr() io.Writer
	Progress(done, total int64, note string) // total 0: not known
}

// Discard is an Output for acts that nobody watches.
type Discard struct{}

// Stdout implements Output.
func (Discard) Stdout() io.Writer { return io.Discard }

// Stderr implements Output.
func (Discard) Stderr() io.Writer { return io.Discard }

// Progress implements Output.
func (Discard) Progress(int64, int64, string) {}
