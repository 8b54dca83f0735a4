package agent

import (
	"context"
	"errors"
	"slices"
	"time"

	"handrail/agent/llm"
	"handrail/journal"
	"handrail/tools"
)

// maxShrinks is how often a conversation is shortened further when the server
// says that it is too long.
const maxShrinks = 3

// offer asks which tools there are now: an MCP server may have connected, a
// skill come up, or a definition changed, since the last turn. A tool that is not
// sent whole can be called all the same.
func (r *run) offer() {
	r.offered, r.listed = map[string]tools.Entry{}, nil
	var all []tools.Entry
	if r.loop.Tools != nil {
		all = r.loop.Tools()
	}
	all = slices.DeleteFunc(slices.Clone(all), func(e tools.Entry) bool { return e.Model == "" || e.Info.Input == nil })
	for _, e := range all {
		for _, name := range []string{e.Model, e.Qualified, e.Info.Name} {
			if _, taken := r.offered[name]; !taken {
				r.offered[name] = e
			}
		}
	}
	o := Offer{Shown: all}
	if r.loop.Shelf != nil {
		var note string
		if o, note = r.loop.Shelf.Arrange(all, r.loop.Window); note != "" {
			r.note(note)
		}
	}
	for _, e := range o.Shown {
		r.listed = append(r.listed, toolOf(e))
	}
	if r.loop.System != nil {
		r.system = r.loop.System(o)
	}
}

// ask asks the model once. What an answer that broke off has said is kept, so
// that the model knows what the person has read.
func (r *run) ask(ctx context.Context) (llm.Answer, error) {
	r.offer()
	for shrinks := 0; ; shrinks++ {
		req := llm.Request{Model: r.loop.Model, System: r.system, Tools: r.listed, MaxTokens: r.loop.MaxTokens}
		if r.budget.fit(r.history, req) {
			r.note("older results were shortened to fit the model's window")
		}
		req.Messages = r.history
		answer, err := llm.Collect(r.loop.Provider.Stream(ctx, req), r.watch())
		r.usage = r.usage.Add(answer.Usage)
		if err == nil {
			r.budget.learn(answer.Usage)
			return answer, nil
		}
		if errors.Is(err, llm.ContextTooLong) && shrinks < maxShrinks && r.budget.shrink(r.history, req) {
			r.note("the server says that the conversation is too long: older results were shortened")
			continue
		}
		if takesNoImages(err) && !r.blind && withoutImages(r.history) > 0 {
			r.blind = true
			r.note("the model's server refused the images of this conversation, so they were left out")
			continue
		}
		return answer, join(err, r.brokeOff(ctx, answer, err))
	}
}

// Why an answer broke off, as the journal has it.
const (
	stopBroken    = "broken"
	stopCancelled = "cancelled"
)

// brokenOff reports whether an answer was not whole.
func brokenOff(stop string) bool { return stop == stopBroken || stop == stopCancelled }

// brokeOff keeps what an answer had said when it ended.
func (r *run) brokeOff(ctx context.Context, answer llm.Answer, why error) error {
	if blank(answer.Text) {
		return nil
	}
	stop := stopBroken
	if ctx.Err() != nil || errors.Is(why, context.Canceled) {
		stop = stopCancelled
	}
	r.text = answer.Text
	r.history = append(r.history, llm.Message{Role: llm.Assistant, Text: answer.Text})
	return r.record(context.WithoutCancel(ctx), "", journal.Replied, journal.RepliedData{
		Text: forJournal(answer.Text), Turn: r.turn, Stop: stop, Input: answer.Usage.Context(), Output: answer.Usage.Output, Cost: r.loop.Price.Cost(answer.Usage),
		Thinking: thinkingForJournal(answer.Thinking), Thought: r.thought.ms(),
	})
}

// reply puts a whole answer into the history and journals it, before any of
// its calls runs. own: no model has answered, the calls are the person's own.
func (r *run) reply(ctx context.Context, answer llm.Answer, own bool) ([]pending, error) {
	message := answer.Message()
	calls := r.pendings(&message, answer.Stop)
	if blank(answer.Text) && len(calls) == 0 {
		return nil, &SilentError{Stop: answer.Stop}
	}
	r.text = answer.Text
	r.history = append(r.history, message)
	data := journal.RepliedData{
		Text: forJournal(answer.Text), Turn: r.turn, Stop: string(answer.Stop),
		Input: answer.Usage.Context(), Output: answer.Usage.Output, Cost: r.loop.Price.Cost(answer.Usage), Own: own,
	}
	if !own {
		data.Thinking, data.Thought = thinkingForJournal(answer.Thinking), r.thought.ms()
	}
	for i, c := range calls {
		data.Calls = append(data.Calls, journal.ModelCall{ID: message.Calls[i].ID, Call: c.call.ID, Name: c.call.Tool, Input: inputForJournal(message.Calls[i].Arguments), Key: tools.KeyOf(c.call)})
	}
	if err := r.record(ctx, "", journal.Replied, data); err != nil {
		return nil, join(err, r.settle(ctx, calls, err))
	}
	return calls, nil
}

// A thought is how long a model has thought, before an answer and within it.
type thought struct {
	since time.Time // it thinks now; zero: it does not
	took  time.Duration
}

func (t *thought) see(ev llm.Event) {
	switch ev.(type) {
	case llm.ThinkingDelta:
		if t.since.IsZero() {
			t.since = time.Now()
		}
	case llm.Retry:
		*t = thought{}
	case llm.Used, llm.Kept: // no part of the answer
	default:
		t.pause()
	}
}

func (t *thought) pause() {
	if !t.since.IsZero() {
		t.took += time.Since(t.since)
		t.since = time.Time{}
	}
}

// ms is how long it was, in milliseconds, if the answer has ended.
func (t *thought) ms() int {
	t.pause()
	return int(t.took.Milliseconds())
}

// watch passes an answer on to the sink as it comes.
func (r *run) watch() func(llm.Event) {
	r.thought = thought{}
	return func(ev llm.Event) {
		r.thought.see(ev)
		if r.loop.Sink == nil {
			return
		}
		u := Update{Run: r.id, Turn: r.turn, Event: ev}
		switch ev := ev.(type) {
		case llm.CallStart:
			u.Call = r.callID(ev.Index)
		case llm.CallDelta:
			u.Call = r.callID(ev.Index)
		case llm.CallDone:
			u.Call = r.callID(ev.Index)
		}
		r.loop.Sink(u)
	}
}

func (r *run) note(text string) {
	if r.loop.Sink != nil {
		r.loop.Sink(Update{Run: r.id, Turn: r.turn, Note: text})
	}
}
