package secrets

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// prefixes are ways in which programs write the lines of a file.
func prefixes() map[string]func(line string, n int) string {
	return map[string]func(string, int) string{
		"plain":        func(l string, _ int) string { return l },
		"read":         func(l string, n int) string { return fmt.Sprintf("%6d\t%s", n, l) },
		"read, arrow":  func(l string, n int) string { return fmt.Sprintf("%6d→%s", n, l) },
		"grep":         func(l string, n int) string { return fmt.Sprintf("conf/a_b.pem:%d:%s", n, l) },
		"grep around":  func(l string, n int) string { return fmt.Sprintf("conf/a_b.pem-%d-%s", n, l) },
		"grep, spaced": func(l string, n int) string { return fmt.Sprintf("conf/a_b.pem:%d: %s", n, l) },
		"added":        func(l string, _ int) string { return "+" + l },
		"removed":      func(l string, _ int) string { return "-" + l },
		"kept":         func(l string, _ int) string { return " " + l },
		"quoted":       func(l string, _ int) string { return "> " + l },
		"indented":     func(l string, _ int) string { return "\t    " + l },
		"comment":      func(l string, _ int) string { return "# " + l },
		"strings":      func(l string, _ int) string { return `    "` + l + `\n" +` },
		"list":         func(l string, _ int) string { return `  '` + l + `',` },
		"CRLF":         func(l string, _ int) string { return l + "\r" },
		"numbered":     func(l string, n int) string { return fmt.Sprintf("%d| %s", n, l) },
	}
}

// keyLines are a private key in lines as openssl writes them, but for the last two full ones.
func keyLines(width, lines int) []string {
	random := rand.New(rand.NewPCG(7, uint64(width)))
	out := []string{"-----BEGIN RSA PRIVATE KEY-----"}
	for i := range lines {
		line := make([]byte, width)
		if i == lines-1 {
			line = line[:len(line)/3+1]
		}
		for j := range line {
			line[j] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/+"[random.IntN(64)]
		}
		out = append(out, string(line))
	}
	out[len(out)-1] = "Q" + out[len(out)-1][1:] + "=="
	return append(out, "-----END RSA PRIVATE KEY-----")
}

// A private key is hidden however its lines are written, whole and cut, in whatever pieces.
func TestPrivateKeysWithPrefixes(t *testing.T) {
	r := NewRedactor(nil)
	for name, write := range prefixes() {
		for _, shape := range [][2]int{{64, 26}, {70, 8}, {76, 5}, {64, 1}, {1600, 1}} {
			for _, wrap := range []string{"\n", `\n`, `\\n`} {
				for _, cut := range []bool{false, true} {
					lines := keyLines(shape[0], shape[1])
					if cut {
						lines = lines[:len(lines)-1]
					}
					var all []string
					for i, l := range append(append([]string{"before it"}, lines...), "and this is visible.", "{end of it}") {
						all = append(all, write(l, i+98))
					}
					text := strings.Join(all, wrap)
					got := r.Text(text)
					for _, l := range lines[1 : 1+shape[1]] {
						if strings.Contains(got, l[:min(len(l), 8)]) || strings.Contains(got, l[max(0, len(l)-12):len(l)-2]) && len(l) > 12 {
							t.Fatalf("%s, %v, %q, cut %v: %q is left in %q", name, shape, wrap, cut, l, got)
						}
					}
					for _, stays := range []string{"before it", "and this is visible.", "{end of it}"} {
						if !strings.Contains(got, stays) {
							t.Errorf("%s, %v, %q, cut %v: %q is gone from %q", name, shape, wrap, cut, stays, got)
						}
					}
					check(t, r, text, rand.New(rand.NewPCG(1, 2)))
				}
			}
		}
	}
}

// What only speaks of a private key stays.
func TestTextAboutPrivateKeysStays(t *testing.T) {
	r := NewRedactor(nil)
	for _, same := range []string{
		"a.go:12:strings.Contains(s, \"-----BEGIN PRIVATE KEY-----\")\nb.go:13:visible\n", "\t\"-----BEGIN RSA PRIVATE KEY-----\\n\" + word, \"another\": x,\n",
		"-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----\n", "# -----BEGIN PRIVATE KEY-----\n# see internal/secrets/redact\n",
		"    12\t-----BEGIN CERTIFICATE-----\n    13\tMIIEvQIBADANBgkqhkiG9w0BAQEFAASCMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n",
	} {
		if got := r.Text(same); got != same {
			t.Errorf("Text(%q) = %q", same, got)
		}
	}
}
