package secrets

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// longestEscaped is the most bytes of a value, or of a line of one, that is looked for
// with its characters escaped, and in dumps of bytes.
const longestEscaped = 4 << 10

// mostEscapes is how many signs in a row may escape one character: JSON in JSON six
// times over.
const mostEscapes = 64

// matchEscaped compares text with a value of which every character may be escaped in
// the ways of JSON (in JSON, in JSON …), URLs, HTML, CSV and C.
func matchEscaped(value string, text []byte, final bool) (int, found3) {
	at := 0
	for i := 0; i < len(value); {
		n, used, is := one(value[i:], text[at:], final)
		if is != here {
			return 0, is
		}
		i, at = i+used, at+n
	}
	return at, here
}

// one compares text with the next character of a value, or a run of the same quotes
// or backslashes of it, and returns how many bytes of both that takes.
func one(value string, text []byte, final bool) (n, used int, is found3) {
	r, size := utf8.DecodeRuneInString(value)
	if len(text) == 0 {
		return 0, 0, end(final)
	}
	switch c := text[0]; c {
	case '\\':
		return backslashed(value, r, size, text, final)
	case '%':
		if r != '\\' {
			if n, is := percents(value[:size], text, final); is != nothing {
				return n, size, is
			}
		}
		if n, is := percents(`\`, text, final); is == unsure {
			return 0, 0, unsure
		} else if is == here && n > 0 {
			return backslashed(value, r, size, text, final)
		}
	case '&':
		if n, is := entity(r, text, final); is != nothing {
			return n, size, is
		}
	case '"', '\'':
		if r != rune(c) {
			return 0, 0, nothing
		}
		want := len(value) - len(strings.TrimLeft(value, string(r)))
		got, known := run(text, func(b byte) bool { return b == c }, mostEscapes, final)
		switch {
		case !known:
			return 0, 0, unsure
		case got < want: // the others may be escaped in another way
			return got, got, here
		case want == len(value): // what is behind its end is not its
			return want * max(1, got/want), want, here
		}
		return got, want, here
	}
	is = begins(text, value[:size], final)
	return size, size, is
}

func end(final bool) found3 {
	if final {
		return nothing
	}
	return unsure
}

// backslashed is one where text begins with backslashes: those of the value itself,
// doubled any number of times, and those that escape its next character.
func backslashed(value string, r rune, size int, text []byte, final bool) (n, used int, is found3) {
	wide, got, known := slashes(text, final)
	if !known {
		return 0, 0, unsure
	}
	own := len(value) - len(strings.TrimLeft(value, `\`))
	coded := nothing // a backslash that is itself written as u005c or x5c, where the value does not say that
	if next := text[wide:min(wide+5, len(text))]; own > 0 && (len(next) == 0 || next[0] == 'x' || next[0] == 'u') {
		if len(next) > 3 && next[0] == 'x' {
			next = next[:3]
		}
		switch {
		case len(next) < 3 && !final, len(next) < 5 && len(next) > 0 && next[0] == 'u' && !final:
			coded = unsure
		case len(next) > 0 && !strings.HasPrefix(value[own:], string(next)):
			n, coded = behind(`\`, '\\', text[wide:], final)
		}
	}
	switch coded {
	case unsure:
		return 0, 0, unsure
	case here:
		return wide + n, 1, here
	}
	if own > 0 && got >= own {
		if own == len(value) {
			each := wide / got
			return each * own * max(1, got/own), own, here
		}
		r, size = utf8.DecodeRuneInString(value[own:])
		if n, is := behind(value[own:own+size], r, text[wide:], final); is != nothing && got > own {
			return wide + n, own + size, is
		}
		return wide, own, here
	}
	if own > 0 { // \u005c or \x5c, or fewer than it has
		if n, is := behind(`\`, r, text[wide:], final); is != nothing {
			return wide + n, 1, is
		}
		return wide, got, here
	}
	n, is = behind(value[:size], r, text[wide:], final)
	if is != here {
		return 0, 0, is
	}
	return wide + n, size, here
}

// slashes is how many bytes the backslashes at the beginning of text take, each as it
// is or as %5C, and how many they are. known is false if more may come.
func slashes(text []byte, final bool) (wide, count int, known bool) {
	for count < mostEscapes {
		if wide < len(text) && text[wide] == '\\' {
			wide, count = wide+1, count+1
			continue
		}
		n, is := percents(`\`, text[wide:], final)
		if is == unsure {
			return 0, 0, false
		}
		if is == nothing {
			break
		}
		wide, count = wide+n, count+1
	}
	return wide, count, true
}

// behind compares what stands behind backslashes with a character.
func behind(char string, r rune, text []byte, final bool) (int, found3) {
	if len(text) == 0 {
		return 0, end(final)
	}
	switch c := text[0]; {
	case c == 'u' || c == 'U':
		n, is := units('&', text, final)
		if is == unsure {
			return 0, unsure
		}
		if is == here { // an entity of HTML within JSON
			if more, is := entity(r, text[n-1:], final); is != nothing {
				return n - 1 + more, is
			}
		}
		if n, is := units(r, text, final); is != nothing {
			return n, is
		}
	case c == 'x':
		if n, is := bytesOf(char, text, final); is != nothing {
			return n, is
		}
	case c == '%':
		if n, is := percents(char, text, final); is != nothing {
			return n, is
		}
	case c == '&':
		if n, is := entity(r, text, final); is != nothing {
			return n, is
		}
	case c == 'n' && r == '\n', c == 't' && r == '\t', c == 'r' && r == '\r':
		return 1, here
	}
	if len(char) == 1 && isAlnum(char[0]) {
		return 0, nothing
	}
	if r == '"' { // CSV around it doubles it
		if is := begins(text, `""`, final); is != nothing {
			return 2, is
		}
	}
	return len(char), begins(text, char, final)
}

// units compares text with the UTF-16 of a character, as uXXXX, or uXXXX\uXXXX with
// any backslashes between.
func units(r rune, text []byte, final bool) (int, found3) {
	at := 0
	for i, unit := range utf16.AppendRune(nil, r) {
		if i > 0 {
			n, _, known := slashes(text[at:], final)
			if !known {
				return 0, unsure
			}
			at += n
		}
		if at == len(text) {
			return 0, end(final)
		}
		if text[at] != 'u' && text[at] != 'U' {
			return 0, nothing
		}
		is := digits(text[at+1:], uint32(unit), 4, final)
		if is != here {
			return 0, is
		}
		at += 5
	}
	return at, here
}

// bytesOf compares text with the bytes of a character as xHH, or xHH\xHH.
func bytesOf(char string, text []byte, final bool) (int, found3) {
	at := 0
	for i := range len(char) {
		if i > 0 {
			n, _, known := slashes(text[at:], final)
			if !known {
				return 0, unsure
			}
			at += n
		}
		if is := begins(text[at:], "x", final); is != here {
			return 0, is
		}
		if is := digits(text[at+1:], uint32(char[i]), 2, final); is != here {
			return 0, is
		}
		at += 3
	}
	return at, here
}

// percents compares text with the bytes of a character as %HH, or %25HH.
func percents(char string, text []byte, final bool) (int, found3) {
	at := 0
	for i := range len(char) {
		if is := begins(text[at:], "%", final); is != here {
			return 0, is
		}
		at++
		for range mostEscapes / 2 {
			is := begins(text[at:], "25", final)
			if is == unsure {
				return 0, unsure
			}
			if is == nothing {
				break
			}
			if char[i] == '%' { // 25 is it, unless another one follows
				is := digits(text[at+2:], '%', 2, final)
				if is == unsure {
					return 0, unsure
				}
				if is == nothing {
					break
				}
			}
			at += 2
		}
		if is := digits(text[at:], uint32(char[i]), 2, final); is != here {
			return 0, is
		}
		at += 2
	}
	return at, here
}

// digits compares text with a number of so many hexadecimal digits.
func digits(text []byte, want uint32, size int, final bool) found3 {
	for i := range size {
		if i == len(text) {
			return end(final)
		}
		if v, ok := hexDigit(text[i]); !ok || v != want>>(4*(size-1-i))&15 {
			return nothing
		}
	}
	return here
}

func hexDigit(b byte) (uint32, bool) {
	switch {
	case b >= '0' && b <= '9':
		return uint32(b - '0'), true
	case b >= 'a' && b <= 'f':
		return uint32(b-'a') + 10, true
	case b >= 'A' && b <= 'F':
		return uint32(b-'A') + 10, true
	}
	return 0, false
}

// named are the signs that HTML has a name for.
func named(r rune) []string {
	switch r {
	case '<':
		return []string{"lt;", "LT;"}
	case '>':
		return []string{"gt;", "GT;"}
	case '"':
		return []string{"quot;", "QUOT;"}
	case '\'':
		return []string{"apos;"}
	}
	return nil
}

// entity compares text with a character as HTML and XML escape it, once or oftener.
func entity(r rune, text []byte, final bool) (int, found3) {
	at := 1
	for range mostEscapes / 4 {
		is := begins(text[at:], "amp;", final)
		if is == unsure {
			return 0, unsure
		}
		if is == nothing {
			break
		}
		at += 4
	}
	if r == '&' && at > 1 {
		return at, here
	}
	for _, name := range named(r) {
		if is := begins(text[at:], name, final); is != nothing {
			return at + len(name), is
		}
	}
	if is := begins(text[at:], "#", final); is != here {
		return 0, is
	}
	at++
	base := uint32(10)
	if at < len(text) && (text[at] == 'x' || text[at] == 'X') {
		base = 16
		at++
	}
	n, known := run(text[at:], func(b byte) bool { _, ok := hexDigit(b); return ok && (base == 16 || b <= '9') }, 9, final)
	if !known {
		return 0, unsure
	}
	var value uint32
	for _, b := range text[at : at+n] {
		v, _ := hexDigit(b)
		value = value*base + v
	}
	if n == 0 || value != uint32(r) {
		return 0, nothing
	}
	at += n
	switch begins(text[at:], ";", final) {
	case unsure:
		return 0, unsure
	case here:
		at++
	}
	return at, here
}
