package spaces

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/schema"
)

// A form says what a definition may hold. It is a schema, so that a definition
// is checked with the same care, and in the same words, as the input of a tool.
type form struct {
	schema *schema.Schema
	names  []string
	also   []string        // fields that somebody else reads
	lists  []string        // fields that may also be written as one text with commas
	texts  map[string]bool // fields that hold text
}

func newForm[T any](lists ...string) (form, error) {
	s, err := schema.Infer[T]()
	if err != nil {
		return form{}, err
	}
	f := form{schema: s, lists: lists, texts: map[string]bool{}}
	for _, p := range s.Parameters() {
		names := append([]string{p.Name}, p.Aliases...)
		f.names = append(f.names, names...)
		for _, name := range names {
			f.texts[name] = p.Type == schema.TypeString || p.Items == schema.TypeString
		}
	}
	return f, nil
}

// read checks the members of an object and stores them in into. Keys that the
// form does not know are left alone (docs/spec/03-spaces.md), with a warning
// where one looks like a slip. Everything that is wrong is reported with its
// line, what is missing with the line at; ok is false if something is.
func (f form) read(o object, file string, at int, into any) (problems []Problem, ok bool) {
	known := map[string]json.RawMessage{}
	for _, m := range o {
		switch {
		case slices.Contains(f.names, m.key):
			known[m.key] = f.list(m.key, f.value(m))
		case slices.Contains(f.also, m.key):
		default:
			if near := f.near(m.key); near != "" {
				problems = append(problems, Problem{File: file, Line: m.line, Severity: Warning, Text: fmt.Sprintf("unknown field %q is not used; did you mean %q?", m.key, near)})
			}
		}
	}
	raw, err := json.Marshal(known)
	if err != nil {
		return append(problems, Problem{File: file, Line: 0, Severity: Error, Text: err.Error()}), false
	}
	in, err := f.schema.Check(raw)
	if err == nil {
		err = in.Decode(into)
	}
	if err == nil {
		return problems, true
	}
	var invalid *schema.InvalidError
	if !errors.As(err, &invalid) {
		return append(problems, Problem{File: file, Line: 0, Severity: Error, Text: err.Error()}), false
	}
	for _, v := range invalid.Violations {
		key, _, _ := strings.Cut(strings.SplitN(v.Path, "[", 2)[0], ".")
		text := strings.ReplaceAll(v.String(), "required input", "required field")
		line := o.line(key)
		if line == 0 {
			line = at
		}
		problems = append(problems, Problem{File: file, Line: line, Severity: Error, Text: text})
	}
	return problems, false
}

// value is what a member holds: as it is written where the form wants text.
func (f form) value(m member) json.RawMessage {
	if m.written != nil && f.texts[m.key] {
		return m.written
	}
	return m.value
}

// list turns the text "a, b" into ["a","b"] where the form wants a list.
func (f form) list(key string, value json.RawMessage) json.RawMessage {
	var text string
	if !slices.Contains(f.lists, key) || json.Unmarshal(value, &text) != nil {
		return value
	}
	parts := []string{}
	for part := range strings.SplitSeq(text, ",") {
		if part = strings.TrimSpace(part); part != "" {
			parts = append(parts, part)
		}
	}
	raw, err := json.Marshal(parts)
	if err != nil {
		return value
	}
	return raw
}

// near is the field that a mistyped key was meant to be.
func (f form) near(key string) string {
	return schema.Slip(key, append(slices.Clone(f.names), f.also...))
}

// isKebab reports whether an id is kebab-case: lower-case letters, digits and
// single dashes between, at most 64 bytes.
func isKebab(id string) bool {
	if id == "" || len(id) > 64 || strings.HasPrefix(id, "-") || strings.HasSuffix(id, "-") || strings.Contains(id, "--") {
		return false
	}
	return strings.Trim(id, "abcdefghijklmnopqrstuvwxyz0123456789-") == ""
}

// kebab makes an id of a name: "My Space!" becomes "my-space". A name without a
// single letter or digit of ASCII becomes "space".
func kebab(name string) string {
	words := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9')
	})
	id := strings.Join(words, "-")
	if len(id) > 64 {
		id = strings.TrimRight(id[:64], "-")
	}
	if id == "" {
		return "space"
	}
	return id
}
