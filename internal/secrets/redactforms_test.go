package secrets

import (
	"bytes"
	"encoding/base64"
	"encoding/csv"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"html"
	"math/rand/v2"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
)

// encodings are the ways to print a text in which no known value may be left, by
// name. Each writes all that is in it, the secret and what is around it.
func encodings() map[string]func(string) string {
	asJSON := func(s string) string { raw, _ := json.Marshal(s); return string(raw) }
	twice := func(f func(string) string) func(string) string { return func(s string) string { return f(f(s)) } }
	each := func(format string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for i := range len(s) {
				fmt.Fprintf(&b, format, s[i])
			}
			return b.String()
		}
	}
	runes := func(format string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for _, r := range s {
				fmt.Fprintf(&b, format, r)
			}
			return b.String()
		}
	}
	units := func(format string) func(string) string {
		return func(s string) string {
			var b strings.Builder
			for _, u := range utf16.Encode([]rune(s)) {
				fmt.Fprintf(&b, format, u)
			}
			return b.String()
		}
	}
	asCSV := func(s string) string {
		var b bytes.Buffer
		w := csv.NewWriter(&b)
		_ = w.Write([]string{"a", s + "\"", "b"}) // a quote, so that the field is quoted
		w.Flush()
		return b.String()
	}
	return map[string]func(string) string{
		"as it is": func(s string) string { return s }, "JSON": asJSON, "JSON in JSON": twice(asJSON), "JSON in JSON in JSON": func(s string) string { return asJSON(asJSON(asJSON(s))) },
		"HTML": html.EscapeString, "HTML twice": twice(html.EscapeString), "HTML decimal": runes("&#%d;"), "HTML hexadecimal": runes("&#x%x;"), "HTML HEXADECIMAL": runes("&#x%04X;"),
		"HTML in JSON": func(s string) string { return asJSON(html.EscapeString(s)) }, "JSON in HTML": func(s string) string { return html.EscapeString(asJSON(s)) },
		"CSV": asCSV, "JSON in CSV": func(s string) string { return asCSV(asJSON(s)) },
		"query": url.QueryEscape, "path": url.PathEscape, "every byte": each("%%%02X"), "every byte, small": each("%%%02x"), "every byte twice": each("%%25%02X"), "JSON in a URL": func(s string) string { return url.PathEscape(asJSON(s)) },
		`\u00XX`: units(`\u%04x`), `\u00XX large`: units(`\u%04X`), `\\u00XX`: units(`\\u%04x`), `\xXX`: each(`\x%02x`), `\xXX large`: each(`\x%02X`), `\xXX in JSON`: each(`\\x%02x`),
		"hexadecimal": func(s string) string { return hex.EncodeToString([]byte(s)) }, "bytes": each("%02x "), "BYTES": each("%02X "),
		"base64": func(s string) string { return base64.StdEncoding.EncodeToString([]byte(s)) }, "base64 of URLs": func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) },
		"xxd": func(s string) string { return dump(s, "%08x: ", 2, "", "") }, "xxd -c 8 -g 1": func(s string) string { return dumpIn(s, 8, "%08x: ", 1, "", "") },
		"hexdump -C": func(s string) string { return dump(s, "%08x  ", 1, "|", "|") }, "od -t x1z": func(s string) string { return dump(s, "%07o ", 1, ">", "<") }, "od -t x1": func(s string) string { return dump(s, "%07o ", 1, "", "no column") },
		"od -An -t x1": func(s string) string {
			return regexp.MustCompile(`(?m)^[0-7]+`).ReplaceAllString(dump(s, "%07o ", 1, "", "no column"), "")
		},
		"bytes with colons": func(s string) string { return strings.TrimSuffix(each("%02x:")(s), ":") },
	}
}

func dump(s, offset string, group int, open, closing string) string {
	return dumpIn(s, 16, offset, group, open, closing)
}

// dumpIn writes bytes as the programs that dump them do.
func dumpIn(s string, width int, offset string, group int, open, closing string) string {
	var b strings.Builder
	for at := 0; at < len(s); at += width {
		line := s[at:min(at+width, len(s))]
		fmt.Fprintf(&b, offset, at)
		for i := range width {
			if i < len(line) {
				fmt.Fprintf(&b, "%02x", line[i])
			} else if closing != "no column" {
				b.WriteString("  ")
			}
			if i%group == group-1 && (i < len(line) || closing != "no column") {
				b.WriteByte(' ')
			}
			if group == 1 && i == 7 && open == "|" {
				b.WriteByte(' ')
			}
		}
		if closing != "no column" {
			if width%group != 0 {
				b.WriteByte(' ')
			}
			text := strings.Map(func(r rune) rune {
				if r < ' ' || r > '~' {
					return '.'
				}
				return r
			}, strings.ToValidUTF8(line, "."))
			fmt.Fprintf(&b, " %s%s%s", open, text, closing)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// bare is a text without all that stands between letters and digits in an encoding,
// so that what is left of a secret is seen.
func bare(text string) string {
	return strings.Map(func(r rune) rune {
		if isAlnum(byte(r)) && r < 0x80 {
			return r
		}
		return -1
	}, text)
}

// A random secret in a random encoding, with anything around it, in any pieces, is
// never left.
func TestNoFormOfASecretIsLeft(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	letters := "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
	signs := letters + letters + `"'\/<>&%$#+=-_.:,;@!?~^|(){}[]* ` + "\t"
	around := letters + ` "'<>&%\/:.,=` + "\n"
	pick := func(from string, n int) string {
		var b strings.Builder
		for range n {
			b.WriteByte(from[random.IntN(len(from))])
		}
		return b.String()
	}
	all := encodings()
	for round := range 300 {
		value := pick(letters, 1) + pick(signs, 14+random.IntN(40)) + pick(letters, 1)
		if random.IntN(4) == 0 {
			value = pick(letters, 5) + "ü漢😀" + pick(signs, 20) + "x"
		}
		r := NewRedactor(nil)
		if !r.Add("it", value) {
			t.Fatalf("%q was not taken", value)
		}
		before, behind := pick(around, random.IntN(40)), pick(around, random.IntN(40))
		for name, encode := range all {
			text := encode(before + value + behind)
			got := r.Text(text)
			var stream bytes.Buffer
			w := r.Stream(&stream)
			for rest := []byte(text); len(rest) > 0; {
				n := 1 + random.IntN(min(len(rest), 1+random.IntN(50)))
				if _, err := w.Write(rest[:n]); err != nil {
					t.Fatal(err)
				}
				rest = rest[n:]
			}
			if err := w.Close(); err != nil {
				t.Fatal(err)
			}
			if stream.String() != got {
				t.Fatalf("round %d, %s of %q: the text is\n%q\nand the stream\n%q", round, name, value, got, stream.String())
			}
			if !strings.Contains(got, Mark("it")) {
				t.Fatalf("round %d, %s: %q between %q and %q is not found in\n%s\n%q", round, name, value, before, behind, text, got)
			}
			if left := bare(value); len(left) > 12 && strings.Contains(bare(got), left[len(left)-10:]) && !strings.Contains(bare(before+behind), left[len(left)-10:]) {
				t.Fatalf("round %d, %s: the end of %q is left in\n%s", round, name, value, got)
			}
		}
	}
}
