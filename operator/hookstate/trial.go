package hookstate

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"handrail/hooks"
	"handrail/internal/proc/room"
	"handrail/internal/schema"
	"handrail/journal"
	"handrail/tools"
)

// A Call is a call to show to a hook.
type Call struct {
	Tool    string          `json:"tool"`
	Input   json.RawMessage `json:"input"`
	Content string          `json:"content,omitempty"` // for a post_tool hook: what came out
	Error   string          `json:"error,omitempty"`   // likewise: what went wrong
}

// A Trial is what one hook made of one call. No tool ran, and nothing was
// counted.
type Trial struct {
	Hook     string        `json:"hook"`
	Covers   bool          `json:"covers"`    // it is for this tool; if not, it would not have been asked
	Command  string        `json:"command"`   // as it ran
	ExitCode int           `json:"exit_code"` // -1: nothing ran
	TimedOut bool          `json:"timed_out,omitempty"`
	Outcome  string        `json:"outcome"` // passes, changes, asks, blocks, stops, skips, warns
	Words    string        `json:"words"`   // what would become of the call, a sentence
	Stdout   string        `json:"stdout"`
	Stderr   string        `json:"stderr"`
	Took     time.Duration `json:"-"`
	Millis   int64         `json:"duration_ms"`

	Input      json.RawMessage    `json:"input,omitempty"`      // the new input, if it changed
	Fits       bool               `json:"fits"`                 // the input that goes on is one of the tool
	Misfit     string             `json:"misfit,omitempty"`     // why not
	Violations []schema.Violation `json:"violations,omitempty"` // the same, place by place
	Content    *string            `json:"content,omitempty"`    // the new content, if it changed
}

// Try runs one hook against a call without running the tool, and without
// counting. The hook may be turned off; one that is held back, or of a space
// that is not trusted, does not run.
func (b *Book) Try(ctx context.Context, id string, call Call) (trial Trial, err error) {
	defer func() { trial = b.redact(trial) }()
	if room.InRoom() {
		return Trial{}, errors.New("only you can test hooks, and an agent started this program")
	}
	if _, err := b.hook(id); err != nil {
		return Trial{}, err
	}
	set := b.c.Current()
	if !set.source.Trusted {
		return Trial{}, tools.Advise(tools.Action{Kind: tools.TrustSpace}, "this space is not trusted, so its hooks do not run")
	}
	if len(call.Input) == 0 {
		call.Input = json.RawMessage("{}")
	}
	entry, err := b.c.Registry().Lookup(call.Tool, tools.Scope{Keys: []string{"*"}})
	if err != nil {
		return Trial{}, err
	}
	e := hooks.Event{
		Tool: entry.Info.Name, Qualified: entry.Qualified, Source: entry.Info.Source, SideEffect: entry.Info.MayChange(),
		Call: "c_test", Session: b.c.Session, User: b.c.User, Space: b.c.Dir, Input: call.Input, Content: call.Content, Error: call.Error,
	}
	if checked, err := entry.Info.Input.Check(call.Input); err == nil {
		e.Input = checked.JSON() // as the pipeline would show it
	}
	t, err := b.Engine(set).Try(ctx, id, e)
	if err != nil {
		return Trial{}, err
	}
	out := Trial{
		Hook: id, Covers: t.Covers, Command: t.Command, ExitCode: t.ExitCode, TimedOut: t.TimedOut, Stdout: t.Stdout, Stderr: t.Stderr,
		Took: t.Took, Millis: t.Took.Milliseconds(), Input: t.Decision.Input, Content: t.Decision.Output, Fits: true,
	}
	out.judge(t)
	if e.Input = call.Input; out.Input != nil {
		e.Input = out.Input
	}
	if _, err := entry.Info.Input.Check(e.Input); err != nil {
		var invalid *schema.InvalidError
		if errors.As(err, &invalid) {
			out.Violations = invalid.Violations
		}
		out.Fits, out.Misfit = false, err.Error()
	}
	return out, nil
}

// judge says in words what would become of the call.
func (t *Trial) judge(r hooks.Trial) {
	why := ""
	if len(r.Decision.Ran) > 0 && r.Decision.Ran[0].Reason != "" {
		why = ": " + r.Decision.Ran[0].Reason
	}
	what := "the call would go on"
	withheld := "the call would be refused"
	if r.Hook.Type == hooks.PostTool {
		what, withheld = "the model would get the content", "the content would be withheld"
	}
	switch {
	case r.Effect == hooks.Halt:
		t.Outcome, t.Words = "stops", withheld+", and the run would stop"+why
	case r.Effect == hooks.Refuse:
		t.Outcome, t.Words = "blocks", withheld+why
	case r.Effect == hooks.Skip:
		t.Outcome, t.Words = "skips", what+"; the hooks after this one that are not blocking would be skipped"
	case len(r.Decision.Ran) > 0 && r.Decision.Ran[0].Result == hooks.Warning:
		t.Outcome, t.Words = "warns", what+", and a warning would be noted"+why
	case r.Decision.Ask != "":
		t.Outcome, t.Words = "asks", "you would be asked"+why
	case r.Decision.Input != nil:
		t.Outcome, t.Words = "changes", "the call would go on with another input"
	case r.Decision.Output != nil, r.Decision.Error != nil:
		t.Outcome, t.Words = "changes", "the model would get another content"
	default:
		t.Outcome, t.Words = "passes", what
	}
	if !t.Covers {
		t.Words = "this hook is not for this tool, so it would not be asked; if it were: " + t.Words
	}
}

// Recorded is a call of the journal as a hook would be shown it. The error
// says why it cannot be: it is not there, or its input is not kept.
func (b *Book) Recorded(ctx context.Context, id string) (Call, error) {
	events, err := b.c.CallEvents(ctx, id)
	if err != nil {
		return Call{}, err
	}
	var call Call
	for _, e := range events {
		switch e.Kind {
		case journal.Called:
			var d journal.CalledData
			if err := json.Unmarshal(e.Data, &d); err != nil {
				return Call{}, err
			}
			call.Tool, call.Input = d.Tool, d.Input
		case journal.Finished:
			var d journal.FinishedData
			if err := json.Unmarshal(e.Data, &d); err != nil {
				return Call{}, err
			}
			call.Content, call.Error = d.Content, d.Error
		}
	}
	switch {
	case call.Tool == "":
		return Call{}, tools.Advise(tools.Action{Kind: tools.ListCalls}, "there is no call %q in the record", id)
	case call.Input == nil:
		return Call{}, fmt.Errorf("the input of the call %s is too large, or names a file with secrets, and is not in the record", id)
	}
	return call, nil
}

// redact takes the person's secrets out of what a hook said in a trial.
func (b *Book) redact(t Trial) Trial {
	for _, text := range []*string{&t.Command, &t.Words, &t.Stdout, &t.Stderr, &t.Misfit} {
		*text = b.c.Redact.Text(*text)
	}
	if t.Content != nil {
		t.Content = new(b.c.Redact.Text(*t.Content))
	}
	if len(t.Input) > 0 {
		t.Input = b.c.Redact.JSON(t.Input)
	}
	return t
}
