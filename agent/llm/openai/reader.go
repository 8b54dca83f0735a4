package openai

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/respjson"
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
	byIndex         map[int64]*openCall // the call that is being written at an index
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

func (r *reader) chunk(c sdk.ChatCompletionChunk) {
	if c.JSON.Usage.Valid() { // counts of the whole answer: some servers send them with every chunk
		r.usage = usageOf(c.Usage)
	}
	for _, choice := range c.Choices {
		if choice.Index != 0 {
			continue
		}
		d := choice.Delta
		for _, field := range []string{"reasoning_content", "reasoning"} {
			if text := stringField(d.JSON.ExtraFields, field); text != "" {
				if field == "reasoning_content" {
					r.reasoning.WriteString(text)
				}
				r.send(llm.ThinkingDelta{Text: text})
				break
			}
		}
		if text := valid(d.Content + d.Refusal); text != "" {
			r.send(llm.TextDelta{Text: text})
		}
		for _, tc := range d.ToolCalls {
			r.call(tc)
		}
		if choice.FinishReason != "" {
			r.stop = stopReason(choice.FinishReason)
		}
		if d.Refusal != "" {
			r.stop = llm.StopRefusal
		}
	}
}

// call adds a piece of a call. By the protocol the index says which; some
// servers give every call of an answer the index 0, or none, so a new id, or a
// name where the arguments are already whole, begins a new call.
func (r *reader) call(tc sdk.ChatCompletionChunkChoiceDeltaToolCall) {
	args := arguments(tc.Function)
	open := r.byIndex[tc.Index]
	if open == nil || open.finishedBy(tc) {
		open = &openCall{index: len(r.calls), id: valid(tc.ID), name: valid(tc.Function.Name)}
		if r.byIndex == nil {
			r.byIndex = map[int64]*openCall{}
		}
		r.byIndex[tc.Index] = open
		r.calls = append(r.calls, open)
		r.send(llm.CallStart{Index: open.index, ID: open.id, Name: open.name})
	}
	if open.id == "" {
		open.id = valid(tc.ID)
	}
	if open.name == "" {
		open.name = valid(tc.Function.Name)
	}
	if extra, ok := tc.JSON.ExtraFields["extra_content"]; ok && extra.Raw() != "" {
		open.extra = json.RawMessage(extra.Raw())
	}
	if args != "" {
		open.args.WriteString(args)
		r.send(llm.CallDelta{Index: open.index, Arguments: args})
	}
}

// finishedBy reports whether tc belongs to another call than o.
func (o *openCall) finishedBy(tc sdk.ChatCompletionChunkChoiceDeltaToolCall) bool {
	if tc.ID != "" && o.id != "" {
		return tc.ID != o.id
	}
	return tc.Function.Name != "" && o.name != "" && tc.ID == "" && json.Valid([]byte(o.args.String()))
}

// arguments are text by the protocol; some servers send the object itself.
func arguments(f sdk.ChatCompletionChunkChoiceDeltaToolCallFunction) string {
	if raw := f.JSON.Arguments.Raw(); strings.HasPrefix(raw, "{") {
		return valid(raw)
	}
	return valid(f.Arguments)
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

func usageOf(u sdk.CompletionUsage) llm.Usage {
	cached := max(0, min(u.PromptTokensDetails.CachedTokens, u.PromptTokens))
	out := llm.Usage{
		Input: int(max(0, u.PromptTokens-cached)), CacheRead: int(cached), Output: int(max(0, u.CompletionTokens)),
	}
	if f, ok := u.JSON.ExtraFields["cost"]; ok { // OpenRouter
		var cost float64
		if json.Unmarshal([]byte(f.Raw()), &cost) == nil && cost > 0 {
			out.Cost = cost
		}
	}
	return out
}

// stringField is an extra field's value if it is a string.
func stringField(fields map[string]respjson.Field, name string) string {
	f, ok := fields[name]
	if !ok {
		return ""
	}
	var s string
	if json.Unmarshal([]byte(f.Raw()), &s) != nil {
		return ""
	}
	return s
}

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// explain turns an error of the vendor's library into one of ours.
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
