package bridge

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxMarks is how many combining marks in a row are left as they are. No
// script needs more on one letter; longer piles are used to paint over the
// lines around them.
const maxMarks = 4

// Visible makes text from a model or a program safe to look at: every
// character that shows as nothing, as mere space, or that changes the order or
// place of others is written out as ⟨U+202E⟩, a byte that is no UTF-8 as
// ⟨0xFF⟩. Control characters, bidirectional controls, zero-width characters,
// foreign spaces, variation selectors, fillers, private and unassigned
// characters are such; a new line stays, a tab becomes an arrow with three
// spaces. Other text, in any script, stays as it is
// (docs/spec/11-guard.md#the-dialog).
func Visible(s string) string {
	if isPlain(s) {
		return s
	}
	var b strings.Builder
	marks := 0
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if unicode.In(r, unicode.Mn, unicode.Me) {
			marks++
		} else {
			marks = 0
		}
		switch {
		case r == utf8.RuneError && size == 1:
			fmt.Fprintf(&b, "⟨0x%02X⟩", s[i])
		case r == '\n':
			b.WriteByte('\n')
		case r == '\t':
			b.WriteString("→   ")
		case isHidden(r) || marks > maxMarks:
			fmt.Fprintf(&b, "⟨U+%04X⟩", r)
		default:
			b.WriteRune(r)
		}
		i += size
	}
	return b.String()
}

// isPlain reports whether s is only printable ASCII and new lines.
func isPlain(s string) bool {
	for i := range len(s) {
		if c := s[i]; (c < ' ' || c > '~') && c != '\n' {
			return false
		}
	}
	return true
}

// isHidden reports whether a reader cannot see that r is there, or is misled
// about where other characters are. It holds for '\n' and '\t' too.
func isHidden(r rune) bool {
	switch {
	case r == ' ':
		return false
	case !unicode.IsGraphic(r): // controls, formats, private, unassigned
		return true
	case unicode.In(r, unicode.Zs, unicode.Variation_Selector, unicode.Other_Default_Ignorable_Code_Point):
		return true
	}
	switch r {
	case 0x2800, // Braille pattern without dots
		0xFFFC,           // stands for an object that is not there
		0x16FE4,          // Khitan filler
		0x1D159,          // musical symbol without ink
		0x13441, 0x13442: // blank hieroglyphs
		return true
	}
	return false
}

// prose is Visible for a message that nobody approves: a selector or joiner
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
	return Visible(b.String())
}

// oneLine is Visible in one line of at most columns columns; what is too much
// is cut out of the middle. For names and headings, never for what is approved.
func oneLine(s string, columns int) string {
	if len(s) > 64*columns { // enough for any text that could fit
		s = s[:32*columns] + "…" + s[len(s)-32*columns:]
	}
	s = strings.ReplaceAll(Visible(s), "\n", "⟨U+000A⟩")
	if width(s) <= columns {
		return s
	}
	head, _ := cut(s, (columns-1)/2)
	return head + "…" + tail(s, columns-1-width(head))
}
