package mcp

import (
	"strings"
	"unicode"
)

// Clip puts a text from elsewhere into one line of at most limit bytes, valid UTF-8.
// A "…" follows where it was cut.
func Clip(text string, limit int) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\uFFFD")
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}

// hidden reports whether a character cannot be seen, or changes how others are.
func hidden(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' && r != '\r' || unicode.Is(unicode.Cf, r) || r == '\u2028' || r == '\u2029' || r == '\u3164'
}

// plainLine makes one line of at most limit bytes of a text from a server.
func plainLine(text string, limit int) string {
	text = strings.Join(strings.Fields(strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || r == '\u2028' || r == '\u2029' {
			return ' '
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))), " ")
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
