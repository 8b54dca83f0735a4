package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"handrail/internal/jsonfile"
	"handrail/tools"
)

// Digest names a definition: every change of it that a model, a person or a call
// could notice is another digest. The order of keys and the spaces in its schemas
// do not count: some servers write them as they come.
func (d Definition) Digest() string {
	parts := []string{"definition", d.Name, d.Title, d.Description, canonical(d.Input), canonical(d.Output), d.Hints.text()}
	if len(d.More) > 0 {
		parts = append(parts, canonical(d.More))
	}
	if d.Task {
		parts = append(parts, "task")
	}
	return tools.Digest(parts...)
}

// canonical is a JSON text with sorted keys and no spaces; other text as it is.
func canonical(raw json.RawMessage) string {
	if sorted, ok := jsonfile.Sorted(raw); ok {
		return string(sorted)
	}
	return string(raw)
}

// text says what hints there are.
func (h Hints) text() string {
	var out []string
	for _, hint := range []struct {
		name  string
		value *bool
	}{{"read-only", h.ReadOnly}, {"destructive", h.Destructive}, {"idempotent", h.Idempotent}, {"open world", h.OpenWorld}} {
		if hint.value != nil {
			out = append(out, fmt.Sprintf("%s: %t", hint.name, *hint.value))
		}
	}
	return strings.Join(out, ", ")
}

// Text is a definition as a person reads it, and as two of them are compared: a
// line each for its words, and its schemas indented with sorted keys.
func (d Definition) Text() string {
	var b strings.Builder
	fmt.Fprintf(&b, "name: %s\n", plainLine(d.Name, MaxToolName))
	if d.Title != "" {
		fmt.Fprintf(&b, "title: %s\n", plainLine(d.Title, MaxToolName))
	}
	b.WriteString("what it says of itself to people and models:\n")
	for line := range strings.SplitSeq(strings.TrimRight(strings.ToValidUTF8(d.Description, "\uFFFD"), "\n"), "\n") {
		b.WriteString("  " + strings.TrimRight(line, "\r") + "\n")
	}
	hints := d.Hints.text()
	if hints == "" {
		hints = "nothing"
	}
	fmt.Fprintf(&b, "what the server claims of it: %s\n", hints)
	b.WriteString("input:\n" + indented(d.Input))
	if len(d.Output) > 0 {
		b.WriteString("output:\n" + indented(d.Output))
	}
	if d.Task {
		b.WriteString("it is run as a task\n")
	}
	if len(d.More) > 0 {
		b.WriteString("icons and other things for programs:\n" + indented(d.More))
	}
	return visible(b.String())
}

// visible writes out characters that cannot be seen: "<U+200B>".
func visible(text string) string {
	if !strings.ContainsFunc(text, hidden) {
		return text
	}
	var b strings.Builder
	for _, r := range text {
		if hidden(r) {
			fmt.Fprintf(&b, "<U+%04X>", r)
		} else {
			b.WriteRune(r)
		}
	}
	return b.String()
}

func indented(raw json.RawMessage) string {
	if len(raw) == 0 {
		return "  (not described)\n"
	}
	var b bytes.Buffer
	if json.Indent(&b, []byte(canonical(raw)), "  ", "  ") != nil {
		return "  " + plainLine(string(raw), 1000) + "\n"
	}
	return "  " + b.String() + "\n"
}
