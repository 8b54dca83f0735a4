package schema

import (
	"errors"
	"fmt"
	"slices"
	"strings"
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

// A Parameter is one input of a tool (seed 0, "Parameter Schema").
type Parameter struct {
	Name        string
	Type        string // string, number, integer, boolean, array, object
	Description string
	Required    bool
	Enum        []string    // the values allowed; of an array, those its elements may have
	Default     any         // filled in when the value is missing; nil: none
	Pattern     string      // RE2, matched against the whole value; of an array, against each element
	Items       string      // type of an array's elements or of a free object's values; "": string in an array, anything in an object
	Fields      []Parameter // what an object holds, or the objects in an array; nil: any keys
	Min, Max    *float64    // bounds of a number, both inclusive; of an array, of each element
	MaxLength   int         // bytes of a string, or of each element of an array; 0: no limit
	Aliases     []string    // other names accepted in a call: "-C" for "context"
}

// FromParameters makes a schema from a list of parameters. Inputs that are not
// in the list are refused by Check. The error lists every bad parameter, a line
// each.
func FromParameters(ps []Parameter) (*Schema, error) {
	b := builder{}
	fields := b.fields(ps, "")
	if len(b.problems) > 0 {
		return nil, errors.Join(b.problems...)
	}
	return &Schema{fields: fields}, nil
}

// A field is a parameter made ready for checking.
type field struct {
	Parameter
	pattern *Regexp
	items   *field
	fields  *fieldSet
}

// A fieldSet finds fields by name and alias, and keeps their order.
type fieldSet struct {
	list   []*field
	byName map[string]*field
}

// builder turns parameters into fields and collects what is wrong with them.
type builder struct {
	problems []error
}

func (b *builder) bad(path, format string, args ...any) {
	b.problems = append(b.problems, fmt.Errorf("parameter %q: %s", path, fmt.Sprintf(format, args...)))
}

func (b *builder) fields(ps []Parameter, prefix string) *fieldSet {
	set := &fieldSet{byName: make(map[string]*field, len(ps))}
	for i, p := range ps {
		path := prefix + p.Name
		if strings.TrimSpace(p.Name) == "" {
			b.bad(fmt.Sprintf("%s#%d", prefix, i+1), "has no name")
			continue
		}
		f := b.field(p, path)
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if _, taken := set.byName[name]; taken {
				b.bad(path, "the name %q is used twice", name)
				continue
			}
			set.byName[name] = f
		}
		set.list = append(set.list, f)
	}
	return set
}

func (b *builder) field(p Parameter, path string) *field {
	p.Enum, p.Aliases, p.Fields = slices.Clone(p.Enum), slices.Clone(p.Aliases), slices.Clone(p.Fields)
	f := &field{Parameter: p}
	return f
}
