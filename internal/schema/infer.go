package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
)

// Infer makes a schema from the exported fields of the struct type T:
//
//	type grepInput struct {
//		Pattern string `json:"pattern" doc:"an RE2 expression"`
//		Context int    `json:"context,omitempty" alias:"-C" default:"0" min:"0" max:"20"`
//	}
//
// The json name is the parameter's name; omitempty, omitzero, a pointer or a
// default make it optional. Other tags: doc (description), enum (values with a
// comma between), default (JSON; a string may be bare), pattern (RE2, whole
// value), min and max (numbers), maxlen (bytes), alias (names with a comma
// between). Embedded structs are flattened, nested ones become objects. A field
// whose json name is "-" is left out. The error lists every field that cannot be
// described.
func Infer[T any]() (*Schema, error) {
	t := reflect.TypeFor[T]()
	if t.Kind() != reflect.Struct {
		return nil, fmt.Errorf("the input of a tool must be a struct, %s is not", t)
	}
	ps, err := structParameters(t, 1)
	if err != nil {
		return nil, err
	}
	return FromParameters(ps)
}

func structParameters(t reflect.Type, depth int) ([]Parameter, error) {
	if depth > 8 {
		return nil, fmt.Errorf("%s is nested deeper than 8 levels, or contains itself", t)
	}
	var ps []Parameter
	var problems []error
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			inner, err := structParameters(f.Type, depth+1)
			ps, problems = append(ps, inner...), append(problems, err)
			continue
		case !f.IsExported() || name == "-":
			continue
		case name == "":
			problems = append(problems, fmt.Errorf("%s.%s has no json name; add a tag json:\"…\"", t, f.Name))
			continue
		}
		p, err := fieldParameter(f, name, options, depth)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s.%s: %w", t, f.Name, err))
			continue
		}
		ps = append(ps, p)
	}
	return ps, errors.Join(problems...)
}

func fieldParameter(f reflect.StructField, name, options string, depth int) (Parameter, error) {
	p := Parameter{Name: name, Description: f.Tag.Get("doc"), Pattern: f.Tag.Get("pattern")}
	ft, optional := f.Type, strings.Contains(options, "omitempty") || strings.Contains(options, "omitzero")
	if ft.Kind() == reflect.Pointer {
		ft, optional = ft.Elem(), true
	}
	if err := p.describe(ft, depth); err != nil {
		return Parameter{}, err
	}
	if err := p.readTags(f.Tag); err != nil {
		return Parameter{}, err
	}
	p.Required = !optional && p.Default == nil
	return p, nil
}

// describe sets the type of a parameter, and what it holds.
func (p *Parameter) describe(t reflect.Type, depth int) error {
	switch t.Kind() {
	case reflect.Slice, reflect.Array:
		return p.describeList(t.Elem(), depth)
	case reflect.Map:
		return p.describeMap(t)
	case reflect.Struct:
		p.Type = TypeObject
		fields, err := structParameters(t, depth+1)
		p.Fields = append([]Parameter{}, fields...)
		return err
	default:
		typ, err := scalarType(t)
		p.Type = typ
		if err == nil && isUnsigned(t) && p.Min == nil {
			p.Min = new(float64)
		}
		return err
	}
}

func (p *Parameter) describeList(elem reflect.Type, depth int) error {
	p.Type = TypeArray
	if elem.Kind() == reflect.Struct {
		p.Items = TypeObject
		fields, err := structParameters(elem, depth+1)
		p.Fields = append([]Parameter{}, fields...)
		return err
	}
	typ, err := scalarType(elem)
	p.Items = typ
	if err == nil && elem.Kind() == reflect.Uint8 {
		return errors.New("a list of bytes is not text; use a string")
	}
	return err
}

func (p *Parameter) describeMap(t reflect.Type) error {
	if t.Key().Kind() != reflect.String {
		return fmt.Errorf("keys of %s are not strings", t)
	}
	p.Type = TypeObject
	if t.Elem().Kind() == reflect.Interface {
		return nil
	}
	typ, err := scalarType(t.Elem())
	p.Items = typ
	return err
}

func scalarType(t reflect.Type) (string, error) {
	if t.PkgPath() == "time" {
		return "", fmt.Errorf("%s has no unit in JSON; use a number and say the unit in its description", t)
	}
	switch t.Kind() {
	case reflect.String:
		return TypeString, nil
	case reflect.Bool:
		return TypeBoolean, nil
	case reflect.Float32, reflect.Float64:
		return TypeNumber, nil
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64,
		reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return TypeInteger, nil
	default:
		return "", fmt.Errorf("%s cannot be an input; use text, numbers, booleans, and lists, maps or structs of them", t)
	}
}

func isUnsigned(t reflect.Type) bool {
	return t.Kind() >= reflect.Uint && t.Kind() <= reflect.Uint64
}

// readTags reads the tags that bound a value.
func (p *Parameter) readTags(tag reflect.StructTag) error {
	p.Enum = list(tag.Get("enum"))
	p.Aliases = list(tag.Get("alias"))
	if text, ok := tag.Lookup("default"); ok {
		p.Default = defaultValue(text, p.Type)
	}
	var problems []error
	for _, b := range []struct {
		name string
		to   **float64
	}{{"min", &p.Min}, {"max", &p.Max}} {
		if text, ok := tag.Lookup(b.name); ok {
			v, err := strconv.ParseFloat(text, 64)
			problems = append(problems, err)
			*b.to = &v
		}
	}
	if text, ok := tag.Lookup("maxlen"); ok {
		n, err := strconv.Atoi(text)
		problems = append(problems, err)
		p.MaxLength = n
	}
	return errors.Join(problems...)
}

func list(tag string) []string {
	if tag == "" {
		return nil
	}
	return strings.Split(tag, ",")
}

// defaultValue reads a default as JSON if it is not a string's. Text that is
// not JSON stays text, and is then refused by the type.
func defaultValue(text, typ string) any {
	if typ == TypeString {
		return text
	}
	var v any
	if json.Unmarshal([]byte(text), &v) != nil {
		return text
	}
	return v
}
