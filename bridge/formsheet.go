package bridge

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"handrail/tools"
	"handrail/tools/spoken"
)

// A formSheet is a server's form laid out for reading. What the server says is
// marked by a bar, so that none of it can pass for ours.
type formSheet struct {
	in      spoken.Tongue
	form    tools.Form
	schema  *tools.FormSchema // nil: a page to open
	message []row
}

func newFormSheet(f tools.Form, t spoken.Tongue) (formSheet, error) {
	s := formSheet{in: t, form: f, message: rows(strings.TrimRight(prose(f.Message), "\n"), dialogColumns)}
	if f.URL != "" {
		return s, nil
	}
	var err error
	s.schema, err = tools.ReadForm(f.Schema)
	return s, err
}

// title is the window title of a dialog.
func (s formSheet) title(more string) string {
	return s.in.Own("The server %s asks%s", oneLine(s.form.Server, 50), more)
}

// heading says who asks, and what of that is certain.
func (s formSheet) heading() (who, warning string) {
	who = s.in.Own("The server “%s” asks you", oneLine(s.form.Server, 50))
	if s.form.Tool != "" {
		who = s.in.Own("The server “%s” asks you, while %s runs", oneLine(s.form.Server, 50), oneLine(s.form.Tool, 60))
	}
	warning = s.in.Own("This is the server's question, not Handrail's. Don't enter passwords or keys.")
	if s.form.Warning != "" {
		warning += "\n" + oneLine(s.form.Warning, 400)
	}
	return who, warning
}

// blocks is the head of each dialog.
func (s formSheet) blocks() []block {
	who, warning := s.heading()
	out := []block{{heading, who}, {plain, warning}}
	if len(s.message) > 0 {
		out = append(out, block{code, lines(s.message)})
	}
	return out
}

// about says what a field is, in the server's words and then in ours.
func (s formSheet) about(f tools.FormField) []block {
	return []block{{heading, s.in.Own(wanted)}, {code, lines(s.words(f))}, {plain, s.rule(f)}}
}

// wanted stands before what the server says of a field.
const wanted = "It asks for:"

// words are what the server says of a field: its title, and below it the rest. What does not
// fit is cut at the end, where that is seen.
func (s formSheet) words(f tools.FormField) []row {
	const most = 6
	var out []row
	for _, text := range []string{f.Label(), f.Description} {
		if text == "" {
			continue
		}
		part := rows(prose(text), dialogColumns)
		if len(part) > most {
			part = append(part[:most], row{text: "…"})
		}
		out = append(out, part...)
	}
	return out
}

// rule says what fits into a field, and what becomes of nothing.
func (s formSheet) rule(f tools.FormField) string {
	var b strings.Builder
	t := s.in
	switch f.Kind {
	case tools.FieldNumber:
		b.WriteString(t.Own("A number"))
	case tools.FieldInteger:
		b.WriteString(t.Own("A whole number"))
	case tools.FieldBoolean:
		b.WriteString(t.Own("Yes or no"))
	case tools.FieldChoice, tools.FieldChoices:
		b.WriteString(t.Own("One of these"))
		if f.Kind == tools.FieldChoices {
			b.WriteString(t.Own(" or several, with commas between them"))
		}
		if f.Kind == tools.FieldChoices || len(f.Options) > mostLines {
			for i, name := range optionNames(f, t) {
				fmt.Fprintf(&b, "\n%3d  %s", i+1, name)
			}
			b.WriteString("\n" + t.Own("The numbers will do"))
		}
	default:
		b.WriteString(map[string]string{"": t.Own("Text"), "email": t.Own("An e-mail address"), "uri": t.Own("A URL"), "date": t.Own("A date, as in 2026-11-22"), "date-time": t.Own("A date and time, as in 2026-11-22T09:30:00Z")}[f.Format])
	}
	switch {
	case f.Kind == tools.FieldBoolean:
	case f.Default != nil:
		b.WriteString(t.Own(". Nothing written: %s", oneLine(valueText(f, f.Default, t), 60)))
	case !f.Required:
		b.WriteString(t.Own(". It may stay empty"))
	}
	return b.String() + "."
}

// filled is what was filled in, a line for each field.
func (s formSheet) filled(content map[string]json.RawMessage) string {
	var out []string
	for _, f := range s.schema.Fields() {
		if value := content[f.Name]; value != nil {
			out = append(out, oneLine(prose(f.Label()), 40)+": "+oneLine(valueText(f, value, s.in), 400))
		}
	}
	return strings.Join(out, "\n")
}

// valueText is a value as a person reads it.
func valueText(f tools.FormField, value json.RawMessage, t spoken.Tongue) string {
	var text string
	var list []string
	switch {
	case json.Unmarshal(value, &text) == nil:
		list = []string{text}
	case json.Unmarshal(value, &list) == nil:
	case string(value) == "true":
		return t.Own("yes")
	case string(value) == "false":
		return t.Own("no")
	default:
		return string(value)
	}
	names := optionNames(f, t)
	for i, v := range list {
		if at := slices.IndexFunc(f.Options, func(o tools.FormOption) bool { return o.Value == v }); at >= 0 {
			list[i] = names[at]
		}
	}
	return strings.Join(list, ", ")
}

// optionNames is a line for each option, all different.
func optionNames(f tools.FormField, t spoken.Tongue) []string {
	out := make([]string, len(f.Options))
	for i, o := range f.Options {
		name := o.Title
		if name == "" {
			name = o.Value
		}
		name = oneLine(prose(name), 80)
		if strings.TrimSpace(name) == "" {
			name = t.Own("(empty)")
		}
		if slices.Contains(out[:i], name) || name == t.Own(lineSkip) || name == "("+t.Own(buttonDecline)+")" {
			name = fmt.Sprintf("%s [%d]", name, i+1)
		}
		out[i] = name
	}
	return out
}
