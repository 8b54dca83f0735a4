package cli

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"unicode"

	"handrail/tools"
)

// print writes v as one line of JSON on standard output.
func (out *printer) print(v any) error {
	enc := json.NewEncoder(out.env.Stdout)
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}

// closing closes the app when a verb ends, and keeps the first error.
func closing(c io.Closer, err *error) {
	*err = errors.Join(*err, c.Close())
	if joined, ok := (*err).(interface{ Unwrap() []error }); ok && len(joined.Unwrap()) == 1 {
		*err = joined.Unwrap()[0]
	}
}

// firstLine is the first line of text that is not empty.
func firstLine(text string) string {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line != "" {
			return line
		}
	}
	return ""
}

// shortWidth is how many characters of what others say of a thing a table shows.
const shortWidth = 100

// short cuts text that is too wide for a table, at a space if there is one near.
func short(text string) string {
	runes := []rune(text)
	if len(runes) <= shortWidth {
		return text
	}
	cut := string(runes[:shortWidth-1])
	if at := strings.LastIndexByte(cut, ' '); at > len(cut)*3/4 {
		cut = cut[:at]
	}
	return cut + "…"
}

// clean makes text of others safe to print on a terminal: control characters
// other than tab become visible, so that no escape sequence gets through.
func clean(text string) string {
	return strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			return r
		}
		if unicode.IsControl(r) {
			return '\uFFFD'
		}
		return r
	}, text)
}

// cut shortens text to n characters.
func cut(text string, n int) string {
	runes := []rune(text)
	if len(runes) <= n {
		return text
	}
	return string(runes[:n-1]) + "…"
}

// resultLine is a call's result as --json prints it (docs/spec/01-command-line.md).
type resultLine struct {
	Type    string       `json:"type"`
	ID      string       `json:"id"`
	Content string       `json:"content"`
	Parts   []tools.Part `json:"parts,omitempty"`
	Error   *errorLine   `json:"error,omitempty"`
	Meta    tools.Meta   `json:"meta"`
}

// errorLine is a call's error with what to do about it.
type errorLine struct {
	*tools.Error
	Next string `json:"next,omitempty"`
}

func lineOf(id string, r tools.Result) resultLine {
	line := resultLine{Type: "tool_result", ID: id, Content: r.Content, Parts: r.Parts, Meta: r.Meta}
	if r.Error != nil {
		line.Error = &errorLine{r.Error, actionWords(r.Error.Action)}
	}
	return line
}
