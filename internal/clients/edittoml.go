package clients

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/jsonfile"
)

// insertTable adds a table at the end of the file, after an empty line.
func (f *tomlFile) insertTable(path []string, values []jsonfile.Field) []jsonfile.Edit {
	eol := ending(f.text)
	var b strings.Builder
	if len(f.text) > 0 {
		b.WriteString(eol)
		if f.text[len(f.text)-1] != '\n' {
			b.WriteString(eol)
		}
	}
	fmt.Fprintf(&b, "[%s]%s", strings.Join(path, "."), eol)
	for _, v := range values {
		fmt.Fprintf(&b, "%s = %s%s", v.Name, tomlValue(v.Value), eol)
	}
	text := b.String()
	if len(f.text) > 0 && f.text[len(f.text)-1] != '\n' { // a file without a line break at its end keeps none
		text = strings.TrimSuffix(text, eol)
	}
	return []jsonfile.Edit{{Start: len(f.text), End: len(f.text), Text: text}}
}

// removeTable takes everything at and below a path out. Comments that stand
// before it or after it stay.
func (f *tomlFile) removeTable(path []string) []jsonfile.Edit {
	var edits []jsonfile.Edit
	for i := 0; i < len(f.parts); i++ {
		p := f.parts[i]
		if len(p.path) < len(path) || !slices.Equal(p.path[:len(path)], path) {
			continue
		}
		start, end := p.start, p.end
		for i+1 < len(f.parts) && p.head && !f.parts[i+1].head { // what is in the table
			i++
			end = f.parts[i].end
		}
		end = afterLine(f.text, end)
		if p.head {
			start = f.beforeBlank(start, end)
		}
		edits = append(edits, jsonfile.Edit{Start: start, End: end})
	}
	return edits
}

// beforeBlank takes one empty line before a table along, and the line break before
// it where the table ends a file that has none at its end.
func (f *tomlFile) beforeBlank(start, end int) int {
	previous := start
	if start > 0 {
		previous = lineStart(f.text, start-1)
	}
	if start == 0 || !blank(f.text[previous:start]) {
		return start
	}
	start = previous
	if end == len(f.text) && f.text[end-1] != '\n' {
		start = len(bytes.TrimSuffix(bytes.TrimSuffix(f.text[:start], []byte("\n")), []byte("\r")))
	}
	return start
}

// setValues changes values of a table that is there.
func (f *tomlFile) setValues(path []string, values []jsonfile.Field) ([]jsonfile.Edit, error) {
	var edits []jsonfile.Edit
	for _, v := range values {
		full := slices.Concat(path, []string{v.Name})
		at := slices.IndexFunc(f.parts, func(p tomlPart) bool { return !p.head && slices.Equal(p.path, full) })
		if at < 0 {
			return nil, fmt.Errorf("%s is written in a way that Handrail can't change; remove it by hand first", strings.Join(path, "."))
		}
		edits = append(edits, jsonfile.Edit{Start: f.parts[at].key, End: f.parts[at].end, Text: v.Name + " = " + tomlValue(v.Value)})
	}
	return edits, nil
}

// tomlValue is a text or a list of texts.
func tomlValue(v any) string {
	list, ok := v.([]string)
	if !ok {
		return tomlText(fmt.Sprint(v))
	}
	var items []string
	for _, item := range list {
		items = append(items, tomlText(item))
	}
	return "[" + strings.Join(items, ", ") + "]"
}

// tomlText is a text as it stands in TOML: as it is between single quotes if it
// can be, as people write paths of Windows.
func tomlText(text string) string {
	if strings.Contains(text, `\`) && !strings.ContainsFunc(text, func(r rune) bool { return r == '\'' || r < ' ' || r == 0x7f }) {
		return "'" + text + "'"
	}
	var b strings.Builder
	b.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			b.WriteByte('\\')
			b.WriteRune(r)
		case r < ' ' || r == 0x7f:
			fmt.Fprintf(&b, `\u%04X`, r)
		default:
			b.WriteRune(r)
		}
	}
	b.WriteByte('"')
	return b.String()
}
