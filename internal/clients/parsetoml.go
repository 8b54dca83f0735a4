package clients

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
)

// tomlFile is a parsed file of TOML.
type tomlFile struct {
	text  []byte // without a byte order mark
	all   map[string]any
	parts []tomlPart
	lines lines
}

// A tomlPart is one expression: the head of a table, or a name with its value.
type tomlPart struct {
	path       []string // from the root
	head       bool     // of a table
	list       bool     // of a table in a list: [[x]]
	start, end int      // start: of its line; end: of its value or head, without what follows on the line
	key        int      // where its name begins
}

// parseTOML reads TOML. An error is an *Error without a file.
func parseTOML(text []byte) (*tomlFile, error) {
	f := &tomlFile{text: text, all: map[string]any{}, lines: newLines(text)}
	if err := toml.Unmarshal(text, &f.all); err != nil {
		var broken *toml.DecodeError
		if errors.As(err, &broken) {
			line, column := broken.Position()
			return nil, &Error{Line: line, Column: column, Text: "it is not valid TOML: " + strings.TrimPrefix(broken.Error(), "toml: ")}
		}
		return nil, &Error{Text: "it is not valid TOML: " + err.Error()}
	}
	var p unstable.Parser
	p.Reset(text)
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		part := tomlPart{head: e.Kind != unstable.KeyValue, list: e.Kind == unstable.ArrayTable, key: -1}
		for keys := e.Key(); keys.Next(); {
			k := keys.Node()
			if part.key < 0 {
				part.key = int(k.Raw.Offset)
			}
			part.path = append(part.path, string(k.Data))
			part.end = int(k.Raw.Offset + k.Raw.Length)
		}
		part.start = lineStart(text, part.key)
		if part.head {
			table = part.path
			part.end = lineEnd(text, part.end)
		} else {
			part.path = slices.Concat(table, part.path)
			part.end = int(e.Raw.Offset + e.Raw.Length)
		}
		f.parts = append(f.parts, part)
	}
	if err := p.Error(); err != nil {
		return nil, &Error{Text: "it is not valid TOML: " + err.Error()}
	}
	return f, nil
}

// lineStart is where the line of an offset begins.
func lineStart(text []byte, offset int) int {
	return strings.LastIndexByte(string(text[:offset]), '\n') + 1
}

// lineEnd is where the line of an offset ends, before its line break.
func lineEnd(text []byte, offset int) int {
	for offset < len(text) && text[offset] != '\n' {
		offset++
	}
	if offset > 0 && offset <= len(text) && text[offset-1] == '\r' && offset < len(text) {
		offset--
	}
	return offset
}

// afterLine is where the next line begins.
func afterLine(text []byte, offset int) int {
	for offset < len(text) && text[offset] != '\n' {
		offset++
	}
	return min(offset+1, len(text))
}

// node is the file's content. Lines are known of tables and of names in them;
// what is deeper has the line of what it is in.
func (f *tomlFile) node() *node {
	where := map[string]int{}
	for _, p := range f.parts {
		line, _ := f.lines.at(p.key)
		for i := range p.path {
			key := pathKey(p.path[:i+1])
			if _, known := where[key]; !known {
				where[key] = line
			}
		}
	}
	return tomlNode(f.all, nil, 1, where)
}

func pathKey(path []string) string {
	var b strings.Builder
	for _, p := range path {
		fmt.Fprintf(&b, "%d:%s", len(p), p)
	}
	return b.String()
}

func tomlNode(v any, path []string, line int, where map[string]int) *node {
	if known, ok := where[pathKey(path)]; ok {
		line = known
	}
	n := &node{line: line}
	switch v := v.(type) {
	case string:
		n.kind, n.text = isText, v
	case bool:
		n.kind, n.text = isBool, strconv.FormatBool(v)
	case int64:
		n.kind, n.text = isNumber, strconv.FormatInt(v, 10)
	case float64:
		n.kind, n.text = isNumber, strconv.FormatFloat(v, 'g', -1, 64)
	default: // a date
		n.text = fmt.Sprint(v)
	case []any:
		n.kind = isList
		for _, item := range v {
			n.items = append(n.items, tomlNode(item, nil, line, nil))
		}
	case map[string]any:
		n.kind = isTable
		for _, name := range slices.Sorted(maps.Keys(v)) {
			value := tomlNode(v[name], slices.Concat(path, []string{name}), line, where)
			n.members = append(n.members, member{name: name, line: value.line, value: value})
		}
		slices.SortStableFunc(n.members, func(a, b member) int { return a.line - b.line })
	}
	return n
}
