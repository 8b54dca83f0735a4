package bridge

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	eastasian "golang.org/x/text/width"
)

// runeWidth is how many columns a visible character takes in a monospaced
// font: two for wide East Asian ones and most emoji, none for combining marks.
func runeWidth(r rune) int {
	switch {
	case r < 0x300:
		return 1
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	}
	switch eastasian.LookupRune(r).Kind() {
	case eastasian.EastAsianWide, eastasian.EastAsianFullwidth:
		return 2
	}
	return 1
}

// width is how many columns one line of visible text takes.
func width(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

// cut splits s after the last character that fits into columns columns, marks
// that combine with it included.
func cut(s string, columns int) (head, rest string) {
	for i, r := range s {
		columns -= runeWidth(r)
		if columns < 0 {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// tail is the end of s, as much as fits into columns columns.
func tail(s string, columns int) string {
	i := len(s)
	for i > 0 {
		r, size := utf8.DecodeLastRuneInString(s[:i])
		if columns -= runeWidth(r); columns < 0 {
			break
		}
		i -= size
	}
	return s[i:]
}

// A row is one line as a dialog or terminal shows it. Its mark says where the
// text comes from: rows of the act have a bar or a hook, our own words none.
type row struct{ mark, text string }

const (
	bar  = "│ " // a line of the act
	hook = "↪ " // it continues the line before, which was too long
	hot  = "▶ " // a line of the act that makes it ask
)

// rows lays text out exactly as it is, in rows of at most columns columns; a
// longer line goes on in the next row. One new line at the very end is not
// shown. The text must be Visible, and columns at least 2.
func rows(text string, columns int) []row { return marked(text, columns, nil) }

// marked is rows in which lines that make an act ask, by their numbers from 1, have a mark of
// their own.
func marked(text string, columns int, lines []int) []row {
	text = strings.TrimSuffix(text, "\n")
	if text == "" {
		return nil
	}
	var out []row
	n := 0
	for line := range strings.SplitSeq(text, "\n") {
		n++
		mark := bar
		if slices.Contains(lines, n) {
			mark = hot
		}
		head, rest := cut(line, columns)
		out = append(out, row{mark, head})
		for rest != "" {
			head, rest = cut(rest, columns)
			out = append(out, row{hook, head})
		}
	}
	return out
}

// paragraph breaks prose between words into lines of at most columns columns.
// Unlike rows it is not exact: the space at a break is dropped.
func paragraph(text string, columns int) []string {
	var out []string
	for line := range strings.SplitSeq(text, "\n") {
		current, used := "", 0
		for i, word := range strings.Split(line, " ") {
			n := width(word)
			switch {
			case i > 0 && used+1+n <= columns:
				current, used = current+" "+word, used+1+n
				continue
			case i > 0:
				out = append(out, current)
			}
			head, rest := cut(word, columns)
			for rest != "" {
				out = append(out, head)
				head, rest = cut(rest, columns)
			}
			current, used = head, width(head)
		}
		out = append(out, current)
	}
	return out
}
