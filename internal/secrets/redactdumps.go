package secrets

import (
	"strconv"
)

// mostColumn is how many bytes a line of a dump has at most beside its bytes: the
// offset of the next line and the column of characters.
const mostColumn = 300

// mostIndent is how many blanks a row begins with at most.
const mostIndent = 40

// mostGap is how many blanks stand between two bytes of a line at most.
const mostGap = 3

func isBlank(b byte) bool { return b == ' ' || b == '\t' }

// dumpStarts are the beginnings of a value in a dump.
func dumpStarts(value string, as shape) []string {
	var starts []string
	for _, large := range []bool{false, true} {
		first := number(value[0], as, large)
		for _, sign := range []string{" ", ",", ":", "-", "\n", "\r"} {
			starts = append(starts, first+sign)
		}
		if second := number(value[1], as, large); as == dumped {
			starts = append(starts, first+second[:1])
		} else if len(first) == 1 {
			starts = append(starts, first+", ", first+","+second[:1], first+",\n", first+"  ", first+" "+second[:1])
		}
	}
	kept := starts[:0]
	for _, start := range starts {
		if len(start) >= 3 {
			kept = append(kept, start[:3])
		}
	}
	return kept
}

// number is a byte as a dump of a shape has it.
func number(b byte, as shape, large bool) string {
	switch as {
	case decimal:
		return strconv.Itoa(int(b))
	case octal:
		return string([]byte{'0' + b>>6, '0' + b>>3&7, '0' + b&7})
	}
	digits := "0123456789abcdef"
	if large {
		digits = "0123456789ABCDEF"
	}
	return string([]byte{digits[b>>4], digits[b&15]})
}

// matchDump compares text with the bytes of a value as xxd, hexdump -C and od -t x1
// print them, whatever they are grouped in: in hexadecimal, with colons, dashes or commas between them, in lines
// that may begin with an offset and may end with the characters, which are part of what is found. One of
// a single line that is not in a dump is found, too: 68 65 6c, 0x68, 0x65, 0x6c. Decimal and octal
// numbers are compared in the same way.
func matchDump(value string, as shape, text []byte, final bool) (int, found3) {
	m := dumpMatch{value: value, as: as, text: text, final: final, forks: mostForks}
	n, is := m.byteAt(text, value[0])
	if is != here {
		return 0, is
	}
	return m.rest(1, n, as != dumped)
}

// mostForks is how many columns of characters that begin like the next byte are taken for
// bytes first, in one dump, and how many rows that may begin with a byte or an offset.
const mostForks = 16

// A dumpMatch compares one value with a text.
type dumpMatch struct {
	value string
	as    shape
	text  []byte
	final bool
	forks int
}

// byteAt compares text with a byte, and returns how many characters it has.
func (m *dumpMatch) byteAt(text []byte, b byte) (int, found3) {
	switch m.as {
	case decimal:
		n := 1
		for limit := byte(10); n < 3 && b >= limit; limit *= 10 {
			n++
		}
		for i, at := n-1, b; i >= 0; i, at = i-1, at/10 {
			if i < len(text) && text[i] != '0'+at%10 {
				return 0, nothing
			}
		}
		if len(text) < n {
			return 0, end(m.final)
		}
		return n, here
	case octal:
		for i := range 3 {
			if i == len(text) {
				return 0, end(m.final)
			}
			if text[i] != '0'+b>>(6-3*i)&7 {
				return 0, nothing
			}
		}
		return 3, here
	}
	return 2, digits(text, uint32(b), 2, m.final)
}

// rest compares from byte i of the value on; the one before it ends at at. dump says that
// something stood between two bytes.
func (m *dumpMatch) rest(i, at int, dump bool) (int, found3) {
	for ; i < len(m.value); i++ {
		gap, size, is := m.inLine(m.text[at:], m.value[i])
		if is == unsure {
			return 0, unsure
		}
		if is == here && gap > 1 && m.as == dumped && isBlank(m.text[at]) && m.forks > 0 { // or the column of characters begins here
			m.forks--
			if end, same := m.rest(i+1, at+gap+size, true); same != nothing {
				return end, same
			}
			is = nothing
		}
		if is == nothing {
			return m.nextLine(i, at)
		}
		at += gap + size
		dump = dump || gap > 0
	}
	if !dump {
		return 0, nothing // the plain form is another one
	}
	return m.toColumnEnd(at)
}

// inLine is how much stands before the next byte in the same line, blanks or one sign and 0x, and
// how many characters that byte has.
func (m *dumpMatch) inLine(text []byte, next byte) (gap, size int, is found3) {
	if len(text) > 0 && (text[0] == ',' || m.as == dumped && (text[0] == ':' || text[0] == '-')) {
		gap++
	}
	blanks, known := run(text[gap:], isBlank, mostGap+1, m.final)
	if !known {
		return 0, 0, unsure
	}
	if gap += blanks; blanks > mostGap || gap == 0 && m.as != dumped {
		return 0, 0, nothing
	}
	prefix, is := m.prefix(text[gap:])
	if is == unsure {
		return 0, 0, unsure
	}
	gap += prefix
	size, is = m.byteAt(text[gap:], next)
	return gap, size, is
}

// prefix is how long the 0x before a byte is.
func (m *dumpMatch) prefix(text []byte) (int, found3) {
	if m.as != dumped || len(text) == 0 || text[0] != '0' {
		return 0, nothing // none: an end of the text is seen by who reads on
	}
	if len(text) == 1 {
		return 0, end(m.final)
	}
	if text[1] == 'x' || text[1] == 'X' {
		return 2, here
	}
	return 0, nothing
}

// nextLine goes on with byte i of the value in the next line: behind the column of characters, and behind the
// offset, where there is one.
func (m *dumpMatch) nextLine(i, at int) (int, found3) {
	rest, is := m.lineEnd(m.text[at:])
	if is != here {
		return 0, is
	}
	at += rest
	indent, known := run(m.text[at:], isBlank, mostIndent, m.final)
	if !known {
		return 0, unsure
	}
	at += indent
	prefix, is := m.prefix(m.text[at:])
	if is == unsure {
		return 0, unsure
	}
	size, is := m.byteAt(m.text[at+prefix:], m.value[i])
	if is == unsure {
		return 0, unsure
	}
	if is == here {
		m.forks--
		if end, same := m.rest(i+1, at+prefix+size, true); same != nothing || m.forks < 0 {
			return end, same
		}
	}
	// an offset, then a colon or blanks
	digits, known := run(m.text[at+prefix:], func(b byte) bool { _, ok := hexDigit(b); return ok }, 17, m.final)
	if !known {
		return 0, unsure
	}
	if digits == 0 || digits > 16 {
		return 0, nothing
	}
	at += prefix + digits
	colon := begins(m.text[at:], ":", m.final)
	if colon == unsure {
		return 0, unsure
	}
	if colon == here {
		at++
	}
	blanks, known := run(m.text[at:], isBlank, 9, m.final)
	switch {
	case !known:
		return 0, unsure
	case blanks == 0 && colon != here:
		return 0, nothing
	}
	at += blanks
	if prefix, is = m.prefix(m.text[at:]); is == unsure {
		return 0, unsure
	}
	at += prefix
	if size, is = m.byteAt(m.text[at:], m.value[i]); is != here {
		return 0, is
	}
	return m.rest(i+1, at+size, true)
}

// lineEnd is how much is left of a line whose bytes end here, with its break: nothing, one sign, or the column of
// characters behind blanks, two of them where the bytes are no hexadecimal ones.
func (m *dumpMatch) lineEnd(text []byte) (int, found3) {
	at := 0
	if len(text) > 0 && (text[0] == ',' || m.as == dumped && (text[0] == ':' || text[0] == '-')) {
		at++
	}
	blanks, known := run(text[at:], isBlank, mostColumn, m.final)
	if !known {
		return 0, unsure
	}
	column := 0
	if rest := text[at+blanks:]; len(rest) > 0 && (blanks > 1 || blanks > 0 && m.as == dumped || rest[0] == '|' || rest[0] == '>') {
		if column, known = run(rest, func(b byte) bool { return b != '\n' }, mostColumn, m.final); !known {
			return 0, unsure
		}
	}
	at += blanks + column
	if len(text) > at && text[at] == '\r' {
		at++
	}
	if at == len(text) {
		return 0, end(m.final)
	}
	if text[at] != '\n' {
		return 0, nothing
	}
	return at + 1, here
}

// toColumnEnd takes the rest of the line as well where it ends with the characters of
// its bytes, which show the value once more.
func (m *dumpMatch) toColumnEnd(at int) (int, found3) {
	line, known := run(m.text[at:], func(b byte) bool { return b != '\n' && b != '\r' }, mostColumn, m.final)
	if !known {
		return 0, unsure
	}
	rest := m.text[at : at+line]
	for i := 0; i+1 < len(rest); i++ { // other bytes, then two blanks at least
		if _, ok := hexDigit(rest[i]); !ok && rest[i] != ' ' {
			break
		}
		if rest[i] == ' ' && rest[i+1] == ' ' && (m.as == dumped || i+2 < len(rest) && (rest[i+2] == '|' || rest[i+2] == '>')) {
			return at + line, here
		}
	}
	return at, here
}
