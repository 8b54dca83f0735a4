package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"github.com/santhosh-tekuri/jsonschema/v6"
)

// A Schema says what a tool takes. Make one with [FromParameters], [Infer] or
// [FromJSON]; the zero value takes no inputs at all. A Schema does not change
// and is safe for concurrent use.
type Schema struct {
	fields  *fieldSet // of our own schemas; nil: none
	foreign *foreign  // of somebody else's; nil: ours
	exact   bool      // values are taken as they come: see Exact
	doc     json.RawMessage

	once     sync.Once
	compiled *jsonschema.Schema
	err      error
}

// JSON returns the schema as JSON Schema, the same bytes every time. Ours
// accept no inputs that they do not name; those of others are as they came, with
// the type object where they do not say it. The caller must not change the bytes.
func (s *Schema) JSON() json.RawMessage {
	if s.doc == nil {
		return json.RawMessage(noInputs)
	}
	return s.doc
}

// Unchecked lists what a foreign schema demands and Check leaves to its owner, a
// clause each: patterns that RE2 does not know, a dialect that is not known. Of a
// very large schema they are known from the first Check on.
func (s *Schema) Unchecked() []string {
	if s.foreign == nil {
		return nil
	}
	s.foreign.mu.Lock()
	defer s.foreign.mu.Unlock()
	return slices.Clone(s.foreign.unchecked)
}

// Parameters returns what the schema describes, in its own order. Of a foreign
// schema that is the outermost level, as far as a Parameter can say it.
func (s *Schema) Parameters() []Parameter {
	switch {
	case s.foreign != nil:
		return s.foreign.parameters()
	case s.fields != nil:
		return s.fields.parameters()
	default:
		return nil
	}
}

// Check makes an Input from what a caller sent: names are resolved, numbers and
// booleans that came as text are turned into what they are, defaults fill in,
// and the whole is validated (docs/spec/06-declared-tools.md). No text and null
// count as the empty object. What is wrong is reported all at once, as an
// *InvalidError.
//
// In our own schemas a missing value and null are the same, text may not hold
// a NUL byte, and whole numbers stay within [MaxSafeInteger].
func (s *Schema) Check(raw json.RawMessage) (Input, error) {
	object, err := parseObject(raw)
	if err != nil {
		return Input{}, err
	}
	c := &coercer{foreign: s.foreign != nil, exact: s.exact}
	if s.foreign != nil {
		object = s.foreign.coerce(c, object)
	} else {
		object = c.object(s.set(), object, nil)
	}
	violations, err := s.validate(object, c)
	if err != nil {
		return Input{}, err
	}
	if s.foreign != nil {
		violations = slices.DeleteFunc(violations, func(v Violation) bool { return v.Path == "" && s.foreign.fillsIn(v.Missing) })
	}
	if violations = append(c.violations, violations...); len(violations) > 0 {
		return Input{}, &InvalidError{Violations: sorted(violations)}
	}
	out, err := marshal(object)
	if err != nil {
		return Input{}, fmt.Errorf("write checked input: %w", err)
	}
	return Input{raw: out, values: object}, nil
}

func (s *Schema) set() *fieldSet {
	if s.fields == nil {
		return &fieldSet{}
	}
	return s.fields
}

// validate runs the validator and puts its findings into words.
func (s *Schema) validate(object map[string]any, c *coercer) ([]Violation, error) {
	compiled, err := s.compile()
	if err != nil {
		return nil, err
	}
	if s.foreign != nil && !s.foreign.affordable(object) {
		return []Violation{{Message: "it would take too long to check this against the schema, which refers to its own parts many times over; send less at once"}}, nil
	}
	err = func() (err error) {
		defer caught(&err)
		return compiled.Validate(object)
	}()
	if err == nil {
		return nil, nil
	}
	var failed *jsonschema.ValidationError
	if !errors.As(err, &failed) {
		return nil, fmt.Errorf("validate input: %w", err)
	}
	t := translator{root: object, coercer: c, own: s.foreign == nil}
	if s.foreign != nil {
		t.names = append([]string{}, s.foreign.order...)
	}
	t.walk(failed)
	return t.violations, nil
}
