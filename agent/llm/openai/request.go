package openai

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"handrail/agent/llm"
)

// request writes a request as the protocol has it.
func (p *Provider) request(req llm.Request) request {
	out := request{Model: req.Model, Stream: true, StreamOptions: &streamOptions{IncludeUsage: true}}
	if p.ownURL {
		out.MaxCompletionTokens = max(0, req.MaxTokens)
	} else { // other servers know the older name only
		out.MaxTokens = max(0, req.MaxTokens)
	}
	if req.System != "" {
		out.Messages = append(out.Messages, message{Role: "system", Content: req.System})
	}
	for _, m := range merged(req.Messages) {
		out.Messages = append(out.Messages, p.messages(m, req.Model)...)
	}
	for _, t := range req.Tools {
		out.Tools = append(out.Tools, tool{Type: "function", Function: function{Name: t.Name, Description: t.Description, Parameters: parameters(t.Schema)}})
	}
	return out
}

// merged joins messages of the person that follow each other, as they do after
// a stopped answer: the templates of many local models want the roles to
// alternate.
func merged(messages []llm.Message) []llm.Message {
	var out []llm.Message
	for _, m := range messages {
		n := len(out)
		if n == 0 || m.Role != llm.User || out[n-1].Role != llm.User {
			out = append(out, m)
			continue
		}
		out[n-1].Text = strings.TrimPrefix(out[n-1].Text+"\n\n"+m.Text, "\n\n")
		out[n-1].Images = append(slices.Clone(out[n-1].Images), m.Images...)
	}
	return out
}

// parameters is the schema as an object; an unreadable one takes no input.
func parameters(schema json.RawMessage) map[string]any {
	var m map[string]any
	if json.Unmarshal(schema, &m) != nil || m == nil {
		return map[string]any{"type": "object", "properties": map[string]any{}}
	}
	return m
}

func (p *Provider) messages(m llm.Message, model string) []message {
	switch {
	case m.Role == llm.Assistant:
		return []message{p.assistant(m, model)}
	case m.Role == llm.Results:
		return results(m)
	case len(m.Images) == 0:
		return []message{{Role: "user", Content: m.Text}}
	}
	return []message{{Role: "user", Content: parts(m.Text, m.Images)}}
}

// assistant writes an answer of the model, with what its server wants to see again.
func (p *Provider) assistant(m llm.Message, model string) message {
	var kept keptAnswer
	if raw := m.Opaque.For(p.name, model); raw != nil && json.Unmarshal(raw, &kept) != nil {
		kept = keptAnswer{}
	}
	out := message{Role: "assistant"}
	if m.Text != "" || len(m.Calls) == 0 {
		out.Content = m.Text
	}
	for i, c := range m.Calls {
		call := madeCall{ID: c.ID, Type: "function", Function: madeFunction{Name: c.Name, Arguments: string(c.Object())}}
		if i < len(kept.Calls) && string(kept.Calls[i]) != "null" {
			call.Extra = kept.Calls[i]
		}
		out.ToolCalls = append(out.ToolCalls, call)
	}
	if len(m.Calls) > 0 {
		out.Reasoning = kept.Reasoning
	}
	return out
}

// results writes one message for each result. The protocol has only text
// there, so the images follow as the person's.
func results(m llm.Message) []message {
	var out []message
	var images []part
	for _, r := range m.Results {
		text := r.Text
		if text == "" {
			text = "(no output)"
		}
		out = append(out, message{Role: "tool", Content: text, ToolCallID: r.CallID})
		if len(r.Images) > 0 {
			images = append(images, parts(fmt.Sprintf("Images in the result of %s (%s):", r.Name, r.CallID), r.Images)...)
		}
	}
	if images != nil {
		out = append(out, message{Role: "user", Content: images})
	}
	return out
}

func parts(text string, images []llm.Image) []part {
	var out []part
	if text != "" {
		out = append(out, part{Type: "text", Text: text})
	}
	for _, img := range images {
		out = append(out, part{Type: "image_url", Image: &image{URL: "data:" + img.MIME + ";base64," + base64.StdEncoding.EncodeToString(img.Data)}})
	}
	return out
}
