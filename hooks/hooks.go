// Package hooks runs the hooks of a space: commands of its author that see a
// call before it acts and after it, and may refuse it or change what goes in and
// comes out (docs/spec/10-hooks.md). A blocking hook that breaks, blocks.
//
//	table.go    what an exit code means, as one table
//	runner.go   the chain: which hooks see a call, in what order, until when
//	run.go      one hook: its environment, its process, how it ended
//	answer.go   what it printed, read as a decision; what all of them decided
//	claude.go   the same for scripts written for Claude Code
//	pin.go      scripts run from a private copy
package hooks

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"time"
)

// Phase is when a hook runs.
type Phase string

// The phases.
const (
	PreTool  Phase = "pre_tool"  // before the call is settled; may change its input
	PostTool Phase = "post_tool" // on what came out; may change it
)

// Input is how a hook takes the call in.
type Input string

// How a hook takes the call in.
const (
	FromEnv   Input = "env"   // from TOOL_INPUT and TOOL_OUTPUT
	FromStdin Input = "stdin" // from standard input, which it reads whole
)

// Format is whose words a hook speaks.
type Format string

// The formats.
const (
	Handrail Format = "handrail" // docs/spec/10-hooks.md
	Claude   Format = "claude"   // as hooks for Claude Code have it
)

// DefaultTimeout is how long a hook may take that does not say
// (docs/spec/10-hooks.md).
const DefaultTimeout = 10 * time.Second

// A Hook as a space declares it (docs/spec/10-hooks.md).
type Hook struct {
	ID       string
	Type     Phase
	Tools    []string // names, aliases and globs; empty means all
	Command  string   // a template for bash: see Check
	Blocking bool
	Timeout  time.Duration // 0: DefaultTimeout
	Enabled  bool          // its author's word; the person's is in the counts
	Input    Input         // "": FromEnv
	Format   Format        // "": Handrail
	Needs                  // what its program may touch beyond the space
	Scripts  []string      // files of the space that Command names literally, relative to it
	Stems    []string      // names in Command that a program completes to one of Scripts
	File     string        // where it is declared
	Line     int
}

// Needs are what a hook's program may touch beside the space, the system and the tool
// chains, all of which it reads, and its own folder, which it writes
// (docs/spec/10-hooks.md#where-hooks-run).
type Needs struct {
	Network  []string // "off", "on", hosts; nil: off
	Read     []string // paths, as their author writes them: relative to the space, absolute, or with ~
	Write    []string // likewise
	Unwalled bool     // it runs as the person, outside the walls
}

// String says the needs in so many words; "" if there are none.
func (n Needs) String() string {
	if n.Unwalled {
		return "runs outside the walls: it can read and change whatever you can, and reach the network"
	}
	var words []string
	for _, one := range []struct {
		what string
		list []string
	}{{"network: ", n.Network}, {"reads: ", n.Read}, {"writes: ", n.Write}} {
		if len(one.list) > 0 {
			words = append(words, one.what+strings.Join(one.list, ", "))
		}
	}
	return strings.Join(words, "; ")
}

// String names the hook and where it stands.
func (h Hook) String() string { return fmt.Sprintf("%s in %s", h.ID, h.Place()) }

// Place is where the hook stands: "agent/hooks/safety.json:12".
func (h Hook) Place() string { return fmt.Sprintf("%s:%d", h.File, h.Line) }

// wholeInput reports whether the hook has said that it reads standard input.
func (h Hook) wholeInput() bool { return h.Input == FromStdin || h.Format == Claude }

// A Barrier keeps tools shut because a hook that guards them cannot be loaded
// (docs/spec/10-hooks.md).
type Barrier struct {
	Tools       []string // as in a Hook
	SideEffects bool     // only tools with a side effect are shut
	Reason      string
	HeldBack    bool // it stands for a hook that is not what the person trusted, not for a broken one
	File        string
	Line        int
}

// An Event is what a hook sees.
type Event struct {
	Phase      Phase
	Tool       string // the bare name
	Qualified  string // the name that no other tool of the space has; "": Tool
	StandsFor  string // the server's tool that a space's own one calls, which hooks guard there, too; "": none
	Source     string // where the tool comes from: builtin, hand, mcp:<server>
	SideEffect bool
	Call       string
	Key        string // the call's idempotency key
	Agent      string
	Session    string
	User       string
	Space      string
	Input      json.RawMessage
	Content    string // post_tool: what came out
	Error      string // post_tool: the message of what went wrong
	OutputOf   string // post_tool: the tool whose programs printed Content, if it is another
}

// A Trace says how one hook went on one call.
type Trace struct {
	ID       string
	Place    string // "agent/hooks/safety.json:12"
	Result   Result
	Reason   string        // why, in words; "" if there is nothing to say
	Printed  string        // what it printed beside a decision, at most 2 KB
	Duration time.Duration // 0 if it did not run
}

// Result is how a hook went on one call.
type Result string

// How a hook went on one call.
const (
	OK      Result = "ok"
	Changed Result = "changed" // it gave the call another input, or output
	Asks    Result = "ask"     // it wants the person asked
	Blocked Result = "blocked" // it refused the call, or withheld its content
	Failed  Result = "error"   // it is blocking and broke, so it blocked
	Warning Result = "warning" // it is not blocking and broke, or asked for what it may not
	Skipped Result = "skipped" // it did not run
)

// A Runner shows a call to the hooks of one phase. An error means that the
// hooks could not be run at all; the call must not go on.
type Runner interface {
	Run(ctx context.Context, e Event) (Decision, error)
}

// None is the Runner of a space without hooks.
type None struct{}

// Run implements Runner.
func (None) Run(context.Context, Event) (Decision, error) { return Decision{}, nil }
