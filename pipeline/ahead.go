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

// aheads are the questions that were put before their calls. Its zero value is ready to use.
type aheads struct {
	mu  sync.Mutex
	all map[string]*ahead // by call
}

// An ahead is a question that was put before its call.
type ahead struct {
	q      tools.Question
	stop   context.CancelFunc
	done   chan struct{}
	answer tools.Answer
	err    error
}

// Ahead puts the questions of calls that will be made one after the other, if there are at least two. It runs nothing, and
// neither hooks nor the journal hear of it. end takes back what no call has come to.
func (p *Pipeline) Ahead(ctx context.Context, reqs []Request) (end func()) {
	var asks []tools.Question
	for _, req := range reqs {
		if q, ok := p.foresee(ctx, req); ok {
			asks = append(asks, q)
		}
	}
	if len(asks) < 2 {
		return func() {}
	}
	var put []*ahead
	for _, q := range asks {
		asking, stop := context.WithCancel(ctx)
		a := &ahead{q: q, stop: stop, done: make(chan struct{})}
		put = append(put, a)
		p.aheads.put(a)
		go func() {
			defer close(a.done)
			a.answer, a.err = p.c.Confirmer.Confirm(asking, a.q)
		}()
	}
	return func() {
		for _, a := range put {
			p.aheads.take(a.q.ID)
			a.stop()
			<-a.done
		}
	}
}

// foresee is the question that a call would ask as things stand. Only what can be answered beforehand counts: not what
// asks because of text that came in, nor what is only rehearsed.
func (p *Pipeline) foresee(ctx context.Context, req Request) (tools.Question, bool) {
	c := p.newCall(req)
	defer c.release()
	entry, err := c.lookUp()
	if err != nil || c.rehearses() {
		return tools.Question{}, false
	}
	in, err := c.check(entry, req.Call.Input)
	if err != nil {
		return tools.Question{}, false
	}
	act, err := c.prepare(ctx, entry, in)
	if err != nil {
		return tools.Question{}, false
	}
	v := c.verdict(act)
	if v.Outcome != guard.Ask || len(v.From) > 0 || entry.Info.AskWithin > 0 || req.Digest != "" {
		return tools.Question{}, false
	}
	f := confirmation{call: c, act: act, verdict: v}
	q, _ := f.question()
	return redactQuestion(p.c.Redact, q), true
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

// asked asks the person, or finds the answer to the same question, which was put before. Another one that was put for
// the call is taken back.
func (p *Pipeline) asked(ctx context.Context, q tools.Question) (tools.Answer, error) {
	before := p.aheads.take(q.ID)
	if before == nil {
		return p.c.Confirmer.Confirm(ctx, q)
	}
	if !reflect.DeepEqual(before.q, q) {
		before.stop()
		<-before.done
		return p.c.Confirmer.Confirm(ctx, q)
	}
	select {
	case <-before.done:
	case <-ctx.Done():
		before.stop()
		<-before.done
	}
	return before.answer, before.err
}

// unasked takes back what was put for a call that needs no question any more.
func (p *Pipeline) unasked(call string) {
	if before := p.aheads.take(call); before != nil {
		before.stop()
		<-before.done
	}
}
