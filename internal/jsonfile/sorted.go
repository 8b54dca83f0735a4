package jsonfile

import (
	"bytes"
	"encoding/json"
)

// Sorted is one JSON value with sorted keys and without spaces, its numbers as they
// are written: equal values have equal bytes. false: the text is no JSON value, or
// more than one.
func Sorted(text []byte) ([]byte, bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	var value any
	if dec.Decode(&value) != nil || len(bytes.TrimSpace(text[dec.InputOffset():])) > 0 {
		return nil, false
	}
	return []byte(literal(value)), true
}
