// Package journal holds the nouns of the record: everything that happens is an
// Event, and an Event belongs to a Run. SQLite keeps them (journal/sqlite), the
// window tails them, the command line prints them, tests compare them.
package journal

import (
	"context"
	"encoding/json"
	"errors"
	"time"
)

// A Run is one piece of work under one heading: an agent's answer to a prompt,
// or the calls of a person, a client or a page. Runs with the same Session
// belong together: a chat is the runs of one session, oldest first.
type Run struct {
	ID           string    `json:"id"`
	Session      string    `json:"session"`
	Space        string    `json:"space"` // the folder
	Origin       Origin    `json:"origin"`
	Agent        string    `json:"agent,omitempty"`
	Model        string    `json:"model,omitempty"` // "provider/name"
	Title        string    `json:"title"`           // the prompt's first line, or what was called
	Started      time.Time `json:"started"`
	Ended        time.Time `json:"ended,omitzero"`
	State        RunState  `json:"state"`
	Reason       string    `json:"reason,omitempty"` // why it failed, was halted or is unknown
	Calls        int       `json:"calls"`            // Called events
	InputTokens  int       `json:"input_tokens,omitempty"`
	OutputTokens int       `json:"output_tokens,omitempty"`

	// Of the run of a sub-agent (docs/spec/14-agents.md#sub-agents): the run and the call
	// that gave it its task. The tokens of a run count those of its sub-agents.
	Parent     string `json:"parent,omitempty"`
	ParentCall string `json:"parent_call,omitempty"`
}

// Origin says through which door a run came in.
type Origin string

// The origins of runs.
const (
	FromChat Origin = "chat" // the window's or the terminal's conversation, and `run`
	FromTry  Origin = "try"  // the window's try-it form
	FromCLI  Origin = "cli"  // `call`
	FromMCP  Origin = "mcp"
	FromPage Origin = "page"
)

// RunState says how far a Run has come.
type RunState string

// The states of a run.
const (
	Running   RunState = "running"
	Done      RunState = "done"
	Failed    RunState = "failed"
	Cancelled RunState = "cancelled" // by the person
	Halted    RunState = "halted"    // a hook, or the loop, stopped it
	Unknown   RunState = "unknown"   // its process died
)

// An Event is one thing that happened. Data is the JSON of the kind's own
// struct (see data.go) and never holds a secret or the content of a file.
type Event struct {
	Seq  int64           `json:"seq"` // given by the store, growing; unique in it
	Run  string          `json:"run"`
	Call string          `json:"call,omitempty"`
	Time time.Time       `json:"time"`
	Kind Kind            `json:"kind"`
	Data json.RawMessage `json:"data"`

	// Durable asks that the event outlive a power cut, not only a killed
	// process: it is set for the start of acts that are not idempotent.
	Durable bool `json:"-"`
}

// Kind tells events apart (docs/spec/13-journal.md).
type Kind string

// The kinds of events.
const (
	Prompted Kind = "prompted" // somebody said something to the agent
	Replied  Kind = "replied"  // the model answered
	Called   Kind = "called"   // a tool was asked for
	Changed  Kind = "changed"  // a hook changed the input
	Blocked  Kind = "blocked"  // a hook or a rule said no
	Asked    Kind = "asked"    // the person was asked
	Allowed  Kind = "allowed"  // a rule, a mode or the person said yes
	Declined Kind = "declined" // the person said no, or nobody could be asked
	Expired  Kind = "expired"  // no answer in time
	Started  Kind = "started"  // the act began
	Output   Kind = "output"   // the act printed something
	Finished Kind = "finished" // the act ended: what came out
	Returned Kind = "returned" // what the model was given
	Snapshot Kind = "snapshot" // what the act changed
	Undone   Kind = "undone"   // a change was taken back
	Problem  Kind = "problem"  // a definition of the space is broken
	Stopped  Kind = "halted"   // the run must stop, and why
	Ended    Kind = "ended"    // the run is over
	Resumed  Kind = "resumed"  // a run that was cut goes on
	Titled   Kind = "titled"   // a model was asked for a title of the chat
)

// Kinds returns every kind, in the order of this file.
func Kinds() []Kind {
	return []Kind{
		Prompted, Replied, Called, Changed, Blocked, Asked, Allowed, Declined, Expired, Started, Output,
		Finished, Returned, Snapshot, Undone, Problem, Stopped, Ended, Resumed, Titled,
	}
}

// ErrClosing is why the work of a process ends that is asked to close: the cause of its
// context. A run that ends by it was cut, and can go on (docs/spec/13-journal.md).
var ErrClosing = errors.New("the app is closing")

// A Recorder writes events. When Record returns nil, the events outlive a
// killed process, in the order given; Durable ones outlive a power cut. An
// error means that the run must stop: nothing acts unrecorded.
type Recorder interface {
	Record(ctx context.Context, events ...Event) error
}

// New makes an Event of now. data is one of the structs of data.go; a value
// that cannot be written as JSON is a mistake in this program, and is recorded
// as such rather than lost.
func New(run, call string, kind Kind, data any) Event {
	raw, err := json.Marshal(data)
	if err != nil {
		raw, _ = json.Marshal(map[string]string{"unwritable": err.Error()})
	}
	return Event{Run: run, Call: call, Time: time.Now().UTC(), Kind: kind, Data: raw}
}
