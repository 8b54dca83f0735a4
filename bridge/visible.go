package bridge

import (
	"strings"
	"unicode"

	"handrail/internal/terminal"
)

// prose is terminal.Visible for a message that nobody approves: a selector or joiner
// after a symbol, which only picks among the pictures of one emoji, is dropped
// rather than written out.
func prose(s string) string {
	var b strings.Builder
	afterSymbol := false
	for _, r := range s {
		if afterSymbol && (r == 0xFE0E || r == 0xFE0F || r == 0x200D) {
			continue
		}
		afterSymbol = unicode.In(r, unicode.So, unicode.Sk, unicode.Sm)
		b.WriteRune(r)
	}
	return terminal.Visible(b.String())
}

// oneLine is terminal.Visible in one line of at most columns columns; what is too much
// is cut out of the middle. For names and headings, never for what is approved.
func oneLine(s string, columns int) string {
	if len(s) > 64*columns { // enough for any text that could fit
		s = s[:32*columns] + "…" + s[len(s)-32*columns:]
	}
	s = strings.ReplaceAll(terminal.Visible(s), "\n", "⟨U+000A⟩")
	if width(s) <= columns {
		return s
	}
	head, _ := cut(s, (columns-1)/2)
	return head + "…" + tail(s, columns-1-width(head))
}
