package jsonfile

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// An Edit puts text in place of a part of a file.
type Edit struct {
	Start, End int
	Text       string
}

// Apply makes edits, which do not overlap.
func Apply(text []byte, edits ...Edit) []byte {
	slices.SortStableFunc(edits, func(a, b Edit) int { return a.Start - b.Start })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.Start])
		out.WriteString(e.Text)
		at = e.End
	}
	out.Write(text[at:])
	return out.Bytes()
}

// A Field is a name with its value, to be written.
type Field struct {
	Name  string
	Value any // a text, a list of texts, a json.RawMessage, which stands on one line, or Fields
}

// New writes an object as a document of its own.
func New(fields ...Field) []byte {
	return []byte((&style{eol: "\n", unit: "  "}).value(fields, "") + "\n")
}

// Insert adds members at the end of the object at a path. It keeps to the style of what is
// there: one line or many, the indentation, a comma at the end or none.
func (d *Document) Insert(path []string, fields ...Field) ([]Edit, error) {
	o, v, err := d.find(path)
	switch {
	case err != nil:
		return nil, err
	case o == nil:
		return nil, errNowhere(path)
	case len(o.Members) == 0:
		return d.fill(v, fields), nil
	}
	first, last := &o.Members[0].Name, &o.Members[len(o.Members)-1].Value
	many, one := d.style(), &style{}
	text := " " + strings.Join(one.members(fields, ""), ", ")
	if indent := d.indent(first.StartOffset); d.ownLine(first.StartOffset) {
		text = many.eol + indent + strings.Join(many.members(fields, indent), ","+many.eol+indent)
	} else if bytes.Contains(o.AfterExtra, []byte("//")) { // a comment would swallow what comes after it
		text = many.eol + text[1:]
	}
	trimmed := len(bytes.TrimRight(o.AfterExtra, blanks))
	if last.AfterExtra != nil { // there is a comma after it
		at := last.EndOffset + len(last.AfterExtra) + 1 + trimmed
		return []Edit{{at, at, text + ","}}, nil
	}
	at := last.EndOffset + trimmed
	if trimmed == 0 {
		return []Edit{{at, at, "," + text}}, nil
	}
	return []Edit{{last.EndOffset, last.EndOffset, ","}, {at, at, text}}, nil
}

// fill puts members into an empty object, behind its comments.
func (d *Document) fill(v *hujson.Value, fields []Field) []Edit {
	s, outer := d.style(), d.indent(v.StartOffset)
	inside := string(d.text[v.StartOffset+1 : v.EndOffset-1])
	kept := strings.TrimRight(inside, blanks)
	at := v.StartOffset + 1 + len(kept)
	if s.eol == "" {
		return []Edit{{at, at, strings.Join(s.members(fields, ""), ", ")}}
	}
	sep := s.eol + outer + s.unit
	text := sep + strings.Join(s.members(fields, outer+s.unit), ","+sep)
	if !strings.Contains(inside[len(kept):], "\n") {
		text += s.eol + outer
	}
	return []Edit{{at, at, text}}
}

// Replace writes another value, on one line, for each of the fields that the object at a
// path has. Those that it has not are left out.
func (d *Document) Replace(path []string, fields ...Field) ([]Edit, error) {
	o, _, err := d.find(path)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, errNowhere(path)
	}
	var edits []Edit
	for _, f := range fields {
		at, err := d.member(o, f.Name)
		if err != nil {
			return nil, err
		}
		if at >= 0 {
			value := &o.Members[at].Value
			edits = append(edits, Edit{value.StartOffset, value.EndOffset, (&style{}).value(f.Value, "")})
		}
	}
	return edits, nil
}

// Remove takes a member of the object at a path out, with the white space before it and the
// comma that goes with it; comments stay.
func (d *Document) Remove(path []string, name string) ([]Edit, error) {
	o, v, err := d.find(path)
	if err != nil {
		return nil, err
	}
	if o == nil {
		return nil, errNowhere(path)
	}
	i, err := d.member(o, name)
	if err != nil || i < 0 {
		return nil, err
	}
	m := &o.Members[i]
	before := m.Name.BeforeExtra
	start := m.Name.StartOffset - (len(before) - len(bytes.TrimRight(before, blanks)))
	end := m.Value.EndOffset
	comma := end + len(m.Value.AfterExtra)
	last := i == len(o.Members)-1
	hasComma := !last || m.Value.AfterExtra != nil
	if hasComma && comma == end {
		end++
	}
	if bytes.Contains(before, []byte("//")) && !endsLine(d.text[end:]) {
		start = m.Name.StartOffset // a comment would swallow what comes after it
	}
	if len(o.Members) == 1 && blank(d.text[v.StartOffset+1:start]) && blank(d.text[end:v.EndOffset-1]) {
		return []Edit{{v.StartOffset, v.EndOffset, "{}"}}, nil
	}
	edits := []Edit{{start, end, ""}}
	if hasComma && comma >= end {
		edits = append(edits, Edit{comma, comma + 1, ""})
	}
	if last && !hasComma && i > 0 { // the one before it is the last one now
		previous := &o.Members[i-1].Value
		at := previous.EndOffset + len(previous.AfterExtra)
		edits = append(edits, Edit{at, at + 1, ""})
	}
	return edits, nil
}

// endsLine reports whether nothing but white space comes before the line's end.
func endsLine(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r")
	return len(text) == 0 || text[0] == '\n'
}

func blank(text []byte) bool { return len(bytes.Trim(text, blanks)) == 0 }

// ownLine reports whether nothing but white space stands before an offset on its line.
func (d *Document) ownLine(offset int) bool {
	start := 1 + bytes.LastIndexByte(d.text[:offset], '\n')
	return start > 0 && blank(d.text[start:offset])
}

// indent is the white space that the line of an offset begins with.
func (d *Document) indent(offset int) string {
	line := d.text[1+bytes.LastIndexByte(d.text[:offset], '\n') : offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// A style is how a document is written. With no eol all stands on one line.
type style struct {
	eol  string // the end of a line
	unit string // what one level is indented by
}

// style finds out how the document is written.
func (d *Document) style() *style {
	o, ok := d.root.Value.(*hujson.Object)
	if !ok {
		return &style{}
	}
	body := d.text[d.root.StartOffset:d.root.EndOffset]
	s := &style{eol: "\n", unit: "  "}
	if i := bytes.IndexByte(d.text, '\n'); i > 0 && d.text[i-1] == '\r' {
		s.eol = "\r\n"
	}
	switch {
	case len(o.Members) == 0:
	case !bytes.Contains(body, []byte("\n")):
		return &style{}
	case d.ownLine(o.Members[0].Name.StartOffset):
		outer, inner := d.indent(d.root.StartOffset), d.indent(o.Members[0].Name.StartOffset)
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			s.unit = unit
		}
	}
	return s
}

// members are names with their values, whose lines begin with an indentation.
func (s *style) members(fields []Field, indent string) []string {
	list := make([]string, len(fields))
	for i, f := range fields {
		list[i] = literal(f.Name) + ": " + s.value(f.Value, indent)
	}
	return list
}

// value is a value as it is written. Lists stand on one line, as people write argument
// lists.
func (s *style) value(value any, indent string) string {
	switch value := value.(type) {
	case []Field:
		if s.eol == "" || len(value) == 0 {
			return "{" + strings.Join(s.members(value, ""), ", ") + "}"
		}
		sep := s.eol + indent + s.unit
		return "{" + sep + strings.Join(s.members(value, indent+s.unit), ","+sep) + s.eol + indent + "}"
	case json.RawMessage:
		return spaced(value)
	default:
		return spaced([]byte(literal(value)))
	}
}

// literal is a value as compact JSON without the escapes that only HTML needs.
func literal(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // a text or a list of texts
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// spaced writes compact JSON with a blank behind each comma and colon.
func spaced(text []byte) string {
	var b strings.Builder
	inText, escaped := false, false
	for _, c := range text {
		b.WriteByte(c)
		switch {
		case escaped:
			escaped = false
		case inText && c == '\\':
			escaped = true
		case c == '"':
			inText = !inText
		case !inText && (c == ',' || c == ':'):
			b.WriteByte(' ')
		}
	}
	return b.String()
}
