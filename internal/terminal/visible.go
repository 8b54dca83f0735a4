// Package terminal is what a terminal is for us: a screen on which text of others
// must stay text, and a keyboard whose typed-ahead keys answer no question.
package terminal

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
	marks := 0
	return string(shown(nil, []byte(s), &marks, func(r rune) bool { return r != '\t' && IsHidden(r) }, "→   "))
}

// Line is Visible for what must stay on its line, as names do: line breaks are
// written out, too, so that they begin no line.
func Line(s string) string { return strings.ReplaceAll(Visible(s), "\n", "⟨U+000A⟩") }

// Shown is what a screen shows of text: Visible, but a tab and the spaces of
// other scripts, which are seen as what they are, stay.
func Shown(s string) string {
	if isPlain(s) {
		return s
	}
	marks := 0
	return string(shown(nil, []byte(s), &marks, acts, "\t"))
}

// OnOneLine is Shown for what must stay on a line of ours, and in its column of a table: names,
// command lines and whole sentences with such in them. Line ends are ⏎ and tabs arrows.
func OnOneLine(s string) string { return ends.Replace(Shown(s)) }

var ends = strings.NewReplacer("\n", "⏎ ", "\t", "→ ")

// shown appends text to out, with what is hidden written out. marks counts the
// combining marks before it, and after it.
func shown(out, text []byte, marks *int, hidden func(rune) bool, tab string) []byte {
	for i := 0; i < len(text); {
		if c := text[i]; c >= ' ' && c <= '~' {
			*marks = 0
			out = append(out, c)
			i++
			continue
		}
		r, size := utf8.DecodeRune(text[i:])
		if unicode.In(r, unicode.Mn, unicode.Me) {
			*marks++
		} else {
			*marks = 0
		}
		switch {
		case r == utf8.RuneError && size == 1:
			out = fmt.Appendf(out, "⟨0x%02X⟩", text[i])
		case r == '\n':
			out = append(out, '\n')
		case r == '\t':
			out = append(out, tab...)
		case hidden(r) || *marks > maxMarks:
			out = fmt.Appendf(out, "⟨U+%04X⟩", r)
		default:
			out = append(out, text[i:i+size]...)
		}
		i += size
	}
	return out
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

// acts reports whether a terminal does something else with r than to show it,
// or shows nothing.
func acts(r rune) bool {
	return IsHidden(r) && r != '\n' && r != '\t' && !unicode.Is(unicode.Zs, r)
}

// IsHidden reports whether a reader cannot see that r is there, or is misled
// about where other characters are. It holds for '\n' and '\t' too.
func IsHidden(r rune) bool {
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

// JSON escapes in a JSON text what Shown would write out, so that it shows
// nothing hidden and still means the same.
func JSON(raw []byte) []byte {
	if isPlain(string(raw)) {
		return raw
	}
	var out strings.Builder
	for i := 0; i < len(raw); {
		r, size := utf8.DecodeRune(raw[i:])
		switch {
		case r < ' ' || r == utf8.RuneError && size == 1 || !acts(r): // in JSON only new lines and tabs between values, and no text is left to the writer
			out.Write(raw[i : i+size])
		case r > 0xFFFF:
			r -= 0x10000
			fmt.Fprintf(&out, `\u%04x\u%04x`, 0xD800+r>>10, 0xDC00+r&0x3FF)
		default:
			fmt.Fprintf(&out, `\u%04x`, r)
		}
		i += size
	}
	return []byte(out.String())
}
