package agent

import (
	"context"
	"encoding/json"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// A Resumption is a run that goes on where it was cut.
type Resumption struct {
	Cut
	Fates   map[string]journal.Fate // what becomes of each call that is Lost, by its id
	Deliver Deliver
	Brought []llm.Call // as Prompt's: they are made if the run was cut before them
	Unclear error      // as Prompt's
}

// A Deliver hands over the result of a call that ran in an earlier process, as the pipeline
// would have after the act. ran is the input with which it ran; nil: call's.
type Deliver func(ctx context.Context, call tools.Call, ran json.RawMessage, r tools.Result) (tools.Result, error)

// Told is what the model is told of a call that was lost, for each of its fates; beside its
// result, if it runs again.
func (c CutCall) Told(fate journal.Fate) string {
	const lost = "Handrail closed while this call ran, so nobody knows how far it came"
	switch fate {
	case journal.Happened:
		return "Handrail closed while this call ran, so its result is lost. The person says that it happened: do not make it again. What came of it you can only find out by looking"
	case journal.Again:
		return lost + ". The person had it run again, and this is the result of that"
	case journal.Halt:
		return lost + ", and the person stopped the run there. It was already called: check before you call it again"
	case journal.Repeated:
		if c.Delegates() {
			return "Handrail closed while the agent worked on this. It went on where it stopped"
		}
		if !c.Whole {
			return lost + ". Its input is not kept, so it was not run again: that would have been safe, and you can make the call again"
		}
		return lost + ". It was run again, which is safe, and this is the result of that"
	}
	return lost
}

// Returned is what the journal holds for a call that was lost and does not run again; ok is
// false if it does.
func (c CutCall) Returned(fate journal.Fate) (d journal.ReturnedData, ok bool) {
	switch {
	case fate == journal.Happened:
		return journal.ReturnedData{Content: c.Told(fate)}, true
	case fate == journal.Halt, !c.Whole:
		return journal.ReturnedData{Error: c.Told(fate), Code: string(tools.Cancelled)}, true
	}
	return journal.ReturnedData{}, false
}

// Resume goes on with a run that was cut, as Run would have: results that are known are used,
// what was lost has the fate that was chosen for it, and what did not run runs, in the order
// of the answer and with the keys that the calls had; then the model is asked, as often as is
// left. What Returned says is in the journal already.
func (l *Loop) Resume(ctx context.Context, p Resumption) (Outcome, error) {
	r := &run{loop: l, id: p.Run, turn: p.Turns, first: p.Turns, budget: newBudget(l.Window, l.MaxTokens)}
	r.history, r.usage, r.text, r.repeats = p.history, p.usage, p.text, p.repeats
	r.ids = namesOf(r.history)
	r.offer()
	return r.end(ctx, r.goOn(ctx, p))
}

func (r *run) goOn(ctx context.Context, p Resumption) error {
	prompt := Prompt{Text: p.Said.Text, Aside: Aside{Text: p.Said.Aside}, Brought: p.Brought, Unclear: p.Unclear}
	if p.Said.Parent != "" {
		prompt.From = &Sender{Name: p.Said.From, Run: p.Said.Parent, Call: p.Said.ParentCall}
	}
	switch {
	case p.Turns == 0:
		return r.answer(ctx, prompt)
	case p.over:
		return nil
	}
	if calls, stopped := p.reopened(r); stopped {
		return r.halt(ctx, calls)
	} else if len(calls) > 0 {
		if err := r.obey(ctx, calls, p.times); err != nil {
			return err
		}
	}
	if p.own && prompt.isLine() {
		if last := r.history[len(r.history)-1]; len(last.Results) > 0 {
			r.text = last.Results[0].Text
		}
		return nil
	}
	return r.converse(ctx, p.Asked)
}

// reopened makes calls of those of the last answer. stopped: the person ends the run at one
// of them.
func (p Resumption) reopened(r *run) (calls []pending, stopped bool) {
	for _, c := range p.Calls {
		call := c.Call
		call.Caller, call.Session, call.Space = r.loop.Agent, r.loop.Session, r.loop.Space
		if p.own {
			call.Caller = r.loop.person()
		}
		past := c.past
		past.deliver = p.Deliver
		one := pending{call: call, model: c.model, with: r.kindOf(call.Tool), past: &past, result: c.result}
		if c.State == Lost {
			past.fate = p.Fates[call.ID]
			stopped = stopped || past.fate == journal.Halt
			if d, ok := c.Returned(past.fate); ok {
				one.result = resultFor(&one, resultOf(d))
			} else {
				one.told = c.Told(past.fate)
			}
		}
		calls = append(calls, one)
	}
	return calls, stopped
}

// resultOf is a result as it was returned.
func resultOf(d journal.ReturnedData) tools.Result {
	r := tools.Result{Content: d.Content, Meta: tools.Meta{Origins: originsIn(d.Meta)}}
	if d.Error != "" {
		r.Error = &tools.Error{Code: tools.Code(d.Code), Message: d.Error}
		_ = json.Unmarshal(d.Action, &r.Error.Action) // of another version: then it is not said
	}
	return r
}

// A HaltError is the end of a run that the person has stopped at a call of which nobody knows
// how far it came.
type HaltError struct{}

// Error implements error.
func (*HaltError) Error() string {
	return "the person stopped it at a call of which nobody knows how far it came"
}

// halt ends the run: results that are there are handed over, and nothing runs.
func (r *run) halt(ctx context.Context, calls []pending) error {
	for i := range calls {
		if calls[i].past.state == Ended {
			if err := r.one(ctx, &calls[i]); err != nil {
				return join(err, r.settle(ctx, calls, err))
			}
		}
	}
	why := &HaltError{}
	return join(why, r.settle(ctx, calls, why))
}

// make makes a call, or does what is left to do of one that was made before the run was cut.
func (p *pending) make(ctx context.Context, r *run) (tools.Result, error) {
	switch {
	case p.past == nil:
	case p.past.state == Ended:
		return p.past.deliver(ctx, p.call, p.past.input, p.past.came)
	case !p.past.whole:
		e := tools.Errorf(tools.Cancelled, "this call was not run: Handrail closed before it, and the record has not kept its whole input. Make it again if it is still wanted")
		ev := journal.New(r.id, p.call.ID, journal.Returned, journal.ReturnedData{Error: e.Message, Code: string(e.Code)})
		return tools.Result{Error: e}, r.loop.Journal.Record(context.WithoutCancel(ctx), ev)
	}
	return r.loop.Caller.Call(ctx, p.call)
}
