package pipeline

import (
	"context"
	"encoding/json"
	"errors"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// An overtake is what made a question needless while it stood.
type overtake struct {
	reload bool          // the space was read again, and the question is one that this withdraws
	v      guard.Verdict // else: what the guard says now
}

// question is what the person is asked, with the lasting yeses that it offers.
func (c *call) question(act settled, v guard.Verdict) (tools.Question, map[string]guard.Grant) {
	q := tools.Question{
		ID: c.req.Call.ID, Run: c.req.Call.Run, Session: c.req.Call.Session, Caller: c.req.Call.Caller, Tool: act.entry.Qualified, Space: c.req.Call.Space,
		Preview: act.preview, Reason: v.Reason, By: v.By, File: v.File, Grave: v.Grave, Limit: c.p.c.Wait, Input: c.input,
	}
	if own := act.entry.Info.AskWithin; own > 0 {
		q.Limit = min(own, q.Limit)
	}
	if c.p.c.Grants == nil || !c.p.c.Grants.Counts() {
		return q, nil
	}
	offered := map[string]guard.Grant{}
	for _, o := range c.offers(act, v) {
		q.Offers = append(q.Offers, o.Offer)
		offered[o.Offer.ID] = o.Grant
	}
	return q, offered
}

// put waits for the person's answer, or for what makes it needless. Where the
// tool limits how long a question may stand (hands, docs/spec/07-hands.md), it
// is withdrawn when the space is read again: then an answer counts for nothing,
// also one that came just before. Otherwise an answer that was given counts.
func (c *call) put(ctx context.Context, q tools.Question, act settled) (tools.Answer, *overtake, error) {
	asking, stop := context.WithCancel(ctx)
	defer stop()
	var over *overtake
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		if over = c.watch(asking, act); over != nil {
			stop()
		}
	}()
	answer, err := c.p.c.Confirmer.Confirm(asking, c.shown(q))
	stop()
	<-watched
	switch {
	case act.entry.Info.AskWithin > 0 && closed(c.reloaded):
		return answer, &overtake{reload: true}, err
	case err == nil:
		return answer, nil, nil
	}
	return answer, over, err
}

// watch waits until a question needs no answer any more: a grant that was made
// meanwhile covers the act ("Always" releases the waiting calls that it covers,
// docs/spec/11-guard.md), or what has changed denies it. It returns nil when
// ctx ends first.
func (c *call) watch(ctx context.Context, act settled) *overtake {
	for {
		var granted, reloaded <-chan struct{} // taken before the guard is asked, so that nothing slips between
		if c.p.c.Grants != nil {
			granted = c.p.c.Grants.Changed(ctx)
		}
		if c.p.c.Reloaded != nil {
			reloaded = c.p.c.Reloaded()
		}
		if act.entry.Info.AskWithin > 0 && closed(c.reloaded) {
			return &overtake{reload: true}
		}
		v := c.verdict(act)
		if v.Outcome == guard.Allow && v.Grant != "" || v.Outcome != guard.Allow && v.Outcome != guard.Ask {
			return &overtake{v: v}
		}
		select {
		case <-granted:
		case <-reloaded:
		case <-ctx.Done():
			return nil
		}
	}
}

// closed reports whether c was closed; nil never is.
func closed(c <-chan struct{}) bool {
	select {
	case <-c:
		return true
	default:
		return false
	}
}

// overtaken ends a question that nobody had to answer.
func (c *call) overtaken(ctx context.Context, over overtake, done func(result, by string)) (yes, error) {
	switch {
	case over.reload:
		done("withdrawn", "reload")
		return yes{}, c.declined(journal.Expired, tools.Expired, "reload",
			"the question was withdrawn, because the space was read again while it stood; the call did not run. Make it again if it is still wanted")
	case over.v.Outcome != guard.Allow:
		done("refused", over.v.By)
		return yes{}, c.denied(over.v)
	case !c.p.c.Grants.Used(ctx, over.v.Grant):
		done("withdrawn", over.v.By)
		return yes{}, c.declined(journal.Expired, tools.Expired, over.v.By,
			"the question was withdrawn, because a grant covered the call, and the grant was taken back at the same moment; the call did not run. Make it again if it is still wanted")
	}
	done("released", over.v.By)
	return yes{said: journal.VerdictData{By: over.v.By, Reason: over.v.Reason, Grant: over.v.Grant}}, nil
}

// change settles what the person has made of the input: it is checked, shown to
// hooks, prepared and judged like any other. same says that it is the act that
// they were shown for it. One that cannot be settled leaves the call as it was,
// with the reason why it is asked about again. What a hook or the guard refuses
// stays refused.
func (c *call) change(ctx context.Context, act settled, v guard.Verdict, a tools.Answer) (next settled, now guard.Verdict, same bool, err error) {
	before, digest, hookAsk := c.input, c.meta.Digest, c.hookAsk
	c.req.Digest = a.Digest // what the person was shown last: see verdict
	next, now, err = c.settleAgain(ctx, act.entry, a.Input)
	var refusal *tools.Error
	switch {
	case err == nil:
		same = a.Digest != "" && a.Digest == next.preview.Digest
		if !same && now.Outcome == guard.Allow {
			now = changedAct()
		}
		return next, now, same, nil
	case !errors.As(err, &refusal), refusal.Code == tools.Blocked, refusal.Code == tools.PermissionDenied:
		return settled{}, guard.Verdict{}, false, err
	}
	c.input, c.meta.Digest, c.req.Digest, c.hookAsk = before, digest, "", hookAsk
	v.Reason = "what you made of the input cannot be used: " + refusal.Message + ". This is the act as it was"
	return act, v, false, nil
}

// settleAgain is the way of Call from the input to the verdict.
func (c *call) settleAgain(ctx context.Context, e tools.Entry, input json.RawMessage) (settled, guard.Verdict, error) {
	in, err := c.check(e, input)
	if err != nil {
		return settled{}, guard.Verdict{}, err
	}
	c.secret = c.secret || tools.SensitiveInput(in.in.JSON())
	changed := journal.ChangedData{By: "the person"}
	if !c.secret {
		changed.Input = in.in.JSON()
	}
	c.note(journal.Changed, changed)
	if in, err = c.preHooks(ctx, e, in); err != nil {
		return settled{}, guard.Verdict{}, err
	}
	act, err := c.prepare(ctx, e, in)
	if err != nil {
		return settled{}, guard.Verdict{}, err
	}
	v, err := c.judge(act)
	return act, v, err
}
