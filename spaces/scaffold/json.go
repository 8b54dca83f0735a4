package scaffold

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// A member is one key of a JSON object, with where it stands in its text.
type member struct {
	key      string
	value    json.RawMessage
	keyEnd   int // the offset behind the key
	valueAt  int
	valueEnd int
}

// An object is a JSON object, with where it stands in its text.
type object struct {
	open, close int // offsets of { and }
	members     []member
}

func (o object) get(key string) (member, bool) {
	for _, m := range slices.Backward(o.members) { // the last one counts, as in every reader of JSON
		if m.key == key {
			return m, true
		}
	}
	return member{}, false
}

// last is the members in their order; of a key that is given twice the last one,
// which counts.
func (o object) last() []member {
	at := map[string]int{}
	for i, m := range o.members {
		at[m.key] = i
	}
	var last []member
	for i, m := range o.members {
		if at[m.key] == i {
			last = append(last, m)
		}
	}
	return last
}

// parseObject reads the JSON object that starts at an offset of data. Errors
// follow the file's name in a sentence.
func parseObject(data []byte, at int) (object, error) {
	dec := json.NewDecoder(bytes.NewReader(data[at:]))
	offset := func() int { return at + int(dec.InputOffset()) }
	start, err := dec.Token()
	if err != nil {
		return object{}, notJSON(data, offset(), err)
	}
	if start != json.Delim('{') {
		return object{}, errors.New("must be a JSON object: it starts with {")
	}
	o := object{open: offset() - 1}
	for dec.More() {
		key, err := dec.Token()
		if err != nil {
			return object{}, notJSON(data, offset(), err)
		}
		m := member{keyEnd: offset()}
		m.key, _ = key.(string) // the decoder takes nothing else for a key
		if err := dec.Decode(&m.value); err != nil {
			return object{}, notJSON(data, offset(), err)
		}
		m.valueEnd = offset()
		m.valueAt = m.valueEnd - len(m.value)
		o.members = append(o.members, m)
	}
	if _, err := dec.Token(); err != nil {
		return object{}, notJSON(data, offset(), err)
	}
	o.close = offset() - 1
	return o, nil
}

// notJSON says where and why data is no JSON.
func notJSON(data []byte, offset int, err error) error {
	line := 1 + bytes.Count(data[:min(offset, len(data))], []byte("\n"))
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("is not valid JSON: it ends too early")
	}
	return fmt.Errorf("is not valid JSON: line %d: %s", line, strings.TrimPrefix(err.Error(), "json: "))
}

// lines finds the lines of offsets that only grow, in one pass.
type lines struct {
	text string
	at   int
	line int
}

func newLines(text string) *lines { return &lines{text: text, line: 1} }

func (l *lines) of(offset int) int {
	if offset > l.at {
		l.line += strings.Count(l.text[l.at:offset], "\n")
		l.at = offset
	}
	return l.line
}
