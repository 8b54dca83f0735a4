package clients

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"handrail/internal/jsonfile"

	"gopkg.in/yaml.v3"
)

// YAML is changed as text, line by line, so that comments and layout stay. What these edits make is read
// again before it is written (Place.proves): an unusual layout is refused, never damaged.

// yamlList is a program's list of servers in a file: a table by name, or a list of items with names.
type yamlList struct {
	f     *yamlFile
	key   string
	named bool
}

// change makes an edit of ours in a file whose lines end as everybody counts them.
func (l yamlList) change(edit func() ([]jsonfile.Edit, error)) ([]jsonfile.Edit, error) {
	if strings.ContainsAny(strings.ReplaceAll(string(l.f.text), "\r\n", "\n"), "\r\u0085\u2028\u2029") {
		return nil, l.unchangeable()
	}
	return edit()
}

// unchangeable says that a layout is left to the person.
func (l yamlList) unchangeable() error {
	return fmt.Errorf("%s is written in a way that Handrail can't change; add or remove the server %q by hand", l.key, OurName)
}

// found is the name and the value of the list, nil if there is none.
func (l yamlList) found() (key, value *yaml.Node) {
	if l.f.top == nil {
		return nil, nil
	}
	return pairOf(l.f.top, l.key)
}

// entry is where our entry begins, and its fields; nil if it is not there.
func (l yamlList) entry(list *yaml.Node) (begin, fields *yaml.Node) {
	if !l.named {
		return pairOf(list, OurName)
	}
	for _, item := range list.Content {
		if _, name := pairOf(item, "name"); name != nil && name.Value == OurName {
			begin, fields = item, item
		}
	}
	return begin, fields
}

// insert adds our entry as the first of the list.
func (l yamlList) insert(fields []jsonfile.Field) ([]jsonfile.Edit, error) {
	if l.named {
		fields = append([]jsonfile.Field{{Name: "name", Value: OurName}}, fields...)
	}
	key, value := l.found()
	switch {
	case l.f.top != nil && (l.f.top.Kind != yaml.MappingNode || l.f.top.Style&yaml.FlowStyle != 0):
		return nil, l.unchangeable()
	case key == nil:
		indent := 0
		if l.f.top != nil {
			indent = l.f.top.Column - 1
		}
		lines := append([]string{strings.Repeat(" ", indent) + l.key + ":"}, l.block(indent+2, fields)...)
		return l.f.insertLines(len(l.f.text), lines), nil
	case value.Kind == yaml.ScalarNode && value.Value == "" && value.ShortTag() == "!!null":
		return l.f.insertLines(l.f.lineAfter(key), l.block(key.Column+1, fields)), nil
	case value.Kind == yaml.ScalarNode || value.Kind == yaml.AliasNode || (value.Kind == yaml.SequenceNode) != l.named:
		return nil, l.unchangeable()
	case value.Style&yaml.FlowStyle != 0:
		at := l.f.offset(value) + 1
		text := l.flow(fields)
		if len(value.Content) > 0 {
			text += ", "
		}
		return []jsonfile.Edit{{Start: at, End: at, Text: text}}, nil
	}
	return l.f.insertLines(l.f.lineAfter(key), l.block(value.Column-1, fields)), nil
}

// block is our entry in lines of its own.
func (l yamlList) block(indent int, fields []jsonfile.Field) []string {
	margin := strings.Repeat(" ", indent)
	lines := []string{margin + OurName + ":"}
	if l.named {
		lines = nil
	}
	for _, field := range fields {
		lines = append(lines, margin+"  "+field.Name+": "+yamlValue(field.Value))
	}
	if l.named {
		lines[0] = margin + "- " + strings.TrimLeft(lines[0], " ")
	}
	return lines
}

// flow is our entry in a list between brackets.
func (l yamlList) flow(fields []jsonfile.Field) string {
	var parts []string
	for _, field := range fields {
		parts = append(parts, field.Name+": "+yamlValue(field.Value))
	}
	text := "{" + strings.Join(parts, ", ") + "}"
	if !l.named {
		text = OurName + ": " + text
	}
	return text
}

// set changes values of our entry.
func (l yamlList) set(fields []jsonfile.Field) ([]jsonfile.Edit, error) {
	_, list := l.found()
	_, entry := l.entry(list)
	if entry.Style&yaml.FlowStyle != 0 {
		return nil, l.unchangeable()
	}
	var edits []jsonfile.Edit
	for _, field := range fields {
		key, _ := pairOf(entry, field.Name)
		if key == nil {
			return nil, l.unchangeable()
		}
		end := l.f.blockEnd(key.Line, key.Column-1)
		line := field.Name + ": " + yamlValue(field.Value)
		if end < len(l.f.text) || bytes.HasSuffix(l.f.text, []byte("\n")) {
			line += ending(l.f.text)
		}
		edits = append(edits, jsonfile.Edit{Start: l.f.offset(key), End: end, Text: line})
	}
	return edits, nil
}

// remove takes our entry out, and the list with it if it holds nothing else.
func (l yamlList) remove() ([]jsonfile.Edit, error) {
	key, list := l.found()
	begin, entry := l.entry(list)
	if list.Style&yaml.FlowStyle != 0 {
		return l.removeFlow(begin, entry)
	}
	start, end := l.f.lines.starts[begin.Line-1], l.f.blockEnd(begin.Line, l.f.indent(begin))
	alone := len(list.Content) == 1 || !l.named && len(list.Content) == 2
	head := l.f.lines.starts[key.Line-1]
	if alone && start == l.f.lineAfter(key) && string(bytes.TrimSpace(l.f.text[head:start])) == l.key+":" {
		start = head
	}
	if end == len(l.f.text) && !bytes.HasSuffix(l.f.text, []byte("\n")) { // a file without a line break at its end keeps none
		start = len(bytes.TrimSuffix(bytes.TrimSuffix(l.f.text[:start], []byte("\n")), []byte("\r")))
	}
	return []jsonfile.Edit{{Start: start, End: end}}, nil
}

// removeFlow takes our entry out of a list between brackets.
func (l yamlList) removeFlow(begin, entry *yaml.Node) ([]jsonfile.Edit, error) {
	start, end := l.f.offset(begin), afterBraces(l.f.text, l.f.offset(entry))
	if end < 0 {
		return nil, l.unchangeable()
	}
	rest := bytes.TrimLeft(l.f.text[end:], " ")
	if after, more := bytes.CutPrefix(rest, []byte(",")); more {
		end = len(l.f.text) - len(bytes.TrimPrefix(after, []byte(" ")))
	} else if before, more := bytes.CutSuffix(bytes.TrimRight(l.f.text[:start], " \r\n"), []byte(",")); more {
		start = len(before)
	}
	return []jsonfile.Edit{{Start: start, End: end}}, nil
}

// afterBraces is the offset after the braces that open at one; -1 if none open there or they don't close.
func afterBraces(text []byte, at int) int {
	depth, quote := 0, byte(0)
	for i := at; i < len(text); i++ {
		switch c := text[i]; {
		case quote == '"' && c == '\\':
			i++
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '{':
			depth++
		case c == '}':
			depth--
		}
		if depth == 0 {
			if i == at {
				return -1
			}
			return i + 1
		}
	}
	return -1
}

// insertLines puts whole lines in at the beginning of one, or at the end.
func (f *yamlFile) insertLines(at int, lines []string) []jsonfile.Edit {
	eol := ending(f.text)
	text := strings.Join(lines, eol) + eol
	if at == len(f.text) && at > 0 && f.text[at-1] != '\n' { // a file without a line break at its end keeps none
		text = eol + strings.TrimSuffix(text, eol)
	}
	return []jsonfile.Edit{{Start: at, End: at, Text: text}}
}

// offset is where a value begins.
func (f *yamlFile) offset(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(f.lines.starts) {
		return len(f.text) // lines that only YAML knows
	}
	at := f.lines.starts[n.Line-1]
	for range n.Column - 1 {
		_, size := utf8.DecodeRune(f.text[at:])
		at += size
	}
	return at
}

// lineAfter is where the line after a value's first one begins.
func (f *yamlFile) lineAfter(n *yaml.Node) int {
	if n.Line < len(f.lines.starts) {
		return f.lines.starts[n.Line]
	}
	return len(f.text)
}

// indent is how far the line of an entry is set in: for an item of a list, to its dash.
func (f *yamlFile) indent(n *yaml.Node) int {
	if n.Line < 1 || n.Line > len(f.lines.starts) {
		return n.Column - 1
	}
	line := f.text[f.lines.starts[n.Line-1]:]
	return len(line) - len(bytes.TrimLeft(line, " "))
}

// blockEnd is where what begins on a line ends: before the next line with content that is not set in further.
func (f *yamlFile) blockEnd(line, indent int) int {
	end := len(f.text)
	if line < len(f.lines.starts) {
		end = f.lines.starts[line]
	}
	for i := line; i < len(f.lines.starts); i++ {
		start, next := f.lines.starts[i], len(f.text)
		if i+1 < len(f.lines.starts) {
			next = f.lines.starts[i+1]
		}
		text := f.text[start:next]
		content := bytes.TrimLeft(text, " ")
		if first := bytes.TrimSpace(content); len(first) == 0 || first[0] == '#' {
			continue // it goes with what follows, if that belongs here
		}
		if len(text)-len(content) <= indent {
			break
		}
		end = next
	}
	return end
}

// pairOf is the last name of this kind in a table, and its value.
func pairOf(table *yaml.Node, name string) (key, value *yaml.Node) {
	if table == nil || table.Kind != yaml.MappingNode {
		return nil, nil
	}
	for pair := range slices.Chunk(table.Content, 2) {
		if pair[0].Value == name {
			key, value = pair[0], pair[1]
		}
	}
	return key, value
}

// yamlValue is a value as it stands in YAML, whose texts between double quotes are those of JSON.
func yamlValue(v any) string {
	if list, ok := v.([]string); ok {
		var items []string
		for _, item := range list {
			items = append(items, yamlValue(item))
		}
		return "[" + strings.Join(items, ", ") + "]"
	}
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil { // texts, numbers and yes or no have no others
		return `""`
	}
	return strings.TrimSpace(b.String())
}
