package schema

import (
	"encoding/json"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
)

// maxName is how long a parameter's name may be: models refuse longer ones.
const maxName = 64

// builder turns parameters into fields and collects what is wrong with them.
type builder struct {
	problems    []error
	hasDefaults bool
}

func problem(path, format string, args ...any) error {
	return fmt.Errorf("parameter %q %s", path, fmt.Sprintf(format, args...))
}

func (b *builder) bad(path, format string, args ...any) {
	b.problems = append(b.problems, problem(path, format, args...))
}

func (b *builder) fields(ps []Parameter, prefix string) *fieldSet {
	set := &fieldSet{list: make([]*field, 0, len(ps)), byName: make(map[string]*field, len(ps))}
	for i, p := range ps {
		if p.Name == "" {
			b.bad(prefix+"#"+strconv.Itoa(i+1), "has no name; give it one")
			continue
		}
		path := prefix + p.Name
		if !isName(p.Name) {
			b.bad(path, "has a name that models do not accept; use letters, digits, _ . and -, at most %d", maxName)
			continue
		}
		f := b.field(p, path)
		for _, name := range append([]string{p.Name}, p.Aliases...) {
			if _, taken := set.byName[name]; taken || name == "" {
				b.bad(path, "uses the name %q, which is empty or taken; each name may be used once", name)
				continue
			}
			set.byName[name] = f
		}
		set.list = append(set.list, f)
	}
	return set
}

func isName(name string) bool {
	if len(name) > maxName {
		return false
	}
	for _, c := range name {
		if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && (c < '0' || c > '9') && !strings.ContainsRune("_.-", c) {
			return false
		}
	}
	return true
}

func (b *builder) field(p Parameter, path string) *field {
	p.Enum, p.Aliases = slices.Clone(p.Enum), slices.Clone(p.Aliases)
	f := &field{Parameter: p}
	if p.Default != nil {
		b.hasDefaults = true
	}
	switch p.Type {
	case TypeArray:
		f.items = b.element(p, path)
	case TypeObject:
		b.objectField(f, path)
	case TypeString, TypeNumber, TypeInteger, TypeBoolean:
		if p.Items != "" || p.Fields != nil {
			b.bad(path, "has items or fields, but is a %s; only arrays and objects have them", p.Type)
		}
		b.scalar(p, path)
	case "":
		b.bad(path, "has no type; use one of %s", strings.Join(Types(), ", "))
	default:
		b.bad(path, "has the type %q; use one of %s%s", p.Type, strings.Join(Types(), ", "), didYouMean(p.Type, Types()))
	}
	return f
}

// element makes the field that each element of an array is checked against:
// the array's enum, pattern and bounds are those of its elements.
func (b *builder) element(p Parameter, path string) *field {
	item := Parameter{
		Type: p.Items, Enum: p.Enum, Pattern: p.Pattern, Min: p.Min, Max: p.Max, MaxLength: p.MaxLength, Fields: p.Fields,
	}
	switch {
	case item.Type == "" && p.Fields != nil:
		item.Type = TypeObject
	case item.Type == "":
		item.Type = TypeString
	case item.Type == TypeArray:
		b.bad(path, "is an array of arrays; use an array of objects instead")
		return nil
	}
	return b.field(item, path+"[]")
}

func (b *builder) objectField(f *field, path string) {
	p := f.Parameter
	if len(p.Enum) > 0 || p.Pattern != "" || p.Min != nil || p.Max != nil || p.MaxLength != 0 {
		b.bad(path, "has enum, pattern or bounds, but is an object; set them on its fields")
	}
	switch {
	case p.Fields != nil && p.Items != "":
		b.bad(path, "has both fields and items; an object has the ones or the others")
	case p.Fields != nil:
		f.fields = b.fields(p.Fields, path+".")
	case p.Items != "":
		f.items = b.field(Parameter{Type: p.Items}, path+".*")
	}
}

// scalar checks that what a parameter demands makes sense for its type.
func (b *builder) scalar(p Parameter, path string) {
	numeric := p.Type == TypeNumber || p.Type == TypeInteger
	if p.Pattern != "" {
		if p.Type != TypeString {
			b.bad(path, "has a pattern, but is a %s; only strings have one", p.Type)
		} else if _, err := NewPattern(p.Pattern); err != nil {
			b.bad(path, "cannot be checked: %v", err)
		}
	}
	if p.MaxLength != 0 && p.Type != TypeString || p.MaxLength < 0 {
		b.bad(path, "has a maximum length of %d; only strings have one, and not below 0", p.MaxLength)
	}
	if (p.Min != nil || p.Max != nil) && !numeric {
		b.bad(path, "has a minimum or maximum, but is a %s; only numbers have them", p.Type)
	}
	for _, bound := range []*float64{p.Min, p.Max} {
		if bound != nil && (math.IsNaN(*bound) || math.IsInf(*bound, 0)) {
			b.bad(path, "has a bound that is not a number")
		}
	}
	if p.Min != nil && p.Max != nil && *p.Min > *p.Max {
		b.bad(path, "has a minimum of %v above its maximum of %v", *p.Min, *p.Max)
	}
	b.enum(p, path)
}

func (b *builder) enum(p Parameter, path string) {
	seen := make(map[string]bool, len(p.Enum))
	for _, e := range p.Enum {
		if seen[e] {
			b.bad(path, "lists %q twice in its enum", e)
		}
		seen[e] = true
		switch p.Type {
		case TypeBoolean:
			b.bad(path, "has an enum, but is a boolean; leave the enum out")
			return
		case TypeNumber, TypeInteger:
			if !isEnumNumber(e, p.Type) {
				b.bad(path, "lists %q in its enum, which is not %s", e, wanted([]string{p.Type}))
			}
		}
	}
}

// isEnumNumber reports whether the text of an enum is a number that a parameter
// of the type would accept.
func isEnumNumber(text, typ string) bool {
	v, ok := fromText(text, typ)
	if !ok {
		return false
	}
	n, _ := v.(json.Number)
	c := coercer{}
	_, isWhole := c.number(n, nil).(int64)
	return len(c.violations) == 0 && (isWhole || typ == TypeNumber)
}
