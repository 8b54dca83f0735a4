package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"handrail/agent/llm"
	"handrail/internal/lazy"
	"handrail/tools"
)

// An InputError is a line such as /read path=a.txt that cannot be understood.
type InputError struct{ Text string }

// Error implements error.
func (e *InputError) Error() string { return e.Text }

// directLine is a line that calls a tool: a slash, the tool's name, and then
// nothing or white space. "/etc/hosts is odd" is no such line.
var directLine = lazy.Regexp(`^/([A-Za-z0-9_-]{1,128})(?:\s+|$)`)

// Line splits a line such as "/read path=a.txt", which calls a tool directly
// (docs/spec/01-command-line.md) or starts a skill.
func Line(text string) (name, words string, ok bool) { return direct(text) }

// direct splits a line that calls a tool directly (docs/spec/01-command-line.md).
func direct(text string) (name, words string, ok bool) {
	text = strings.TrimSpace(text)
	m := directLine().FindStringSubmatch(text)
	if m == nil {
		return "", "", false
	}
	return m[1], strings.TrimSpace(text[len(m[0]):]), true
}

// direct runs the one call that the person asked for; the model is not asked, but can speak about it later.
func (r *run) direct(ctx context.Context, name, words string) error {
	e, known := r.offered[name]
	if !known {
		e = r.offered[tools.Canonical(name)]
	}
	raw, err := Input(words, e)
	if err != nil {
		return &InputError{Text: fmt.Sprintf("/%s: %v", name, err)}
	}
	calls, err := r.callAsPerson(ctx, []llm.Call{{Name: name, Arguments: string(raw)}})
	if err != nil {
		return err
	}
	r.text = calls[0].result.Text
	return nil
}

// callAsPerson makes calls in the person's name. In the conversation they are an answer of the model with
// their results.
func (r *run) callAsPerson(ctx context.Context, list []llm.Call) ([]pending, error) {
	r.turn++
	calls, err := r.reply(ctx, llm.Answer{Calls: list, Stop: llm.StopCalls}, true)
	if err != nil {
		return nil, err
	}
	for i := range calls {
		calls[i].call.Caller = r.loop.person()
	}
	return calls, r.act(ctx, calls, false)
}

// person is who makes calls of the person's own.
func (l *Loop) person() tools.Caller {
	return tools.Caller{Kind: tools.CallerPerson, User: l.Agent.User}
}

// Input reads what a person types after a tool's name: nothing, a JSON object, or
// words such as key=value, key="two words", key='as "it" is': see Pairs. The
// schema itself is checked by the pipeline.
func Input(words string, e tools.Entry) (json.RawMessage, error) {
	words = strings.TrimSpace(words)
	if words == "" {
		return json.RawMessage("{}"), nil
	}
	if strings.HasPrefix(words, "{") {
		if !json.Valid([]byte(words)) {
			return nil, errors.New("the input begins like JSON, but it is not a whole JSON object; check its quotes and braces")
		}
		return json.RawMessage(words), nil
	}
	list, err := split(words)
	if err != nil {
		return nil, err
	}
	return Pairs(list, e)
}

// Pairs makes an input of key=value words, as a shell or Input has split them. A
// value is read as the type that the tool's schema gives the key: numbers,
// booleans and objects as JSON; of an array, each key=value adds an element, or
// the value is the whole as JSON. key:=JSON gives any value. Keys that the schema
// does not know are text, and one that comes twice is a list. The zero Entry
// knows none.
func Pairs(words []string, e tools.Entry) (json.RawMessage, error) {
	types := typesOf(e)
	input := map[string]any{}
	for _, w := range words {
		key, text, found := strings.Cut(w, "=")
		if !found || strings.Trim(key, ":") == "" || strings.ContainsAny(key, " \t\r\n\"'") {
			return nil, fmt.Errorf("%q is neither JSON nor key=value; write the input as key=value words or as one JSON object", w)
		}
		var value any
		if name, isJSON := strings.CutSuffix(key, ":"); isJSON {
			key = name
			if err := json.Unmarshal([]byte(text), &value); err != nil {
				return nil, fmt.Errorf("the value of %s:= is not JSON: %w", key, err)
			}
		} else {
			value = typed(text, types[key])
		}
		before, twice := input[key]
		switch known := types[key]; {
		case !twice:
		case known != "array" && known != "":
			return nil, fmt.Errorf("%s is given twice, as %v and as %q", key, before, text)
		default:
			value = joined(before, value)
		}
		input[key] = value
	}
	raw, err := json.Marshal(input)
	if err != nil {
		return nil, fmt.Errorf("the input cannot be written as JSON: %w", err)
	}
	return raw, nil
}

// joined is a list of what was there and what has come.
func joined(before, more any) []any {
	list, isList := before.([]any)
	if !isList {
		list = []any{before}
	}
	if added, isList := more.([]any); isList {
		return append(list, added...)
	}
	return append(list, more)
}

// typesOf is the type of each input of a tool, by its name and its other names.
func typesOf(e tools.Entry) map[string]string {
	types := map[string]string{}
	if e.Info.Input == nil {
		return types
	}
	for _, p := range e.Info.Input.Parameters() {
		types[p.Name] = p.Type
		for _, alias := range p.Aliases {
			types[alias] = p.Type
		}
	}
	return types
}

// typed reads a value. What does not fit the type stays text: the schema's
// refusal explains it better.
func typed(value, typ string) any {
	switch typ {
	case "number", "integer", "boolean", "object":
		if json.Valid([]byte(value)) {
			return json.RawMessage(value)
		}
	case "array":
		var list []any
		if strings.HasPrefix(value, "[") && json.Unmarshal([]byte(value), &list) == nil {
			return list
		}
		return []any{value}
	}
	return value
}

// split parts key=value words. In double quotes a backslash takes the next
// character as it is; in single quotes everything is as it is.
func split(words string) ([]string, error) {
	var out []string
	rest := words
	for rest != "" {
		key, after, found := strings.Cut(rest, "=")
		if !found || key == "" || strings.ContainsAny(key, " \t\r\n\"'") {
			word, _, _ := strings.Cut(rest, " ")
			return nil, fmt.Errorf("%q is not key=value; write the input as key=value words or as one JSON object", word)
		}
		value, left, err := word(after)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", key, err)
		}
		out = append(out, key+"="+value)
		rest = strings.TrimLeft(left, " \t\r\n")
	}
	return out, nil
}

// word reads a value up to the next white space outside quotes.
func word(s string) (value, rest string, err error) {
	var b strings.Builder
	quote := byte(0)
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case quote == 0 && (c == ' ' || c == '\t' || c == '\r' || c == '\n'):
			return b.String(), s[i:], nil
		case quote == 0 && (c == '"' || c == '\''):
			quote = c
		case quote != 0 && c == quote:
			quote = 0
		case quote == '"' && c == '\\' && i+1 < len(s):
			i++
			b.WriteByte(s[i])
		default:
			b.WriteByte(c)
		}
	}
	if quote != 0 {
		return "", "", fmt.Errorf("a quote %c is not closed", quote)
	}
	return b.String(), "", nil
}
