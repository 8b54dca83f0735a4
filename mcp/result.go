package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"handrail/tools"
)

// MaxParts is how much an answer may carry beside its text, in bytes of data. What
// goes beyond is left out, and the text says so.
const MaxParts = 20 << 20

// failureLimit is how much of a server's text stands in the error of a failed
// call, in bytes; all of it is the content.
const failureLimit = 500

// result makes a Result of an answer (docs/spec/15-results.md): what is text
// becomes one text, what is not becomes parts, each with a line of the text
// that says that it is there. The text is not cut here: the pipeline fits it,
// as it does for every tool.
func (a *Answer) result(server string) (tools.Result, error) {
	r := &reader{}
	for _, c := range a.Content {
		r.add(c)
	}
	if !r.said && len(a.Structured) > 0 && string(a.Structured) != "null" {
		r.line(compact(a.Structured))
	}
	out := tools.Result{Content: r.text.String(), Parts: r.parts, Original: a.original(r.text.String())}
	if !a.Failed {
		return out, nil
	}
	why := plainLine(out.Content, failureLimit)
	if why == "" {
		why = "it does not say why"
	}
	return out, tools.Errorf(tools.ExecutionFailed, "the server %q says that it failed: %s", server, why)
}

// original is the answer as it came, as far as clients may get it. text is what is read of it otherwise.
func (a *Answer) original(text string) *tools.Original {
	out := &tools.Original{Pieces: []json.RawMessage{}}
	if first := bytes.TrimLeft(a.Structured, " \t\r\n"); len(first) > 0 && first[0] == '{' {
		out.Structured = a.Structured
		if whole := compact(a.Structured); !strings.Contains(text, whole) && !sameJSON(text, whole) {
			out.Aside = whole + "\n"
		}
	}
	size := len(out.Structured)
	for _, c := range a.Content {
		if c.Raw == nil {
			c.Raw = TextPiece(c.Text)
		}
		if size += len(c.Raw); size > 2*MaxParts { // base64, and then some
			out.Pieces = nil
			break
		}
		out.Pieces = append(out.Pieces, c.Raw)
		out.Aside += aside(c.Raw, text)
	}
	return out
}

// sameJSON reports whether both texts are the same JSON.
func sameJSON(a, b string) bool {
	var x, y any
	return json.Unmarshal([]byte(a), &x) == nil && json.Unmarshal([]byte(b), &y) == nil && reflect.DeepEqual(x, y)
}

// aside is what of a piece is not in a text, without the data of pictures and sounds: those are in the
// result's parts.
func aside(raw json.RawMessage, text string) string {
	var piece map[string]any
	if json.Unmarshal(raw, &piece) != nil {
		return string(raw) + "\n"
	}
	plain := map[string][]string{"text": {"type", "text"}, "image": {"type", "data"}, "audio": {"type", "data"}, "resource": {"type"}, "resource_link": {"type"}}
	kind, _ := piece["type"].(string)
	for _, key := range plain[kind] {
		if value, ok := piece[key].(string); ok && (key != "text" || strings.Contains(text, value)) {
			delete(piece, key)
		}
	}
	if resource, ok := piece["resource"].(map[string]any); ok {
		delete(resource, "blob") // it is a part
	}
	if !hasUnseen(piece, text) {
		return ""
	}
	rest, _ := json.Marshal(piece) // it came from JSON
	return string(rest) + "\n"
}

// hasUnseen reports whether there is a name or a text in JSON that is not in a text. Those of annotations
// say nothing.
func hasUnseen(v any, text string) bool {
	switch v := v.(type) {
	case map[string]any:
		for key, value := range v {
			known := slices.Contains([]string{"mimeType", "uri", "name", "title", "description", "resource", "annotations", "audience", "priority", "lastModified", "size", "text", "type"}, key)
			if !known || hasUnseen(value, text) {
				return true
			}
		}
	case []any:
		return slices.ContainsFunc(v, func(item any) bool { return hasUnseen(item, text) })
	case string:
		return v != "user" && v != "assistant" && !strings.Contains(text, v)
	}
	return false
}

// TextPiece is a text as a piece of an answer.
func TextPiece(text string) json.RawMessage {
	raw, _ := json.Marshal(map[string]string{"type": KindText, "text": text}) // texts always do
	return raw
}

// A reader puts the pieces of an answer together.
type reader struct {
	text  strings.Builder
	parts []tools.Part
	size  int
	said  bool // there is text of the server's own
}

func (r *reader) line(text string) {
	if r.text.Len() > 0 {
		r.text.WriteByte('\n')
	}
	r.text.WriteString(strings.ToValidUTF8(text, "\uFFFD"))
}

func (r *reader) add(c Content) {
	switch {
	case c.Kind == KindText:
		r.said = r.said || strings.TrimSpace(c.Text) != ""
		r.line(c.Text)
	case c.Kind == KindLink:
		r.line(linkLine(c))
	case c.Kind == KindResource && len(c.Data) == 0:
		r.said = true
		r.line("[" + headOf("resource", c) + "]\n" + c.Text)
	case len(c.Data) == 0 && c.Text != "":
		r.said = true
		r.line(c.Text) // of a kind that is not known here
	default:
		r.part(c)
	}
}

// part takes data that is no text.
func (r *reader) part(c Content) {
	if c.MIME == "" {
		c.MIME = "application/octet-stream"
	}
	kind := c.Kind
	if kind == "" {
		kind = "data"
	}
	c.MIME = plainLine(c.MIME, 100)
	head := headOf(kind, c)
	switch {
	case len(c.Data) == 0:
		r.line("[" + head + ", empty]")
	case r.size+len(c.Data) > MaxParts:
		r.line(fmt.Sprintf("[%s, %s: left out, because an answer may carry %s beside its text]", head, bytesText(len(c.Data)), bytesText(MaxParts)))
	default:
		r.size += len(c.Data)
		r.parts = append(r.parts, tools.Part{MIME: c.MIME, Data: c.Data})
		r.line(fmt.Sprintf("[%s, %s]", head, bytesText(len(c.Data))))
	}
}

// headOf names a piece of an answer: "image image/png", "resource file:///a (text/plain)".
func headOf(kind string, c Content) string {
	uri, mime := plainLine(c.URI, 2000), plainLine(c.MIME, 100)
	switch {
	case uri != "" && mime != "":
		return fmt.Sprintf("%s %s (%s)", kind, uri, mime)
	case uri != "":
		return kind + " " + uri
	case mime != "":
		return kind + " " + mime
	}
	return kind
}

// linkLine is one line about a resource that can be read from the server.
func linkLine(c Content) string {
	text := "[link to " + headOf("a resource", c)
	if name := plainLine(c.Name, 200); name != "" {
		text += ": " + name
	}
	if about := plainLine(c.Text, 500); about != "" {
		text += " - " + about
	}
	return text + "]"
}

// bytesText says a size in words.
func bytesText(n int) string {
	switch {
	case n < 1000:
		return fmt.Sprintf("%d bytes", n)
	case n < 1000*1000:
		return fmt.Sprintf("%d KB", (n+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(n)/1e6)
}

func compact(raw json.RawMessage) string {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return string(raw)
	}
	return b.String()
}
