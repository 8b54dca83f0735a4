package secrets

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"unicode/utf16"
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
	loose bool // line breaks in it do not count: base64 and xxd -p break their lines
	as    shape
}

// shape says how a form is compared with text.
type shape uint8

const (
	asIs    shape = iota
	escaped       // text is the value; its characters may be escaped
	dumped        // text is the value, its bytes are written in hexadecimal, as in a dump
	decimal       // the same, in decimal numbers
	octal         // the same, in octal numbers
)

// starts are what the form may begin with: three bytes each.
func (f form) starts() []string {
	switch f.as {
	case escaped:
		return append(escapedStarts(f.text), f.text[:3])
	case dumped, decimal, octal:
		return dumpStarts(f.text, f.as)
	}
	starts := []string{f.text[:3]}
	if f.loose { // a row may end behind its first character, or its second
		for _, end := range []string{"\n", "\r", `\`} {
			starts = append(starts, f.text[:2]+end)
		}
		for _, end := range []string{"\n" + f.text[1:2], "\n ", "\n\t", "\n\n", "\r\n", `\n`, `\r`, `\\`} {
			starts = append(starts, f.text[:1]+end)
		}
	}
	return starts
}

func validText(s string) bool { return utf8.ValidString(s) && !strings.ContainsRune(s, 0) }

// formsOf are the ways in which programs print a value: as it is, each long line
// of it, in JSON, in URLs, quoted for a shell, in base64 and base32, in UTF-16, and
// as numbers of its bytes.
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
			for _, as := range []shape{escaped, dumped, decimal, octal} {
				out = append(out, form{text: v, mark: mark, as: as})
			}
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
		for before := range 3 {
			add(core(base64.RawStdEncoding.EncodeToString, 6, v, before), true)
			add(core(base64.RawURLEncoding.EncodeToString, 6, v, before), true)
		}
		for before := range 5 {
			form := core(base32.StdEncoding.EncodeToString, 5, v, before)
			add(form, true)
			add(strings.ToLower(form), true)
		}
		for _, wide := range inUTF16(v) {
			add(wide, false)
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

// core is what every base64, or base32, of a text has in common in which v stands
// behind so many other bytes of a whole group: the characters, of so many bits each,
// that v alone decides. "" if they are too few to be told from other text.
func core(encode func([]byte) string, bits int, v string, before int) string {
	all := encode(append(make([]byte, before), v...))
	from := (before*8 + bits - 1) / bits
	to := (before + len(v)) * 8 / bits
	if to-from < 7 {
		return ""
	}
	return all[from:to]
}

// inUTF16 is a text in UTF-16, with the one and the other end first. Of a character of
// ASCII at its end, or its beginning, only the byte that says something belongs to it.
func inUTF16(v string) []string {
	var little, big []byte
	for _, unit := range utf16.Encode([]rune(v)) {
		little = append(little, byte(unit), byte(unit>>8))
		big = append(big, byte(unit>>8), byte(unit))
	}
	little = bytes.TrimSuffix(little, []byte{0})
	big = bytes.TrimPrefix(big, []byte{0})
	return []string{string(little), string(big)}
}
