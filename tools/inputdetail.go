package tools

import (
	"bytes"
	"encoding/json"
	"strings"
	"unicode"
)

// InputDetail is the Detail of an act that is nothing but an input handed to
// somebody: a head of one line, an empty line, and the whole input as indented
// JSON. The head's line breaks and other control characters become spaces, so
// that nothing in it can pass for the input. See InputOf.
func InputDetail(head string, input json.RawMessage) string {
	head = strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, head)
	var b bytes.Buffer
	b.WriteString(head)
	b.WriteString("\n\n")
	if json.Indent(&b, input, "", "  ") != nil {
		b.Write(input)
	}
	return b.String()
}

// InputOf is the input that a Detail of InputDetail shows, as compact JSON; ""
// of any other Detail. Rules match against it: what is judged is what is shown.
func InputOf(detail string) string {
	_, input, found := strings.Cut(detail, "\n\n")
	var b bytes.Buffer
	if !found || json.Compact(&b, []byte(input)) != nil {
		return ""
	}
	return b.String()
}
