package hooks

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"handrail/internal/jsonfile"
)

// An answer is what a hook's standard output says (docs/spec/10-hooks.md#output).
type answer struct {
	block   bool
	halt    bool            // with block: the run stops, too
	message string          // of a block, or of a question
	ask     bool            // the person must be asked
	input   json.RawMessage // the new input; nil: as it was
	output  *string         // the new content; nil: as it was
	failure *string         // the new message of what went wrong; nil: as it was
	text    string          // what is no decision, and is logged
	// broken says why it seems to be a decision and cannot be read as one. Of a
	// blocking hook that is an error: it may have been a no.
	broken string
}

// A Decision is what the hooks of one phase decided together.
type Decision struct {
	Block    bool            // the call is refused, or its content withheld
	Reason   string          // what the model reads
	HeldBack bool            // it blocks because a hook is not what the person trusted
	Stop     bool            // the run must end with Reason as its error
	By       string          // the hook that decided or changed something, with its file
	Ask      string          // pre_tool: why the person must be asked; it never loosens anything
	Input    json.RawMessage // pre_tool: the new input, if it changed
	Output   *string         // post_tool: the new content, if it changed
	Error    *string         // post_tool: the new message of what went wrong, if it changed
	Ran      []Trace         // every hook that saw the call, in order
}

// readAnswer reads what a hook printed. whole is false if part of it was dropped.
func readAnswer(h Hook, e Event, text string, whole bool) answer {
	text = strings.TrimSpace(text)
	if text == "" {
		return answer{}
	}
	if !strings.HasPrefix(text, "{") {
		if word := decisive(h.Format, text); word != "" {
			return answer{text: text, broken: fmt.Sprintf("it printed %s among other text; print the JSON alone on standard output, and everything else on standard error", word)}
		}
		return answer{text: text}
	}
	if !whole {
		return answer{text: text, broken: "it printed more JSON than is kept; print less"}
	}
	o, err := readObject(text)
	if err != nil {
		return answer{text: text, broken: fmt.Sprintf("it printed JSON that cannot be read (%v); print one whole JSON object, or text that does not begin with {", err)}
	}
	read := plainAnswer
	if h.Format == Claude {
		read = claudeAnswer
	}
	a, err := read(o, e)
	if err != nil {
		return answer{text: text, broken: err.Error()}
	}
	if a.isNothing() {
		a.text = text
	}
	return a
}

func (a answer) isNothing() bool {
	return !a.block && !a.ask && a.input == nil && a.output == nil && a.failure == nil && a.text == ""
}

// decisive finds a word in text that only a decision has: a decision with text
// around it must not pass as text.
func decisive(f Format, text string) string {
	words := []string{`"block"`, `"modified_input"`, `"modified_output"`}
	if f == Claude {
		words = []string{`"decision"`, `"hookSpecificOutput"`, `"permissionDecision"`, `"continue"`}
	}
	for _, w := range words {
		if strings.Contains(strings.ToLower(text), strings.ToLower(w)) {
			return w
		}
	}
	return ""
}

// readObject reads text that is one JSON object and nothing else. A key that is
// given twice is an error: which one counts would depend on the reader.
func readObject(text string) (map[string]json.RawMessage, error) {
	v, err := jsonfile.Parse([]byte(text), 1, jsonfile.Options{Levels: 1})
	if at, ok := errors.AsType[*jsonfile.Error](err); ok {
		switch at.Reason {
		case jsonfile.Trailing:
			return nil, errors.New("it goes on after the object")
		case jsonfile.Cut:
			return nil, errors.New("it ends too early")
		default:
			return nil, errors.New(at.Detail)
		}
	}
	if again := v.Repeats(); len(again) > 0 {
		return nil, fmt.Errorf("it gives %q twice", again[0].Name)
	}
	o := map[string]json.RawMessage{}
	for _, m := range v.Members {
		o[m.Name] = m.Value.Raw
	}
	return o, nil
}

// plainAnswer reads the shapes of docs/spec/10-hooks.md#output: a decision, or
// what came in with another input (or content).
func plainAnswer(o map[string]json.RawMessage, e Event) (answer, error) {
	for key := range o {
		if key != "block" && strings.EqualFold(key, "block") {
			return answer{}, fmt.Errorf("it printed %q; the key is \"block\"", key)
		}
	}
	_, block := o["block"]
	_, input := o["modified_input"]
	_, output := o["modified_output"]
	if block || input || output {
		return decision(o, e)
	}
	return echo(o, e)
}

// decision reads {"block", "message", "modified_input", "modified_output"}.
func decision(o map[string]json.RawMessage, e Event) (a answer, err error) {
	if raw, given := o["block"]; given && !truth(raw, &a.block) {
		return answer{}, fmt.Errorf("its \"block\" is %s; write true or false", short(raw))
	}
	if raw, given := o["message"]; given && !isNull(raw) {
		if err := json.Unmarshal(raw, &a.message); err != nil {
			a.message = string(raw)
		}
	}
	if raw := o["modified_input"]; e.Phase == PreTool && raw != nil && !isNull(raw) {
		if a.input, err = object(raw, "modified_input"); err != nil {
			return answer{}, err
		}
	}
	if raw := o["modified_output"]; e.Phase == PostTool && raw != nil && !isNull(raw) {
		text := asText(raw)
		a.output = &text
	}
	return a, nil
}

// echo reads what came in, with another input or content: {"tool","input"}, after
// a call {"tool","input","content","error"?}.
func echo(o map[string]json.RawMessage, e Event) (a answer, err error) {
	var tool string
	if raw, given := o["tool"]; given && (json.Unmarshal(raw, &tool) != nil || tool != e.Tool) {
		return answer{}, fmt.Errorf("it printed a call of the tool %s; a hook cannot make another tool of %q", short(raw), e.Tool)
	}
	switch e.Phase {
	case PreTool:
		if raw, given := o["input"]; given {
			a.input, err = object(raw, "input")
		}
	case PostTool:
		if raw, given := o["content"]; given {
			text := asText(raw)
			a.output = &text
		}
		if raw, given := o["error"]; given && e.Error != "" && !isNull(raw) {
			text := asText(raw)
			a.failure = &text
		}
	}
	return a, err
}

// object checks that a new input is a JSON object.
func object(raw json.RawMessage, name string) (json.RawMessage, error) {
	if raw[0] != '{' {
		return nil, fmt.Errorf("its %q is %s; it must be a JSON object", name, short(raw))
	}
	return compact(raw), nil
}

// compact writes JSON on one line.
func compact(raw json.RawMessage) json.RawMessage {
	var b bytes.Buffer
	if json.Compact(&b, raw) != nil {
		return raw
	}
	return b.Bytes()
}

// truth reads true or false and nothing else.
func truth(raw json.RawMessage, into *bool) bool {
	switch string(raw) {
	case "true":
		*into = true
	case "false":
		*into = false
	default:
		return false
	}
	return true
}

func isNull(raw json.RawMessage) bool { return string(raw) == "null" }

// asText is a JSON string's text, and other JSON as it is.
func asText(raw json.RawMessage) string {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		return text
	}
	return string(compact(raw))
}

// short is a value for a message.
func short(raw json.RawMessage) string { return limit(string(compact(raw)), 60) }
