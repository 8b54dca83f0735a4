package pipeline

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"fmt"

	"handrail/hooks"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// preHooks shows the call to the pre_tool hooks. They may refuse it, stop the
// run, have the person asked, or change the input, which is then checked like the
// agent's.
func (c *call) preHooks(ctx context.Context, e tools.Entry, in checked) (checked, error) {
	done := c.ledger.hookStages(hooks.PreTool)
	c.hooks = c.p.c.Hooks()
	d, err := c.hooks.Run(ctx, c.hookEvent(hooks.PreTool, e, in.in.JSON()))
	if err != nil {
		done("broken", d)
		if ctx.Err() != nil {
			return checked{}, ctx.Err()
		}
		return checked{}, c.ledger.blocked("hooks", fmt.Sprintf("the hooks of this space could not be run, so nothing may: %v", err))
	}
	if d.Block || d.Stop {
		done("blocked", d)
		refusal := c.ledger.refused(d)
		if d.Stop {
			return checked{}, &Stop{Reason: refusal.Message}
		}
		return checked{}, refusal
	}
	c.hookAsk = d.Ask
	if d.Input == nil || bytes.Equal(d.Input, in.in.JSON()) {
		done("ok", d)
		return in, nil
	}
	done("changed", d)
	changed, err := c.check(e, d.Input)
	if err != nil {
		return checked{}, tools.Errorf(tools.InvalidArgs, "the hook %s changed the input into one that does not fit: %v", d.By, err)
	}
	c.ledger.changed(tools.Decider{Kind: tools.ByHook, Name: d.By}, changed.in.JSON())
	c.input = changed.in.JSON()
	return changed, nil
}

// postHooks shows what came out to the post_tool hooks, also of a failed call:
// a filter cannot be walked around by failing (docs/spec/10-hooks.md), nor by a
// call that takes the filter away: it is asked of the hooks that the call began
// with.
func (c *call) postHooks(ctx context.Context, e tools.Entry, r tools.Result) (tools.Result, error) {
	if c.rehearses() && !c.req.Rehearse.Whole() { // the result goes to the person alone
		return r, nil
	}
	if _, none := c.hooks.(hooks.None); !none { // a hook may take long: what came out outlives a kill meanwhile (docs/spec/13-journal.md)
		if err := c.ledger.flush(context.WithoutCancel(ctx)); err != nil {
			return tools.Result{}, err
		}
	}
	done := c.ledger.hookStages(hooks.PostTool)
	event := c.hookEvent(hooks.PostTool, e, c.input)
	event.Content, event.OutputOf = r.Seen(), r.Meta.OutputOf
	if r.Error != nil {
		event.Error = r.Error.Message
	}
	d, err := c.hooks.Run(ctx, event)
	if err != nil {
		done("broken", d)
		if ctx.Err() != nil {
			return tools.Result{}, ctx.Err()
		}
		return tools.Result{}, c.ledger.blocked("hooks", fmt.Sprintf("it ran, but its result is withheld: the hooks of this space could not be run: %v", err))
	}
	if d.Block || d.Stop {
		done("blocked", d)
		refusal := c.ledger.refused(d)
		if d.Stop {
			return tools.Result{}, &Stop{Reason: refusal.Message}
		}
		return tools.Result{}, refusal
	}
	changed := false
	if d.Error != nil && r.Error != nil && *d.Error != r.Error.Message {
		r.Error = &tools.Error{Code: r.Error.Code, Message: *d.Error, Action: r.Error.Action} // the one in the record stays as it was
		changed = true
	}
	if d.Output != nil && *d.Output != event.Content {
		r.Content, r.Parts, r.Original = *d.Output, nil, nil
		c.altered, changed = true, true
	}
	if changed {
		done("changed", d)
		return r, nil
	}
	done("ok", d)
	return r, nil
}

func (c *call) hookEvent(phase hooks.Phase, e tools.Entry, input json.RawMessage) hooks.Event {
	return hooks.Event{
		Phase: phase, Tool: e.Info.Name, Qualified: e.Qualified, StandsFor: e.Info.StandsFor, Source: e.Info.Source, SideEffect: e.Info.MayChange(),
		Call: c.req.Call.ID, Key: c.req.Call.Key, Agent: cmp.Or(c.req.Call.Caller.ID, c.req.Call.Caller.Name), Session: c.req.Call.Session,
		User: c.req.Call.Caller.User, Space: c.req.Call.Space, Input: input,
	}
}

// hookVerdict makes a verdict ask if a hook wants the person asked. It loosens
// nothing: a deny stays one.
func (c *call) hookVerdict(v guard.Verdict) guard.Verdict {
	switch {
	case c.hookAsk == "":
	case v.Outcome == guard.Allow:
		return guard.Verdict{Outcome: guard.Ask, Stage: guard.HookAsk, By: tools.Decider{Kind: tools.ByHook}, Reason: tools.Because(tools.Words(c.hookAsk))}
	case v.Outcome == guard.Ask:
		v.Reason = v.Reason.And(tools.Say(tools.InTurn, c.hookAsk))
	}
	return v
}
