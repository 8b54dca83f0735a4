package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strconv"
	"unicode/utf8"
)

// Limits of one input. They keep a hostile caller from exhausting memory or
// stack; the tools' own limits are far lower.
const (
	MaxInput  = 128 << 20 // bytes of the whole JSON text; a write of 50 MB fits with its escapes
	MaxDepth  = 64        // levels of objects and arrays, the outermost included
	MaxValues = 200_000   // values in one input, objects and arrays included
)

// MaxSafeInteger is the largest whole number that every JSON reader keeps
// exactly, 2^53 - 1. Our own schemas refuse numbers beyond it on either side.
const MaxSafeInteger = 1<<53 - 1

// maxDigits is the longest number that is read, in bytes of its text. It keeps
// arithmetic with the number cheap.
const maxDigits = 64

// parseObject reads one JSON object strictly. What two readers could read in
// two ways is an error: a key given twice, text after the value, bytes that are
// not UTF-8, half of a surrogate pair, a number that float64 cannot hold. No
// text at all and null stand for the empty object: that is how callers without
// arguments write it. Numbers come back as [json.Number].
func parseObject(raw json.RawMessage) (map[string]any, error) {
	value, err := parse(raw)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, invalid("must be a JSON object like {\"name\": \"value\"}, got %s", show(value))
	}
	return object, nil
}

func parse(raw json.RawMessage) (any, error) {
	if len(raw) > MaxInput {
		return nil, invalid("has %d bytes; at most %d are accepted", len(raw), MaxInput)
	}
	text := bytes.TrimSpace(raw)
	if len(text) == 0 || string(text) == "null" {
		return map[string]any{}, nil
	}
	if err := checkText(text); err != nil {
		return nil, err
	}
	p := parser{dec: json.NewDecoder(bytes.NewReader(text))}
	p.dec.UseNumber()
	value, err := p.value(nil, 1)
	if err != nil {
		return nil, explain(err)
	}
	if _, err := p.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, invalid("goes on after the end of its JSON value; send one object only")
	}
	if len(p.violations) > 0 {
		return nil, &InvalidError{Violations: sorted(p.violations)}
	}
	return value, nil
}

// invalid makes the error for an input that cannot be read as a whole.
func invalid(format string, args ...any) *InvalidError {
	return &InvalidError{Violations: []Violation{{Message: "the input " + fmt.Sprintf(format, args...)}}}
}

// checkText refuses what the decoder would silently replace.
func checkText(text []byte) error {
	if !utf8.Valid(text) {
		return invalid("is not valid UTF-8 at byte %d; send text as UTF-8", invalidAt(text))
	}
	if at := loneSurrogate(text); at >= 0 {
		return invalid("has half of a \\u surrogate pair at byte %d; send the character itself or both halves", at)
	}
	return nil
}

func invalidAt(text []byte) int {
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRune(text[i:])
		if r == utf8.RuneError && size == 1 {
			return i
		}
		i += size
	}
	return len(text)
}

// loneSurrogate returns the offset of the first \u escape that is half of a
// pair without its other half, or -1. Backslashes only occur in strings.
func loneSurrogate(text []byte) int {
	for i := 0; i < len(text); {
		next := bytes.IndexByte(text[i:], '\\')
		if next < 0 {
			return -1
		}
		i += next
		unit, ok := escapedUnit(text[i:])
		switch {
		case !ok:
			i += 2
		case unit >= 0xD800 && unit < 0xDC00:
			low, ok := escapedUnit(text[i+6:])
			if !ok || low < 0xDC00 || low > 0xDFFF {
				return i
			}
			i += 12
		case unit >= 0xDC00 && unit < 0xE000:
			return i
		default:
			i += 6
		}
	}
	return -1
}

// escapedUnit reads \uXXXX at the start of text.
func escapedUnit(text []byte) (uint64, bool) {
	if len(text) < 6 || text[0] != '\\' || text[1] != 'u' {
		return 0, false
	}
	unit, err := strconv.ParseUint(string(text[2:6]), 16, 16)
	return unit, err == nil
}

type parser struct {
	dec        *json.Decoder
	values     int
	violations []Violation
}

var (
	errDepth  = errors.New("too deep")
	errValues = errors.New("too many values")
)

func (p *parser) value(at *place, depth int) (any, error) {
	tok, err := p.dec.Token()
	if err != nil {
		return nil, err
	}
	if p.values++; p.values > MaxValues {
		return nil, errValues
	}
	switch t := tok.(type) {
	case json.Delim:
		if depth > MaxDepth {
			return nil, errDepth
		}
		if t == '{' {
			return p.object(at, depth)
		}
		return p.array(at, depth)
	case json.Number:
		return p.number(t, at), nil
	default:
		return t, nil
	}
}

// number refuses what cannot be computed with; a number too small to be told
// from zero is zero.
func (p *parser) number(n json.Number, at *place) json.Number {
	f, err := n.Float64()
	switch {
	case err != nil:
		p.bad(at, "the number %s is too large", clip(string(n)))
	case len(n) > maxDigits:
		p.bad(at, "the number %s has more than %d digits", clip(string(n)), maxDigits)
	case f != 0:
		return n
	}
	return "0"
}

func (p *parser) object(at *place, depth int) (any, error) {
	object := map[string]any{}
	for p.dec.More() {
		tok, err := p.dec.Token()
		if err != nil {
			return nil, err
		}
		key, _ := tok.(string)
		here := at.at(key)
		value, err := p.value(here, depth+1)
		if err != nil {
			return nil, err
		}
		if _, twice := object[key]; twice {
			p.bad(here, "is given twice; give it once")
		}
		object[key] = value
	}
	_, err := p.dec.Token()
	return object, err
}

func (p *parser) array(at *place, depth int) (any, error) {
	array := []any{}
	for p.dec.More() {
		value, err := p.value(at.item(len(array)), depth+1)
		if err != nil {
			return nil, err
		}
		array = append(array, value)
	}
	_, err := p.dec.Token()
	return array, err
}

func (p *parser) bad(at *place, format string, args ...any) {
	if len(p.violations) < maxViolations {
		p.violations = append(p.violations, Violation{Path: at.String(), Message: fmt.Sprintf(format, args...)})
	}
}

// explain turns an error of the decoder into a sentence with a place.
func explain(err error) error {
	var syntax *json.SyntaxError
	switch {
	case errors.Is(err, errDepth):
		return invalid("is nested deeper than %d levels", MaxDepth)
	case errors.Is(err, errValues):
		return invalid("has more than %d values", MaxValues)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return invalid("is not valid JSON: it ends too early")
	case errors.As(err, &syntax):
		return invalid("is not valid JSON at byte %d: %s", syntax.Offset, syntax.Error())
	default:
		return invalid("is not valid JSON: %v", err)
	}
}
