package pipeline

import (
	"context"
	"errors"
	"fmt"

	"handrail/journal"
	"handrail/tools"
)

// refuse ends a call that did not get through: with a Result if the agent can
// learn from it, else with the error that stops the run.
func (c *call) refuse(ctx context.Context, err error) (tools.Result, error) {
	var e *tools.Error
	if errors.As(err, &e) {
		return c.hand(ctx, tools.Result{Error: e})
	}
	code := tools.ExecutionFailed
	if ctx.Err() != nil {
		code = tools.Cancelled
	}
	redactStop(c.p.c.Redact, err)
	reason := c.p.c.Redact.Text(err.Error())
	if code == tools.Cancelled {
		reason = "the call was stopped before it was done"
		if c.result != nil {
			reason = "the call was stopped while it ran; what it had done by then is done"
		}
	}
	c.ledger.note(journal.Returned, journal.ReturnedData{Error: reason, Code: string(code), Meta: metaJSON(c.ledger.meta), Closed: errors.Is(context.Cause(ctx), journal.ErrClosing)})
	if flushErr := c.ledger.flush(context.WithoutCancel(ctx)); flushErr != nil {
		err = errors.Join(err, flushErr)
	}
	return tools.Result{Error: &tools.Error{Code: code, Message: reason}, Meta: c.ledger.redactedMeta()}, err
}

// hand fits the result to the limit, notes what the caller is given, and
// returns it.
func (c *call) hand(ctx context.Context, r tools.Result) (tools.Result, error) {
	done := c.ledger.stage("return")
	var cut bool
	if c.result == nil || c.altered || r.Error != c.result.Error { // else run has done it
		r = redactResult(c.p.c.Redact, r)
	}
	whole := len(r.Content)
	r.Content, cut = tools.Fit(r.Content, c.p.c.Limit)
	if cut {
		done("cut", "limit")
		c.ledger.explain("", fmt.Sprintf("%d of %d bytes are given; the journal has the whole", len(r.Content), whole))
	}
	c.ledger.meta.Truncated = c.ledger.meta.Truncated || cut
	r.Meta = c.ledger.redactedMeta()
	data := journal.ReturnedData{Truncated: cut, Meta: metaJSON(c.ledger.meta)}
	switch {
	case c.result != nil && !c.altered && !cut && r.Content == c.result.Content:
		data.Same = true
	default:
		data.Content = c.ledger.recorded(r.Content)
	}
	if r.Error != nil {
		data.Error, data.Action, data.Code = r.Error.Message, actionJSON(r.Error.Action), string(r.Error.Code)
	}
	c.ledger.note(journal.Returned, data)
	if err := c.ledger.flush(context.WithoutCancel(ctx)); err != nil {
		return tools.Result{Error: tools.AsError(err), Meta: c.ledger.meta}, err
	}
	return r, nil
}
