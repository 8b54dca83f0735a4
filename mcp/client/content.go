package client

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"handrail/mcp"
	"handrail/tools"
)

// A rawContent is a piece of an answer on the wire, of any sort.
type rawContent struct {
	Type        string          `json:"type"`
	Text        *string         `json:"text"`
	Data        string          `json:"data"`
	MIME        string          `json:"mimeType"`
	URI         string          `json:"uri"`
	Name        string          `json:"name"`
	Title       string          `json:"title"`
	Description string          `json:"description"`
	Blob        *string         `json:"blob"`
	Resource    json.RawMessage `json:"resource"`
}

// readAnswer reads the result of tools/call.
func readAnswer(raw json.RawMessage) (*mcp.Answer, error) {
	var r struct {
		Content    json.RawMessage `json:"content"`
		Structured json.RawMessage `json:"structuredContent"`
		Failed     json.RawMessage `json:"isError"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, notAResult()
	}
	a := &mcp.Answer{Content: readContents(r.Content), Failed: string(r.Failed) == "true"}
	if len(r.Structured) > 0 && !bytes.Equal(r.Structured, []byte("null")) {
		a.Structured = r.Structured
	}
	return a, nil
}

// notAResult is for a result that is no object.
func notAResult() *tools.Error {
	return tools.Errorf(tools.ExecutionFailed, "the server's answer is not one that MCP knows: look for a newer version of the server")
}

// readContents reads a list of pieces, or a single one. What cannot be read of it is
// given as the text that it is.
func readContents(raw json.RawMessage) []mcp.Content {
	var list []json.RawMessage
	switch {
	case len(raw) == 0 || bytes.Equal(raw, []byte("null")):
		return nil
	case json.Unmarshal(raw, &list) != nil:
		list = []json.RawMessage{raw}
	}
	all := make([]mcp.Content, 0, len(list))
	for _, item := range list {
		item = inOneReading(item)
		c := readContent(item)
		var typed struct {
			Type string `json:"type"`
		}
		if json.Unmarshal(item, &typed) == nil && slices.Contains([]string{"text", "image", "audio", "resource", "resource_link"}, typed.Type) && (c.Kind != mcp.KindText || typed.Type == "text") {
			c.Raw = item
		}
		all = append(all, c)
	}
	return all
}

// inOneReading writes a piece anew so that everybody reads the same: names once, and those that MCP
// knows in no other letters. We, like all of Go, would take "TEXT" for "text", and other readers do not.
func inOneReading(raw json.RawMessage) json.RawMessage {
	var piece map[string]any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if d.Decode(&piece) != nil {
		return raw
	}
	known := []string{"type", "text", "data", "mimeType", "uri", "name", "title", "description", "blob", "resource", "annotations", "size", "icons", "_meta"}
	tidy := func(m map[string]any) {
		for key := range m {
			if !slices.Contains(known, key) && slices.ContainsFunc(known, func(k string) bool { return strings.EqualFold(k, key) }) {
				delete(m, key)
			}
		}
	}
	tidy(piece)
	if resource, ok := piece["resource"].(map[string]any); ok {
		tidy(resource)
		if _, both := resource["blob"]; both && resource["text"] != nil { // one of them would be read, by each reader another
			delete(resource, "blob")
		}
	}
	if _, both := piece["blob"]; both && piece["text"] != nil {
		delete(piece, "blob")
	}
	whole, err := json.Marshal(piece)
	if err != nil {
		return raw
	}
	return whole
}

// readContent reads one piece.
func readContent(raw json.RawMessage) mcp.Content {
	var plain string
	if json.Unmarshal(raw, &plain) == nil {
		return mcp.Content{Kind: mcp.KindText, Text: plain}
	}
	var c rawContent
	if json.Unmarshal(raw, &c) != nil {
		return mcp.Content{Kind: mcp.KindText, Text: string(raw)}
	}
	switch c.Type {
	case "text":
		if c.Text != nil {
			return mcp.Content{Kind: mcp.KindText, Text: *c.Text}
		}
	case "image", "audio":
		if data, ok := decode(c.Data); ok {
			return mcp.Content{Kind: c.Type, MIME: c.MIME, Data: data}
		}
		return mcp.Content{Kind: mcp.KindText, Text: "[the server sent " + c.Type + " data that cannot be decoded]"}
	case "resource":
		if r, ok := embedded(c.Resource); ok {
			return r
		}
	case "resource_link":
		name := c.Title
		if name == "" {
			name = c.Name
		}
		return mcp.Content{Kind: mcp.KindLink, URI: c.URI, Name: name, MIME: c.MIME, Text: c.Description}
	}
	return mcp.Content{Kind: mcp.KindText, Text: string(raw)}
}

// embedded reads what a resource holds: text, or bytes.
func embedded(raw json.RawMessage) (mcp.Content, bool) {
	var c rawContent
	if len(raw) == 0 || json.Unmarshal(raw, &c) != nil {
		return mcp.Content{}, false
	}
	r := mcp.Content{Kind: mcp.KindResource, URI: c.URI, MIME: c.MIME}
	switch {
	case c.Text != nil:
		r.Text = *c.Text
		return r, true
	case c.Blob != nil:
		data, ok := decode(*c.Blob)
		if !ok {
			r.Text = "[the server sent data that cannot be decoded]"
		}
		r.Data = data
		return r, true
	}
	return mcp.Content{}, false
}

// decode reads base64 of either alphabet, with or without its padding.
func decode(text string) ([]byte, bool) {
	text = strings.TrimRight(strings.Map(func(r rune) rune {
		switch r {
		case ' ', '\n', '\r', '\t':
			return -1
		case '-':
			return '+'
		case '_':
			return '/'
		}
		return r
	}, text), "=")
	data, err := base64.RawStdEncoding.DecodeString(text)
	return data, err == nil
}

// readContentsOf reads the result of resources/read.
func readContentsOf(raw json.RawMessage) (*mcp.Answer, error) {
	var r struct {
		Contents []json.RawMessage `json:"contents"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, notAResult()
	}
	a := &mcp.Answer{}
	for _, item := range r.Contents {
		item = inOneReading(item)
		c, ok := embedded(item)
		if !ok {
			c = mcp.Content{Kind: mcp.KindText, Text: string(item)}
		} else if whole, err := json.Marshal(map[string]any{"type": mcp.KindResource, "resource": item}); err == nil {
			c.Raw = whole
		}
		a.Content = append(a.Content, c)
	}
	return a, nil
}

// readMessages reads the result of prompts/get: the messages are its structured result, and each
// is a text with its role as well.
func readMessages(raw json.RawMessage) (*mcp.Answer, error) {
	var r struct {
		Messages []struct {
			Role    string          `json:"role"`
			Content json.RawMessage `json:"content"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(raw, &r); err != nil {
		return nil, notAResult()
	}
	a := &mcp.Answer{Structured: raw}
	for _, m := range r.Messages {
		a.Content = append(a.Content, mcp.Content{Kind: mcp.KindText, Text: "[" + mcp.Clip(m.Role, 20) + "]"})
		a.Content = append(a.Content, readContents(m.Content)...)
	}
	return a, nil
}
