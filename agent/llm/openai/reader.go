package openai

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"strings"

	"github.com/openai/openai-go/v3/packages/ssestream"

	"handrail/agent/llm"
)

// keptAnswer is what a server wants to see again with an answer (llm.Opaque).
type keptAnswer struct {
	Reasoning string            `json:"reasoning,omitempty"` // DeepSeek's models, with calls
	Calls     []json.RawMessage `json:"calls,omitempty"`     // Gemini's signature of each call, or null
}

// A reader turns chunks into events.
type reader struct {
	yield           func(llm.Event, error) bool
	provider, model string
	left            bool // the reader of the events has gone
	calls           []*openCall
	byIndex         map[number]*openCall // the call that is being written at an index
	reasoning       strings.Builder
	usage           llm.Usage
	stop            llm.StopReason
}

// An openCall is a call whose arguments are still coming.
type openCall struct {
	index    int
	id, name string
	args     strings.Builder
	extra    json.RawMessage
}

func (r *reader) send(ev llm.Event) {
	if !r.left {
		r.left = !r.yield(ev, nil)
	}
}

func (r *reader) chunk(c chunk) {
	if c.Usage != nil { // counts of the whole answer: some servers send them with every chunk
		r.usage = usageOf(*c.Usage)
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		d := choice.Delta
		r.reasoning.WriteString(string(d.ReasoningContent))
		if thought := cmp.Or(d.ReasoningContent, d.Reasoning); thought != "" {
			r.send(llm.ThinkingDelta{Text: string(thought)})
		}
		if said := string(d.Content + d.Refusal); said != "" {
			r.send(llm.TextDelta{Text: said})
		}
		for _, piece := range d.ToolCalls {
			r.call(piece)
		}
		if choice.Finish != "" {
			r.stop = stopReason(string(choice.Finish))
		}
		if d.Refusal != "" {
			r.stop = llm.StopRefusal
		}
	}
}

// call adds a piece of a call. By the protocol the index says which; some
// servers give every call of an answer the index 0, or none, so a new id, or a
// name where the arguments are already whole, begins a new call.
func (r *reader) call(c callPiece) {
	open := r.byIndex[c.Index]
	if open == nil || open.finishedBy(c) {
		open = &openCall{index: len(r.calls), id: string(c.ID), name: string(c.Function.Name)}
		if r.byIndex == nil {
			r.byIndex = map[number]*openCall{}
		}
		r.byIndex[c.Index] = open
		r.calls = append(r.calls, open)
		r.send(llm.CallStart{Index: open.index, ID: open.id, Name: open.name})
	}
	open.id = cmp.Or(open.id, string(c.ID))
	open.name = cmp.Or(open.name, string(c.Function.Name))
	if c.Extra != nil {
		open.extra = c.Extra
	}
	if args := string(c.Function.Arguments); args != "" {
		open.args.WriteString(args)
		r.send(llm.CallDelta{Index: open.index, Arguments: args})
	}
}

// finishedBy reports whether c belongs to another call than o.
func (o *openCall) finishedBy(c callPiece) bool {
	if c.ID != "" && o.id != "" {
		return string(c.ID) != o.id
	}
	return c.Function.Name != "" && o.name != "" && c.ID == "" && json.Valid([]byte(o.args.String()))
}

// end closes the answer. broke is what ended the stream, if not its own end.
func (r *reader) end(broke error) error {
	if r.stop == "" {
		if broke == nil {
			broke = &llm.Error{Kind: llm.BrokenStream, Provider: r.provider, Message: "the answer broke off"}
		}
		return broke
	}
	if errors.Is(broke, context.Canceled) || errors.Is(broke, context.DeadlineExceeded) {
		return broke
	}
	kept := keptAnswer{Reasoning: r.reasoning.String()}
	signed := false
	for _, c := range r.calls {
		r.send(llm.CallDone{Index: c.index, Call: llm.Call{ID: c.id, Name: c.name, Arguments: c.args.String()}})
		kept.Calls = append(kept.Calls, c.extra)
		signed = signed || c.extra != nil
	}
	if len(r.calls) > 0 && (signed || kept.Reasoning != "") {
		if raw, err := json.Marshal(kept); err == nil {
			r.send(llm.Kept{Opaque: llm.Opaque{Provider: r.provider, Model: r.model, Data: raw}})
		}
	}
	if r.usage != (llm.Usage{}) {
		r.send(llm.Used{Usage: r.usage})
	}
	if r.stop == llm.StopEnd && len(r.calls) > 0 {
		r.stop = llm.StopCalls
	}
	r.send(llm.Stop{Reason: r.stop})
	return nil
}

func stopReason(finish string) llm.StopReason {
	switch finish {
	case "length":
		return llm.StopLength
	case "content_filter":
		return llm.StopRefusal
	case "tool_calls", "function_call":
		return llm.StopCalls
	}
	return llm.StopEnd
}

func usageOf(u usage) llm.Usage {
	cached := max(0, min(u.PromptDetails.Cached, u.Prompt))
	return llm.Usage{
		Input: int(max(0, u.Prompt-cached)), CacheRead: int(cached), Output: int(max(0, u.Completion)), Cost: max(0, float64(u.Cost)),
	}
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// explain turns an error of the vendor's reader of streams into one of ours.
func (p *Provider) explain(ctx context.Context, guard llm.Guard, err error) error {
	if err == nil {
		return nil
	}
	var said *ssestream.StreamError
	if errors.As(err, &said) && ctx.Err() == nil {
		return guard.Fault(0, said.Event.Data)
	}
	return guard.Explain(ctx, err)
}
