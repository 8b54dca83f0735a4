package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"handrail/internal/schema"
	"handrail/journal"
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
	done := c.stage("look-up")
	if c.p.c.Reloaded != nil {
		c.reloaded = c.p.c.Reloaded() // before the registry: a reload in between counts
	}
	entry, err := c.p.c.Registry().Lookup(c.req.Call.Tool, c.req.Scope)
	if err != nil {
		done("refused", "")
		c.because("", err.Error())
		return tools.Entry{}, err
	}
	done("ok", entry.Info.Source)
	c.because(entry.Info.File, "")
	c.meta.Tool = entry.Qualified
	return entry, nil
}

func (c *call) check(e tools.Entry, raw json.RawMessage) (checked, error) {
	done := c.stage("check")
	in, err := e.Info.Input.Check(raw)
	if err != nil {
		done("refused", "schema")
		c.because(e.Info.File, err.Error())
		return checked{}, tools.Errorf(tools.InvalidArgs, "%s: %v", e.Info.Name, err)
	}
	if err := c.meant(e, raw); err != nil {
		done("refused", "a secret's mark")
		return checked{}, err
	}
	done("ok", "")
	return checked{in}, nil
}

func (c *call) prepare(ctx context.Context, e tools.Entry, in checked) (settled, error) {
	done := c.stage("prepare")
	c.input = in.in.JSON()
	inv, err := e.Tool.Prepare(ctx, c.req.Call, in.in)
	if err != nil {
		done("refused", "")
		c.because("", err.Error())
		if ctx.Err() != nil {
			return settled{}, ctx.Err()
		}
		return settled{}, tools.AsError(err)
	}
	act := settled{entry: e, inv: inv, preview: inv.Preview()}
	act.preview.Confirm = act.preview.Confirm || e.Info.Confirm
	done("ok", "")
	c.because("", act.preview.Title)
	c.meta.Digest = act.preview.Digest
	return act, nil
}

func (c *call) judge(act settled) (guard.Verdict, error) {
	done := c.stage("guard")
	v := c.verdict(act)
	done(string(v.Outcome), v.By)
	c.because(v.File, v.Reason)
	c.judged(act, v)
	switch v.Outcome {
	case guard.Allow, guard.Ask:
		return v, nil
	}
	return v, c.denied(v)
}

// verdict is what the guard of now says of the act. An act that needs no
// question and is another one than the person was shown asks.
func (c *call) verdict(act settled) guard.Verdict {
	v := c.p.c.Guard().Judge(c.req.Call, act.entry, act.preview)
	if v.Outcome == guard.Allow && c.req.Digest != "" && c.req.Digest != act.preview.Digest {
		return c.hookVerdict(changedAct())
	}
	return c.hookVerdict(v)
}

func changedAct() guard.Verdict {
	return guard.Verdict{Outcome: guard.Ask, Stage: guard.ChangedAct, By: byChangedAct, Reason: "it is no longer the act that you were shown"}
}

// denied notes the guard's no.
func (c *call) denied(v guard.Verdict) *tools.Error {
	c.note(journal.Blocked, journal.VerdictData{By: v.By, Reason: v.Reason, Code: string(tools.PermissionDenied), File: v.File, Act: c.takeAct(journal.Blocked)})
	return tools.Errorf(tools.PermissionDenied, "not allowed (%s): %s", v.By, v.Reason)
}

// run acts. "started" is in the journal before (but see begins), "finished" after,
// whatever becomes of ctx.
func (c *call) run(ctx context.Context, act approved) (tools.Result, error) {
	begin, err := c.begins(ctx, act)
	if err != nil {
		return tools.Result{}, err
	}
	c.snapshot(ctx, act, true)
	done := c.stage("run")
	began := time.Now()
	out := c.output(begin)
	result, err := runSafely(ctx, act.inv, out)
	out.close()
	if err := begin.settle(); err != nil {
		return tools.Result{}, err
	}
	c.meta.Duration = time.Since(began)
	c.meta.Millis = c.meta.Duration.Milliseconds()
	result.Error = tools.AsError(err)
	if err != nil && ctx.Err() != nil && !errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		result.Error = tools.Errorf(tools.Cancelled, "the call was cancelled while it ran; what it had done by then is done")
	}
	outcome := "ok"
	if result.Error != nil {
		outcome = string(result.Error.Code)
	}
	c.meta.ExitCode, c.meta.Truncated, c.meta.Output = result.Meta.ExitCode, result.Meta.Truncated, result.Meta.Output
	if result.Meta.Sandbox != "" { // what stood around this very program
		c.meta.Sandbox = result.Meta.Sandbox
	}
	done(outcome, c.meta.Sandbox)
	c.because("", howItEnded(c.meta.ExitCode, result.Error))
	c.snapshot(ctx, act, false)
	result = c.redact(result) // before hooks, the record and the model
	c.finish(&result)
	if ctx.Err() != nil {
		if err := c.flush(context.WithoutCancel(ctx)); err != nil {
			return result, err
		}
		return result, ctx.Err()
	}
	return result, nil
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
