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
		starts = append(starts, first+" ", first+fmt.Sprintf(as, value[1])[:1])
	}
	return starts
}

// matchDump compares text with the bytes of a value as xxd, hexdump -C and od -t x1
// print them, whatever they are grouped in: in hexadecimal, in lines that begin with
// an offset and may end with the characters, which are part of what is found. One of
// a single line that is not in a dump is found, too: 68 65 6c.
func matchDump(value string, text []byte, final bool) (int, found3) {
	at, dump := 0, false
	for i := range len(value) {
		if i > 0 {
			n, broken, is := between(text[at:], value[i], final)
			if is != here {
				return 0, is
			}
			at += n
			dump = dump || broken || n > 0
		}
		if is := digits(text[at:], uint32(value[i]), 2, final); is != here {
			return 0, is
		}
		at += 2
	}
	if !dump {
		return 0, nothing // the plain form is another one
	}
	return toColumnEnd(text, at, final)
}

// between is what stands between a byte of a dump and the next one: blanks, or the
// end of a line and the beginning of the next. broken says that it was that.
func between(text []byte, next byte, final bool) (n int, broken bool, is found3) {
	blanks, known := run(text, func(b byte) bool { return b == ' ' }, 4, final)
	if !known {
		return 0, false, unsure
	}
	if blanks < 4 {
		if is := digits(text[blanks:], uint32(next), 2, final); is != nothing {
			return blanks, false, is
		}
	}
	line, known := run(text, func(b byte) bool { return b != '\n' }, mostColumn, final)
	switch {
	case !known:
		return 0, false, unsure
	case line == mostColumn || line == len(text):
		return 0, false, nothing
	}
	at := line + 1
	offset, known := run(text[at:], func(b byte) bool { _, ok := hexDigit(b); return ok }, 17, final)
	if !known {
		return 0, false, unsure
	}
	if offset < 4 || offset > 16 {
		return 0, false, nothing
	}
	at += offset
	if is := begins(text[at:], ":", final); is == unsure {
		return 0, false, unsure
	} else if is == here {
		at++
	}
	blanks, known = run(text[at:], func(b byte) bool { return b == ' ' || b == '\t' }, 9, final)
	if !known {
		return 0, false, unsure
	}
	if blanks == 0 {
		return 0, false, nothing
	}
	return at + blanks, true, here
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
