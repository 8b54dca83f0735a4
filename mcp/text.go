package mcp

import "strings"

// Clip puts a text from elsewhere into one line of at most limit bytes, valid UTF-8.
// A "…" follows where it was cut.
func Clip(text string, limit int) string {
	text = strings.ToValidUTF8(strings.Join(strings.Fields(text), " "), "\uFFFD")
	if len(text) <= limit {
		return text
	}
	return strings.ToValidUTF8(text[:limit], "") + "…"
}
