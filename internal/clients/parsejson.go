package clients

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/tailscale/hujson"
)

// deepest is how deep a value may be nested. Programs' own files are some ten
// deep; the parser calls itself for each level.
const deepest = 500

// jsonFile is a parsed file of JSON with comments.
type jsonFile struct {
	text  []byte // without a byte order mark
	root  hujson.Value
	empty bool // nothing but white space
	lines lines
}

// parseJSON reads JSON with comments and trailing commas. An error is an *Error
// without a file.
func parseJSON(text []byte) (*jsonFile, error) {
	f := &jsonFile{text: text, lines: newLines(text)}
	if blank(text) {
		f.empty = true
		return f, nil
	}
	if at := tooDeep(text); at >= 0 {
		return nil, f.wrong(at, fmt.Sprintf("it is nested deeper than %d levels", deepest))
	}
	root, err := hujson.Parse(closed(text))
	if err != nil {
		return nil, f.placed(err)
	}
	f.root = root
	if _, ok := root.Value.(*hujson.Object); !ok {
		return nil, f.wrong(root.StartOffset, "it is not an object: it must begin with {")
	}
	return f, nil
}

func (f *jsonFile) wrong(offset int, text string) error {
	line, column := f.lines.at(offset)
	return &Error{Line: line, Column: column, Text: text}
}

// placed takes line and column out of the parser's own error.
func (f *jsonFile) placed(err error) error {
	m := regexp.MustCompile(`^hujson: line (\d+), column (\d+): (?s)(.*)$`).FindStringSubmatch(err.Error())
	if m == nil {
		return &Error{Text: err.Error()}
	}
	line, errLine := strconv.Atoi(m[1])
	column, errColumn := strconv.Atoi(m[2])
	if errors.Join(errLine, errColumn) != nil {
		return &Error{Text: err.Error()}
	}
	if line > len(f.lines.starts) { // behind the line break that the parser was given
		line, column = f.lines.at(len(f.text))
	}
	why := m[3]
	if strings.HasPrefix(why, "invalid literal") { // it goes on with the value, which may be a key
		why = "a value that JSON does not have; texts stand in double quotes"
	}
	return &Error{Line: line, Column: column, Text: "it is not valid JSON: " + why}
}

// closed ends a comment on the last line, as the parser wants it.
func closed(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] == '\n' {
		return text
	}
	return append(slices.Clone(text), '\n')
}

// tooDeep is where a text is nested too deep, or -1. It skips what stands in
// texts and comments.
func tooDeep(text []byte) int {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch c := text[i]; {
		case c == '"':
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
		case c == '/' && i+1 < len(text) && text[i+1] == '/':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case c == '/' && i+1 < len(text) && text[i+1] == '*':
			for i += 2; i+1 < len(text) && (text[i] != '*' || text[i+1] != '/'); i++ {
			}
			i++
		case c == '{' || c == '[':
			if depth++; depth > deepest {
				return i
			}
		case c == '}' || c == ']':
			depth--
		}
	}
	return -1
}

// node is the file's content.
func (f *jsonFile) node() *node {
	if f.empty {
		return &node{kind: isTable, line: 1}
	}
	return f.nodeOf(&f.root)
}

func (f *jsonFile) nodeOf(v *hujson.Value) *node {
	line, _ := f.lines.at(v.StartOffset)
	n := &node{line: line}
	switch value := v.Value.(type) {
	case hujson.Literal:
		n.text = value.String()
		switch value.Kind() {
		case '"':
			n.kind = isText
		case '0':
			n.kind = isNumber
		case 't', 'f':
			n.kind = isBool
		}
	case *hujson.Array:
		n.kind = isList
		for i := range value.Elements {
			n.items = append(n.items, f.nodeOf(&value.Elements[i]))
		}
	case *hujson.Object:
		n.kind = isTable
		for i := range value.Members {
			m := &value.Members[i]
			nameLine, _ := f.lines.at(m.Name.StartOffset)
			name, _ := m.Name.Value.(hujson.Literal)
			n.members = append(n.members, member{name: name.String(), line: nameLine, value: f.nodeOf(&m.Value)})
		}
	}
	return n
}

func blank(text []byte) bool {
	for _, c := range text {
		if c != ' ' && c != '\t' && c != '\r' && c != '\n' {
			return false
		}
	}
	return true
}
