package schema

import (
	"encoding/json"
	"errors"
	"slices"
)

// The types a parameter can have.
const (
	TypeString  = "string"
	TypeNumber  = "number"
	TypeInteger = "integer"
	TypeBoolean = "boolean"
	TypeArray   = "array"
	TypeObject  = "object"
)

// Types returns the types a parameter can have, in a fixed order.
func Types() []string {
	return []string{TypeString, TypeNumber, TypeInteger, TypeBoolean, TypeArray, TypeObject}
}

// A Parameter is one input of a tool (docs/spec/06-declared-tools.md#fields).
type Parameter struct {
	Name        string      // letters, digits, _ . and -, at most 64: what every model accepts
	Type        string      // string, number, integer, boolean, array, object
	Description string      // for the model and the form
	Required    bool        // must be given, even where there is a default
	Enum        []string    // the values allowed; of an array, those its elements may have
	Default     any         // filled in when the value is missing; nil: none
	Pattern     string      // RE2, matched against the whole value; of an array, against each element
	Items       string      // type of an array's elements or of a free object's values; "": string in an array, anything in an object
	Fields      []Parameter // what an object holds, or each object of an array; nil: any keys
	Min, Max    *float64    // bounds of a number, both inclusive; of an array, of each element
	MaxLength   int         // bytes of a string, or of each element of an array; 0: no limit
	Aliases     []string    // other names accepted in a call: "-C" for "context"
}

// FromParameters makes a schema from a list of parameters. Inputs that are not
// in the list are refused by Check. The error lists every bad parameter, a line
// each; each line starts with the parameter's name.
func FromParameters(ps []Parameter) (*Schema, error) {
	b := builder{}
	set := b.fields(ps, "")
	if len(b.problems) > 0 {
		return nil, errors.Join(b.problems...)
	}
	if b.hasDefaults {
		if err := checkDefaults(set, nil); err != nil {
			return nil, err
		}
	}
	return &Schema{fields: set, doc: publish(set)}, nil
}

// Exact is FromParameters for callers that must say what they mean: Check turns
// no text into a number or a boolean, and null is not as good as missing
// (docs/spec/07-hands.md#values).
func Exact(ps []Parameter) (*Schema, error) {
	s, err := FromParameters(ps)
	if err != nil {
		return nil, err
	}
	s.exact = true
	return s, nil
}

// A field is a parameter made ready for checking.
type field struct {
	Parameter
	items  *field    // each element of an array, each value of a free object
	fields *fieldSet // what an object holds
}

// A fieldSet finds fields by name and alias, and keeps their order.
type fieldSet struct {
	list   []*field
	byName map[string]*field
}

// names returns the real names, in order.
func (s *fieldSet) names() []string {
	names := make([]string, len(s.list))
	for i, f := range s.list {
		names[i] = f.Name
	}
	return names
}

// parameters returns copies of the parameters, in order.
func (s *fieldSet) parameters() []Parameter {
	ps := make([]Parameter, len(s.list))
	for i, f := range s.list {
		ps[i] = f.copy()
	}
	return ps
}

func (f *field) copy() Parameter {
	p := f.Parameter
	p.Enum, p.Aliases, p.Default = slices.Clone(p.Enum), slices.Clone(p.Aliases), copyValue(p.Default)
	p.Fields = nil
	switch {
	case f.fields != nil:
		p.Fields = f.fields.parameters()
	case f.items != nil && f.items.fields != nil:
		p.Fields = f.items.fields.parameters()
	}
	return p
}

// checkDefaults proves that every default would itself be accepted, and puts
// the defaults into their canonical form.
func checkDefaults(set *fieldSet, at *place) error {
	var problems []error
	for _, f := range set.list {
		here := at.at(f.Name)
		if f.Default != nil {
			value, err := canonicalDefault(f)
			if err != nil {
				problems = append(problems, problem(here.String(), "has a default that it would not accept itself: %v", err))
				continue
			}
			f.Default = value
		}
		nested := f.fields
		if nested == nil && f.items != nil {
			nested = f.items.fields
		}
		if nested != nil {
			problems = append(problems, checkDefaults(nested, here))
		}
	}
	return errors.Join(problems...)
}

// canonicalDefault checks one default as if it had been sent, alone.
func canonicalDefault(f *field) (any, error) {
	raw, err := json.Marshal(map[string]any{f.Name: f.Default})
	if err != nil {
		return nil, err
	}
	only := *f
	only.Required, only.Default, only.Aliases = false, nil, nil
	set := &fieldSet{list: []*field{&only}, byName: map[string]*field{f.Name: &only}}
	object, err := parseObject(raw)
	if err != nil {
		return nil, err
	}
	c := &coercer{}
	value := c.object(set, object, nil)[f.Name]
	if len(c.violations) == 0 && only.plainlyFits(value) {
		return value, nil
	}
	in, err := (&Schema{fields: set, doc: publish(set)}).Check(raw)
	if err != nil {
		return nil, err
	}
	return in.values[f.Name], nil
}

// plainlyFits reports whether a coerced value fits beyond doubt. It spares the
// defaults of built-in tools the validator, which takes 50 µs to make: that is
// time before the first line of a program.
func (f *field) plainlyFits(value any) bool {
	if len(f.Enum) > 0 {
		text, ok := value.(string)
		return ok && f.Type == TypeString && f.Pattern == "" && slices.Contains(f.Enum, text)
	}
	switch v := value.(type) {
	case string:
		return f.Type == TypeString && f.Pattern == ""
	case bool:
		return f.Type == TypeBoolean
	case int64:
		return (f.Type == TypeInteger || f.Type == TypeNumber) &&
			(f.Min == nil || *f.Min <= float64(v)) && (f.Max == nil || float64(v) <= *f.Max)
	default:
		return false
	}
}
