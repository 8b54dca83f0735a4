package secrets

import "fmt"

// mostColumn is how many bytes a line of a dump has at most beside its bytes: the
// offset of the next line and the column of characters.
const mostColumn = 100

// dumpStarts are the beginnings of a value in a dump.
func dumpStarts(value string) []string {
	var starts []string
	for _, as := range []string{"%02x", "%02X"} {
		first := fmt.Sprintf(as, value[0])
		starts = append(starts, first+" ", first+":", first+fmt.Sprintf(as, value[1])[:1])
	}
	return starts
}

// matchDump compares text with the bytes of a value as xxd, hexdump -C and od -t x1
// print them, whatever they are grouped in: in hexadecimal, with colons between them, in lines
// that may begin with an offset and may end with the characters, which are part of what is found. One of
// a single line that is not in a dump is found, too: 68 65 6c.
func matchDump(value string, text []byte, final bool) (int, found3) {
	if is := digits(text, uint32(value[0]), 2, final); is != here {
		return 0, is
	}
	m := dumpMatch{value: value, text: text, final: final, forks: mostForks}
	return m.rest(1, 2, false)
}

// mostForks is how many columns of characters that begin like the next byte are taken for
// bytes first, in one dump.
const mostForks = 16

// A dumpMatch compares one value with a text.
type dumpMatch struct {
	value string
	text  []byte
	final bool
	forks int
}

// rest compares from byte i of the value on; the one before it ends at at. dump says that
// something stood between two bytes.
func (m *dumpMatch) rest(i, at int, dump bool) (int, found3) {
	for ; i < len(m.value); i++ {
		text := m.text[at:]
		blanks, is := m.inLine(text, m.value[i])
		if is == unsure {
			return 0, unsure
		}
		if is == here && blanks > 1 && m.forks > 0 { // or the column of characters begins here
			m.forks--
			if end, same := m.rest(i+1, at+blanks+2, true); same != nothing {
				return end, same
			}
			is = nothing
		}
		if is == nothing {
			if blanks, is = nextLine(text, m.final); is != here {
				return 0, is
			}
			if is = digits(text[blanks:], uint32(m.value[i]), 2, m.final); is != here {
				return 0, is
			}
			dump = true
		}
		at += blanks + 2
		dump = dump || blanks > 0
	}
	if !dump {
		return 0, nothing // the plain form is another one
	}
	return toColumnEnd(m.text, at, m.final)
}

// inLine is how many blanks, or colons, stand before the next byte in the same line.
func (m *dumpMatch) inLine(text []byte, next byte) (blanks int, is found3) {
	if len(text) > 0 && text[0] == ':' {
		return 1, digits(text[1:], uint32(next), 2, m.final)
	}
	blanks, known := run(text, func(b byte) bool { return b == ' ' }, 4, m.final)
	switch {
	case !known:
		return 0, unsure
	case blanks == 4:
		return 0, nothing
	}
	return blanks, digits(text[blanks:], uint32(next), 2, m.final)
}

// nextLine is how far away the first byte of the next line is: behind the column of
// characters and the offset.
func nextLine(text []byte, final bool) (n int, is found3) {
	line, known := run(text, func(b byte) bool { return b != '\n' }, mostColumn, final)
	switch {
	case !known:
		return 0, unsure
	case line == mostColumn || line == len(text):
		return 0, nothing
	}
	at := line + 1
	offset, known := run(text[at:], func(b byte) bool { _, ok := hexDigit(b); return ok }, 17, final)
	if !known {
		return 0, unsure
	}
	if offset > 0 && offset < 4 || offset > 16 {
		return 0, nothing
	}
	at += offset // none with od -An
	if is := begins(text[at:], ":", final); is == unsure {
		return 0, unsure
	} else if is == here {
		at++
	}
	blanks, known := run(text[at:], func(b byte) bool { return b == ' ' || b == '\t' }, 9, final)
	switch {
	case !known:
		return 0, unsure
	case blanks == 0:
		return 0, nothing
	}
	return at + blanks, here
}

// toColumnEnd takes the rest of the line as well where it ends with the characters of
// its bytes, which show the value once more.
func toColumnEnd(text []byte, at int, final bool) (int, found3) {
	line, known := run(text[at:], func(b byte) bool { return b != '\n' && b != '\r' }, mostColumn, final)
	if !known {
		return 0, unsure
	}
	rest := text[at : at+line]
	for i := 0; i+1 < len(rest); i++ { // other bytes, then two blanks at least
		if _, ok := hexDigit(rest[i]); !ok && rest[i] != ' ' {
			break
		}
		if rest[i] == ' ' && rest[i+1] == ' ' {
			return at + line, here
		}
	}
	return at, here
}
