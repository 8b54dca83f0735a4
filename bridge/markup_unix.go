//go:build unix && !darwin

package bridge

import (
	"fmt"
	"strings"
)

// leftToRight keeps a line's marks at its left end whatever script it is in.
const leftToRight = "\u200e"

// markup writes blocks as Pango markup in which their text is literal.
func markup(blocks []block) string {
	var b strings.Builder
	for i, part := range blocks {
		if i > 0 {
			b.WriteByte('\n')
		}
		switch part.style {
		case heading:
			b.WriteString("<b>" + literal(part.text) + "</b>")
		case code:
			text := leftToRight + strings.ReplaceAll(part.text, "\n", "\n"+leftToRight)
			b.WriteString("<tt>" + literal(text) + "</tt>")
		default:
			b.WriteString(literal(part.text))
		}
	}
	return b.String()
}

// literal writes every character that markup, or zenity's own reading of
// backslashes before it, could take for something else as a number. Numbers
// mean the same in every version.
func literal(s string) string {
	var b strings.Builder
	for _, r := range s {
		switch r {
		case '&', '<', '>', '"', '\'', '\\':
			fmt.Fprintf(&b, "&#%d;", r)
		default:
			b.WriteRune(r)
		}
	}
	return b.String()
}

// unstyled writes blocks for a dialog that knows no markup: an entry. There an
// underscore would underline the letter after it, and a backslash is read before.
func unstyled(blocks []block) string {
	parts := make([]string, len(blocks))
	for i, part := range blocks {
		parts[i] = part.text
	}
	return strings.NewReplacer("_", "__", `\`, `\\`).Replace(strings.Join(parts, "\n"))
}
