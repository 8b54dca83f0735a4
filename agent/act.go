package agent

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// maxParallel is how many calls of one answer run at the same time.
const maxParallel = 8

// mostCalls is how many calls of one answer are made.
const mostCalls = 200

// pending is a call that waits for its result.
type pending struct {
	call   tools.Call
	model  string // the model's id of it, as the history has it
	cut    bool   // the answer was cut at its limit within this call
	told   string // what the model is told beside the result: see Told
	past   *past  // of a run that goes on: what is known of the call; nil: nothing
	with   kind   // the calls beside which it may run
	result llm.Result
}

// A kind says beside which calls of one answer a call may run: those of the same kind.
type kind int

const (
	alone     kind = iota
	reading        // it changes nothing
	delegated      // another agent works on it
)

// kindOf is the kind of a call of a tool.
func kindOf(i tools.Info) kind {
	switch {
	case i.Delegates:
		return delegated
	case !i.SideEffect:
		return reading
	}
	return alone
}

// callID names a call in the journal. It follows from the run, the turn and
// the place in the answer, so a window can name a call before it exists.
func (r *run) callID(index int) string {
	return fmt.Sprintf("%s-%d-%d", r.id, r.turn, index+1)
}

// pendings makes calls of what the model asked for. In the message it mends
// what no server accepts back: ids that are empty, used before or have odd
// characters, and such names. The Caller gets the name as the model wrote it.
func (r *run) pendings(m *llm.Message, stop llm.StopReason) []pending {
	var out []pending
	for i, c := range m.Calls {
		c.Name, c.Arguments = cutName(strings.ToValidUTF8(c.Name, "\uFFFD")), strings.ToValidUTF8(c.Arguments, "\uFFFD")
		call := tools.Call{
			ID: r.callID(i), Tool: c.Name, Input: input(c.Arguments), Caller: r.loop.Agent,
			Session: r.loop.Session, Run: r.id, Turn: r.turn, Ordinal: i + 1, Space: r.loop.Space,
		}
		m.Calls[i].ID = r.ids.claim(c.ID, call.ID)
		m.Calls[i].Name, m.Calls[i].Arguments = acceptable(c.Name, "unnamed"), c.Arguments
		p := pending{
			call: call, model: m.Calls[i].ID, with: r.kindOf(c.Name),
			cut: stop == llm.StopLength && i == len(m.Calls)-1 && !json.Valid(call.Input),
		}
		if i >= mostCalls { // each has its answer all the same: no server takes a history without
			p.result = llm.Result{CallID: p.model, Name: m.Calls[i].Name, Text: fmt.Sprintf("not run: at most %d calls of one answer are made; make it again in a later answer if it is still needed", mostCalls), IsError: true}
		}
		out = append(out, p)
	}
	return out
}

// mostName is how many bytes of a tool's name from a model are kept, recorded and shown. It is four times what a model is
// given as a name (docs/spec/04-names.md), so that no tool is missed by it.
const mostName = 256

// cutName keeps what a name begins with, so that an endless one is not in every place that shows the call.
func cutName(name string) string {
	if len(name) <= mostName {
		return name
	}
	return strings.ToValidUTF8(name[:mostName], "") + "…"
}

// kindOf is the kind of a call by the name that the model has used.
func (r *run) kindOf(name string) kind {
	e, known := r.offered[name]
	if !known {
		e, known = r.offered[tools.Canonical(name)]
	}
	if !known {
		return alone
	}
	return kindOf(e.Info)
}

// input is the arguments as the pipeline reads them. No arguments are an empty
// object. Some models write the object once more as a JSON string. Anything
// else goes as it is, and the schema's refusal says what is wrong with it.
func input(arguments string) json.RawMessage {
	text := strings.TrimSpace(arguments)
	if text == "" {
		return json.RawMessage("{}")
	}
	var inner string
	if json.Unmarshal([]byte(text), &inner) == nil && strings.HasPrefix(strings.TrimSpace(inner), "{") && json.Valid([]byte(inner)) {
		return json.RawMessage(inner)
	}
	return json.RawMessage(text)
}

// act runs the calls of one answer and puts their results, in the order of the
// calls, into the history. Calls that only read run side by side, and so do those on
// which other agents work; any other runs alone, after those before it. told adds a
// word to the last result: the model repeats itself.
func (r *run) act(ctx context.Context, calls []pending, told bool) error {
	var ahead foretold
	defer ahead.end()
	var stop error
	for from := 0; from < len(calls) && stop == nil; {
		ahead.before(ctx, r.loop, calls, from)
		to := from + 1
		for calls[from].with != alone && to < len(calls) && calls[to].with == calls[from].with {
			to++
		}
		stop = r.group(ctx, calls[from:to])
		from = to
	}
	if stop != nil {
		return join(stop, r.settle(ctx, calls, stop))
	}
	if told {
		last := &calls[len(calls)-1].result
		text, _ := tools.Fit(last.Text, tools.ContentLimit-len(repeatNote))
		last.Text = text + repeatNote
	}
	r.results(calls)
	return nil
}

// mostAhead is how many calls are told of at once.
const mostAhead = 64

// foretold is how far the calls of an answer were told of before they run.
type foretold struct {
	upTo int
	ends []func()
}

// before tells of the calls from the given one on that run one after the other, if there are several: up to a task for
// another agent, whose work comes before theirs.
func (f *foretold) before(ctx context.Context, l *Loop, calls []pending, from int) {
	if from < f.upTo || l.Ahead == nil {
		return
	}
	var list []tools.Call
	var places []int
	for f.upTo = from; f.upTo < len(calls) && len(list) < mostAhead; f.upTo++ {
		p := calls[f.upTo]
		if p.with == delegated {
			f.upTo++
			break
		}
		if p.with == alone && p.result.CallID == "" && p.past == nil && !p.cut {
			list, places = append(list, p.call), append(places, f.upTo)
		}
	}
	if len(list) < 2 {
		return
	}
	n, end := l.Ahead(ctx, list)
	f.ends = append(f.ends, end)
	if n < len(list) {
		f.upTo = places[max(n, 1)-1] + 1
	}
}

// end takes back what none of them has come to.
func (f *foretold) end() {
	for _, end := range f.ends {
		end()
	}
}

// group runs calls side by side. The first error stops the others.
func (r *run) group(ctx context.Context, calls []pending) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	places := make(chan struct{}, maxParallel)
	var wg sync.WaitGroup
	for i := range calls {
		places <- struct{}{}
		if ctx.Err() != nil {
			break
		}
		wg.Go(func() {
			defer func() { <-places }()
			if err := r.one(ctx, &calls[i]); err != nil {
				cancel(err)
			}
		})
	}
	wg.Wait()
	return context.Cause(ctx)
}

// one runs one call.
func (r *run) one(ctx context.Context, p *pending) error {
	if p.result.CallID != "" { // it was given to the model before
		return nil
	}
	result, err := p.make(ctx, r)
	if err != nil && result.Error == nil {
		result.Error = &tools.Error{Code: tools.Cancelled, Message: "the run was stopped: " + err.Error()}
	}
	if p.cut && result.Error != nil && result.Error.Code == tools.InvalidArgs {
		result.Error = tools.Errorf(tools.InvalidArgs, "your answer was cut at its limit in the middle of this call, so its input is not whole. Send less at once")
	}
	p.result = resultFor(p, result)
	return err
}

// settle gives every call that has no result one that says why it was not run,
// and journals it, so that the conversation stays whole.
func (r *run) settle(ctx context.Context, calls []pending, why error) error {
	if len(calls) == 0 {
		return nil
	}
	var events []journal.Event
	for i := range calls {
		if calls[i].result.CallID != "" {
			continue
		}
		e := tools.Errorf(tools.Cancelled, "this call was not run: %s", reasonOf(why))
		calls[i].result = resultFor(&calls[i], tools.Result{Error: e})
		events = append(events, journal.New(r.id, calls[i].call.ID, journal.Returned, journal.ReturnedData{Error: e.Message, Code: string(e.Code), Closed: isClosing(ctx)}))
	}
	r.results(calls)
	if len(events) == 0 {
		return nil
	}
	return r.loop.Journal.Record(context.WithoutCancel(ctx), events...)
}

// results closes an answer's calls in the history.
func (r *run) results(calls []pending) {
	m := llm.Message{Role: llm.Results}
	for _, c := range calls {
		m.Results = append(m.Results, c.result)
	}
	r.history = append(r.history, m)
	if r.blind {
		withoutImages(r.history[len(r.history)-1:])
	}
}
