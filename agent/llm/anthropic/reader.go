package anthropic

import (
	"context"
	"encoding/json"
	"errors"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"handrail/agent/llm"
)

// A reader turns the API's events into ours.
type reader struct {
	yield           func(llm.Event, error) bool
	provider, model string
	left            bool  // the reader of the events has gone
	whole           bool  // the answer has ended
	bad             error // the events are not what the protocol says
	blocks          []*block
	byIndex         map[int64]*block // those that are open
	calls           int
	input, output   int // tokens: those read and already told, and those written
	stop            llm.StopReason
}

// A block is one part of an answer.
type block struct {
	kind      string
	text      strings.Builder // of text and thinking; of a call, its arguments
	signature string
	data      string // of redacted thinking
	call      int
	id, name  string
	input     string // of a call, as its start has it
}

func (r *reader) send(ev llm.Event) {
	if !r.left {
		r.left = !r.yield(ev, nil)
	}
}

func (r *reader) event(ev sdk.MessageStreamEventUnion) {
	switch ev.Type {
	case "message_start":
		u := ev.Message.Usage
		r.input, r.output = count(u.InputTokens), count(u.OutputTokens)
		read := llm.Usage{Input: r.input, CacheRead: count(u.CacheReadInputTokens), CacheWrite: count(u.CacheCreationInputTokens)}
		if read != (llm.Usage{}) { // at once: it is paid for even if the answer breaks off
			r.send(llm.Used{Usage: read})
		}
	case "content_block_start":
		r.startBlock(ev)
	case "content_block_delta":
		r.delta(ev)
	case "content_block_stop":
		r.finish(ev.Index)
	case "message_delta":
		r.output = max(r.output, count(ev.Usage.OutputTokens))
		if more := count(ev.Usage.InputTokens) - r.input; more > 0 { // some servers count the input only at the end
			r.input += more
			r.send(llm.Used{Usage: llm.Usage{Input: more}})
		}
		r.stop = stopReason(ev.Delta.StopReason)
	case "message_stop":
		r.end()
	}
}

func (r *reader) startBlock(ev sdk.MessageStreamEventUnion) {
	if r.byIndex == nil {
		r.byIndex = map[int64]*block{}
	}
	if r.byIndex[ev.Index] != nil {
		r.bad = errors.New("a block began before the one before it had ended")
		return
	}
	c := ev.ContentBlock
	b := &block{kind: c.Type, signature: c.Signature, data: c.Data}
	r.byIndex[ev.Index] = b
	r.blocks = append(r.blocks, b)
	switch c.Type {
	case "text":
		r.write(b, c.Text)
	case "thinking":
		r.write(b, c.Thinking)
	case "tool_use":
		b.call, b.id, b.name = r.calls, valid(c.ID), valid(c.Name)
		if raw := c.JSON.Input.Raw(); raw != "{}" && raw != "null" {
			b.input = valid(raw)
		}
		r.calls++
		r.send(llm.CallStart{Index: b.call, ID: b.id, Name: b.name})
	}
}

func (r *reader) delta(ev sdk.MessageStreamEventUnion) {
	b := r.byIndex[ev.Index]
	if b == nil {
		r.bad = errors.New("there is more of a block that has not begun")
		return
	}
	switch ev.Delta.Type {
	case "text_delta":
		r.write(b, ev.Delta.Text)
	case "thinking_delta":
		r.write(b, ev.Delta.Thinking)
	case "signature_delta":
		b.signature += ev.Delta.Signature
	case "input_json_delta":
		if args := valid(ev.Delta.PartialJSON); args != "" && b.kind == "tool_use" {
			b.text.WriteString(args)
			r.send(llm.CallDelta{Index: b.call, Arguments: args})
		}
	}
}

// write adds text to a block of text or thinking.
func (r *reader) write(b *block, text string) {
	if text = valid(text); text == "" {
		return
	}
	switch b.kind {
	case "text":
		r.send(llm.TextDelta{Text: text})
	case "thinking":
		r.send(llm.ThinkingDelta{Text: text})
	default:
		return
	}
	b.text.WriteString(text)
}

func (r *reader) finish(index int64) {
	b := r.byIndex[index]
	if b == nil {
		return
	}
	delete(r.byIndex, index)
	if b.kind != "tool_use" {
		return
	}
	args := b.text.String()
	if args == "" {
		args = b.input
	}
	r.send(llm.CallDone{Index: b.call, Call: llm.Call{ID: b.id, Name: b.name, Arguments: args}})
}

// end closes a whole answer.
func (r *reader) end() {
	if r.stop == "" {
		r.bad = errors.New("the answer ended without saying why")
		return
	}
	for _, b := range r.byIndex {
		if b.kind == "tool_use" {
			r.bad = errors.New("the answer ended within a call")
			return
		}
	}
	if raw := r.kept(); raw != nil {
		r.send(llm.Kept{Opaque: llm.Opaque{Provider: r.provider, Model: r.model, Data: raw}})
	}
	if r.output > 0 {
		r.send(llm.Used{Usage: llm.Usage{Output: r.output}})
	}
	if r.stop == llm.StopEnd && r.calls > 0 {
		r.stop = llm.StopCalls
	}
	r.send(llm.Stop{Reason: r.stop})
	r.whole = true
}

// broken is the error of a stream that ended before the answer did.
func (r *reader) broken() error {
	if r.bad != nil {
		return r.bad
	}
	return &llm.Error{Kind: llm.BrokenStream, Provider: r.provider, Message: "the answer broke off"}
}

// kept is what the API wants to see again: nil where there was no thinking.
func (r *reader) kept() json.RawMessage {
	var out []keptBlock
	thought := false
	for _, b := range r.blocks {
		text := b.text.String()
		switch b.kind {
		case "thinking":
			thought = true
			out = append(out, keptBlock{Thinking: &text, Signature: b.signature})
		case "redacted_thinking":
			thought = true
			out = append(out, keptBlock{Redacted: b.data})
		case "text":
			if text != "" {
				out = append(out, keptBlock{Text: text})
			}
		case "tool_use":
			out = append(out, keptBlock{Call: &b.call})
		}
	}
	if !thought {
		return nil
	}
	raw, err := json.Marshal(out)
	if err != nil {
		return nil
	}
	return raw
}

func stopReason(s sdk.StopReason) llm.StopReason {
	switch s {
	case "":
		return ""
	case sdk.StopReasonMaxTokens:
		return llm.StopLength
	case sdk.StopReasonToolUse:
		return llm.StopCalls
	case sdk.StopReasonRefusal:
		return llm.StopRefusal
	case sdk.StopReasonModelContextWindowExceeded:
		return llm.StopWindow
	}
	return llm.StopEnd
}

func count(n int64) int { return int(max(0, n)) }

func valid(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }

// explain turns an error of the vendor's library into one of ours. An error
// event within a stream is one that has the request's status, 200.
func (p *Provider) explain(ctx context.Context, guard llm.Guard, err error) error {
	var said *sdk.Error
	if errors.As(err, &said) && ctx.Err() == nil {
		return guard.Fault(0, []byte(said.RawJSON()))
	}
	return guard.Explain(ctx, err)
}
