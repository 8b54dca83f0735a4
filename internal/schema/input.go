package schema

import (
	"encoding/json"
	"fmt"
	"strings"
)

// An Input is what a tool is called with, checked. Only [Schema.Check] makes
// one; the zero value is the empty object.
type Input struct {
	raw    json.RawMessage
	values map[string]any
}

// JSON returns the input as compact JSON with sorted keys: equal inputs have
// equal bytes. The caller must not change them.
func (in Input) JSON() json.RawMessage {
	if in.raw == nil {
		return json.RawMessage("{}")
	}
	return in.raw
}

// Values returns a copy of the input as Go values: string, bool, []any,
// map[string]any, int64 for whole numbers, float64 for others. Only an input of
// a foreign schema may hold nil, and [json.Number] for a whole number that
// float64 cannot hold exactly.
func (in Input) Values() map[string]any {
	return copyValue(in.values).(map[string]any)
}

// Decode stores the input in a struct, matching fields by their json names. It
// fails only if into does not fit the schema: that is a mistake in the program.
func (in Input) Decode(into any) error {
	if err := json.Unmarshal(in.JSON(), into); err != nil {
		return fmt.Errorf("decode checked input: %w", err)
	}
	return nil
}

func copyValue(v any) any {
	switch v := v.(type) {
	case map[string]any:
		m := make(map[string]any, len(v))
		for k, e := range v {
			m[k] = copyValue(e)
		}
		return m
	case []any:
		s := make([]any, len(v))
		for i, e := range v {
			s[i] = copyValue(e)
		}
		return s
	default:
		return v
	}
}

// A Violation is one thing that is wrong with an input.
type Violation struct {
	Path    string // the input it is about: "timeout", "tags[2]"; "" for the whole object
	Message string // "must be a number, got \"abc\""
	Missing string `json:",omitempty"` // the required input that is not there; "": it is another violation
}

// String returns the violation as a sentence: "timeout: must be a number, got \"abc\"".
func (v Violation) String() string {
	if v.Path == "" {
		return v.Message
	}
	return v.Path + ": " + v.Message
}

// An InvalidError lists everything that is wrong with an input.
type InvalidError struct {
	Violations []Violation
}

// Error returns the violations, a line each.
func (e *InvalidError) Error() string {
	lines := make([]string, len(e.Violations))
	for i, v := range e.Violations {
		lines[i] = v.String()
	}
	return strings.Join(lines, "\n")
}
