package openai

import (
	"bytes"
	"encoding/json"
)

// These are the parts of the chat completions' protocol that this package
// speaks, with what servers add to it. The vendor's own types for all of its
// protocol would be a third of the whole program.

// A request asks for one answer.
type request struct {
	Model               string         `json:"model"`
	Messages            []message      `json:"messages"`
	Tools               []tool         `json:"tools,omitempty"`
	MaxCompletionTokens int            `json:"max_completion_tokens,omitempty"`
	MaxTokens           int            `json:"max_tokens,omitempty"` // the older name of the same
	Stream              bool           `json:"stream"`
	StreamOptions       *streamOptions `json:"stream_options,omitempty"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

// A message is one of a conversation. Content is text, a list of parts, or
// nothing at all.
type message struct {
	Role       string     `json:"role"`
	Content    any        `json:"content,omitempty"`
	ToolCalls  []madeCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	Reasoning  string     `json:"reasoning_content,omitempty"` // DeepSeek
}

// A part is text or an image.
type part struct {
	Type  string `json:"type"`
	Text  string `json:"text,omitempty"`
	Image *image `json:"image_url,omitempty"`
}

type image struct {
	URL string `json:"url"`
}

// A madeCall is a call that the model has made.
type madeCall struct {
	ID       string          `json:"id"`
	Type     string          `json:"type"`
	Function madeFunction    `json:"function"`
	Extra    json.RawMessage `json:"extra_content,omitempty"` // Gemini
}

type madeFunction struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

// A tool is one that the model may call.
type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string         `json:"name"`
	Description string         `json:"description,omitempty"`
	Parameters  map[string]any `json:"parameters"`
}

// A chunk is one piece of an answer.
type chunk struct {
	Choices []struct {
		Index  number `json:"index"`
		Finish text   `json:"finish_reason"`
		Delta  struct {
			Content          text        `json:"content"`
			Refusal          text        `json:"refusal"`
			ReasoningContent text        `json:"reasoning_content"`
			Reasoning        text        `json:"reasoning"`
			ToolCalls        []callPiece `json:"tool_calls"`
		} `json:"delta"`
	} `json:"choices"`
	Usage *usage `json:"usage"`
}

// A callPiece is a piece of a call.
type callPiece struct {
	Index    number `json:"index"`
	ID       text   `json:"id"`
	Function struct {
		Name      text      `json:"name"`
		Arguments arguments `json:"arguments"`
	} `json:"function"`
	Extra json.RawMessage `json:"extra_content"`
}

type usage struct {
	Prompt        number  `json:"prompt_tokens"`
	Completion    number  `json:"completion_tokens"`
	Cost          decimal `json:"cost"` // US dollars: OpenRouter
	PromptDetails struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
}

// A text is a JSON string; anything else counts as none, so that one odd field
// does not lose the piece around it.
type text string

// UnmarshalJSON implements json.Unmarshaler.
func (t *text) UnmarshalJSON(raw []byte) error {
	var s string
	if json.Unmarshal(raw, &s) != nil {
		s = ""
	}
	*t = text(valid(s))
	return nil
}

// A number is a JSON number without its fraction; anything else counts as 0.
type number int64

// UnmarshalJSON implements json.Unmarshaler.
func (n *number) UnmarshalJSON(raw []byte) error {
	var d decimal
	if err := d.UnmarshalJSON(raw); err != nil {
		return err
	}
	*n = number(max(-1<<53, min(float64(d), 1<<53)))
	return nil
}

// A decimal is a JSON number; anything else counts as 0.
type decimal float64

// UnmarshalJSON implements json.Unmarshaler.
func (d *decimal) UnmarshalJSON(raw []byte) error {
	var f float64
	if json.Unmarshal(raw, &f) != nil {
		f = 0
	}
	*d = decimal(f)
	return nil
}

// arguments are text by the protocol; some servers send the object itself.
type arguments string

// UnmarshalJSON implements json.Unmarshaler.
func (a *arguments) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("{")) {
		*a = arguments(valid(string(raw)))
		return nil
	}
	var t text
	err := t.UnmarshalJSON(raw)
	*a = arguments(t)
	return err
}
