package schema

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A coercer turns what a caller sent into what the tool is given: other names
// become the real ones, numbers and booleans that came as text become what they
// are, defaults fill in, null is as good as missing
// (docs/spec/06-declared-tools.md). It reports what only it can see; types and
// bounds are the validator's.
type coercer struct {
	foreign    bool
	exact      bool // nothing is coerced
	violations []Violation
	seen       map[string]bool // paths that have a violation already
}

func (c *coercer) bad(at *place, format string, args ...any) {
	path := at.String()
	if c.seen == nil {
		c.seen = map[string]bool{}
	}
	c.seen[path] = true
	c.violations = append(c.violations, Violation{Path: path, Message: fmt.Sprintf(format, args...)})
}

func (c *coercer) object(set *fieldSet, in map[string]any, at *place) map[string]any {
	out := make(map[string]any, len(set.list))
	given := make(map[string]string, len(in)) // field name: the name it was given by
	for _, key := range slices.Sorted(maps.Keys(in)) {
		f, ok := set.byName[key]
		switch {
		case !ok:
			c.bad(at, "%s", unknown(key, set.names()))
			continue
		case in[key] == nil && !c.exact:
			continue
		case given[f.Name] != "":
			c.bad(at.at(f.Name), "is given twice, as %q and as %q; give it once", given[f.Name], key)
			continue
		}
		given[f.Name] = key
		out[f.Name] = c.value(f, in[key], at.at(f.Name))
	}
	for _, f := range set.list {
		if _, ok := out[f.Name]; ok {
			continue
		}
		if f.Required {
			c.bad(at, "missing required input %q", f.Name)
			c.violations[len(c.violations)-1].Missing = f.Name
		} else if f.Default != nil {
			out[f.Name] = copyValue(f.Default)
		}
	}
	return out
}

// value coerces one value of our own schemas. What it cannot coerce it leaves
// alone, for the validator to refuse with the right words.
func (c *coercer) value(f *field, v any, at *place) any {
	switch t := v.(type) {
	case json.Number:
		return c.number(t, at)
	case string:
		return c.text(f, t, at)
	case []any:
		return c.array(f, t, at)
	case map[string]any:
		if f.Type == TypeObject && f.fields != nil {
			return c.object(f.fields, t, at)
		}
		return c.free(f, t, at)
	default:
		return v
	}
}

func (c *coercer) text(f *field, s string, at *place) any {
	if !c.exact {
		switch v, _ := fromText(s, f.Type); v := v.(type) {
		case json.Number:
			return c.number(v, at)
		case bool:
			return v
		case []any, map[string]any:
			return c.value(f, v, at)
		}
	}
	if strings.IndexByte(s, 0) >= 0 {
		c.bad(at, "has a NUL byte; send text without it")
		return ""
	}
	if f.Type == TypeString && f.MaxLength > 0 && len(s) > f.MaxLength {
		c.bad(at, "has %d bytes; at most %d are accepted", len(s), f.MaxLength)
	}
	return s
}

func (c *coercer) array(f *field, in []any, at *place) any {
	items := f.items
	if items == nil {
		items = &field{}
	}
	out := make([]any, len(in))
	for i, v := range in {
		out[i] = c.value(items, v, at.item(i))
	}
	return out
}

// free walks an object whose keys the schema does not name.
func (c *coercer) free(f *field, in map[string]any, at *place) any {
	items := f.items
	if items == nil {
		items = &field{}
	}
	out := make(map[string]any, len(in))
	for _, k := range slices.Sorted(maps.Keys(in)) {
		if strings.IndexByte(k, 0) >= 0 {
			c.bad(at.at(k), "the name has a NUL byte; send text without it")
		}
		out[k] = c.value(items, in[k], at.at(k))
	}
	return out
}

// number makes the canonical form of a number: int64 if it is whole, float64
// if it is not. Whole numbers that float64 cannot tell apart are refused in our
// own schemas and passed on digit by digit in foreign ones.
func (c *coercer) number(n json.Number, at *place) any {
	whole, err := n.Int64()
	if err == nil && whole >= -MaxSafeInteger && whole <= MaxSafeInteger {
		return whole
	}
	f, ferr := n.Float64()
	if ferr != nil {
		c.bad(at, "the number %s is too large", clip(string(n)))
		return int64(0)
	}
	if f != math.Trunc(f) {
		return f
	}
	if math.Abs(f) <= MaxSafeInteger && err != nil {
		return int64(f)
	}
	if c.foreign {
		if strings.ContainsAny(string(n), ".eE") {
			return f
		}
		return n
	}
	c.bad(at, "the number %s is beyond %d, where digits get lost; send a smaller one", clip(string(n)), MaxSafeInteger)
	return int64(0)
}

// fromText reads what came as text, as command lines, forms and some models send
// it: a number, a boolean, or a list or an object in JSON. Only JSON's own spelling
// counts: NaN, Inf, 0x10 and 007 are text. A text where text is wanted is left
// alone.
func fromText(s, typ string) (any, bool) {
	switch typ {
	case TypeNumber, TypeInteger:
		if len(s) > maxDigits || !isNumber(s) {
			return nil, false
		}
		if f, err := strconv.ParseFloat(s, 64); err == nil && f == 0 {
			return json.Number("0"), true
		}
		return json.Number(s), true
	case TypeBoolean:
		if strings.EqualFold(s, "true") {
			return true, true
		}
		if strings.EqualFold(s, "false") {
			return false, true
		}
	case TypeArray, TypeObject:
		return collection(s, typ)
	}
	return nil, false
}

// collection reads a list or an object that came as text.
func collection(s, typ string) (any, bool) {
	start := map[string]string{TypeArray: "[", TypeObject: "{"}[typ]
	if !strings.HasPrefix(s, start) {
		return nil, false
	}
	v, _, err := parse(json.RawMessage(s))
	if err != nil {
		return nil, false
	}
	return v, true
}

// isNumber reports whether s is one JSON number and nothing else.
func isNumber(s string) bool {
	if s == "" || s[0] != '-' && (s[0] < '0' || s[0] > '9') {
		return false
	}
	last := s[len(s)-1]
	return last >= '0' && last <= '9' && json.Valid([]byte(s))
}
