// Package pipeline is the one door: every act of every caller goes through
// Pipeline.Call, and nothing acts outside it. The path is a straight line, held
// by types: only check makes a checked input, only prepare makes a settled act,
// only confirm makes an approved one, and run takes nothing else.
package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"handrail/hooks"
	"handrail/internal/schema"
	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Config is what a Pipeline is made of. All fields but Snapshots, Origins, Limit, Wait,
// Sandbox, Rehearse, Pictures, Word and Reloaded are needed.
type Config struct {
	// Registry is the space's tools as they are now. It first takes over what other
	// processes have changed; Hooks and Guard are as they were when it was last asked.
	Registry  func() *tools.Registry
	Hooks     func() hooks.Runner
	Guard     func() *guard.Guard
	Confirmer tools.Confirmer
	Journal   journal.Recorder
	Snapshots Snapshots     // nil: nothing is kept for undo
	Origins   Origins       // nil: nothing is known of where text comes from, and nothing asks because of it
	Limit     int           // bytes of a result that the caller gets; 0: tools.ContentLimit
	Wait      time.Duration // how long a question may stand; 0: 10 minutes (docs/spec/11-guard.md)
	Sandbox   string        // what is enforced around programs, in words; it goes into every result's meta

	Grants Grants // keeps lasting yeses; nil: "Always" is never offered
	Redact Redact // takes secrets out of results, live output and questions; nil: nothing does. The Journal redacts what it writes
	// Rehearse is the layer that every call of the space runs on; nil: they act.
	Rehearse Rehearsal
	// Pictures keeps a picture of a result for the person and names it; "" is what it
	// does not keep. nil: nothing is kept. The journal has the name only.
	Pictures func(tools.Part) (string, error)
	// Word is what the agent of a call's conversation is told with its result besides, once; "": nothing. nil: nothing ever.
	Word func(ctx context.Context, call tools.Call) string
	// Reloaded returns what is closed when the space is read again: see
	// tools.Info.AskWithin.
	Reloaded func() <-chan struct{}
}

// Grants keeps the person's lasting yeses (docs/spec/11-guard.md). It is safe
// for concurrent use.
type Grants interface {
	// Counts reports whether a lasting yes counts here now; if not, none is offered.
	Counts() bool
	// Keep makes a grant of the offer that the person took, and returns its id.
	// It fails if the grant would not count: then nothing runs.
	Keep(ctx context.Context, call tools.Call, g guard.Grant) (id string, err error)
	// Used counts that a grant lets a call through, and reports whether it still
	// stands: one that was taken back lets nothing through.
	Used(ctx context.Context, id string) (stands bool)
	// Changed returns what is closed when a grant is next made or taken back. ctx
	// ends the wait for it.
	Changed(ctx context.Context) <-chan struct{}
}

// Snapshots keeps what calls change, for undo (docs/spec/13-journal.md#snapshots). It is safe
// for concurrent use.
type Snapshots interface {
	// Before keeps what an act may change, and returns what says, once it has ended, what it has
	// changed. nil: it can change nothing here.
	Before(ctx context.Context, call tools.Call, info tools.Info, p tools.Preview) (after func(context.Context) (Taken, error), err error)
	// Trouble says why what calls change cannot be kept as they stand; "" if it can.
	Trouble() string
}

// A Pipeline is the door of one space. It is safe for concurrent use.
type Pipeline struct {
	c      Config
	late   late
	aheads aheads
}

// New makes a Pipeline.
func New(c Config) *Pipeline {
	if c.Limit == 0 {
		c.Limit = tools.ContentLimit
	}
	if c.Redact == nil {
		c.Redact = nothingSecret{}
	}
	if c.Wait == 0 {
		c.Wait = tools.AnswerLimit
	}
	return &Pipeline{c: c}
}

// A Request is one call with what its caller may use.
type Request struct {
	Call   tools.Call
	Scope  tools.Scope
	Output tools.Output // live output, for the person; may be nil
	// Digest, if set, names the act that the person was shown and told to run:
	// it need not ask again, unless its author wants a question at every call;
	// any other act asks.
	Digest string
	// Own is an act of the person's own, such as keeping what was rehearsed: it is in no
	// registry, so that nobody else can call it. nil: the call names a tool of the registry.
	Own tools.Tool
	// Rehearse is the layer that the call runs on; nil: it acts.
	Rehearse Rehearsal
}

// Call takes one tool call from request to result. A refusal or failure that
// the agent can learn from is a Result with an Error. A Go error means that the
// run must stop: it was cancelled, a hook said so, or the journal cannot be
// written.
//
// This function is the page that a security reviewer opens first.
func (p *Pipeline) Call(ctx context.Context, req Request) (tools.Result, error) {
	c := p.newCall(req)
	defer c.release()
	defer p.unasked(c.req.Call.ID)

	entry, err := c.lookUp()
	if err != nil {
		return c.refuse(ctx, err)
	}
	in, err := c.check(entry, req.Call.Input)
	if err != nil {
		return c.refuse(ctx, err)
	}
	in, err = c.preHooks(ctx, entry, in) // a changed input is checked again
	if err != nil {
		return c.refuse(ctx, err)
	}
	act, err := c.prepare(ctx, entry, in) // nothing runs that is not settled here
	if err != nil {
		return c.refuse(ctx, err)
	}
	verdict, err := c.judge(act)
	if err != nil {
		return c.refuse(ctx, err)
	}
	ok, err := c.confirm(ctx, act, verdict)
	if err != nil {
		return c.refuse(ctx, err)
	}
	result, err := c.run(ctx, ok) // journals "started" before and "finished" after
	if err != nil {
		return c.refuse(ctx, err)
	}
	result, err = c.postHooks(ctx, entry, result)
	if err != nil {
		return c.refuse(ctx, err)
	}
	return c.hand(ctx, result) // fits it to the limit and journals "returned"
}

// A Forecast is what a call would do, without doing it. One that cannot be settled
// says why.
type Forecast struct {
	Entry      tools.Entry
	Preview    tools.Preview
	Verdict    guard.Verdict
	Input      json.RawMessage    // as it was checked
	Secret     string             // what secret the input holds, in words; "": none that is known
	Violations []schema.Violation // the input is not what the tool takes
	Refusal    *tools.Error       // for any other reason; nil if it can be settled
}

// Forecast settles a call as Call would, and runs nothing: no hook, no
// question, no act, no event. Hooks may still change or refuse the real call.
func (p *Pipeline) Forecast(ctx context.Context, req Request) Forecast {
	c := p.newCall(req)
	defer c.release()
	entry, err := c.lookUp()
	if err != nil {
		return Forecast{Refusal: tools.AsError(err)}
	}
	in, err := c.check(entry, req.Call.Input)
	if err != nil {
		return unsettled(entry, req.Call.Input, err)
	}
	act, err := c.prepare(ctx, entry, in)
	if err != nil {
		return unsettled(entry, req.Call.Input, err)
	}
	return Forecast{
		Entry: entry, Preview: redactPreview(p.c.Redact, act.preview), Verdict: p.c.Guard().Judge(c.req.Call, entry, act.preview),
		Input: c.input, Secret: secretIn(c, c.input),
	}
}

// unsettled says why a call of a tool that is there has no preview.
func unsettled(entry tools.Entry, input json.RawMessage, err error) Forecast {
	f := Forecast{Entry: entry, Refusal: tools.AsError(err)}
	var invalid *schema.InvalidError
	if in := entry.Info.Input; in != nil && f.Refusal.Code == tools.InvalidArgs {
		if _, err := in.Check(input); errors.As(err, &invalid) {
			f.Violations, f.Refusal = invalid.Violations, nil
		}
	}
	return f
}
