package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"unicode/utf8"

	"handrail/internal/schema"
)

// Limits of a form (docs/spec/08-mcp.md). What is larger is not shown at all.
const (
	MaxForm        = 64 << 10 // bytes of its schema
	MaxFormFields  = 50
	MaxFormMessage = 8000 // bytes of what the server says
	maxFormOptions = 200  // of one field
	maxFormLabel   = 300  // bytes of a name, a title, an option
	maxFormHelp    = 4000 // bytes of a description
	maxFormAnswer  = 64 << 10
)

// FieldKind is what a field of a form takes.
type FieldKind string

// The kinds of fields.
const (
	FieldText    FieldKind = "text"
	FieldNumber  FieldKind = "number"
	FieldInteger FieldKind = "integer"
	FieldBoolean FieldKind = "boolean"
	FieldChoice  FieldKind = "choice"  // one of the options
	FieldChoices FieldKind = "choices" // several of them: a list
)

// A FormField is one thing that a form asks for. Its words are the server's.
type FormField struct {
	Name        string
	Title       string // "" : the name will do
	Description string
	Kind        FieldKind
	Required    bool
	Default     json.RawMessage // fits the field; nil: none
	Format      string          // of text: email, uri, date, date-time; "": any
	Pattern     string          // of text: RE2, found anywhere in it; "": any
	Options     []FormOption    // of a choice
	Least, Most *float64        // of numbers the value, of text its characters, of choices how many; nil: any
	Above       *float64        // of numbers: the value is larger
	Below       *float64        // of numbers: the value is smaller

	pattern *schema.Pattern
}

// A FormOption is a value that can be chosen, and how it is called.
type FormOption struct {
	Value string
	Title string // "": the value will do
}

// Label is what to call the field.
func (f FormField) Label() string {
	if f.Title != "" {
		return f.Title
	}
	return f.Name
}

// A FormSchema is the schema of a form, read and found to be harmless: a flat
// object of few fields.
type FormSchema struct {
	fields []FormField
	doc    json.RawMessage
}

// Fields are the fields, in the server's order.
func (s *FormSchema) Fields() []FormField { return slices.Clone(s.fields) }

// JSON is the schema with nothing in it but what was understood.
func (s *FormSchema) JSON() json.RawMessage { return s.doc }

// Field returns a field by its name.
func (s *FormSchema) Field(name string) (FormField, bool) {
	i := slices.IndexFunc(s.fields, func(f FormField) bool { return f.Name == name })
	if i < 0 {
		return FormField{}, false
	}
	return s.fields[i], true
}

// formKeys are the keywords that a form's schema may have, and those of them
// that say nothing about values.
const (
	formKeys  = "$schema type properties required title description additionalProperties"
	fieldKeys = "type title description default examples $comment deprecated readOnly "
	textKeys  = fieldKeys + "minLength maxLength pattern format enum enumNames oneOf"
	sumKeys   = fieldKeys + "minimum maximum exclusiveMinimum exclusiveMaximum"
	listKeys  = fieldKeys + "items minItems maxItems uniqueItems"
	itemKeys  = "type enum enumNames anyOf oneOf title description"
)

// ReadForm reads the schema of a form. MCP's elicitation has flat objects of
// text, numbers, booleans and choices only, so everything else is refused, and
// the error says what and why: nesting, references, patterns that RE2 does not
// know, too much of anything, defaults that do not fit.
func ReadForm(raw json.RawMessage) (*FormSchema, error) {
	if len(raw) > MaxForm {
		return nil, fmt.Errorf("the form has %d bytes; at most %d are accepted", len(raw), MaxForm)
	}
	if !utf8.Valid(raw) {
		return nil, errors.New("the form is not valid UTF-8")
	}
	top, _, err := members(raw)
	if err != nil {
		return nil, fmt.Errorf("the form cannot be read: %w", err)
	}
	if err := onlyKeys(top, formKeys); err != nil {
		return nil, err
	}
	if kind := textOf(top["type"]); kind != "object" {
		return nil, fmt.Errorf("the form must describe an object, it describes %q", clipped(kind))
	}
	fields, names, err := members(orEmpty(top["properties"]))
	if err != nil {
		return nil, fmt.Errorf("the fields of the form cannot be read: %w", err)
	}
	if len(names) > MaxFormFields {
		return nil, fmt.Errorf("the form has %d fields; at most %d are accepted", len(names), MaxFormFields)
	}
	required, err := texts(top["required"])
	if err != nil {
		return nil, fmt.Errorf("the list of required fields: %w", err)
	}
	s := &FormSchema{}
	weight := 0.0
	for _, name := range names {
		f, err := readField(name, fields[name])
		if err != nil {
			return nil, fmt.Errorf("the field %q: %w", clipped(name), err)
		}
		if f.pattern != nil {
			if weight += f.pattern.Weight(); weight > schema.MaxWeight {
				return nil, errors.New("the patterns of the form have too many repetitions together")
			}
		}
		f.Required = slices.Contains(required, name)
		s.fields = append(s.fields, f)
	}
	for _, name := range required {
		if _, ok := fields[name]; !ok {
			return nil, fmt.Errorf("the field %q is required and not described", clipped(name))
		}
	}
	s.doc, err = s.publish()
	return s, err
}

// readField reads one field.
func readField(name string, raw json.RawMessage) (FormField, error) {
	f := FormField{Name: name}
	if name == "" || len(name) > maxFormLabel {
		return f, fmt.Errorf("its name has %d bytes; 1 to %d are accepted", len(name), maxFormLabel)
	}
	keys, _, err := members(raw)
	if err != nil {
		return f, err
	}
	if f.Title, err = words(keys["title"], maxFormLabel); err != nil {
		return f, fmt.Errorf("its title: %w", err)
	}
	if f.Description, err = words(keys["description"], maxFormHelp); err != nil {
		return f, fmt.Errorf("its description: %w", err)
	}
	switch kind := textOf(keys["type"]); kind {
	case "string":
		err = f.readText(keys)
	case "number", "integer":
		f.Kind = FieldKind(kind)
		err = errors.Join(onlyKeys(keys, sumKeys), f.bounds(keys, "minimum", "maximum"))
	case "boolean":
		f.Kind = FieldBoolean
		err = onlyKeys(keys, fieldKeys)
	case "array":
		err = f.readList(keys)
	default:
		err = fmt.Errorf("it is of the type %q; forms have text, numbers, booleans and choices only", clipped(string(keys["type"])))
	}
	if err != nil {
		return f, err
	}
	return f, f.readDefault(keys["default"])
}

// readText reads a field of text or a choice.
func (f *FormField) readText(keys map[string]json.RawMessage) error {
	f.Kind = FieldText
	if err := onlyKeys(keys, textKeys); err != nil {
		return err
	}
	if keys["enum"] != nil || keys["oneOf"] != nil {
		f.Kind = FieldChoice
		var err error
		f.Options, err = options(keys, "oneOf")
		return err
	}
	if err := f.bounds(keys, "minLength", "maxLength"); err != nil {
		return err
	}
	f.Format = textOf(keys["format"])
	if !slices.Contains([]string{"", "email", "uri", "date", "date-time"}, f.Format) {
		return fmt.Errorf("its format %q is not one of email, uri, date, date-time", clipped(f.Format))
	}
	if keys["pattern"] != nil {
		f.Pattern = textOf(keys["pattern"])
		pattern, err := schema.NewPattern(f.Pattern)
		if err != nil {
			return fmt.Errorf("its pattern: %w", err)
		}
		f.pattern = pattern
	}
	return nil
}

// readList reads a field of several choices.
func (f *FormField) readList(keys map[string]json.RawMessage) error {
	f.Kind = FieldChoices
	items, _, err := members(orEmpty(keys["items"]))
	if err != nil {
		return err
	}
	if err := errors.Join(onlyKeys(keys, listKeys), onlyKeys(items, itemKeys)); err != nil {
		return err
	}
	if kind := textOf(items["type"]); kind != "string" && (kind != "" || items["anyOf"] == nil && items["oneOf"] == nil) {
		return errors.New("it is a list of something else than choices")
	}
	if f.Options, err = options(items, "anyOf"); err != nil {
		return err
	}
	return f.bounds(keys, "minItems", "maxItems")
}

// options reads what can be chosen: enum with its titles beside it, or each with
// its own title.
func options(keys map[string]json.RawMessage, other string) ([]FormOption, error) {
	titled := keys[other]
	if titled == nil {
		titled = keys["oneOf"]
	}
	var out []FormOption
	if titled == nil {
		values, err := texts(keys["enum"])
		if err != nil {
			return nil, fmt.Errorf("its choices: %w", err)
		}
		titles, err := texts(keys["enumNames"])
		if err != nil || len(titles) > 0 && len(titles) != len(values) {
			return nil, errors.New("the titles of its choices do not fit the choices")
		}
		for i, value := range values {
			o := FormOption{Value: value}
			if len(titles) > 0 {
				o.Title = titles[i]
			}
			out = append(out, o)
		}
	} else {
		var list []json.RawMessage
		if keys["enum"] != nil || json.Unmarshal(titled, &list) != nil {
			return nil, errors.New("its choices cannot be read")
		}
		for _, raw := range list {
			one, _, err := members(raw)
			if err == nil {
				err = onlyKeys(one, "const title description")
			}
			o := FormOption{Value: textOf(one["const"]), Title: textOf(one["title"])}
			if quoted, _ := json.Marshal(o.Value); err != nil || one["const"] == nil || o.Value == "" && string(one["const"]) != string(quoted) {
				return nil, errors.New("one of its choices is not a text with a title")
			}
			out = append(out, o)
		}
	}
	return out, soundOptions(out)
}

func soundOptions(list []FormOption) error {
	if len(list) == 0 || len(list) > maxFormOptions {
		return fmt.Errorf("it has %d choices; 1 to %d are accepted", len(list), maxFormOptions)
	}
	seen := map[string]bool{}
	for _, o := range list {
		if len(o.Value) > maxFormLabel || len(o.Title) > maxFormLabel {
			return fmt.Errorf("one of its choices has more than %d bytes", maxFormLabel)
		}
		if seen[o.Value] {
			return fmt.Errorf("the choice %q is there twice", clipped(o.Value))
		}
		seen[o.Value] = true
	}
	return nil
}

// bounds reads the limits of a field.
func (f *FormField) bounds(keys map[string]json.RawMessage, least, most string) error {
	for name, to := range map[string]**float64{least: &f.Least, most: &f.Most, "exclusiveMinimum": &f.Above, "exclusiveMaximum": &f.Below} {
		raw, given := keys[name]
		if !given {
			continue
		}
		var n float64
		if json.Unmarshal(raw, &n) != nil || string(raw) == "null" || math.IsInf(n, 0) {
			return fmt.Errorf("its %s is no number", name)
		}
		*to = &n
	}
	if f.Least != nil && f.Most != nil && *f.Least > *f.Most {
		return fmt.Errorf("nothing fits between its %s and its %s", least, most)
	}
	return nil
}

// readDefault reads the default. One that does not fit is no default of an honest
// form: the person would send it without a look.
func (f *FormField) readDefault(raw json.RawMessage) error {
	if raw == nil || string(raw) == "null" {
		return nil
	}
	value, err := f.fit(raw)
	if err != nil {
		return fmt.Errorf("its default does not fit: %w", err)
	}
	f.Default = value
	return nil
}
