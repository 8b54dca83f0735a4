package command

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A jsonKind tells the values of JSON apart, in the words of an error.
type jsonKind string

// The kinds of JSON values.
const (
	kindObject jsonKind = "an object"
	kindList   jsonKind = "a list"
	kindText   jsonKind = "a text"
	kindNumber jsonKind = "a number"
	kindBool   jsonKind = "true or false"
	kindNull   jsonKind = "null"
)

// A node is one value of a JSON file with the line on which it starts.
type node struct {
	kind    jsonKind
	line    int
	text    string // of a text; of a number, as it is written
	yes     bool
	members []member
	items   []node
}

// A member is one key of an object. A key may come twice: see twice.
type member struct {
	key   string
	line  int
	value node
}

// get returns the first value of a key.
func (n node) get(key string) (node, bool) {
	for _, m := range n.members {
		if m.key == key {
			return m.value, true
		}
	}
	return node{}, false
}

// twice returns the keys that come again, each with the line of its second place.
func (n node) twice() []member {
	seen := make(map[string]bool, len(n.members))
	var again []member
	for _, m := range n.members {
		if seen[m.key] {
			again = append(again, m)
		}
		seen[m.key] = true
	}
	return again
}

// A jsonError says why a file is no JSON that can be used, and where.
type jsonError struct {
	line int
	text string
}

// Error implements error.
func (e *jsonError) Error() string { return e.text }

// parseJSON reads one JSON value with the lines of all that is in it. A byte
// order mark in front is left out. The error is a *jsonError.
func parseJSON(data []byte) (node, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	if !utf8.Valid(data) {
		return node{}, &jsonError{1 + bytes.Count(data[:invalidAt(data)], []byte("\n")), "is not valid UTF-8; save it as UTF-8"}
	}
	p := &jsonReader{dec: json.NewDecoder(bytes.NewReader(data)), data: data, line: 1}
	p.dec.UseNumber()
	if err := check(data); err != nil { // the decoder's tokens forgive some mistakes
		return node{}, p.fail(err)
	}
	n, err := p.value(1)
	if err != nil {
		return node{}, p.fail(err)
	}
	return n, nil
}

func invalidAt(data []byte) int {
	for i := 0; i < len(data); {
		r, size := utf8.DecodeRune(data[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
	return len(data)
}

// check finds the first mistake in the syntax, also what follows the value.
func check(data []byte) error {
	var raw json.RawMessage
	return json.Unmarshal(data, &raw)
}

type jsonReader struct {
	dec  *json.Decoder
	data []byte
	at   int // offset of line
	line int
}

// lineAt counts lines up to an offset; offsets only grow.
func (p *jsonReader) lineAt(offset int64) int {
	to := max(p.at, min(int(offset), len(p.data)))
	p.line += bytes.Count(p.data[p.at:to], []byte("\n"))
	p.at = to
	return p.line
}

// fail says where and why the file cannot be read.
func (p *jsonReader) fail(err error) error {
	var placed *jsonError
	if errors.As(err, &placed) {
		return placed
	}
	offset := p.dec.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	why := strings.TrimPrefix(err.Error(), "json: ")
	switch {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), strings.Contains(why, "unexpected end"):
		why = "it ends too early"
	case strings.Contains(why, "after top-level value"):
		return &jsonError{p.lineAt(offset), "goes on after the end of its JSON object; remove the rest"}
	}
	return &jsonError{p.lineAt(offset), "is not valid JSON: " + why}
}

func (p *jsonReader) value(depth int) (node, error) {
	tok, err := p.dec.Token()
	if err != nil {
		return node{}, err
	}
	n := node{line: p.lineAt(p.dec.InputOffset())}
	if depth > maxHandsDepth {
		return node{}, &jsonError{n.line, fmt.Sprintf("is nested deeper than %d levels; nothing in it needs that", maxHandsDepth)}
	}
	switch t := tok.(type) {
	case json.Delim:
		if t == '{' {
			return p.object(n, depth)
		}
		return p.list(n, depth)
	case string:
		n.kind, n.text = kindText, t
	case json.Number:
		n.kind, n.text = kindNumber, t.String()
	case bool:
		n.kind, n.yes = kindBool, t
	default:
		n.kind = kindNull
	}
	return n, nil
}

func (p *jsonReader) object(n node, depth int) (node, error) {
	n.kind = kindObject
	for p.dec.More() {
		tok, err := p.dec.Token()
		if err != nil {
			return n, err
		}
		key, _ := tok.(string)
		m := member{key: key, line: p.lineAt(p.dec.InputOffset())}
		if m.value, err = p.value(depth + 1); err != nil {
			return n, err
		}
		n.members = append(n.members, m)
	}
	_, err := p.dec.Token()
	return n, err
}

func (p *jsonReader) list(n node, depth int) (node, error) {
	n.kind = kindList
	for p.dec.More() {
		item, err := p.value(depth + 1)
		if err != nil {
			return n, err
		}
		n.items = append(n.items, item)
	}
	_, err := p.dec.Token()
	return n, err
}
