package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf8"
)

// longest is the most bytes of a value that is looked for as a whole.
const longest = 64 << 10

// longLine is how many bytes a line of a secret must have to be looked for on
// its own: a shorter one may stand in any text.
const longLine = 16

// A form is one way in which a value is printed.
type form struct {
	text  string
	mark  string
	loose bool // line breaks in it do not count: base64 and od break their lines
	as    shape
}

// shape says how a form is compared with text.
type shape uint8

const (
	asIs    shape = iota
	escaped       // text is the value; its characters may be escaped
	dumped        // text is the value, its bytes are written as in a dump
)

// starts are what the form may begin with: three bytes each.
func (f form) starts() []string {
	switch f.as {
	case escaped:
		return append(escapedStarts(f.text), f.text[:3])
	case dumped:
		return dumpStarts(f.text)
	}
	return []string{f.text[:3]}
}

func validText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// formsOf are the ways in which programs print a value: as it is, each long line
// of it, in JSON, in URLs, quoted for a shell, in base64 and in hexadecimal.
func formsOf(value, mark string) []form {
	var out []form
	seen := map[string]bool{}
	add := func(text string, loose bool) {
		if len(text) >= shortest && !seen[text] {
			seen[text] = true
			out = append(out, form{text: text, mark: mark, loose: loose})
		}
	}
	plain := func(v string) {
		if len(v) >= shortest && len(v) <= longestEscaped {
			out = append(out, form{text: v, mark: mark, as: escaped}, form{text: v, mark: mark, as: dumped})
		}
		add(v, false)
		add(jsonForm(v, true), false)
		add(jsonForm(v, false), false)
		for _, escape := range []func(string) string{url.QueryEscape, url.PathEscape} {
			add(escape(v), false)
			add(lowerPercent(escape(v)), false)
		}
		for _, quote := range []string{`'\''`, `'"'"'`, `\'`} { // bash and most; Python and dash; inside $' '
			add(strings.ReplaceAll(v, "'", quote), false)
		}
		add(strings.NewReplacer(`\`, `\\`, `"`, `\"`, "$", `\$`, "`", "\\`").Replace(v), false)
	}
	plain(value)
	if strings.Contains(value, "\n") {
		plain(strings.ReplaceAll(value, "\n", "\r\n"))
		for line := range strings.Lines(value) {
			if line = strings.Trim(line, " \t\r\n"); len(line) >= longLine && !strings.HasPrefix(line, "-----") {
				plain(line)
			}
		}
	}
	for _, v := range slices.Compact([]string{value, strings.ReplaceAll(value, "\n", "\r\n")}) {
		for _, coding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			for before := range 3 {
				add(base64Core(coding, v, before), true)
			}
		}
		add(hex.EncodeToString([]byte(v)), true)
		add(strings.ToUpper(hex.EncodeToString([]byte(v))), true)
	}
	return out
}

// jsonForm is a value as JSON has it between its quotes.
func jsonForm(v string, escapeHTML bool) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(escapeHTML)
	if e.Encode(v) != nil { // a text always encodes
		return ""
	}
	return strings.TrimSuffix(strings.TrimPrefix(strings.TrimSuffix(b.String(), "\n"), `"`), `"`)
}

// lowerPercent writes the digits of %2F as %2f.
func lowerPercent(v string) string {
	b := []byte(v)
	for i := 0; i+2 < len(b); i++ {
		if b[i] == '%' {
			copy(b[i+1:i+3], bytes.ToLower(b[i+1:i+3]))
		}
	}
	return string(b)
}

// base64Core is what every base64 of a text has in common in which v stands
// after 3n+before other bytes: the characters that v alone decides. "" if they
// are too few to be told from other text.
func base64Core(coding *base64.Encoding, v string, before int) string {
	all := coding.EncodeToString(append(make([]byte, before), v...))
	from := []int{0, 2, 3}[before]
	to := (before + len(v)) * 8 / 6
	if to-from < 7 {
		return ""
	}
	return all[from:to]
}
