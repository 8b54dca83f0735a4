package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/tailscale/hujson"
)

// An edit puts text in place of a part of a file.
type edit struct {
	start, end int
	text       string
}

// edited makes the edits, which do not overlap.
func edited(text []byte, edits ...edit) []byte {
	slices.SortStableFunc(edits, func(a, b edit) int { return a.start - b.start })
	var out bytes.Buffer
	at := 0
	for _, e := range edits {
		out.Write(text[at:e.start])
		out.WriteString(e.text)
		at = e.end
	}
	out.Write(text[at:])
	return out.Bytes()
}

// object finds the object at a path. nil: there is none on the way. One that is
// something else, or is there twice, is an error: we would not know which counts.
func (f *jsonFile) object(path ...string) (*hujson.Object, *hujson.Value, error) {
	v := &f.root
	for i := 0; ; i++ {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, nil, f.wrong(v.StartOffset, fmt.Sprintf("%q is not an object, so nothing can be put into it; mend it first", strings.Join(path[:i], ".")))
		}
		if i == len(path) {
			return o, v, nil
		}
		at, err := f.member(o, path[i])
		if err != nil || at < 0 {
			return nil, nil, err
		}
		v = &o.Members[at].Value
	}
}

// member is the index of a name, -1 if there is none.
func (f *jsonFile) member(o *hujson.Object, name string) (int, error) {
	found := -1
	for i := range o.Members {
		if literal, ok := o.Members[i].Name.Value.(hujson.Literal); !ok || literal.String() != name {
			continue
		}
		if found >= 0 {
			return -1, f.wrong(o.Members[i].Name.StartOffset, fmt.Sprintf("%q is there twice; take one of them out first", name))
		}
		found = i
	}
	return found, nil
}

// insert adds a member to the object v. It keeps to the style of what is there:
// one line or many, the indentation, a comma at the end or none.
func (f *jsonFile) insert(v *hujson.Value, name string, value any) []edit {
	o, ok := v.Value.(*hujson.Object)
	if !ok {
		return nil
	}
	eol, unit := ending(f.text), f.unit()
	if len(o.Members) == 0 {
		outer := f.indent(v.StartOffset)
		text := eol + outer + unit + rendered(name, value, eol, outer+unit, unit)
		inside := string(f.text[v.StartOffset+1 : v.EndOffset-1])
		kept := strings.TrimRight(inside, " \t\r\n")
		if !strings.Contains(inside[len(kept):], "\n") {
			text += eol + outer
		}
		at := v.StartOffset + 1 + len(kept)
		return []edit{{at, at, text}}
	}
	first, last := &o.Members[0].Name, &o.Members[len(o.Members)-1].Value
	text := " " + rendered(name, value, "", "", "")
	if indent := f.indent(first.StartOffset); f.ownLine(first.StartOffset) {
		text = eol + indent + rendered(name, value, eol, indent, unit)
	} else if bytes.Contains(o.AfterExtra, []byte("//")) { // a comment would swallow what comes after it
		text = eol + rendered(name, value, "", "", "")
	}
	trimmed := len(bytes.TrimRight(o.AfterExtra, " \t\r\n"))
	if last.AfterExtra != nil { // there is a comma after it
		at := last.EndOffset + len(last.AfterExtra) + 1 + trimmed
		return []edit{{at, at, text + ","}}
	}
	at := last.EndOffset + trimmed
	if trimmed == 0 {
		return []edit{{at, at, "," + text}}
	}
	return []edit{{last.EndOffset, last.EndOffset, ","}, {at, at, text}}
}

// remove takes a member out, with the white space before it and the comma that
// goes with it; comments stay.
func (f *jsonFile) remove(v *hujson.Value, o *hujson.Object, i int) []edit {
	m := &o.Members[i]
	before := m.Name.BeforeExtra
	start := m.Name.StartOffset - (len(before) - len(bytes.TrimRight(before, " \t\r\n")))
	end := m.Value.EndOffset
	comma := end + len(m.Value.AfterExtra)
	last := i == len(o.Members)-1
	hasComma := !last || m.Value.AfterExtra != nil
	if hasComma && comma == end {
		end++
	}
	if bytes.Contains(before, []byte("//")) && !endsLine(f.text[end:]) {
		start = m.Name.StartOffset // a comment would swallow what comes after it
	}
	if len(o.Members) == 1 && blank(f.text[v.StartOffset+1:start]) && blank(f.text[end:v.EndOffset-1]) {
		return []edit{{v.StartOffset, v.EndOffset, "{}"}}
	}
	edits := []edit{{start, end, ""}}
	if hasComma && comma >= end {
		edits = append(edits, edit{comma, comma + 1, ""})
	}
	if last && !hasComma && i > 0 { // the one before it is the last one now
		previous := &o.Members[i-1].Value
		at := previous.EndOffset + len(previous.AfterExtra)
		edits = append(edits, edit{at, at + 1, ""})
	}
	return edits
}

// endsLine reports whether nothing but white space comes before the line's end.
func endsLine(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r")
	return len(text) == 0 || text[0] == '\n'
}

// ownLine reports whether nothing but white space stands before an offset on its
// line.
func (f *jsonFile) ownLine(offset int) bool {
	start := lineStart(f.text, offset)
	return start > 0 && blank(f.text[start:offset])
}

// indent is the white space that the line of an offset begins with.
func (f *jsonFile) indent(offset int) string {
	line := f.text[lineStart(f.text, offset):offset]
	return string(line[:len(line)-len(bytes.TrimLeft(line, " \t"))])
}

// unit is what one level is indented by.
func (f *jsonFile) unit() string {
	if o, ok := f.root.Value.(*hujson.Object); ok && len(o.Members) > 0 && f.ownLine(o.Members[0].Name.StartOffset) {
		outer, inner := f.indent(f.root.StartOffset), f.indent(o.Members[0].Name.StartOffset)
		if unit, ok := strings.CutPrefix(inner, outer); ok && unit != "" {
			return unit
		}
	}
	return "  "
}

// rendered is a name with its value. Lists stand on one line, as people write
// argument lists; with no eol everything does.
func rendered(name string, value any, eol, indent, unit string) string {
	return literal(name) + ": " + renderedValue(value, eol, indent, unit)
}

func renderedValue(value any, eol, indent, unit string) string {
	switch value := value.(type) {
	case []string:
		var items []string
		for _, item := range value {
			items = append(items, literal(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	case []field:
		var members []string
		for _, m := range value {
			members = append(members, rendered(m.name, m.value, eol, indent+unit, unit))
		}
		if eol == "" {
			return "{" + strings.Join(members, ", ") + "}"
		}
		return "{" + eol + indent + unit + strings.Join(members, ","+eol+indent+unit) + eol + indent + "}"
	}
	return literal(value)
}

// A field is a name with its value, in an order of its own.
type field struct {
	name  string
	value any // a text, a list of texts, or fields
}

func literal(v any) string {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // a text or a list of texts
		return `""`
	}
	return strings.TrimSuffix(b.String(), "\n")
}
