package secrets

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
)

// What somebody reads while it is written is not cut short, and a secret in it is at most begun.
func TestALiveStreamShowsTheEndOfALine(t *testing.T) {
	r := NewRedactor(nil)
	r.Add("a", "4711-hunter22")
	var out bytes.Buffer
	w := r.Live(&out)
	for _, step := range []struct{ write, seen string }{
		{"handrail machines pair 17702434\n", "handrail machines pair 17702434\n"},
		{"Type yes: ", "handrail machines pair 17702434\nType yes: "},
		{"47", "47"}, {"11", "47"}, {" ", "4711 "}, // a longer beginning waits
		{"4", "4"}, {"7", "47"}, {"1", "471"}, {"1", "471"}, {"-hunter2", "471"}, {"2", "471[secret a]"}, {" 4", "471[secret a] 4"}, {"5\n", "471[secret a] 45\n"},
	} {
		if n, err := w.Write([]byte(step.write)); n != len(step.write) || err != nil {
			t.Fatal(n, err)
		}
		if !strings.HasSuffix(out.String(), step.seen) {
			t.Fatalf("after %q: %q, want %q at its end", step.write, out.String(), step.seen)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	if want := "handrail machines pair 17702434\nType yes: 4711 471[secret a] 45\n"; out.String() != want {
		t.Errorf("it is %q", out.String())
	}
}

// In whatever pieces: text without secrets comes as it is, and of secrets no more is shown than their beginning.
func TestALiveStreamOfPieces(t *testing.T) {
	r := NewRedactor(nil)
	var values []string
	for name, value := range planted() {
		r.Add(name, value)
		values = append(values, value)
	}
	random := rand.New(rand.NewPCG(7, 8))
	words := []string{"4", "47", "1770244", "[", "a", "sk", "gh", "hunter", "\n", " ", "yes? ", "Zm9v", "0x", "eyJ"}
	for range 20_000 {
		var text strings.Builder
		for range 1 + random.IntN(8) {
			text.WriteString(words[random.IntN(len(words))])
			if random.IntN(6) == 0 {
				text.WriteString(values[random.IntN(len(values))])
			}
		}
		all := text.String()
		var out bytes.Buffer
		w := r.Live(&out)
		for rest := all; rest != ""; {
			n := 1 + random.IntN(min(len(rest), 5))
			if _, err := w.Write([]byte(rest[:n])); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
		if r.Text(all) == all && out.String() != all {
			t.Fatalf("%q came as %q", all, out.String())
		}
		for _, value := range values {
			if strings.Contains(out.String(), value) {
				t.Fatalf("of %q, in %q, all is shown", value, out.String())
			}
		}
	}
}
