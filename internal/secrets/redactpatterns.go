package secrets

import (
	"bytes"
	"strings"

	"handrail/internal/secrets/looks"
)

const (
	keyStart = "-----BEGIN "
	keyEnd   = "-----END"
	keyLimit = 16 << 10 // bytes of a private key, where no end is found
	webToken = "eyJ"    // a JSON Web Token: {" in base64
)

// bearers are how the word before a token is written.
func bearers() []string { return []string{"Bearer ", "bearer ", "BEARER "} }

// patternStarts are beginnings of what pattern finds beside the rules: of three
// bytes at least.
func patternStarts() []string {
	starts := []string{keyStart, "://"}
	for _, p := range looks.Parameters() {
		starts = append(starts, "?"+p, "&"+p)
	}
	return starts
}

// soloStarts are beginnings of what pattern finds only where no word goes on.
func soloStarts() []string {
	starts := append(bearers(), webToken)
	for _, r := range looks.Shapes() {
		starts = append(starts, r.Start)
	}
	return starts
}

// patterns is what pattern compares with, made once for each table.
type patterns struct {
	rules      map[[3]byte][]looks.Shape
	parameters []string
}

func newPatterns() patterns {
	p := patterns{rules: map[[3]byte][]looks.Shape{}, parameters: looks.Parameters()}
	for _, r := range looks.Shapes() {
		k := [3]byte{r.Start[0], r.Start[1], r.Start[2]}
		p.rules[k] = append(p.rules[k], r)
	}
	return p
}

// pattern says what begins with text, by its form alone. before are the two
// bytes before it.
func (t *table) pattern(text []byte, before [2]byte, final bool) found {
	switch text[0] {
	case '-':
		return privateKey(text, final)
	case ':':
		return t.password(text, final)
	case '?', '&':
		return t.parameter(text, final)
	}
	if !stands(before) {
		return found{}
	}
	switch text[0] {
	case 'b', 'B':
		for _, start := range bearers() {
			if is := begins(text, start, final); is == here {
				return found{state: here, lead: len(start), then: inBearer}
			} else if is == unsure {
				return found{state: unsure}
			}
		}
	case 'e':
		if f := jsonWebToken(text, final); f.state != nothing {
			return f
		}
	}
	for _, r := range t.patterns.rules[[3]byte{text[0], text[1], text[2]}] {
		if f := matchShape(&r, text, final); f.state != nothing {
			return f
		}
	}
	return found{}
}

// stands reports whether no word goes on after these two bytes: the n of an
// escaped line break is none, nor is the end of an = in a URL.
func stands(before [2]byte) bool {
	return !isWord(before[1]) || before[0] == '\\' && (before[1] == 'n' || before[1] == 't' || before[1] == 'r') || before[0] == '3' && (before[1] == 'D' || before[1] == 'd')
}

// begins reports whether text begins with start.
func begins(text []byte, start string, final bool) found3 {
	n := min(len(text), len(start))
	switch {
	case string(text[:n]) != start[:n]:
		return nothing
	case n == len(start):
		return here
	case final:
		return nothing
	}
	return unsure
}

// run counts the bytes at the beginning of text that are of a class, up to most.
// known is false if more text could make them more.
func run(text []byte, class func(byte) bool, most int, final bool) (n int, known bool) {
	for n < len(text) && n < most && class(text[n]) {
		n++
	}
	return n, final || n == most || n < len(text)
}

// matchShape compares text with the shape of a key.
func matchShape(r *looks.Shape, text []byte, final bool) found {
	if is := begins(text, r.Start, final); is != here {
		return found{state: is}
	}
	body := text[len(r.Start):]
	most := r.Least
	switch {
	case r.Mixed:
		most = 64
	case r.Exact:
		most++
	}
	n, known := run(body, r.Class, most, final)
	switch {
	case !known:
		return found{state: unsure}
	case n < r.Least, r.Exact && n > r.Least, r.Mixed && !looks.Mixed(body[:n]):
		return found{}
	}
	return found{state: here, size: len(r.Start) + n, mark: Redacted, then: inToken}
}

// jsonWebToken finds two parts in base64 of JSON objects with a dot between them.
func jsonWebToken(text []byte, final bool) found {
	n, known := run(text, isToken, 2048, final)
	switch {
	case !known:
		return found{state: unsure}
	case n < 12 || n == len(text) || text[n] != '.':
		return found{}
	}
	if is := begins(text[n+1:], webToken, final); is != here {
		return found{state: is}
	}
	more, known := run(text[n+1:], isToken, 12, final)
	switch {
	case !known:
		return found{state: unsure}
	case more < 12:
		return found{}
	}
	return found{state: here, size: n + 1 + more, mark: Redacted, then: inDotted}
}

// password finds the password in scheme://user:password@host.
func (t *table) password(text []byte, final bool) found {
	if is := begins(text, "://", final); is != here {
		return found{state: is}
	}
	user, known := run(text[3:], isUser, 128, final)
	at := 3 + user
	switch {
	case !known:
		return found{state: unsure}
	case at == len(text) || text[at] != ':':
		return found{}
	}
	at++
	n, known := run(text[at:], isPassword, 256, final)
	switch {
	case !known:
		return found{state: unsure}
	case n == 0 || at+n == len(text) || text[at+n] != '@' || isPlaceholder(text[at:at+n]):
		return found{}
	}
	return found{state: here, lead: at, size: n, mark: t.markOf(text[at : at+n])}
}

// parameter finds the value of a parameter such as ?token=.
func (t *table) parameter(text []byte, final bool) found {
	for _, name := range t.patterns.parameters {
		switch begins(text[1:], name, final) {
		case unsure:
			return found{state: unsure}
		case here:
			at := 1 + len(name)
			n, known := run(text[at:], isUser, 256, final)
			switch {
			case !known:
				return found{state: unsure}
			case n < shortest || isPlaceholder(text[at:at+n]):
				return found{}
			}
			return found{state: here, lead: at, size: n, mark: t.markOf(text[at : at+n]), then: inValue}
		}
	}
	return found{}
}

func (t *table) markOf(value []byte) string {
	if mark, ok := t.marks[string(value)]; ok {
		return mark
	}
	return Redacted
}

// isPlaceholder reports whether a value only stands for one: $TOKEN, <token>.
func isPlaceholder(value []byte) bool { return bytes.IndexByte([]byte("${<[*%"), value[0]) >= 0 }

// bearer finds the token after "Bearer ".
func bearer(text []byte, final bool) found {
	n, known := run(text, isBearer, 20, final)
	switch {
	case !known:
		return found{state: unsure}
	case n < 20:
		return found{}
	}
	return found{state: here, size: n, mark: Redacted, then: inDotted}
}

// rest is how many bytes of text belong to what the scan is within. over is
// false if more may come.
func rest(text []byte, s *state, final bool) (n int, over bool) {
	class := isToken
	switch s.in {
	case inDotted:
		class = isBearer
	case inValue:
		class = isUser
	case inKey, inKeyLine:
		return restOfKey(text, s, final)
	}
	return run(text, class, len(text)+1, final)
}

func isUpper(b byte) bool { return b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' }
func isAlnum(b byte) bool { return isUpper(b) || b >= 'a' && b <= 'z' }
func isWord(b byte) bool  { return isAlnum(b) || b == '_' }
func isToken(b byte) bool { return isWord(b) || b == '-' }

func isDotted(b byte) bool { return isToken(b) || b == '.' }
func isBearer(b byte) bool { return isDotted(b) || b == '~' || b == '+' || b == '/' || b == '=' }
func isBase64(b byte) bool { return isAlnum(b) || b == '+' || b == '/' }

func isKey(b byte) bool { return isBase64(b) || strings.IndexByte("=\r\n\t\\ :,.()-", b) >= 0 }

func isPassword(b byte) bool { return isUser(b) || strings.IndexByte(":,;()&", b) >= 0 }

// isUser is a byte of a user's name or password in a URL.
func isUser(b byte) bool {
	return b > ' ' && b < 0x7f && strings.IndexByte(`/@:"'\<>?#&;,)(`+"`", b) < 0
}
