package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"

	"handrail/internal/terminal"
	"handrail/tools"
)

// print writes v as one line of JSON on standard output. On a terminal what
// would act there is escaped, and the JSON still means the same.
func (out *printer) print(v any) error {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return err
	}
	raw := line.Bytes()
	if _, ok := out.env.Stdout.(*terminal.Screen); ok {
		raw = terminal.JSON(raw)
	}
	_, err := out.env.Stdout.Write(raw)
	return err
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

// clean makes text of others safe to look at wherever it is printed to. A
// terminal.Screen would do the same; a pipe may lead to one.
func clean(text string) string { return terminal.Shown(text) }

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
