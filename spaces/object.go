package spaces

import (
	"encoding/json"
	"errors"

	"handrail/internal/jsonfile"
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

// parseObject reads a JSON object with the lines of its members. data starts on
// the line first of its file. A key that is given twice is an error.
func parseObject(data []byte, first int) (object, error) {
	members, err := jsonfile.ReadObject(data, first)
	if err != nil {
		return nil, placed(err)
	}
	o := make(object, len(members))
	for i, m := range members {
		o[i] = member{key: m.Name, value: m.Value.Raw, line: m.Line, valueLine: m.Value.Line}
	}
	return o, nil
}

// parseList reads a JSON list with the lines of its elements.
func parseList(raw json.RawMessage, first int) ([]member, error) {
	items, err := jsonfile.ReadList(raw, first)
	if err != nil {
		return nil, placed(err)
	}
	list := make([]member, len(items))
	for i, item := range items {
		list[i] = member{value: item.Raw, line: item.Line, valueLine: item.Line}
	}
	return list, nil
}

// placed is what is wrong with JSON, in the way in which all else of a file is.
func placed(err error) error {
	if at, ok := errors.AsType[*jsonfile.Error](err); ok {
		return &placedError{at.Line, at.Error()}
	}
	return err
}
