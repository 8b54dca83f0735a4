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

// hidden reports whether a character cannot be seen, or changes how others are. Selectors of variants can
// carry a text that models read; the one that stands behind many a picture tells nothing.
func hidden(r rune) bool {
	const picture = '\uFE0F'
	if r != picture && unicode.In(r, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point) {
		return true
	}
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
