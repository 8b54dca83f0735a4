package tools

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"
)

// ContentLimit is how many bytes of a result a model reads (docs/spec/15-results.md).
const ContentLimit = 65_536

// Fit cuts content to at most limit bytes, in the middle and at a character
// border, and says what was dropped and how to see it. JSON stays valid JSON.
// It reports whether it cut. limit must be at least 1,024.
func Fit(content string, limit int) (string, bool) {
	if len(content) <= limit {
		return content, false
	}
	if looksLikeJSON(content) {
		if fitted, ok := fitJSON(content, limit); ok {
			return fitted, true
		}
	}
	return cutMiddle(content, limit), true
}

func looksLikeJSON(s string) bool {
	t := strings.TrimSpace(s)
	return t != "" && (t[0] == '{' || t[0] == '[') && json.Valid([]byte(t))
}

// cutMiddle keeps the head and the tail of s in at most limit bytes.
func cutMiddle(s string, limit int) string {
	note := func(dropped int) string {
		return fmt.Sprintf("\n… %d bytes dropped here; the whole is in the run's record …\n", dropped)
	}
	keep := limit - len(note(len(s)))
	if keep < 0 {
		keep = 0
	}
	head := runeFloor(s, keep*2/3)
	tail := runeCeil(s, len(s)-(keep-head))
	return s[:head] + note(tail-head) + s[tail:]
}

// runeFloor moves i down to the start of a character.
func runeFloor(s string, i int) int {
	for i > 0 && i < len(s) && !utf8.RuneStart(s[i]) {
		i--
	}
	return i
}

// runeCeil moves i up to the start of a character.
func runeCeil(s string, i int) int {
	for i < len(s) && !utf8.RuneStart(s[i]) {
		i++
	}
	return i
}

// fitJSON shortens the longest strings of a JSON value until it fits. Where
// that cannot be enough (a list of many small items) the value is wrapped, as
// text, in an object that says so.
func fitJSON(content string, limit int) (string, bool) {
	dec := json.NewDecoder(strings.NewReader(content))
	dec.UseNumber()
	var value any
	if err := dec.Decode(&value); err != nil {
		return "", false
	}
	for allowed := limit / 2; allowed >= 128; allowed /= 2 {
		raw, err := json.Marshal(shorten(value, allowed))
		if err == nil && len(raw) <= limit {
			return string(raw), true
		}
	}
	for room := limit * 3 / 4; room > 256; room /= 2 {
		raw, err := json.Marshal(map[string]any{"truncated": true, "text": cutMiddle(content, room)})
		if err == nil && len(raw) <= limit {
			return string(raw), true
		}
	}
	return "", false
}

// shorten cuts every string in v that is longer than allowed bytes.
func shorten(v any, allowed int) any {
	switch v := v.(type) {
	case string:
		if len(v) > allowed {
			return cutMiddle(v, allowed)
		}
		return v
	case []any:
		out := make([]any, len(v))
		for i := range v {
			out[i] = shorten(v[i], allowed)
		}
		return out
	case map[string]any:
		out := make(map[string]any, len(v))
		for k := range v {
			out[k] = shorten(v[k], allowed)
		}
		return out
	}
	return v
}
