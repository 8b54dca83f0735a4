package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"unicode/utf8"

	"handrail/internal/jsonfile"
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
	value, _, err := parse(raw)
	if err != nil {
		return nil, err
	}
	object, ok := value.(map[string]any)
	if !ok {
		return nil, invalid("must be a JSON object like {\"name\": \"value\"}, got %s", show(value))
	}
	return object, nil
}

// parse reads one JSON value, and says where its parts stand.
func parse(raw json.RawMessage) (any, jsonfile.Value, error) {
	if len(raw) > MaxInput {
		return nil, jsonfile.Value{}, invalid("has %d bytes; at most %d are accepted", len(raw), MaxInput)
	}
	text := bytes.TrimSpace(raw)
	if len(text) == 0 || string(text) == "null" {
		return map[string]any{}, jsonfile.Value{}, nil
	}
	if err := checkText(text); err != nil {
		return nil, jsonfile.Value{}, err
	}
	v, err := jsonfile.Parse(text, 1, jsonfile.Options{Depth: MaxDepth, Values: MaxValues})
	if err != nil {
		return nil, jsonfile.Value{}, explain(err)
	}
	p := parser{}
	value := p.value(v, nil)
	if len(p.violations) > 0 {
		return nil, jsonfile.Value{}, &InvalidError{Violations: sorted(p.violations)}
	}
	return value, v, nil
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

// A parser turns placed values into those that are checked.
type parser struct {
	violations []Violation
}

func (p *parser) value(v jsonfile.Value, at *place) any {
	switch v.Kind {
	case jsonfile.Object:
		return p.object(v, at)
	case jsonfile.List:
		array := make([]any, len(v.Items))
		for i, item := range v.Items {
			array[i] = p.value(item, at.item(i))
		}
		return array
	case jsonfile.Text:
		return v.Text()
	case jsonfile.Number:
		return p.number(json.Number(v.Raw), at)
	case jsonfile.Bool:
		return v.True()
	default:
		return nil
	}
}

func (p *parser) object(v jsonfile.Value, at *place) map[string]any {
	object := make(map[string]any, len(v.Members))
	for _, m := range v.Members {
		here := at.at(m.Name)
		value := p.value(m.Value, here)
		if _, twice := object[m.Name]; twice {
			p.bad(here, "is given twice; give it once")
		}
		object[m.Name] = value
	}
	return object
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

func (p *parser) bad(at *place, format string, args ...any) {
	if len(p.violations) < maxViolations {
		p.violations = append(p.violations, Violation{Path: at.String(), Message: fmt.Sprintf(format, args...)})
	}
}

// explain says what is wrong with the JSON, and where.
func explain(err error) error {
	at, ok := errors.AsType[*jsonfile.Error](err)
	if !ok {
		return invalid("is not valid JSON: %v", err)
	}
	switch at.Reason {
	case jsonfile.Trailing:
		return invalid("goes on after the end of its JSON value; send one object only")
	case jsonfile.Malformed:
		return invalid("is not valid JSON at byte %d: %s", at.Offset, at.Detail)
	default:
		return invalid("%v", at)
	}
}
