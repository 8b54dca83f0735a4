package spaces

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// A member is one key of a JSON object or of a front matter, or one element of
// a list, with the lines on which it stands in its file.
type member struct {
	key       string
	value     json.RawMessage
	written   json.RawMessage // the value with its scalars as text, as they are written; nil: as value
	line      int             // of the key; of an element, of its value
	valueLine int
	items     []int // lines of the elements of a list, where they are known
	block     bool  // the value is a text that starts on the line after the key
}

// An object is the members of a JSON object, in their order.
type object []member

func (o object) get(key string) (member, bool) {
	for _, m := range o {
		if m.key == key {
			return m, true
		}
	}
	return member{}, false
}

// line returns the line of a key, or 0.
func (o object) line(key string) int {
	m, _ := o.get(key)
	return m.line
}

// textLine returns the line on which the line n of a field's text stands; n is 0
// for the field as a whole. A field that is not there stands at the line otherwise.
func (o object) textLine(key string, n, otherwise int) int {
	m, ok := o.get(key)
	switch {
	case !ok:
		return otherwise
	case n > 0 && m.block:
		return m.line + n
	default:
		return m.line
	}
}

// A placedError is what is wrong with a file, with its line. The text follows
// the file's name in a sentence: "is not valid JSON: …".
type placedError struct {
	line int
	text string
}

// Error implements error.
func (e *placedError) Error() string { return e.text }

// A lineCounter finds the lines of offsets that only grow, in one pass.
type lineCounter struct {
	data []byte
	at   int
	line int // of at
}

func (c *lineCounter) upTo(offset int64) int {
	to := max(c.at, min(int(offset), len(c.data)))
	c.line += bytes.Count(c.data[c.at:to], []byte("\n"))
	c.at = to
	return c.line
}

// A reader reads one JSON text and knows its lines.
type reader struct {
	dec   *json.Decoder
	lines lineCounter
}

// newReader reads data, which starts on the line first of its file.
func newReader(data []byte, first int) *reader {
	return &reader{dec: json.NewDecoder(bytes.NewReader(data)), lines: lineCounter{data: data, line: first}}
}

// fail says where and why data cannot be read.
func (r *reader) fail(err error) error {
	offset := r.dec.InputOffset()
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		offset = syntax.Offset
	}
	text := "is not valid JSON: " + strings.TrimPrefix(err.Error(), "json: ")
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		text = "is not valid JSON: it ends too early"
	}
	return &placedError{r.lines.upTo(offset), text}
}

// value reads the next value, and the line on which it starts.
func (r *reader) value() (json.RawMessage, int, error) {
	var raw json.RawMessage
	if err := r.dec.Decode(&raw); err != nil {
		return nil, 0, err
	}
	return raw, r.lines.upTo(r.dec.InputOffset() - int64(len(raw))), nil
}

// parseObject reads a JSON object with the lines of its members. data starts on
// the line first of its file. A key that is given twice is an error: which one
// counts would depend on the reader.
func parseObject(data []byte, first int) (object, error) {
	if !utf8.Valid(data) {
		return nil, &placedError{first, "is not valid UTF-8; save it as UTF-8"}
	}
	r := newReader(data, first)
	open, err := r.dec.Token()
	if err != nil {
		return nil, r.fail(err)
	}
	if open != json.Delim('{') {
		return nil, &placedError{first, "must be a JSON object: it starts with {"}
	}
	var members object
	seen := map[string]int{}
	for r.dec.More() {
		tok, err := r.dec.Token()
		if err != nil {
			return nil, r.fail(err)
		}
		key, _ := tok.(string)
		m := member{key: key, line: r.lines.upTo(r.dec.InputOffset())}
		if m.value, m.valueLine, err = r.value(); err != nil {
			return nil, r.fail(err)
		}
		if earlier, twice := seen[key]; twice {
			return nil, &placedError{m.line, fmt.Sprintf("gives %q twice, first on line %d; remove one", key, earlier)}
		}
		seen[key] = m.line
		members = append(members, m)
	}
	if _, err := r.dec.Token(); err != nil {
		return nil, r.fail(err)
	}
	if _, err := r.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, &placedError{r.lines.upTo(r.dec.InputOffset()), "goes on after the end of its JSON object; remove the rest"}
	}
	return members, nil
}

// parseList reads a JSON list with the lines of its elements.
func parseList(raw json.RawMessage, first int) ([]member, error) {
	r := newReader(raw, first)
	if open, err := r.dec.Token(); err != nil || open != json.Delim('[') {
		return nil, &placedError{first, "must be a list: [ … ]"}
	}
	var list []member
	for r.dec.More() {
		value, line, err := r.value()
		if err != nil {
			return nil, r.fail(err)
		}
		list = append(list, member{value: value, line: line, valueLine: line})
	}
	return list, nil
}
