package openai

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/shared"

	"handrail/agent/llm"
)

// params writes a request in the vendor's types.
func (p *Provider) params(req llm.Request) sdk.ChatCompletionNewParams {
	params := sdk.ChatCompletionNewParams{
		Model:         req.Model,
		StreamOptions: sdk.ChatCompletionStreamOptionsParam{IncludeUsage: sdk.Bool(true)},
	}
	switch {
	case req.MaxTokens > 0 && p.ownURL:
		params.MaxCompletionTokens = sdk.Int(int64(req.MaxTokens))
	case req.MaxTokens > 0: // other servers know the older name only
		params.MaxTokens = sdk.Int(int64(req.MaxTokens))
	}
	if req.System != "" {
		params.Messages = append(params.Messages, sdk.SystemMessage(req.System))
	}
	for _, m := range merged(req.Messages) {
		params.Messages = append(params.Messages, p.message(m, req.Model)...)
	}
	for _, t := range req.Tools {
		def := shared.FunctionDefinitionParam{Name: t.Name, Parameters: parameters(t.Schema)}
		if t.Description != "" {
			def.Description = sdk.String(t.Description)
		}
		params.Tools = append(params.Tools, sdk.ChatCompletionFunctionTool(def))
	}
	return params
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

// parameters is the schema as the vendor's map; an unreadable one takes no input.
func parameters(schema json.RawMessage) shared.FunctionParameters {
	var m shared.FunctionParameters
	if json.Unmarshal(schema, &m) != nil || m == nil {
		return shared.FunctionParameters{"type": "object", "properties": map[string]any{}}
	}
	return m
}

func (p *Provider) message(m llm.Message, model string) []sdk.ChatCompletionMessageParamUnion {
	switch m.Role {
	case llm.Assistant:
		return []sdk.ChatCompletionMessageParamUnion{p.assistant(m, model)}
	case llm.Results:
		return results(m)
	}
	if len(m.Images) == 0 {
		return []sdk.ChatCompletionMessageParamUnion{sdk.UserMessage(m.Text)}
	}
	return []sdk.ChatCompletionMessageParamUnion{sdk.UserMessage(parts(m.Text, m.Images))}
}

// assistant writes an answer of the model, with what its server wants to see again.
func (p *Provider) assistant(m llm.Message, model string) sdk.ChatCompletionMessageParamUnion {
	var kept keptAnswer
	if raw := m.Opaque.For(p.name, model); raw != nil && json.Unmarshal(raw, &kept) != nil {
		kept = keptAnswer{}
	}
	var out sdk.ChatCompletionAssistantMessageParam
	if m.Text != "" || len(m.Calls) == 0 {
		out.Content.OfString = sdk.String(m.Text)
	}
	for i, c := range m.Calls {
		call := &sdk.ChatCompletionMessageFunctionToolCallParam{ID: c.ID}
		call.Function.Name = c.Name
		call.Function.Arguments = string(c.Object())
		if i < len(kept.Calls) && string(kept.Calls[i]) != "null" {
			call.SetExtraFields(map[string]any{"extra_content": kept.Calls[i]})
		}
		out.ToolCalls = append(out.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: call})
	}
	if kept.Reasoning != "" && len(m.Calls) > 0 {
		out.SetExtraFields(map[string]any{"reasoning_content": kept.Reasoning})
	}
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: &out}
}

// results writes one message for each result. The protocol has only text
// there, so the images follow as the person's.
func results(m llm.Message) []sdk.ChatCompletionMessageParamUnion {
	var out []sdk.ChatCompletionMessageParamUnion
	var images []sdk.ChatCompletionContentPartUnionParam
	for _, r := range m.Results {
		text := r.Text
		if text == "" {
			text = "(no output)"
		}
		out = append(out, sdk.ToolMessage(text, r.CallID))
		if len(r.Images) > 0 {
			images = append(images, parts(fmt.Sprintf("Images in the result of %s (%s):", r.Name, r.CallID), r.Images)...)
		}
	}
	if images != nil {
		out = append(out, sdk.UserMessage(images))
	}
	return out
}

func parts(text string, images []llm.Image) []sdk.ChatCompletionContentPartUnionParam {
	var out []sdk.ChatCompletionContentPartUnionParam
	if text != "" {
		out = append(out, sdk.TextContentPart(text))
	}
	for _, img := range images {
		uri := "data:" + img.MIME + ";base64," + base64.StdEncoding.EncodeToString(img.Data)
		out = append(out, sdk.ImageContentPart(sdk.ChatCompletionContentPartImageImageURLParam{URL: uri}))
	}
	return out
}
