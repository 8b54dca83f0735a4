package cli

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"handrail/journal"
)

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
