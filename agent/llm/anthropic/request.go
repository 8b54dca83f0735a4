package anthropic

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"handrail/agent/llm"
)

// params writes a request in the vendor's types. The system prompt with the
// tools, and the conversation so far, are marked for the provider's cache: an
// agent sends the same beginning again and again.
func (p *Provider) params(req llm.Request) sdk.MessageNewParams {
	params := sdk.MessageNewParams{Model: req.Model, MaxTokens: int64(req.MaxTokens)}
	if params.MaxTokens <= 0 {
		params.MaxTokens = DefaultMaxTokens
	}
	if req.System != "" {
		params.System = []sdk.TextBlockParam{{Text: req.System, CacheControl: sdk.NewCacheControlEphemeralParam()}}
	}
	for _, t := range req.Tools {
		tool := &sdk.ToolParam{Name: t.Name, InputSchema: inputSchema(t.Schema)}
		if t.Description != "" {
			tool.Description = sdk.String(t.Description)
		}
		params.Tools = append(params.Tools, sdk.ToolUnionParam{OfTool: tool})
	}
	for _, m := range req.Messages {
		role, blocks := sdk.MessageParamRoleUser, p.blocks(m, req.Model)
		if m.Role == llm.Assistant {
			role = sdk.MessageParamRoleAssistant
		}
		if n := len(params.Messages); n > 0 && params.Messages[n-1].Role == role {
			params.Messages[n-1].Content = append(params.Messages[n-1].Content, blocks...)
		} else if len(blocks) > 0 {
			params.Messages = append(params.Messages, sdk.MessageParam{Role: role, Content: blocks})
		}
	}
	if n := len(params.Messages); n > 0 {
		content := params.Messages[n-1].Content
		if cache := content[len(content)-1].GetCacheControl(); cache != nil {
			*cache = sdk.NewCacheControlEphemeralParam()
		}
	}
	return params
}

// inputSchema passes a schema on whole: the vendor's type knows three of its
// keywords and takes the others as extra fields.
func inputSchema(schema json.RawMessage) sdk.ToolInputSchemaParam {
	var fields map[string]any
	if json.Unmarshal(schema, &fields) != nil || fields == nil {
		fields = map[string]any{}
	}
	if fields["properties"] == nil {
		fields["properties"] = map[string]any{}
	}
	fields["type"] = "object"
	return sdk.ToolInputSchemaParam{ExtraFields: fields}
}

func blank(s string) bool { return strings.TrimSpace(s) == "" }

// blocks writes a message. Blank text is left out: the API refuses it.
func (p *Provider) blocks(m llm.Message, model string) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	switch m.Role {
	case llm.Assistant:
		if kept := keptBlocks(m, m.Opaque.For(p.name, model)); kept != nil {
			return kept
		}
		if !blank(m.Text) {
			out = append(out, sdk.NewTextBlock(m.Text))
		}
		for _, c := range m.Calls {
			out = append(out, sdk.NewToolUseBlock(c.ID, c.Object(), c.Name))
		}
	case llm.Results:
		for _, r := range m.Results {
			out = append(out, result(r))
		}
	default:
		for _, img := range m.Images {
			out = append(out, sdk.ContentBlockParamUnion{OfImage: image(img)})
		}
		if !blank(m.Text) {
			out = append(out, sdk.NewTextBlock(m.Text))
		}
	}
	return out
}

func result(r llm.Result) sdk.ContentBlockParamUnion {
	block := &sdk.ToolResultBlockParam{ToolUseID: r.CallID}
	if r.IsError {
		block.IsError = sdk.Bool(true)
	}
	if !blank(r.Text) {
		block.Content = append(block.Content, sdk.ToolResultBlockParamContentUnion{OfText: &sdk.TextBlockParam{Text: r.Text}})
	}
	for _, img := range r.Images {
		block.Content = append(block.Content, sdk.ToolResultBlockParamContentUnion{OfImage: image(img)})
	}
	return sdk.ContentBlockParamUnion{OfToolResult: block}
}

func image(img llm.Image) *sdk.ImageBlockParam {
	return &sdk.ImageBlockParam{Source: sdk.ImageBlockParamSourceUnion{OfBase64: &sdk.Base64ImageSourceParam{
		Data: base64.StdEncoding.EncodeToString(img.Data), MediaType: sdk.Base64ImageSourceMediaType(img.MIME),
	}}}
}

// A keptBlock is one block of an answer with thinking, in its order. The API
// wants such an answer again exactly as it was.
type keptBlock struct {
	Thinking  *string `json:"thinking,omitempty"`
	Signature string  `json:"signature,omitempty"`
	Redacted  string  `json:"redacted,omitempty"`
	Text      string  `json:"text,omitempty"`
	Call      *int    `json:"call,omitempty"` // which of the message's calls
}

// keptBlocks rebuilds an answer with its thinking. It returns nil where the
// message is no longer the one that was kept.
func keptBlocks(m llm.Message, raw json.RawMessage) []sdk.ContentBlockParamUnion {
	var kept []keptBlock
	if raw == nil || json.Unmarshal(raw, &kept) != nil {
		return nil
	}
	var out []sdk.ContentBlockParamUnion
	text, calls := "", 0
	for _, k := range kept {
		switch {
		case k.Thinking != nil:
			out = append(out, sdk.NewThinkingBlock(k.Signature, *k.Thinking))
		case k.Redacted != "":
			out = append(out, sdk.NewRedactedThinkingBlock(k.Redacted))
		case k.Text != "":
			out = append(out, sdk.NewTextBlock(k.Text))
			text += k.Text
		case k.Call != nil && *k.Call == calls && calls < len(m.Calls):
			c := m.Calls[calls]
			out = append(out, sdk.NewToolUseBlock(c.ID, c.Object(), c.Name))
			calls++
		default:
			return nil
		}
	}
	if text != m.Text || calls != len(m.Calls) {
		return nil
	}
	return out
}
