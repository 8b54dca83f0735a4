package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"handrail/internal/schema"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// checked is an input that the tool's schema has passed. Only check makes one.
type checked struct{ in schema.Input }

// settled is an act as it was prepared. Only prepare makes one.
type settled struct {
	entry   tools.Entry
	inv     tools.Invocation
	preview tools.Preview
}

// approved is an act that may run. Only confirm makes one.
type approved struct{ settled }

func (c *call) lookUp() (tools.Entry, error) {
	done := c.ledger.stage("look-up")
	if c.p.c.Reloaded != nil {
		c.reloaded = c.p.c.Reloaded() // before the registry: a reload in between counts
	}
	entry, err := c.entry()
	if err != nil {
		done("refused", "")
		c.ledger.explain("", err.Error())
		return tools.Entry{}, err
	}
	done("ok", entry.Info.Source)
	c.ledger.explain(entry.Info.File, "")
	c.ledger.meta.Tool = entry.Qualified
	return entry, nil
}

// catchUp takes over what other processes and the person have changed since the call
// was looked up, such as rules, the mode, trust and grants (see Config.Registry), and
// looks up the tool once more. It is due wherever a call has waited.
func (c *call) catchUp() error {
	_, err := c.entry()
	return err
}

// entry is the tool that is called, as it is now.
func (c *call) entry() (tools.Entry, error) {
	registry := c.p.c.Registry()
	if own := c.req.Own; own != nil {
		info := own.Info()
		return tools.Entry{Tool: own, Info: info, Qualified: info.Name, Model: info.Name, State: tools.Ready}, nil
	}
	e, err := registry.Lookup(c.req.Call.Tool, c.req.Scope)
	if err != nil && c.p.c.Origins != nil {
		named := func(e tools.Entry) bool {
			return e.State == tools.Rejected && slices.Contains([]string{e.Qualified, e.Model, e.Info.Name}, c.req.Call.Tool)
		}
		if entries := registry.Entries(); slices.ContainsFunc(entries, named) { // its definition is broken, and the error may have words of it
			broken := entries[slices.IndexFunc(entries, named)]
			c.ledger.meta.Origins = c.p.c.Origins.Came(context.Background(), c.req.Call, broken, tools.Preview{}, tools.Result{Content: err.Error()})
		}
	}
	return e, err
}

func (c *call) check(e tools.Entry, raw json.RawMessage) (checked, error) {
	done := c.ledger.stage("check")
	in, err := e.Info.Input.Check(raw)
	if err != nil {
		done("refused", "schema")
		c.ledger.explain(e.Info.File, err.Error())
		return checked{}, tools.Errorf(tools.InvalidArgs, "%s: %v", e.Info.Name, err)
	}
	if err := c.meant(e, raw); err != nil {
		done("refused", "a secret's mark")
		return checked{}, err
	}
	done("ok", "")
	return checked{in}, nil
}

// meant refuses an input with a mark in it that stands for a secret, where the
// call would change something: who sends the mark was not shown the value, and
// a file that is written back with marks has lost its secrets.
func (c *call) meant(e tools.Entry, raw json.RawMessage) error {
	if !e.Info.MayChange() {
		return nil
	}
	if mark := c.p.c.Redact.Placeholder(string(raw)); mark != "" {
		return tools.Errorf(tools.InvalidArgs, "%s: its input holds %s, which stands for a value that is not shown and would not be put in its place. Leave that part as it is (edit around it), or name the secret in the environment of a declared tool, as ${secret:NAME}", e.Info.Name, mark)
	}
	return nil
}

func (c *call) prepare(ctx context.Context, e tools.Entry, in checked) (settled, error) {
	done := c.ledger.stage("prepare")
	c.input = in.in.JSON()
	inv, err := e.Tool.Prepare(ctx, c.req.Call, in.in)
	if err != nil {
		done("refused", "")
		if ctx.Err() != nil {
			return settled{}, ctx.Err()
		}
		if no := deniedAnyway(c, e, err); no != nil {
			return settled{}, no
		}
		c.ledger.explain("", err.Error())
		return settled{}, tools.AsError(err)
	}
	c.inv = inv
	act := settled{entry: e, inv: inv, preview: inv.Preview().Spoken()}
	act.preview.Confirm = act.preview.Confirm || e.Info.Confirm
	c.ledger.secret = c.ledger.secret || namesSecret(e, act.preview)
	if err := c.rehearsable(act); err != nil {
		done("refused", "rehearsal")
		c.ledger.explain("", err.Error())
		return settled{}, err
	}
	done("ok", "")
	explainWith(&c.ledger, "", tools.Because(titleOf(act.preview)))
	c.ledger.meta.Digest = act.preview.Digest
	return act, nil
}

// namesSecret reports whether an act shows or changes a file that usually holds secrets, by its real name.
func namesSecret(e tools.Entry, p tools.Preview) bool {
	return !e.Info.NamesOnly && slices.ContainsFunc(p.Effects, func(e tools.Effect) bool {
		file := e.Kind == tools.EffectRead || e.Kind == tools.EffectWrite || e.Kind == tools.EffectDelete
		return file && tools.SensitivePath(e.Target)
	})
}

// deniedAnyway is the guard's no to an act that could not be settled; nil if it is not known what that is, or might be done.
func deniedAnyway(c *call, e tools.Entry, err error) *tools.Error {
	var unfit *tools.Unfit
	if !errors.As(err, &unfit) {
		return nil
	}
	done := c.ledger.decision("guard")
	v := c.p.c.Guard().Judge(c.req.Call, e, unfit.Would)
	if v.Outcome == guard.Allow || v.Outcome == guard.Ask {
		return nil
	}
	done(string(v.Outcome), v.By)
	explainWith(&c.ledger, v.File, v.Reason)
	return c.ledger.denied(v)
}

func (c *call) judge(act settled) (guard.Verdict, error) {
	done := c.ledger.decision("guard")
	v := c.verdict(act)
	done(string(v.Outcome), v.By)
	explainWith(&c.ledger, v.File, v.Reason)
	c.ledger.judged(act, v)
	switch v.Outcome {
	case guard.Allow, guard.Ask:
		return v, nil
	}
	return v, c.ledger.denied(v)
}

// verdict is what the guard of now says of the act. An act that needs no
// question and is another one than the person was shown asks.
func (c *call) verdict(act settled) guard.Verdict {
	v := outward(c, act, c.p.c.Guard().Judge(c.req.Call, act.entry, act.preview))
	if v.Outcome == guard.Allow && c.req.Digest != "" && c.req.Digest != act.preview.Digest {
		return c.hookVerdict(changedAct())
	}
	if why := c.unkept(act, v); why != "" {
		return c.hookVerdict(guard.Verdict{Outcome: guard.Ask, Stage: guard.ByMode, By: v.By, Reason: tools.Because(tools.Say(tools.WhyUnkept, why))})
	}
	return c.hookVerdict(v)
}

// unkept says why an act that a mode lets run, because it can be taken back, cannot; "" if it can.
func (c *call) unkept(act settled, v guard.Verdict) string {
	if c.p.c.Snapshots == nil || v.Outcome != guard.Allow || v.Stage != guard.ByMode || !act.entry.Info.MayChange() || act.preview.Reads || c.req.Digest == act.preview.Digest {
		return ""
	}
	return c.p.c.Snapshots.Trouble()
}

func changedAct() guard.Verdict {
	return guard.Verdict{Outcome: guard.Ask, Stage: guard.ChangedAct, By: tools.Decider{Kind: tools.ByChange, Name: "changed act"}, Reason: tools.Because(tools.Say(tools.WhyChangedAct))}
}

// run acts. "started" is in the journal before (but see start), "finished" after,
// whatever becomes of ctx.
func (c *call) run(ctx context.Context, act approved) (tools.Result, error) {
	opening, err := c.ledger.start(ctx, act, &c.p.late)
	if err != nil {
		return tools.Result{}, err
	}
	keepAfter := c.keepBefore(ctx, act)
	done := c.ledger.stage("run")
	began := time.Now()
	out := newOutput(&c.ledger, opening, c.req.Output)
	result, err := runSafely(ctx, act.inv, out)
	out.close()
	if err := opening.settle(); err != nil {
		return tools.Result{}, err
	}
	c.ledger.meta.Duration = time.Since(began)
	c.ledger.meta.Millis = c.ledger.meta.Duration.Milliseconds()
	result.Error = tools.AsError(err)
	if err != nil && ctx.Err() != nil && !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		result.Error = tools.Errorf(tools.Cancelled, "the call was cancelled while it ran; what it had done by then is done")
	}
	outcome := "ok"
	if result.Error != nil {
		outcome = string(result.Error.Code)
	}
	c.ledger.meta.ExitCode, c.ledger.meta.Truncated, c.ledger.meta.Output = result.Meta.ExitCode, result.Meta.Truncated, result.Meta.Output
	c.ledger.meta.Advice, c.ledger.meta.App = result.Meta.Advice, result.Meta.App
	if result.Meta.Sandbox != "" { // what stood around this very program
		c.ledger.meta.Sandbox = result.Meta.Sandbox
	}
	done(outcome, c.ledger.meta.Sandbox)
	c.ledger.explain("", howItEnded(c.ledger.meta.ExitCode, result.Error))
	came(ctx, c, act.settled, result, time.Since(began)) // before what it has written is known: that holds the same words
	for _, note := range []string{keepAfter(), word(ctx, c)} {
		if note != "" {
			result.Content = tools.AddNote(result.Content, note)
		}
	}
	result = redactResult(c.p.c.Redact, result) // before hooks, the record and the model
	c.ledger.finished(&result)
	c.result = new(result) // hooks may change the other
	if ctx.Err() != nil {
		if err := c.ledger.flush(context.WithoutCancel(ctx)); err != nil {
			return result, err
		}
		return result, ctx.Err()
	}
	return result, nil
}

// keepBefore keeps what the act may change; the function returned notes, once it has ended,
// what it has changed, and returns what the caller is told of that. A snapshot that fails never fails the call; it is shown.
func (c *call) keepBefore(ctx context.Context, act approved) (keepAfter func() (note string)) {
	nothing := func() string { return "" }
	if c.p.c.Snapshots == nil || c.rehearses() || !act.entry.Info.MayChange() || act.preview.Reads {
		return nothing
	}
	done := c.ledger.stage("snapshot")
	after, err := c.p.c.Snapshots.Before(ctx, c.req.Call, act.entry.Info, act.preview)
	if err != nil {
		c.ledger.unkept(done, "before", err)
		return nothing
	}
	if after == nil {
		return nothing
	}
	done("ok", "before")
	m := aftermathOf(c, act.settled)
	return func() string {
		done := c.ledger.stage("snapshot")
		taken, err := after(context.WithoutCancel(ctx))
		if err != nil {
			c.ledger.unkept(done, "after", err)
			return ""
		}
		done("ok", "after")
		return m.settle(ctx, taken)
	}
}

// word is what the call's conversation is told besides.
func word(ctx context.Context, c *call) string {
	if c.p.c.Word == nil {
		return ""
	}
	return c.p.c.Word(context.WithoutCancel(ctx), c.req.Call)
}

// runSafely turns a panic of a tool into a failure of its call.
func runSafely(ctx context.Context, inv tools.Invocation, out tools.Output) (result tools.Result, err error) {
	defer func() {
		if r := recover(); r != nil {
			result, err = tools.Result{}, tools.Errorf(tools.ExecutionFailed, "the tool broke down; this is a mistake in the tool: %v", r)
		}
	}()
	return inv.Run(ctx, out)
}

// howItEnded says in words what became of an act that ran.
func howItEnded(exit *int, e *tools.Error) string {
	switch {
	case e != nil:
		return e.Message
	case exit != nil:
		return fmt.Sprintf("exit code %d", *exit)
	}
	return ""
}
