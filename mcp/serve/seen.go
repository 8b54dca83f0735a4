package serve

import (
	"encoding/json"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/lazy"
	"handrail/internal/quote"
)

// Words of servers and spaces that a client shows to its person, who may read them in a terminal, hold
// nothing that acts there, is not seen or turns text around: that is written out, as Handrail's own
// windows do. Results are data, and pass as they came (docs/decisions/0447).

// texts are the strings of a JSON text; says are those that a schema says of itself.
var (
	texts = lazy.Regexp(`"(?:[^"\\]|\\.)*"`)
	says  = lazy.Regexp(`("(?:title|description|\$comment)"\s*:\s*)("(?:[^"\\]|\\.)*")`)
)

// seenText is a string of JSON as it is shown, and what it was.
func seenText(quoted []byte) (out []byte, shown, was string) {
	if json.Unmarshal(quoted, &was) != nil {
		return quoted, "", ""
	}
	if shown = quote.Visible(was); shown == was {
		return quoted, shown, was
	}
	out, err := json.Marshal(shown)
	if err != nil {
		return quoted, was, was
	}
	return out, shown, was
}

// seenSchema is a schema whose titles and descriptions are shown. What it says of values stays.
func seenSchema(raw json.RawMessage) json.RawMessage {
	return says().ReplaceAllFunc(raw, func(found []byte) []byte {
		parts := says().FindSubmatch(found)
		out, _, _ := seenText(parts[2])
		return append(append([]byte{}, parts[1]...), out...)
	})
}

// seenAll is a JSON text in which every string is shown. back knows those that were changed.
func seenAll(raw json.RawMessage) (out json.RawMessage, back map[string]string) {
	back = map[string]string{}
	out = texts().ReplaceAllFunc(raw, func(found []byte) []byte {
		quoted, shown, was := seenText(found)
		if shown != was {
			back[shown] = was
		}
		return quoted
	})
	return out, back
}

// unseenAnswer is an answer to a form that was shown, in the words of the server.
func unseenAnswer(content any, back map[string]string) any {
	word := func(s string) string {
		if was, ok := back[s]; ok {
			return was
		}
		return s
	}
	switch c := content.(type) {
	case string:
		return word(c)
	case []any:
		for i := range c {
			c[i] = unseenAnswer(c[i], back)
		}
	case map[string]any:
		out := map[string]any{}
		for name, v := range c {
			out[word(name)] = unseenAnswer(v, back)
		}
		return out
	}
	return content
}

// seenPrompt shows the words of a prompt that was made.
func seenPrompt(p *protocol.GetPromptResult) *protocol.GetPromptResult {
	p.Description = quote.Visible(p.Description)
	for i, m := range p.Messages {
		if text, ok := m.Content.(protocol.TextContent); ok {
			text.Text = quote.Visible(text.Text)
			p.Messages[i].Content = text
		}
	}
	return p
}
