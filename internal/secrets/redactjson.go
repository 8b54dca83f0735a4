package secrets

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode/utf8"
)

// JSON returns JSON without secrets: each of its texts, keys among them, is
// redacted as a text, whatever way it was escaped, so that it stays valid. A
// number of 8 digits and more that is a known secret becomes a text, and so does a
// list of numbers that are its bytes. What is not valid JSON is redacted as text.
func (r *Redactor) JSON(raw json.RawMessage) json.RawMessage {
	if len(raw) < shortest {
		return raw
	}
	if !json.Valid(raw) {
		return json.RawMessage(r.Text(string(raw)))
	}
	return r.Marshaled(raw)
}

// Marshaled is JSON for what json.Marshal has returned: that it is valid is not
// checked again.
func (r *Redactor) Marshaled(raw json.RawMessage) json.RawMessage {
	t := r.now()
	var out []byte
	copied := 0
	put := func(from, to int, text string) {
		out = append(append(out, raw[copied:from]...), quoted(text)...)
		copied = to
	}
	for i := 0; i < len(raw); {
		switch c := raw[i]; {
		case c == '"':
			end := i + 1 + closing(raw[i+1:])
			if text, ok := t.textOf(raw[i+1 : end]); ok {
				put(i, end+1, text)
			}
			i = end + 1
		case c == '[':
			end := i + 1 + numbers(raw[i+1:])
			if text, ok := t.textOf(raw[i+1 : end]); ok {
				put(i, end+1, text)
				i = end
			}
			i++
		case c == '-' || c >= '0' && c <= '9':
			end := i
			for end < len(raw) && strings.IndexByte("+-.eE0123456789", raw[end]) >= 0 {
				end++
			}
			if mark, ok := t.marks[string(raw[i:end])]; ok {
				put(i, end, mark)
			}
			i = end
		default:
			i++
		}
	}
	if copied == 0 {
		return raw
	}
	return append(out, raw[copied:]...)
}

// numbers is how long a list of numbers is, up to its bracket; 0 if it is another one.
func numbers(raw []byte) int {
	for i, b := range raw {
		if b == ']' {
			return i
		}
		if b != ',' && (b < '0' || b > '9') && b > ' ' {
			break
		}
	}
	return 0
}

// closing is where the quote stands that ends a text of valid JSON.
func closing(raw []byte) int {
	for i := 0; ; {
		n := bytes.IndexByte(raw[i:], '"')
		if n < 0 {
			return len(raw)
		}
		at, escapes := i+n, 0
		for at-escapes > 0 && raw[at-escapes-1] == '\\' {
			escapes++
		}
		if escapes%2 == 0 {
			return at
		}
		i = at + 1
	}
}

// textOf is the text of a JSON string without secrets; false if there are none.
func (t *table) textOf(raw []byte) (string, bool) {
	text := raw
	if bytes.IndexByte(raw, '\\') >= 0 {
		text = unescape(raw)
	}
	if len(text) < shortest {
		return "", false
	}
	s := state{lazy: true}
	out, _, changed := t.scan(nil, text, &s, true)
	return string(out), changed
}

// unescape is what stands between the quotes of a valid JSON string.
func unescape(raw []byte) []byte {
	out := make([]byte, 0, len(raw))
	for {
		n := bytes.IndexByte(raw, '\\')
		if n < 0 {
			return append(out, raw...)
		}
		out = append(out, raw[:n]...)
		c := raw[n+1]
		raw = raw[n+2:]
		switch c {
		case 'n':
			out = append(out, '\n')
		case 't':
			out = append(out, '\t')
		case 'r':
			out = append(out, '\r')
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'u':
			var whole string
			size := 4
			if len(raw) >= 10 && raw[4] == '\\' && raw[5] == 'u' && (raw[0] == 'd' || raw[0] == 'D') { // maybe a pair
				size = 10
			}
			if json.Unmarshal([]byte(`"\u`+string(raw[:size])+`"`), &whole) != nil {
				whole = string(utf8.RuneError)
			}
			out = append(out, whole...)
			raw = raw[size:]
		default: // a quote, a slash, a backslash
			out = append(out, c)
		}
	}
}

func quoted(text string) []byte {
	raw, err := json.Marshal(text)
	if err != nil { // a text always marshals
		return []byte(`"` + Redacted + `"`)
	}
	return raw
}
