package hooks

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// marshal writes one line of JSON in which <, > and & stay what they are: a
// script reads it, no browser.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimRight(b.Bytes(), "\n"), nil
}

// decoded reads a JSON object with its numbers as they are written; nil if it is
// none.
func decoded(raw []byte) map[string]any {
	dec := json.NewDecoder(bytes.NewReader(raw))
	dec.UseNumber()
	var o map[string]any
	if dec.Decode(&o) != nil || dec.More() {
		return nil
	}
	return o
}

// request is what a hook reads before the call: TOOL_INPUT.
func (e Event) request() ([]byte, error) {
	return marshal(struct {
		Tool  string          `json:"tool"`
		Input json.RawMessage `json:"input"`
	}{e.Tool, e.input()})
}

// outcome is what a hook reads after the call: TOOL_OUTPUT.
func (e Event) outcome() ([]byte, error) {
	return marshal(struct {
		Tool    string          `json:"tool"`
		Input   json.RawMessage `json:"input"`
		Content string          `json:"content"`
		Error   string          `json:"error,omitempty"`
	}{e.Tool, e.input(), e.Content, e.Error})
}

func (e Event) input() json.RawMessage {
	if len(e.Input) == 0 {
		return json.RawMessage("{}")
	}
	return e.Input
}

func (e Event) qualified() string {
	if e.Qualified == "" {
		return e.Tool
	}
	return e.Qualified
}

// limit cuts text to at most n bytes, at a character border.
func limit(text string, n int) string {
	text = strings.TrimSpace(text)
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n] + " …"
}
