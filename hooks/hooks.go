// Package hooks holds what a hook is and what it may decide. The engine that
// runs a space's hook commands is built on these nouns.
package hooks

import (
	"context"
	"encoding/json"
)

// Phase is when a hook runs.
type Phase string

// The phases, seed 1.
const (
	PreTool  Phase = "pre_tool"
	PostTool Phase = "post_tool"
)

// A Hook as a space declares it (seed 1, SPEC 10).
type Hook struct {
	ID       string
	Type     Phase
	Tools    []string // names, aliases and globs; empty means all
	Command  string
	Blocking bool
	File     string // where it is declared
	Line     int
}

// An Event is what a hook sees.
type Event struct {
	Phase   Phase
	Tool    string
	Call    string
	Agent   string
	Session string
	User    string
	Space   string
	Input   json.RawMessage
	Content string // post_tool: what came out
	Error   string // post_tool: the message of what went wrong
}

// A Decision is what the hooks of one phase decided together.
type Decision struct {
	Block  bool            // the call is refused, or its content withheld
	Reason string          // what the model reads
	Stop   bool            // the run must end with Reason as its error
	By     string          // the hook that decided, with its file
	Input  json.RawMessage // pre_tool: the new input, if it changed
	Output *string         // post_tool: the new content, if it changed
}

// A Runner shows a call to the hooks of one phase. An error means that the
// hooks could not be run at all; the call must not go on.
type Runner interface {
	Run(ctx context.Context, e Event) (Decision, error)
}

// None is the Runner of a space without hooks.
type None struct{}

// Run implements Runner.
func (None) Run(context.Context, Event) (Decision, error) { return Decision{}, nil }
