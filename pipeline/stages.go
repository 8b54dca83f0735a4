package pipeline

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"handrail/hooks"
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
		return tools.Entry{}, err
	}
	done("ok", entry.Info.Source)
	c.meta.Tool = entry.Qualified
	return entry, nil
}

func (c *call) check(e tools.Entry, raw json.RawMessage) (checked, error) {
	done := c.stage("check")
	in, err := e.Info.Input.Check(raw)
	if err != nil {
		done("refused", "schema")
		return checked{}, tools.Errorf(tools.InvalidArgs, "%s: %v", e.Info.Name, err)
	}
	done("ok", "")
	return checked{in}, nil
}

// preHooks shows the call to the pre_tool hooks. They may refuse it, stop the
// run, or change the input, which is then checked like the agent's.
func (c *call) preHooks(ctx context.Context, e tools.Entry, in checked) (checked, error) {
	done := c.stage("pre_tool")
	d, err := c.p.c.Hooks().Run(ctx, c.hookEvent(hooks.PreTool, e, in.in.JSON()))
	if err != nil {
		done("broken", "")
		return checked{}, c.blocked("hooks", fmt.Sprintf("the hooks of this space could not be run, so nothing may: %v", err))
	}
	if d.Block || d.Stop {
		done("blocked", d.By)
		refusal := c.blocked(d.By, d.Reason)
		if d.Stop {
			return checked{}, &Stop{Reason: refusal.Message}
		}
		return checked{}, refusal
	}
	if d.Input == nil || bytes.Equal(d.Input, in.in.JSON()) {
		done("ok", d.By)
		return in, nil
	}
	done("changed", d.By)
	changed, err := c.check(e, d.Input)
	if err != nil {
		return checked{}, tools.Errorf(tools.InvalidArgs, "the hook %s changed the input into one that does not fit: %v", d.By, err)
	}
	c.secret = c.secret || tools.SensitiveInput(changed.in.JSON())
	by := journal.ChangedData{By: d.By}
	if !c.secret {
		by.Input = changed.in.JSON()
	}
	c.note(journal.Changed, by)
	c.input = changed.in.JSON()
	return changed, nil
}

func (c *call) prepare(ctx context.Context, e tools.Entry, in checked) (settled, error) {
	done := c.stage("prepare")
	c.input = in.in.JSON()
	inv, err := e.Tool.Prepare(ctx, c.req.Call, in.in)
	if err != nil {
		done("refused", "")
		if ctx.Err() != nil {
			return settled{}, ctx.Err()
		}
		return settled{}, tools.AsError(err)
	}
	act := settled{entry: e, inv: inv, preview: inv.Preview()}
	act.preview.Confirm = act.preview.Confirm || e.Info.Confirm
	done("ok", "")
	c.meta.Digest = act.preview.Digest
	return act, nil
}

func (c *call) judge(act settled) (guard.Verdict, error) {
	done := c.stage("guard")
	v := c.p.c.Guard().Judge(act.entry, act.preview)
	if v.Outcome == guard.Allow && c.req.Digest != "" && c.req.Digest != act.preview.Digest { // another act than was shown
		v = guard.Verdict{Outcome: guard.Ask, By: "changed act", Reason: "it is no longer the act that you were shown"}
	}
	done(string(v.Outcome), v.By)
	switch v.Outcome {
	case guard.Allow, guard.Ask:
		return v, nil
	}
	c.note(journal.Blocked, journal.VerdictData{By: v.By, Reason: v.Reason, Code: string(tools.PermissionDenied)})
	return v, tools.Errorf(tools.PermissionDenied, "not allowed (%s): %s", v.By, v.Reason)
}

// confirm asks the person where that is due.
func (c *call) confirm(ctx context.Context, act settled, v guard.Verdict) (approved, error) {
	if shown := c.req.Digest; v.Outcome == guard.Ask && !act.preview.Confirm && shown != "" && shown == act.preview.Digest {
		c.note(journal.Allowed, journal.VerdictData{By: "the person, who was shown it before", Reason: v.Reason})
		return approved{act}, nil
	}
	if v.Outcome == guard.Allow {
		c.note(journal.Allowed, journal.VerdictData{By: v.By, Reason: v.Reason})
		return approved{act}, nil
	}
	done := c.stage("confirm")
	c.note(journal.Asked, journal.AskedData{
		Title: act.preview.Title, Detail: c.recorded(act.preview.Detail), Reason: v.Reason, Digest: act.preview.Digest,
	})
	if err := c.flush(ctx); err != nil {
		return approved{}, err
	}
	answer, withdrawn, err := c.ask(ctx, act, v)
	if ctx.Err() != nil {
		done("cancelled", answer.Where)
		return approved{}, ctx.Err()
	}
	if withdrawn {
		done("withdrawn", "reload")
		return approved{}, c.declined(journal.Expired, tools.Expired, "reload",
			"the question was withdrawn, because the space was read again while it stood; the call did not run. Make it again if it is still wanted")
	}
	if err != nil {
		done("declined", answer.Where)
		return approved{}, c.declined(journal.Declined, tools.Declined, "nobody",
			fmt.Sprintf("this call asks (%s), and nobody could be asked: %v", v.Reason, err))
	}
	by := "the person, in the " + answer.Where
	if answer.Where == tools.WhereFixed {
		by = "--confirm on the command line"
	}
	done(string(answer.Verdict), by)
	switch answer.Verdict {
	case tools.RunOnce:
		c.note(journal.Allowed, journal.VerdictData{By: by, Reason: string(answer.Verdict)})
		return approved{act}, nil
	case tools.Expire:
		why := "nobody answered in time"
		if answer.Reason != "" { // such as a dialog that was closed
			why = answer.Reason
		}
		return approved{}, c.declined(journal.Expired, tools.Expired, by, why+"; the call did not run. Ask the person before you try it again")
	}
	reason := "the call was declined; do not try it again unless the person asks for it"
	if answer.Reason != "" {
		reason = "the call was declined: " + answer.Reason
	}
	return approved{}, c.declined(journal.Declined, tools.Declined, by, reason)
}

// run acts. "started" is in the journal before, "finished" after, whatever
// becomes of ctx.
func (c *call) run(ctx context.Context, act approved) (tools.Result, error) {
	c.note(journal.Started, c.startedData(act))
	c.events[len(c.events)-1].Durable = act.entry.Info.SideEffect && !act.entry.Info.Idempotent
	if err := c.flush(ctx); err != nil {
		return tools.Result{}, err
	}
	c.snapshot(ctx, act, true)
	done := c.stage("run")
	began := time.Now()
	out := c.output()
	result, err := runSafely(ctx, act.inv, out)
	out.close()
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
	c.snapshot(ctx, act, false)
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

// postHooks shows what came out to the post_tool hooks, also of a failed call:
// a filter cannot be walked around by failing (SPEC 10).
func (c *call) postHooks(ctx context.Context, e tools.Entry, r tools.Result) (tools.Result, error) {
	done := c.stage("post_tool")
	event := c.hookEvent(hooks.PostTool, e, c.input)
	event.Content = r.Content
	if r.Error != nil {
		event.Error = r.Error.Message
	}
	d, err := c.p.c.Hooks().Run(ctx, event)
	if err != nil {
		done("broken", "")
		return tools.Result{}, c.blocked("hooks", fmt.Sprintf("it ran, but its result is withheld: the hooks of this space could not be run: %v", err))
	}
	if d.Block || d.Stop {
		done("blocked", d.By)
		refusal := c.blocked(d.By, d.Reason)
		if d.Stop {
			return tools.Result{}, &Stop{Reason: refusal.Message}
		}
		return tools.Result{}, refusal
	}
	if d.Output != nil && *d.Output != r.Content {
		done("changed", d.By)
		r.Content, r.Parts = *d.Output, nil
		c.altered = true
		return r, nil
	}
	done("ok", d.By)
	return r, nil
}
