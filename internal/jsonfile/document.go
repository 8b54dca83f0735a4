package jsonfile

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/tailscale/hujson"
)

// deepest is how deep a document may be nested. Programs' own files are some ten deep; the
// parser calls itself for each level.
const deepest = 500

// A Document is JSON that a person writes, with comments and a comma behind the last value
// if they like. It is changed by edits, which leave all else as it is written.
type Document struct {
	text []byte
	root hujson.Value
}

// ParseDocument reads a document, which must be an object. An error is an *Error.
func ParseDocument(text []byte) (*Document, error) {
	d, err := parse(text)
	if err != nil {
		return nil, err
	}
	if _, ok := d.root.Value.(*hujson.Object); !ok {
		return nil, d.wrong(NotObject, d.root.StartOffset, "is not an object: it must begin with {")
	}
	return d, nil
}

// parse reads a document of any value.
func parse(text []byte) (*Document, error) {
	d := &Document{text: text}
	if at := tooDeep(text); at >= 0 {
		return nil, d.wrong(TooDeep, at, "is nested deeper than %d levels", deepest)
	}
	root, err := hujson.Parse(closed(text))
	if err != nil {
		return nil, d.malformed(err)
	}
	d.root = root
	return d, nil
}

func (d *Document) wrong(reason Reason, offset int, format string, args ...any) *Error {
	return (&reader{data: d.text, first: 1}).wrong(reason, offset, format, args...)
}

// malformed takes the place out of hujson's own error.
func (d *Document) malformed(err error) error {
	offset, detail := len(d.text), err.Error()
	if m := regexp.MustCompile(`^hujson: line (\d+), column (\d+): (?s)(.*)$`).FindStringSubmatch(detail); m != nil {
		line, errLine := strconv.Atoi(m[1])
		column, errColumn := strconv.Atoi(m[2])
		if errors.Join(errLine, errColumn) == nil {
			offset, detail = min(d.lineStart(line)+column-1, len(d.text)), m[3]
		}
	}
	if strings.HasPrefix(detail, "invalid literal") { // it goes on with the value, which may be a key
		detail = "a value that JSON does not have; texts stand in double quotes"
	}
	if strings.HasPrefix(detail, "parsing comment") {
		detail = "a comment does not end; close it with */"
	}
	e := d.wrong(Malformed, offset, "is not valid JSON: %s", detail)
	e.Detail = detail
	return e
}

// lineStart is the offset of a line, which is counted from 1.
func (d *Document) lineStart(line int) int {
	at := 0
	for ; line > 1; line-- {
		next := bytes.IndexByte(d.text[at:], '\n')
		if next < 0 {
			return len(d.text)
		}
		at += next + 1
	}
	return at
}

// closed ends a comment on the last line, as the parser wants it.
func closed(text []byte) []byte {
	if len(text) > 0 && text[len(text)-1] == '\n' {
		return text
	}
	return append(slices.Clone(text), '\n')
}

// tooDeep is where a text is nested too deep, or -1. It skips what stands in texts and
// comments.
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

// Value is what the document says, with its places.
func (d *Document) Value() Value {
	return (&placer{reader: reader{data: d.text, line: 1}}).value(&d.root)
}

// A placer gives the values of a document their lines.
type placer struct{ reader }

func (p *placer) value(from *hujson.Value) Value {
	v := Value{Raw: p.data[from.StartOffset:from.EndOffset:from.EndOffset], Start: from.StartOffset, Line: p.lineAt(from.StartOffset)}
	switch of := from.Value.(type) {
	case hujson.Literal:
		v.Kind = kindOf(jsontext.Kind(of.Kind()))
	case *hujson.Array:
		v.Kind = List
		for i := range of.Elements {
			v.Items = append(v.Items, p.value(&of.Elements[i]))
		}
	case *hujson.Object:
		v.Kind = Object
		for i := range of.Members {
			name := p.value(&of.Members[i].Name)
			v.Members = append(v.Members, Member{Name: name.Text(), Start: name.Start, Line: name.Line, Value: p.value(&of.Members[i].Value)})
		}
	}
	return v
}

// find is the object at a path. nil: there is none on the way. One that is something else,
// or is there twice, is an error: nobody could tell which one counts.
func (d *Document) find(path []string) (*hujson.Object, *hujson.Value, error) {
	v := &d.root
	for i := 0; ; i++ {
		o, ok := v.Value.(*hujson.Object)
		if !ok {
			return nil, nil, d.wrong(NotObject, v.StartOffset, "%q is not an object, so nothing can be put into it; fix it first", strings.Join(path[:i], "."))
		}
		if i == len(path) {
			return o, v, nil
		}
		at, err := d.member(o, path[i])
		if err != nil || at < 0 {
			return nil, nil, err
		}
		v = &o.Members[at].Value
	}
}

// member is the index of a name, -1 if there is none.
func (d *Document) member(o *hujson.Object, name string) (int, error) {
	found := -1
	for i := range o.Members {
		if literal, ok := o.Members[i].Name.Value.(hujson.Literal); !ok || literal.String() != name {
			continue
		}
		if found >= 0 {
			return -1, d.wrong(Twice, o.Members[i].Name.StartOffset, "%q is there twice; remove one of them first", name)
		}
		found = i
	}
	return found, nil
}

// Has reports whether there is an object at a path. Something else on the way, or a name
// that comes twice, is an *Error.
func (d *Document) Has(path ...string) (bool, error) {
	o, _, err := d.find(path)
	return o != nil, err
}

// errNowhere is what an edit says of a path that Has denies.
func errNowhere(path []string) error {
	return fmt.Errorf("there is no %q to change", strings.Join(path, "."))
}
