package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"handrail/internal/terminal"
	"handrail/journal"
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

// told is what the data of any kind of event may hold.
type told struct {
	Text    string            `json:"text"`
	Skills  []string          `json:"skills"`
	Calls   []json.RawMessage `json:"calls"`
	Tool    string            `json:"tool"`
	Input   json.RawMessage   `json:"input"`
	By      string            `json:"by"`
	Reason  string            `json:"reason"`
	Title   string            `json:"title"`
	Detail  string            `json:"detail"`
	Content string            `json:"content"`
	Error   string            `json:"error"`
	Code    string            `json:"code"`
	Same    bool              `json:"same"`
	Unknown bool              `json:"unknown"`
	File    string            `json:"file"`
	State   string            `json:"state"`
	Meta    struct {
		Stages []struct {
			Name   string `json:"name"`
			Result string `json:"result"`
			Micros int64  `json:"micros"`
		} `json:"stages"`
	} `json:"meta"`
}

// describe says in one line what an event tells.
func describe(e journal.Event) string {
	var d told
	if err := json.Unmarshal(e.Data, &d); err != nil {
		return cut(clean(string(e.Data)), 200)
	}
	text := strings.ReplaceAll(clean(strings.TrimSpace(d.say(string(e.Kind)))), "\n", "⏎ ")
	if e.Kind == "returned" {
		return cut(text, 200) + d.chain()
	}
	return cut(text, 200)
}

func (d told) say(kind string) string {
	switch kind {
	case "prompted":
		if len(d.Skills) > 0 {
			return fmt.Sprintf("%s (skills: %s)", d.Text, strings.Join(d.Skills, ", "))
		}
		return d.Text
	case "replied":
		if len(d.Calls) > 0 {
			return fmt.Sprintf("%s (requests %s)", d.Text, plural(len(d.Calls), "call"))
		}
		return d.Text
	case "called":
		return d.Tool + " " + string(d.Input)
	case "changed":
		return d.By + " changed it to " + string(d.Input)
	case "allowed", "blocked", "declined", "expired":
		return join(": ", d.By, d.Reason)
	case "asked", "started":
		return d.Title + ": " + d.Detail
	case "output":
		return d.Text
	case "finished", "returned":
		return d.outcome()
	case "problem":
		return d.File + ": " + d.Text
	}
	return join(" ", d.State, d.Reason)
}

// outcome is what came out of a call.
func (d told) outcome() string {
	switch {
	case d.Unknown:
		return "unknown: " + d.Error
	case d.Error != "":
		return d.Code + ": " + d.Error
	case d.Same:
		return "unchanged"
	}
	return d.Content
}

// chain is the way that a call went: each stage, what became of it there, and
// how long it took.
func (d told) chain() string {
	var parts []string
	for _, s := range d.Meta.Stages {
		parts = append(parts, fmt.Sprintf("%s %s %s", s.Name, s.Result, time.Duration(s.Micros)*time.Microsecond))
	}
	if len(parts) == 0 {
		return ""
	}
	return " [" + strings.Join(parts, ", ") + "]"
}

// join joins what is not empty.
func join(between string, parts ...string) string {
	var out []string
	for _, p := range parts {
		if p != "" {
			out = append(out, p)
		}
	}
	return strings.Join(out, between)
}
