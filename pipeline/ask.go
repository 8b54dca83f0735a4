package pipeline

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// roundsLimit is how often one call may ask: each change that the person makes
// to its input can be the reason for another question.
const roundsLimit = 20

// A yes is what a question ended with when the call may go on.
type yes struct {
	verdict journal.VerdictData // who said it, and how
	answer  tools.Answer        // with an Input: what the person made of it
}

// A confirmation is an act on its way to the person's yes. The act and what the
// guard says of it change where they change its input.
type confirmation struct {
	call    *call
	act     settled
	verdict guard.Verdict
	left    []guard.Left // the call has run, and this is what it has left: see aftermath
}

// judge is what the guard of now says of it.
func (f *confirmation) judge() guard.Verdict {
	if len(f.left) == 0 {
		return f.call.verdict(f.act)
	}
	return unrefused(f.call, guard.Aftermath(f.call.p.c.Guard(), outwardOf(f.call, f.act), f.left))
}

// confirm asks the person where that is due. An input that they have changed is
// settled again; it runs if it is the act that they were shown for it, and is
// asked about if it is any other.
func (c *call) confirm(ctx context.Context, act settled, v guard.Verdict) (approved, error) {
	f := confirmation{call: c, act: act, verdict: v}
	if f.needless(ctx) || f.rehearsed() {
		return approved{f.act}, nil
	}
	for range roundsLimit {
		yes, err := f.ask(ctx)
		if err != nil {
			return approved{}, err
		}
		same := yes.answer.Input == nil
		if !same {
			if same, err = f.change(ctx, yes.answer); err != nil {
				return approved{}, err
			}
		}
		if same {
			c.ledger.note(journal.Allowed, yes.verdict)
			return approved{f.act}, nil
		}
	}
	return approved{}, c.ledger.declined(tools.Declined, tools.Decider{Kind: tools.ByNobody},
		fmt.Sprintf("the input of this call was changed %d times without becoming one that was approved; the call did not run", roundsLimit), "")
}

// needless notes an act that needs no question. A grant that was taken back since
// it was looked at does not count: then the verdict asks.
func (f *confirmation) needless(ctx context.Context) bool {
	c, act, v := f.call, f.act, &f.verdict
	if shown := c.req.Digest; v.Outcome == guard.Ask && !act.preview.Confirm && c.hookAsk == "" && shown != "" && shown == act.preview.Digest {
		c.ledger.note(journal.Allowed, saidWith(&c.ledger, tools.Decider{Kind: tools.ByPerson}, v.Reason))
		return true
	}
	if v.Outcome != guard.Allow {
		return false
	}
	if v.Grant != "" && c.p.c.Grants != nil && !c.p.c.Grants.Used(ctx, v.Grant) || !usedAll(ctx, c.p.c.Grants, v.Also) {
		*v = guard.Verdict{Outcome: guard.Ask, Stage: guard.LastingGrant, By: tools.Decider{Kind: tools.ByChange, Name: "a revoked grant"}, Reason: tools.Because(tools.Say(tools.WhyRevoked))}
		return false
	}
	verdict := saidWith(&c.ledger, v.By, v.Reason)
	verdict.File, verdict.Grant = v.File, v.Grant
	c.ledger.note(journal.Allowed, verdict)
	return true
}

// ask puts one question to the person. Its error is any sort of no.
func (f *confirmation) ask(ctx context.Context) (yes, error) {
	c, act, v := f.call, f.act, f.verdict
	done := c.ledger.decision("confirm")
	c.ledger.note(journal.Asked, journal.AskedData{
		Title: act.preview.Title, Heading: headingOf(&c.ledger, act.preview), Detail: c.ledger.recorded(act.preview.Detail), Reason: v.Reason.String(), Digest: act.preview.Digest, Act: c.ledger.actFor(journal.Asked),
		Because: clausesOf(&c.ledger, v.Reason),
	})
	if err := c.ledger.flush(ctx); err != nil {
		return yes{}, err
	}
	q, offered := f.question()
	answer, over, err := f.await(ctx, q)
	var refusal *tools.Error
	switch {
	case ctx.Err() != nil:
		done("cancelled", tools.Decider{})
		return yes{}, ctx.Err()
	case over != nil:
		return f.overtaken(ctx, *over, done)
	case errors.As(err, &refusal): // there was no room for another question
		done("refused", tools.Decider{Kind: tools.ByNobody})
		return yes{}, c.ledger.declined(refusal.Code, tools.Decider{Kind: tools.ByNobody}, refusal.Message, "").Advise(refusal.Action)
	case err != nil:
		done("declined", tools.Decider{Kind: tools.ByNobody})
		return yes{}, c.ledger.declined(tools.Declined, tools.Decider{Kind: tools.ByNobody},
			fmt.Sprintf("this call asks (%s), and nobody could be asked: %v", v.Reason, err), "").Advise(tools.ActionOf(err))
	}
	by := answer.Decider()
	switch answer.Verdict {
	case tools.RunOnce:
		return f.accept(ctx, answer, offered, by, done)
	case tools.Expire:
		done(string(answer.Verdict), by)
		why := cmp.Or(answer.Reason, "nobody answered in time") // such as a dialog that was closed
		return yes{}, c.ledger.declined(tools.Expired, by, why+f.unrun("; the call did not run"+f.advice(". Ask the person before you try it again")), why)
	}
	done(string(answer.Verdict), by)
	if v.Stage == guard.FromElsewhere && by.Kind == tools.ByPerson { // once is enough, until they write again
		c.p.c.Origins.Refuse(c.req.Call.Session, v.From)
	}
	reason := "the call was declined" + f.advice("; do not try it again unless the person asks for it")
	if len(f.left) > 0 {
		reason = "what the program has left was declined"
	}
	if answer.Reason != "" {
		reason = "the call was declined: " + answer.Reason
	}
	return yes{}, c.ledger.declined(tools.Declined, by, reason, answer.Reason)
}

// unrun is what is said besides of a call that did not run.
func (f *confirmation) unrun(text string) string {
	if len(f.left) > 0 {
		return ""
	}
	return text
}

// advice is what agents are told of a no besides; people need none.
func (f *confirmation) advice(text string) string {
	if kind := f.call.req.Call.Caller.Kind; kind == tools.CallerPerson || kind == tools.CallerPage {
		return ""
	}
	return text
}

// accept takes a yes as far as the guard of now lets it: a deny that came while
// the question stood wins, and a tool that was taken away meanwhile runs no more. A
// lasting yes is kept before anything runs, and only if it is one of those that were
// offered.
func (f *confirmation) accept(ctx context.Context, a tools.Answer, offered map[string]guard.Grant, by tools.Decider, done func(result string, by tools.Decider)) (yes, error) {
	c := f.call
	gone := c.catchUp()
	if a.Input != nil && a.Offer == "" && gone == nil { // judged when it is settled
		done("changed", by)
		return yes{verdict: saidWith(&c.ledger, by, tools.Because(tools.Say(tools.WhyRunChanged))), answer: a}, nil
	}
	if v := f.judge(); v.Outcome != guard.Allow && v.Outcome != guard.Ask {
		done("refused", v.By)
		return yes{}, c.ledger.denied(v)
	}
	if gone != nil {
		reload := tools.Decider{Kind: tools.ByChange, Name: "reload"}
		done("refused", reload)
		return yes{}, c.ledger.gone(reload, gone)
	}
	verdict := saidWith(&c.ledger, by, tools.Because(tools.ReadClause(string(a.Verdict), tools.WhyRunOnce)))
	if a.Offer == "" {
		done(string(a.Verdict), by)
		return yes{verdict: verdict}, nil
	}
	grant, ok := offered[a.Offer]
	if !ok || a.Input != nil {
		done("refused", by)
		return yes{}, c.ledger.declined(tools.Declined, tools.Decider{Kind: tools.ByNobody}, "the answer chose an Always that was not offered for this call, so nothing was saved and the call did not run", "")
	}
	grant.Source, grant.Call, grant.Made = a.Where, c.req.Call.ID, time.Now().UTC()
	if !grant.Until.IsZero() {
		grant.Until = grant.Made.Add(grantSpan)
	}
	id, err := c.p.c.Grants.Keep(ctx, c.req.Call, grant)
	if err != nil {
		done("refused", by)
		return yes{}, c.ledger.declined(tools.Declined, tools.Decider{Kind: tools.ByNobody}, fmt.Sprintf("Always could not be saved, so the call did not run: %v", err), "")
	}
	done("always", by)
	verdict.Reason, verdict.Because, verdict.Grant = grant.Label, nil, id
	return yes{verdict: verdict}, nil
}
