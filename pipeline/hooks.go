package pipeline

import (
	"bytes"
	"context"
	"fmt"

	"handrail/hooks"
	"handrail/journal"
	"handrail/tools"
)

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
