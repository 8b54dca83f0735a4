package bridge

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A prompt says what can be typed. The default stands in capitals.
type prompt struct {
	long, seen   bool // more than a screen; all of it was shown
	lines        int
	yes          string
	always, edit bool
	limit        time.Duration
}

// String writes the prompt.
func (p prompt) String() string {
	var parts []string
	add := func(when bool, text string) {
		if when {
			parts = append(parts, text)
		}
	}
	add(p.seen, "y: "+p.yes)
	add(p.seen && p.always, "a: always…")
	add(!p.seen, fmt.Sprintf("r: read all %d lines", p.lines))
	add(p.long && p.seen, "r: read again")
	add(p.edit, "i: show the input, e NAME=VALUE: change it")
	add(true, "d WHY: deny with a reason")
	add(true, "N: deny")
	return strings.Join(parts, ", ") + ", within " + span(p.limit) + " >"
}

// edited is the input with one value exchanged: NAME=TEXT, or NAME:=JSON for any
// other value. Whether it fits is the door's to say.
func edited(input json.RawMessage, pair string) (json.RawMessage, error) {
	name, text, ok := strings.Cut(pair, "=")
	if !ok || strings.Trim(name, ": ") == "" {
		return nil, errors.New("write e NAME=VALUE, as in e path=notes.md, or e NAME:=JSON, as in e limit:=20")
	}
	values := map[string]json.RawMessage{}
	if err := json.Unmarshal(input, &values); err != nil {
		return nil, fmt.Errorf("the input cannot be changed here: %w", err)
	}
	value, err := json.Marshal(text)
	if other, isJSON := strings.CutSuffix(name, ":"); isJSON {
		name, value = other, json.RawMessage(text)
		if !json.Valid(value) {
			err = fmt.Errorf("the value of %s:= is not JSON", oneLine(other, 60))
		}
	}
	if err != nil {
		return nil, err
	}
	values[strings.TrimSpace(name)] = value
	return json.Marshal(values)
}

// indented is an input as a person reads it.
func indented(input json.RawMessage) string {
	var out bytes.Buffer
	if json.Indent(&out, input, "", "  ") != nil {
		return string(input)
	}
	return out.String()
}
