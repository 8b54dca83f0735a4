package pipeline

import (
	"context"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// ask puts the question to the person and waits. Where the tool limits how long
// it may stand (hands, SPEC 7), the question is withdrawn when the space is read
// again: then an answer counts for nothing, also one that came just before.
func (c *call) ask(ctx context.Context, act settled, v guard.Verdict) (answer tools.Answer, withdrawn bool, err error) {
	q := tools.Question{
		ID: c.req.Call.ID, Run: c.req.Call.Run, Session: c.req.Call.Session, Caller: c.req.Call.Caller, Tool: act.entry.Qualified, Space: c.req.Call.Space,
		Preview: act.preview, Reason: v.Reason, Limit: c.p.c.Wait,
	}
	own := act.entry.Info.AskWithin
	if own <= 0 {
		answer, err = c.p.c.Confirmer.Confirm(ctx, q)
		return answer, false, err
	}
	q.Limit = min(own, q.Limit)
	asking, stop := context.WithCancel(ctx)
	defer stop()
	go func() {
		select {
		case <-c.reloaded:
			stop()
		case <-asking.Done():
		}
	}()
	answer, err = c.p.c.Confirmer.Confirm(asking, q)
	select {
	case <-c.reloaded:
		return answer, true, err
	default:
		return answer, false, err
	}
}
