package secrets

import (
	"bytes"
	"strings"
	"unicode"
)

const (
	keyWindow = 512 // bytes that are looked at where a line of a private key begins
	keyPrefix = 256 // bytes that may stand before what is in it
	keyFull   = 40  // bytes of base64 that are a line of a key whatever stands before
	keyAfter  = 16  // bytes of quotes and the like that may stand behind it
)

// lineOfKey says how many bytes at the beginning of a line are a private key's, whatever
// programs write before its lines: numbers, a file's name, the signs of a diff, quotes.
// least is how much base64 a line has. none says that the key does not go on, ends that it is over behind them.
func lineOfKey(text []byte, least int, final bool) (n int, none, ends, known bool) {
	view := text[:min(len(text), keyWindow)]
	whole := final && len(view) == len(text) || len(view) == keyWindow // no more of it will be seen
	for n < len(view) {
		size, skip := breakAt(view[n:])
		switch {
		case size < 0 && !whole:
			return 0, false, false, false
		case size < 0:
			size, skip = len(view)-n, 0
		}
		line := view[n : n+size]
		begin := bytes.Index(line, []byte(keyStart))
		if at := bytes.Index(line, []byte(keyEnd)); at >= 0 && (begin < 0 || at < begin) {
			end := n + at + len(keyEnd)
			more, known := run(text[end:], isEndOfKey, 64, final)
			return end + more, false, true, known
		}
		if begin >= 0 || !blankInKey(line) {
			return n + size, begin >= 0 || !keyLine(line, least, skip == 0 && n+size == keyWindow), false, true
		}
		n += size + skip
	}
	return 0, whole, false, whole
}

func isEndOfKey(b byte) bool { return b >= 'A' && b <= 'Z' || b == ' ' || b == '-' }

// breakAt is where the first line ends, and how long its break is: -1 if it does not end. An
// escaped break ends a line too, however often it is escaped.
func breakAt(text []byte) (at, size int) {
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\n', '\r':
			return i, 1
		case '\\':
			end := i
			for end < len(text) && text[end] == '\\' {
				end++
			}
			if end < len(text) && (text[end] == 'n' || text[end] == 'r') {
				return i, end + 1 - i
			}
			if end == len(text) {
				return -1, 0
			}
		}
	}
	return -1, 0
}

// blankInKey reports whether a line holds no text at all: only what stands before one.
func blankInKey(line []byte) bool {
	return !bytes.ContainsFunc(line, unicode.IsLetter)
}

// keyLine reports whether a line ends in base64, or is one of the lines with which a
// private key begins. least is how much base64 it must hold; on says that the line goes on.
func keyLine(line []byte, least int, on bool) bool {
	end := len(line)
	for end > 0 && len(line)-end < keyAfter && isBehindKey(line[end-1]) {
		end--
	}
	start := end
	for start > 0 && isBase64(line[start-1]) {
		start--
	}
	before := line[:start]
	switch size := end - start; {
	case on && size < keyFull, size < least, len(before) > keyPrefix:
	case size >= keyFull:
		return true
	case blankInKey(before), numbered(before):
		return true
	}
	for _, name := range []string{"Proc-Type: ", "DEK-Info: ", "Version: ", "Comment: ", "Hash: "} {
		if at := bytes.Index(line, []byte(name)); at >= 0 && at <= keyPrefix {
			return true
		}
	}
	return false
}

// isBehindKey is a byte that may stand behind a line of a key: the end of base64, or of a string.
func isBehindKey(b byte) bool { return strings.IndexByte("= \t\\\"'`,;)+*", b) >= 0 }

// numbered reports whether what stands before a line ends in its number: a.pem:12: and a.pem-12-.
func numbered(before []byte) bool {
	rest := bytes.TrimRight(before, " \t:-|+>\"'→│")
	digits := bytes.TrimRight(rest, "0123456789")
	return len(rest) < len(before) && len(digits) < len(rest) && (len(digits) == 0 || strings.IndexByte(":- \t|(", digits[len(digits)-1]) >= 0)
}

// privateKey finds the head of a private key and the beginning of its body.
func privateKey(text []byte, final bool) found {
	if is := begins(text, keyStart, final); is != here {
		return found{state: is}
	}
	at := len(keyStart)
	n, known := run(text[at:], func(b byte) bool { return b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == ' ' }, 40, final)
	if !known {
		return found{state: unsure}
	}
	kind := string(text[at : at+n])
	if !strings.HasSuffix(kind, "PRIVATE KEY") && !strings.HasSuffix(kind, "PRIVATE KEY BLOCK") {
		return found{}
	}
	at += n
	if is := begins(text[at:], "-----", final); is != here {
		return found{state: is}
	}
	at += len("-----")
	n, known = run(text[at:], func(b byte) bool { return strings.IndexByte("\r\n\t \\rn", b) >= 0 }, 12, final)
	if !known {
		return found{state: unsure}
	}
	body := text[at+n:]
	for _, head := range []string{"Proc-Type: ", "Version: ", "Comment: "} {
		switch begins(body, head, final) {
		case here:
			return found{state: here, size: at + n, mark: Redacted, then: inKey}
		case unsure:
			return found{state: unsure}
		}
	}
	switch size, known := run(body, isBase64, longLine, final); {
	case !known:
		return found{state: unsure}
	case size >= longLine:
		return found{state: here, size: at + n + size, mark: Redacted, then: inKey}
	}
	behind, known := behindKey(text[at:], final)
	if !known {
		return found{state: unsure}
	}
	switch _, none, ends, known := lineOfKey(text[at+behind:], longLine, final); {
	case !known:
		return found{state: unsure}
	case behind == 0 || none || ends:
		return found{} // it only speaks of one
	}
	return found{state: here, size: at + behind, mark: Redacted, then: inKeyLine}
}

// behindKey is how many bytes there are to the end of a line of which nothing is left but
// what closes a string, with its break; 0 if there is more.
func behindKey(text []byte, final bool) (n int, known bool) {
	for n < len(text) && n < keyAfter {
		switch at, size := breakAt(text[n:]); {
		case at == 0:
			return n + size, true
		case at < 0 && !final && text[n] == '\\' && len(bytes.Trim(text[n:], "\\")) == 0:
			return 0, false
		case !isBehindKey(text[n]):
			return 0, true
		}
		n++
	}
	return 0, final || n == keyAfter
}

// restOfKey goes to the end of a private key, or to what cannot be part of one.
func restOfKey(text []byte, s *state, final bool) (n int, over bool) {
	for n < len(text) && s.eaten < keyLimit {
		size, over, known := restOfKeyLine(text[n:], s, final)
		if !known {
			return n, false
		}
		n, s.eaten = n+size, s.eaten+size
		if over {
			return n, true
		}
	}
	return n, final || s.eaten >= keyLimit
}

// restOfKeyLine takes a line of a private key, or the next byte or break of one. over says
// that the key is.
func restOfKeyLine(text []byte, s *state, final bool) (n int, over, known bool) {
	if s.in == inKeyLine {
		n, none, ends, known := lineOfKey(text, 1, final)
		if none {
			n = 0
		}
		if known && !none {
			s.in = inKey
		}
		return n, none || ends, known
	}
	if text[0] == '-' {
		for _, mark := range []string{keyEnd, keyStart} {
			switch begins(text, mark, final) {
			case unsure:
				return 0, false, false
			case here:
				if mark == keyStart {
					return 0, true, true
				}
				size, known := run(text[len(mark):], isEndOfKey, 64, final)
				return len(mark) + size, true, known
			}
		}
	}
	if isBase64(text[0]) { // most of a key
		n, _ := run(text, isBase64, keyWindow, true)
		return n, false, true
	}
	switch behind, known := behindKey(text, final); {
	case !known:
		return 0, false, false
	case behind > 0:
		s.in = inKeyLine
		return behind, false, true
	}
	if isKey(text[0]) {
		return 1, false, true
	}
	return 0, true, true
}
