package tools

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"net/mail"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// A FieldError says what is wrong with the answer to one field of a form.
type FieldError struct {
	Field string // its name
	Text  string // what is wrong, in a sentence without the name
}

// Error implements error.
func (e *FieldError) Error() string { return fmt.Sprintf("%s: %s", e.Field, e.Text) }

// Check checks what the person has filled in and returns it as one compact
// object. Each error in it is a *FieldError, in the order of the form; errors.Join
// holds them. Fields that are not in the form are refused.
func (s *FormSchema) Check(content json.RawMessage) (json.RawMessage, error) {
	if len(content) > maxFormAnswer {
		return nil, fmt.Errorf("the answer has %d bytes; at most %d are accepted", len(content), maxFormAnswer)
	}
	if !utf8.Valid(content) {
		return nil, errors.New("the answer is not valid UTF-8")
	}
	given, names, err := members(orEmpty(content))
	if err != nil {
		return nil, fmt.Errorf("the answer cannot be read: %w", err)
	}
	out, problems := map[string]json.RawMessage{}, []error(nil)
	for _, f := range s.fields {
		raw, ok := given[f.Name]
		switch {
		case !ok && f.Required:
			problems = append(problems, &FieldError{f.Name, "it is required"})
		case ok:
			value, err := f.fit(raw)
			if err != nil {
				problems = append(problems, &FieldError{f.Name, err.Error()})
			}
			out[f.Name] = value
		}
	}
	for _, name := range names {
		if _, ok := s.Field(name); !ok {
			problems = append(problems, &FieldError{clipped(name), "the form does not ask for it"})
		}
	}
	if len(problems) > 0 {
		return nil, errors.Join(problems...)
	}
	return json.Marshal(out)
}

// WithDefaults puts the default of each field into an answer that leaves it out: for what another
// program has filled in, which may show no defaults. What cannot be read stays as it is: Check
// says why.
func (s *FormSchema) WithDefaults(content json.RawMessage) json.RawMessage {
	given, _, err := members(orEmpty(content))
	if err != nil {
		return content
	}
	for _, f := range s.fields {
		if _, ok := given[f.Name]; !ok && f.Default != nil {
			given[f.Name] = f.Default
		}
	}
	whole, err := json.Marshal(given)
	if err != nil {
		return content
	}
	return whole
}

// FromText reads what was typed for a field: where there is a line and no form,
// as in a dialog or a terminal. Choices are numbers counted from one, or values,
// with commas between them. "" is nothing: nil.
func (f FormField) FromText(text string) (json.RawMessage, error) {
	text = strings.TrimSpace(text)
	if text == "" {
		if f.Required && f.Kind != FieldText {
			return nil, errors.New("it is required")
		}
		if !f.Required {
			return nil, nil
		}
	}
	switch f.Kind {
	case FieldNumber, FieldInteger:
		return f.fit(json.RawMessage(text))
	case FieldBoolean:
		switch strings.ToLower(text) {
		case "y", "yes", "true":
			return json.RawMessage("true"), nil
		case "n", "no", "false":
			return json.RawMessage("false"), nil
		}
		return nil, errors.New("it must be yes or no")
	case FieldChoice:
		return f.fit(quoted(f.option(text)))
	case FieldChoices:
		list := []string{}
		for part := range strings.SplitSeq(text, ",") {
			list = append(list, f.option(strings.TrimSpace(part)))
		}
		raw, err := json.Marshal(list)
		if err != nil {
			return nil, err
		}
		return f.fit(raw)
	}
	return f.fit(quoted(text))
}

// option is the value of the option with that number, or the text itself.
func (f FormField) option(text string) string {
	if slices.ContainsFunc(f.Options, func(o FormOption) bool { return o.Value == text }) {
		return text
	}
	if n, err := strconv.Atoi(text); err == nil && n >= 1 && n <= len(f.Options) {
		return f.Options[n-1].Value
	}
	return text
}

func quoted(s string) json.RawMessage {
	raw, _ := json.Marshal(s) // a text can be written
	return raw
}

// fit checks one value and returns it as compact JSON.
func (f FormField) fit(raw json.RawMessage) (json.RawMessage, error) {
	switch f.Kind {
	case FieldText:
		return f.fitText(raw)
	case FieldNumber, FieldInteger:
		return f.fitNumber(raw)
	case FieldBoolean:
		if text := strings.TrimSpace(string(raw)); text == "true" || text == "false" {
			return json.RawMessage(text), nil
		}
		return nil, errors.New("it must be yes or no")
	case FieldChoice:
		s, err := texts(json.RawMessage("[" + string(raw) + "]"))
		if err != nil || len(s) != 1 || !f.offers(s[0]) {
			return nil, errors.New("it must be one of the choices")
		}
		return quoted(s[0]), nil
	}
	list, err := texts(raw)
	if err != nil || raw == nil {
		return nil, errors.New("it must be a list of choices")
	}
	for i, s := range list {
		if !f.offers(s) {
			return nil, errors.New("each must be one of the choices")
		}
		if slices.Contains(list[:i], s) {
			return nil, errors.New("a choice is there twice")
		}
	}
	if err := f.within(float64(len(list)), "choose at least %s", "choose at most %s"); err != nil {
		return nil, err
	}
	return json.Marshal(list)
}

func (f FormField) offers(value string) bool {
	return slices.ContainsFunc(f.Options, func(o FormOption) bool { return o.Value == value })
}

func (f FormField) fitText(raw json.RawMessage) (json.RawMessage, error) {
	list, err := texts(json.RawMessage("[" + string(raw) + "]"))
	if err != nil || len(list) != 1 {
		return nil, errors.New("it must be text")
	}
	s := list[0]
	if err := f.within(float64(utf8.RuneCountInString(s)), "it must have at least %s characters", "it may have at most %s characters"); err != nil {
		return nil, err
	}
	if f.pattern != nil {
		found, err := f.pattern.Found(s)
		if err != nil {
			return nil, err
		}
		if !found {
			return nil, fmt.Errorf("it must match %s", f.Pattern)
		}
	}
	switch f.Format {
	case "email":
		if at, err := mail.ParseAddress(s); err != nil || at.Address != s {
			return nil, errors.New("it must be an e-mail address")
		}
	case "uri":
		if u, err := url.Parse(s); err != nil || !u.IsAbs() {
			return nil, errors.New("it must be a whole URL, as in https://example.com")
		}
	case "date":
		if _, err := time.Parse(time.DateOnly, s); err != nil {
			return nil, errors.New("it must be a date, as in 2026-11-22")
		}
	case "date-time":
		if _, err := time.Parse(time.RFC3339, s); err != nil {
			return nil, errors.New("it must be a date and time, as in 2026-11-22T09:30:00Z")
		}
	}
	return quoted(s), nil
}

func (f FormField) fitNumber(raw json.RawMessage) (json.RawMessage, error) {
	kind := "a number"
	if f.Kind == FieldInteger {
		kind = "a whole number"
	}
	var n json.Number
	if text := strings.TrimSpace(string(raw)); text == "" || text[0] != '-' && (text[0] < '0' || text[0] > '9') || json.Unmarshal(raw, &n) != nil {
		return nil, errors.New("it must be " + kind)
	}
	v, err := n.Float64()
	if err != nil || f.Kind == FieldInteger && (v != math.Trunc(v) || math.Abs(v) > 1<<53-1) {
		return nil, errors.New("it must be " + kind)
	}
	if err := f.within(v, "it must be at least %s", "it may be at most %s"); err != nil {
		return nil, err
	}
	switch {
	case f.Above != nil && v <= *f.Above:
		return nil, fmt.Errorf("it must be more than %s", plain(*f.Above))
	case f.Below != nil && v >= *f.Below:
		return nil, fmt.Errorf("it must be less than %s", plain(*f.Below))
	case f.Kind == FieldInteger:
		return json.RawMessage(strconv.FormatFloat(v, 'f', -1, 64)), nil
	}
	return json.RawMessage(n.String()), nil
}

func (f FormField) within(v float64, low, high string) error {
	switch {
	case f.Least != nil && v < *f.Least:
		return fmt.Errorf(low, plain(*f.Least))
	case f.Most != nil && v > *f.Most:
		return fmt.Errorf(high, plain(*f.Most))
	}
	return nil
}

func plain(v float64) string { return strconv.FormatFloat(v, 'f', -1, 64) }

// publish writes the schema anew, with what was understood and no more. Choices
// with titles are written as oneOf and anyOf.
func (s *FormSchema) publish() (json.RawMessage, error) {
	var b strings.Builder
	b.WriteString(`{"type":"object","properties":{`)
	required := []string{}
	for i, f := range s.fields {
		if i > 0 {
			b.WriteByte(',')
		}
		field, err := json.Marshal(f.doc())
		if err != nil {
			return nil, err
		}
		b.Write(quoted(f.Name))
		b.WriteByte(':')
		b.Write(field)
		if f.Required {
			required = append(required, f.Name)
		}
	}
	names, err := json.Marshal(required)
	if err != nil {
		return nil, err
	}
	b.WriteString(`},"required":` + string(names) + `,"additionalProperties":false}`)
	return json.RawMessage(b.String()), nil
}

// doc is the schema of one field.
func (f FormField) doc() map[string]any {
	out := map[string]any{}
	put := func(name string, v any, given bool) {
		if given {
			out[name] = v
		}
	}
	put("title", f.Title, f.Title != "")
	put("description", f.Description, f.Description != "")
	put("default", f.Default, f.Default != nil)
	var each []any
	for _, o := range f.Options {
		title := o.Title
		if title == "" {
			title = o.Value
		}
		each = append(each, map[string]string{"const": o.Value, "title": title})
	}
	least, most := "minimum", "maximum"
	switch f.Kind {
	case FieldText:
		out["type"], least, most = "string", "minLength", "maxLength"
		put("format", f.Format, f.Format != "")
		put("pattern", f.Pattern, f.pattern != nil)
	case FieldChoice:
		out["type"], out["oneOf"] = "string", each
	case FieldChoices:
		out["type"], least, most = "array", "minItems", "maxItems"
		out["items"], out["uniqueItems"] = map[string]any{"anyOf": each}, true
	default:
		out["type"] = string(f.Kind)
		put("exclusiveMinimum", f.Above, f.Above != nil)
		put("exclusiveMaximum", f.Below, f.Below != nil)
	}
	put(least, f.Least, f.Least != nil)
	put(most, f.Most, f.Most != nil)
	return out
}
