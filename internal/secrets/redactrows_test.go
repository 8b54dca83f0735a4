package secrets

import (
	"bytes"
	"encoding/base32"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf16"
)

// rows breaks a text into rows of so many characters.
func rows(text string, width int, end string) string {
	var b strings.Builder
	for len(text) > width {
		b.WriteString(text[:width] + end)
		text = text[width:]
	}
	return b.String() + text + end
}

// inRows are the ways in which programs print bytes in rows, by name: so many characters or bytes in each.
func inRows() map[string]func(s string, width int) string {
	wrapped := func(encode func([]byte) string, end string) func(string, int) string {
		return func(s string, width int) string { return rows(encode([]byte(s)), width, end) }
	}
	bytesOf := func(offset, format, between, end string) func(string, int) string {
		return func(s string, width int) string {
			var b strings.Builder
			for at := 0; at < len(s); at += width {
				if strings.Contains(offset, "%") {
					fmt.Fprintf(&b, offset, at)
				} else {
					b.WriteString(offset)
				}
				for i, c := range []byte(s[at:min(at+width, len(s))]) {
					if i > 0 {
						b.WriteString(between)
					}
					fmt.Fprintf(&b, format, c)
				}
				b.WriteString(end)
			}
			return b.String()
		}
	}
	return map[string]func(string, int) string{
		"base64 -w":         wrapped(base64.StdEncoding.EncodeToString, "\n"),
		"base64 on Windows": wrapped(base64.StdEncoding.EncodeToString, "\r\n"),
		"base64 in JSON":    wrapped(base64.StdEncoding.EncodeToString, `\n`),
		"base64 indented":   wrapped(base64.URLEncoding.EncodeToString, "\n    "),
		"base32 -w | tr A-Z a-z": func(v string, width int) string {
			return strings.ToLower(wrapped(base32.StdEncoding.EncodeToString, "\n")(v, width))
		},
		"base32 -w":                wrapped(base32.StdEncoding.EncodeToString, "\n"),
		"xxd -p -c":                func(s string, width int) string { return rows(hex.EncodeToString([]byte(s)), 2*width, "\n") },
		"od -t x1 -w":              bytesOf("%07o ", "%02x", " ", "\n"),
		"od -An -t x1 -w":          bytesOf(" ", "%02x", " ", "\n"),
		"od | sed":                 bytesOf("", "%02x", " ", "\n"),
		`hexdump -e 'n/1 "%02X "'`: bytesOf("", "%02X", " ", " \n"),
		"hexdump -C | cut":         bytesOf("", "%02x", " ", " \r\n"),
		"xxd -c":                   func(s string, width int) string { return dumpIn(s, width, "%08x: ", 2, "", "") },
		"xxd -g1 -c":               func(s string, width int) string { return dumpIn(s, width, "%08x: ", 1, "", "") },
		"hexdump -C":               func(s string, width int) string { return dumpIn(s, width, "%08x  ", 1, "|", "|") },
		"groups of four": func(s string, width int) string {
			return rows(strings.TrimSuffix(rows(hex.EncodeToString([]byte(s)), 8, " "), " "), width/4*9, "\n")
		},
		"tcpdump -x":                  bytesOf("\t0x%04x:  ", "%02x", " ", "\n"),
		"offsets of two digits":       bytesOf("%02x: ", "%02x", " ", "\n"),
		"xxd -i -c":                   bytesOf("  ", "0x%02x", ", ", ",\n"),
		"bytes of Go":                 bytesOf("\t", "0x%02X", ", ", ",\n"),
		"colons":                      bytesOf("    ", "%02x", ":", ":\n"),
		"dashes":                      bytesOf("", "%02X", "-", "\n"),
		"od -t u1":                    bytesOf("%07o ", "%3d", " ", "\n"),
		"od -An -t u1":                bytesOf("", "%3d", " ", "\n"),
		"a list of Python or Node":    bytesOf("    ", "%d", ", ", ",\n"),
		"a Buffer in JSON":            bytesOf("      ", "%d", ",\n      ", ",\n"),
		"od -b":                       bytesOf("%07o ", "%03o", " ", "\n"),
		"a list in a row":             func(s string, _ int) string { return bytesOf("", "%d", ",", "")(s, len(s)) },
		"hexdump -e without an end":   func(s string, _ int) string { return bytesOf("", "%02x", " ", "")(s, len(s)) },
		"a list of hexadecimal bytes": func(s string, _ int) string { return bytesOf("", "0x%02x", ",", "")(s, len(s)) },
	}
}

// A secret is found wherever in a row it begins, however long the rows are.
func TestRowsAreJoinedAtEveryOffset(t *testing.T) {
	const value = "Tr0ub4dorZx53Zq9KpLongerValue42xy"
	r := NewRedactor(nil)
	r.Add("it", value)
	random := rand.New(rand.NewPCG(21, 22))
	for name, encode := range inRows() {
		var missed []string
		for width := 4; width <= 80; width++ {
			for offset := range width + 1 {
				text := encode(strings.Repeat("k", offset)+value+"\nend\n", width)
				if got := r.Text(text); !strings.Contains(got, Mark("it")) {
					missed = append(missed, fmt.Sprintf("%d of %d", offset, width))
				} else if (width+offset)%7 == 0 {
					checkStream(t, r, text, got, random)
				}
			}
		}
		if len(missed) > 0 {
			t.Errorf("%s: not found at %d offsets: %s …", name, len(missed), strings.Join(missed[:min(8, len(missed))], ", "))
		}
	}
}

func checkStream(t *testing.T, r *Redactor, text, want string, random *rand.Rand) {
	t.Helper()
	var out bytes.Buffer
	w := r.Stream(&out)
	for rest := []byte(text); len(rest) > 0; {
		n := 1 + random.IntN(min(len(rest), 12))
		if _, err := w.Write(rest[:n]); err != nil {
			t.Fatal(err)
		}
		rest = rest[n:]
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if out.String() != want {
		t.Fatalf("of %q the text is\n%q\nand the stream\n%q", text, want, out.String())
	}
}

// UTF-16 is found with the end that comes first, whichever that is.
func TestUTF16IsFound(t *testing.T) {
	for _, value := range []string{"Tr0ub4dorZx53Zq9Kp", "pässwörter-漢字-zum-Testen"} {
		r := NewRedactor(nil)
		r.Add("it", value)
		for _, bigEnd := range []bool{false, true} {
			var text []byte
			for _, unit := range utf16.Encode([]rune("\ufeffkey=" + value + "\r\n")) {
				if bigEnd {
					text = append(text, byte(unit>>8), byte(unit))
				} else {
					text = append(text, byte(unit), byte(unit>>8))
				}
			}
			if got := r.Text(string(text)); !strings.Contains(got, Mark("it")) {
				t.Errorf("%s, big end first %v: not found in %q", value, bigEnd, got)
			}
		}
	}
}

// A list of numbers within JSON is the bytes of a secret, too: JSON stays JSON.
func TestListsInJSON(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("it", "Tr0ub4dor")
	const list = `{"type": "Buffer", "data": [107, 61,84,114,48,117,98,52,100,111,114, 10], "ports": [84, 114, 48]}`
	const want = `{"type": "Buffer", "data": "107, 61,[secret it], 10", "ports": [84, 114, 48]}`
	if got := string(r.JSON([]byte(list))); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// What only looks like a dump is left as it is.
func TestOrdinaryTextStaysWithoutDumps(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("it", "Tr0ub4dorZx53Zq9Kp")
	for _, text := range []string{
		"54 72 30 75 62\n34 64 6f 72\n", "84 tests passed\n114 files, 48 lines\n", "ports: [84, 114, 48, 117]\n", "54,72,30\n", "0000000 54 72 30 75\n*\n0000040\n", "124 162 060\n",
	} {
		if got := r.Text(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}
