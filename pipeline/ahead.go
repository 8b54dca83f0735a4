package pipeline

import (
	"context"
	"reflect"
	"sync"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// Calls of one answer run one after the other, and what comes later may depend on what comes before. But the person
// need not be asked one after the other: questions that are known already are put together, and each call that comes
// to its own finds the answer there, if it is the same question still (docs/decisions/0177-questions-of-one-answer.md).
// Nothing that nobody is asked about runs between such a question and its call, and what the question was put about is
// held open: the answer is about those very things (docs/decisions/1033-what-an-answer-is-about.md).

// aheads are the questions that were put before their calls. Its zero value is ready to use.
type aheads struct {
	mu  sync.Mutex
	all map[string]*ahead // by call
}

// An ahead is a question that was put before its call.
type ahead struct {
	q      tools.Question
	call   *call // as it was settled: what it holds stays open
	stop   context.CancelFunc
	done   chan struct{}
	answer tools.Answer
	err    error
}

// end takes the question back, if it still stands, and lets go of what it was about.
func (a *ahead) end() {
	a.stop()
	<-a.done
	a.call.release()
}

// Ahead puts the questions of the first n calls, which will be made one after the other, if at least two of them ask. It looks
// no further than to the first call that may change something without a question, for what that does comes before the questions of
// those behind it. It runs nothing, and neither hooks nor the journal hear of it. end takes back what no call has come to.
func (p *Pipeline) Ahead(ctx context.Context, reqs []Request) (n int, end func()) {
	var put []*ahead
	for still := true; still && n < len(reqs); n++ {
		var one *ahead
		if one, still = p.foresee(ctx, reqs[n]); one != nil {
			put = append(put, one)
		}
	}
	if len(put) < 2 {
		for _, a := range put {
			a.call.release()
		}
		return n, func() {}
	}
	for _, a := range put {
		asking, stop := context.WithCancel(ctx)
		a.stop, a.done = stop, make(chan struct{})
		p.aheads.put(a)
		go func() {
			defer close(a.done)
			a.answer, a.err = p.c.Confirmer.Confirm(asking, a.q)
		}()
	}
	return n, func() {
		for _, a := range put {
			p.aheads.take(a.q.ID)
			a.end() // twice where its call has come to it
		}
	}
}

// foresee is the question that a call would ask as things stand, if it can be answered beforehand: not what
// asks because of text that came in, nor what is only rehearsed. still says that the call changes nothing unless the person is asked.
func (p *Pipeline) foresee(ctx context.Context, req Request) (one *ahead, still bool) {
	c := p.newCall(req)
	defer func() {
		if one == nil {
			c.release()
		}
	}()
	entry, err := c.lookUp()
	if err != nil || c.rehearses() {
		return nil, false
	}
	in, err := c.check(entry, req.Call.Input)
	if err != nil {
		return nil, false
	}
	act, err := c.prepare(ctx, entry, in)
	if err != nil {
		return nil, false
	}
	v := c.verdict(act)
	switch {
	case req.Digest != "":
		return nil, false
	case v.Outcome == guard.Allow:
		return nil, !entry.Info.MayChange() || act.preview.Reads
	case v.Outcome != guard.Ask, len(v.From) > 0, entry.Info.AskWithin > 0:
		return nil, true
	}
	f := confirmation{call: c, act: act, verdict: v}
	q, _ := f.question()
	return &ahead{q: redactQuestion(p.c.Redact, q), call: c}, true
}

func (a *aheads) put(one *ahead) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.all == nil {
		a.all = map[string]*ahead{}
	}
	a.all[one.q.ID] = one
}

// take is the question that was put for a call, once.
func (a *aheads) take(call string) *ahead {
	a.mu.Lock()
	defer a.mu.Unlock()
	one := a.all[call]
	delete(a.all, call)
	return one
}

// asked asks the person, or finds the answer to the same question about the same things, which was put before. Another one
// that was put for the call is taken back.
func (p *Pipeline) asked(ctx context.Context, q tools.Question, inv tools.Invocation) (tools.Answer, error) {
	before := p.aheads.take(q.ID)
	if before == nil {
		return p.c.Confirmer.Confirm(ctx, q)
	}
	if !reflect.DeepEqual(before.q, q) || !holdsSame(before.call.inv, inv) {
		before.end()
		return p.c.Confirmer.Confirm(ctx, q)
	}
	select {
	case <-before.done:
	case <-ctx.Done():
	}
	before.end()
	return before.answer, before.err
}

// holdsSame reports whether two acts hold the very same things open, or nothing.
func holdsSame(a, b tools.Invocation) bool {
	return heldBy(a) == nil && heldBy(b) == nil || heldBy(a) != nil && heldBy(b) != nil && heldBy(a).Same(heldBy(b))
}

// heldBy is what an act holds open; nil if that is nothing.
func heldBy(inv tools.Invocation) tools.Holding {
	if holder, ok := inv.(tools.Holder); ok {
		return holder.Holds()
	}
	return nil
}

// unasked takes back what was put for a call that needs no question any more.
func (p *Pipeline) unasked(call string) {
	if before := p.aheads.take(call); before != nil {
		before.end()
	}
}
