package hooks

import (
	"bytes"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
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
	if strings.ContainsRune(text, 0) { // UTF-16, in which every second byte of it is one
		if plain := strings.Trim(strings.ToValidUTF8(strings.ReplaceAll(text, "\x00", ""), ""), "\ufeff\ufffd \r\n"); strings.HasPrefix(plain, "{") || decisive(h.Format, plain) != "" {
			return answer{text: text, broken: "it printed JSON in UTF-16, or with bytes that are 0; print it in UTF-8"}
		}
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
	if err == nil && !a.block {
		err = otherFormat(h, o)
	}
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

// ourKeys and claudeKeys are the keys of JSON that only a decision of the one or the other format has.
func ourKeys() []string { return []string{"block", "modified_input", "modified_output"} }
func claudeKeys() []string {
	return []string{"decision", "hookSpecificOutput", "permissionDecision", "continue"}
}

// otherFormat refuses a decision that says nothing in the format of its hook: it may have
// been a no, in the other one or in other letters.
func otherFormat(h Hook, o map[string]json.RawMessage) error {
	ours, theirs := ourKeys(), claudeKeys()
	if h.Format == Claude {
		ours, theirs = theirs, ours
	}
	for key := range o {
		if i := slices.IndexFunc(theirs, func(k string) bool { return strings.EqualFold(k, key) }); i >= 0 {
			if h.Format == Claude {
				return fmt.Errorf("it printed %q, as hooks of the format \"handrail\" do, and its own is \"claude\"; write \"format\": \"handrail\" in its entry%s, or have it print {\"decision\": \"block\"} to refuse", key, inFile(h))
			}
			return fmt.Errorf("it printed %q, as hooks for Claude Code do; write \"format\": \"claude\" in its entry%s, or have it print {\"block\": true} to refuse", key, inFile(h))
		}
		if i := slices.IndexFunc(ours, func(k string) bool { return k != key && strings.EqualFold(k, key) }); i >= 0 {
			return fmt.Errorf("it printed %q; the key is %q", key, ours[i])
		}
		if h.Format == Claude && key == "permissionDecision" {
			return fmt.Errorf("it printed %q beside \"hookSpecificOutput\"; it belongs into it", key)
		}
	}
	return nil
}

func inFile(h Hook) string {
	if h.File == "" {
		return ""
	}
	return " in " + h.File
}

// decisive finds a word in text that only a decision has: a decision with text
// around it must not pass as text. Of the other format it is one only where a
// value follows: text may say such words.
func decisive(f Format, text string) string {
	ours, theirs := ourKeys(), claudeKeys()
	if f == Claude {
		ours, theirs = theirs, ours
	}
	text = strings.ToLower(unescaped(text))
	for _, w := range ours {
		if strings.Contains(text, `"`+strings.ToLower(w)+`"`) {
			return `"` + w + `"`
		}
	}
	for _, w := range append(ours, theirs...) {
		for _, quote := range []string{`"`, "'"} {
			for _, after := range strings.Split(text, quote+strings.ToLower(w)+quote)[1:] {
				if strings.HasPrefix(strings.TrimLeft(after, " \t\r\n"), ":") {
					return `"` + w + `"`
				}
			}
		}
	}
	return ""
}

// unescaped is text with its letters of ASCII that JSON has escaped.
func unescaped(text string) string {
	parts := strings.Split(text, `\u00`)
	for i, part := range parts[1:] {
		code, err := hex.DecodeString(part[:min(2, len(part))])
		if err != nil || len(code) != 1 || code[0] >= 0x80 {
			parts[i+1] = `\u00` + part
			continue
		}
		parts[i+1] = string(code) + part[2:]
	}
	return strings.Join(parts, "")
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
