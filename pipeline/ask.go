package pipeline

import (
	"context"
	"fmt"

	"handrail/journal"
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

// confirm asks the person where that is due.
func (c *call) confirm(ctx context.Context, act settled, v guard.Verdict) (approved, error) {
	if shown := c.req.Digest; v.Outcome == guard.Ask && !act.preview.Confirm && shown != "" && shown == act.preview.Digest {
		c.note(journal.Allowed, journal.VerdictData{By: "the person, who was shown it before", Reason: v.Reason})
		return approved{act}, nil
	}
	if v.Outcome == guard.Allow {
		c.note(journal.Allowed, journal.VerdictData{By: v.By, Reason: v.Reason, File: v.File, Grant: v.Grant})
		return approved{act}, nil
	}
	done := c.stage("confirm")
	c.note(journal.Asked, journal.AskedData{
		Title: act.preview.Title, Detail: c.recorded(act.preview.Detail), Reason: v.Reason, Digest: act.preview.Digest, Act: c.takeAct(journal.Asked),
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
