package pipeline

import (
	"context"
	"errors"
	"strings"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// An overtake is what made a question needless while it stood.
type overtake struct {
	reload bool          // the space was read again, and the question is one that this withdraws
	v      guard.Verdict // else: what the guard says now
}

// question is what the person is asked, with the lasting yeses that it offers.
func (f *confirmation) question() (tools.Question, map[string]guard.Grant) {
	c, act, v := f.call, f.act, f.verdict
	q := tools.Question{
		ID: c.req.Call.ID, Run: c.req.Call.Run, Session: c.req.Call.Session, Caller: c.req.Call.Caller, Tool: act.entry.Qualified, Space: c.req.Call.Space,
		Preview: act.preview, Reason: v.Reason.String(), Because: v.Reason, By: v.By, File: v.File, Grave: v.Grave, Present: len(v.From) > 0, Limit: c.p.c.Wait, Input: c.input, Came: f.cameIn(),
		Marked: markedIn(act.preview, v.Rows), Deeds: c.p.c.Guard().Would(act.preview),
	}
	q.Would = tools.Texts(q.Deeds)
	if v.Stage == guard.AskRule && !v.Grave && len(v.From) == 0 && c.hookAsk == "" { // what a rule of the person's asks, and nothing else does
		q.Via = v.Via
	}
	if len(f.left) > 0 {
		q.ID, q.During, q.Input, q.Yes = c.req.Call.ID+"/aftermath", true, nil, tools.Say(tools.YesKeep).String()
	}
	if c.rehearses() { // a copy of the folder itself would lack what the conversation has done
		q.Preview.Rehearses = false
	}
	if own := act.entry.Info.AskWithin; own > 0 {
		q.Limit = min(own, q.Limit)
	}
	if c.p.c.Grants == nil || !c.p.c.Grants.Counts() {
		return q, nil
	}
	offered := map[string]guard.Grant{}
	for _, o := range f.offers() {
		q.Offers = append(q.Offers, o.Offer)
		offered[o.Offer.ID] = o.Grant
	}
	return q, offered
}

// markedIn are the lines of what is shown that are lines of the text that a shell would read. Where that text
// does not stand there once, nobody knows.
func markedIn(p tools.Preview, rows []int) []int {
	at := strings.Index(p.Detail, p.Shell)
	if p.Shell == "" || at < 0 {
		return nil
	}
	before := strings.Count(p.Detail[:at], "\n")
	out := make([]int, 0, len(rows))
	for _, n := range rows {
		out = append(out, before+n)
	}
	return out
}

// await waits for the person's answer, or for what makes it needless. Where the
// tool limits how long a question may stand (hands, docs/spec/07-hands.md), it
// is withdrawn when the space is read again: then an answer counts for nothing,
// also one that came just before. Otherwise an answer that was given counts.
func (f *confirmation) await(ctx context.Context, q tools.Question) (tools.Answer, *overtake, error) {
	c := f.call
	asking, stop := context.WithCancel(ctx)
	defer stop()
	var over *overtake
	watched := make(chan struct{})
	go func() {
		defer close(watched)
		if over = f.watch(asking); over != nil {
			stop()
		}
	}()
	answer, err := c.p.asked(asking, redactQuestion(c.p.c.Redact, q), f.act.inv)
	stop()
	<-watched
	c.p.c.Registry() // a reload that is due counts as one that came before the answer
	switch {
	case f.act.entry.Info.AskWithin > 0 && closed(c.reloaded):
		return answer, &overtake{reload: true}, err
	case err == nil:
		return answer, nil, nil
	}
	return answer, over, err
}

// watch waits until a question needs no answer any more: a grant that was made
// meanwhile covers the act ("Always" releases the waiting calls that it covers,
// docs/spec/11-guard.md), or what has changed denies it. It returns nil when
// ctx ends first. A tool that was taken away is released by no grant: its question
// stands, and a yes finds it gone.
func (f *confirmation) watch(ctx context.Context) *overtake {
	c := f.call
	for {
		var granted, reloaded <-chan struct{} // taken before the guard is asked, so that nothing slips between
		if c.p.c.Grants != nil {
			granted = c.p.c.Grants.Changed(ctx)
		}
		if c.p.c.Reloaded != nil {
			reloaded = c.p.c.Reloaded()
		}
		if f.act.entry.Info.AskWithin > 0 && closed(c.reloaded) {
			return &overtake{reload: true}
		}
		gone := c.catchUp()
		v := f.judge()
		if v.Outcome == guard.Allow && (v.Grant != "" || len(v.Also) > 0 && f.verdict.Stage == guard.FromElsewhere) && gone == nil || v.Outcome != guard.Allow && v.Outcome != guard.Ask {
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
func (f *confirmation) overtaken(ctx context.Context, over overtake, done func(result string, by tools.Decider)) (yes, error) {
	c := f.call
	switch {
	case over.reload:
		reload := tools.Decider{Kind: tools.ByChange, Name: "reload"}
		done("withdrawn", reload)
		return yes{}, c.ledger.declined(tools.Expired, reload,
			"the question was withdrawn, because the space was read again while it stood; the call did not run. Make it again if it is still wanted",
			"the question was withdrawn, because the space was read again while it stood")
	case over.v.Outcome != guard.Allow:
		done("refused", over.v.By)
		return yes{}, c.ledger.denied(over.v)
	case over.v.Grant != "" && !c.p.c.Grants.Used(ctx, over.v.Grant) || !usedAll(ctx, c.p.c.Grants, over.v.Also):
		done("withdrawn", over.v.By)
		return yes{}, c.ledger.declined(tools.Expired, over.v.By,
			"the question was withdrawn because a grant covered the call, and the grant was revoked at the same moment; the call did not run. Make it again if it is still wanted",
			"the question was withdrawn because a grant covered the call, and the grant was revoked at the same moment")
	}
	done("released", over.v.By)
	verdict := saidWith(&c.ledger, over.v.By, over.v.Reason)
	verdict.Grant = over.v.Grant
	return yes{verdict: verdict}, nil
}

// change settles what the person has made of the input: it is checked, shown to
// hooks, prepared and judged like any other. It reports whether that is the act that
// they were shown for it. An input that cannot be settled leaves the act as it was,
// with the reason why it is asked about again. What a hook or the guard refuses
// stays refused.
func (f *confirmation) change(ctx context.Context, a tools.Answer) (same bool, err error) {
	c := f.call
	before, digest, hookAsk := c.input, c.ledger.meta.Digest, c.hookAsk
	c.req.Digest = a.Digest // what the person was shown last: see verdict
	act, v, err := c.settleAgain(ctx, f.act.entry, a)
	var refusal *tools.Error
	switch {
	case err == nil:
		same = a.Digest != "" && a.Digest == act.preview.Digest
		if !same && v.Outcome == guard.Allow {
			v = changedAct()
		}
		f.act, f.verdict = act, v
		return same, nil
	case !errors.As(err, &refusal), refusal.Code == tools.Blocked, refusal.Code == tools.PermissionDenied:
		return false, err
	}
	c.input, c.ledger.meta.Digest, c.req.Digest, c.hookAsk = before, digest, "", hookAsk
	f.verdict.Reason = tools.Because(tools.Say(tools.WhyUnusable, refusal.Message))
	return false, nil
}

// settleAgain is the way of Call from the input to the verdict.
func (c *call) settleAgain(ctx context.Context, e tools.Entry, a tools.Answer) (settled, guard.Verdict, error) {
	in, err := c.check(e, a.Input)
	if err != nil {
		return settled{}, guard.Verdict{}, err
	}
	c.ledger.changed(a.Decider(), in.in.JSON())
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
