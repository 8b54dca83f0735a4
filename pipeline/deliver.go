package pipeline

import (
	"context"
	"encoding/json"

	"handrail/tools"
)

// A Recorded is a call that ran and ended in a process that died before anybody was given
// its result.
type Recorded struct {
	Call   tools.Call
	Scope  tools.Scope
	Input  json.RawMessage // with which it ran, if hooks changed what was asked for; nil: Call's
	Result tools.Result    // as the journal has it: what has left the act, without its secrets
}

// Deliver hands over the result of a call as Call does after the act: nothing runs, and
// nothing is judged, for that was done. The post_tool hooks of now see the result, since
// nobody knows whether those of then have: a filter cannot be walked around by a crash.
// "returned" is all that the journal is told. The error is as Call's.
func (p *Pipeline) Deliver(ctx context.Context, r Recorded) (tools.Result, error) {
	c := &call{p: p, req: Request{Call: r.Call, Scope: r.Scope}, input: r.Call.Input, ledger: newLedger(&p.c, r.Call)}
	if r.Input != nil {
		c.input = r.Input
		c.ledger.secret = c.ledger.secret || tools.SensitiveInput(r.Input)
	}
	entry, err := c.lookUp()
	if err != nil {
		return c.refuse(ctx, err)
	}
	c.hooks = p.c.Hooks()
	c.result = &r.Result
	result, err := c.postHooks(ctx, entry, r.Result)
	if err != nil {
		return c.refuse(ctx, err)
	}
	return c.hand(ctx, result)
}
