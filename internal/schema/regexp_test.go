package schema_test

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
)

func TestRegexp(t *testing.T) {
	text := []byte("one ERR\ntwo err\nthree")
	plain, err := schema.Compile("err", false)
	if err != nil {
		t.Fatal(err)
	}
	folded, err := schema.Compile("err|two", true)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]int{12, 15}, plain.FindIndex(text)); diff != "" {
		t.Errorf("FindIndex: %s", diff)
	}
	if diff := cmp.Diff([][]int{{4, 7}, {8, 11}, {12, 15}}, folded.FindAllIndex(text, -1)); diff != "" {
		t.Errorf("FindAllIndex: %s", diff)
	}
	if diff := cmp.Diff([][]int{{4, 7}, {8, 11}}, folded.FindAllIndex(text, 2)); diff != "" {
		t.Errorf("FindAllIndex of 2: %s", diff)
	}
	if plain.MatchString("ERR") || !folded.MatchString("ERR") || !plain.Match(text) {
		t.Error("case is not respected")
	}
	if folded.String() != "err|two" {
		t.Errorf("String() = %s", folded)
	}
}

func TestRegexpLength(t *testing.T) {
	for n, fits := range map[int]bool{schema.MaxPattern - 1: true, schema.MaxPattern: true, schema.MaxPattern + 1: false} {
		if _, err := schema.Compile(strings.Repeat("a", n), false); fits != (err == nil) {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
}

func TestRegexpRefuses(t *testing.T) {
	for _, expr := range []string{"(", "[a", `\1`, "(?<=a)b", "a{1001}", "((a{100}){100}){100}", "*"} {
		if _, err := schema.Compile(expr, false); err == nil || !strings.Contains(err.Error(), "is not valid RE2") {
			t.Errorf("Compile(%q): %v", expr, err)
		}
	}
}

// A backtracking engine needs 2^40 steps here.
func TestRegexpCannotRunAway(t *testing.T) {
	re, err := schema.Compile(`^(a+)+$`, false)
	if err != nil {
		t.Fatal(err)
	}
	if re.MatchString(strings.Repeat("a", 40) + "b") {
		t.Error("matched")
	}
}

func TestWholePatterns(t *testing.T) {
	for _, c := range []struct {
		pattern, value string
		want           bool
	}{
		{"a|b", "a", true},
		{"a|b", "ab", false},
		{"a|b", "xb", false},
		{"^a$", "a", true},
		{"(?i)abc", "ABC", true},
		{"(?m)^a$", "b\na\nb", false},
		{"a", "a\n", false},
		{"", "", true},
		{"", "x", false},
		{".*", "a\nb", false},
		{`\p{L}+`, "Größe", true},
	} {
		re, err := schema.CompileWhole(c.pattern)
		if err != nil {
			t.Errorf("%q: %v", c.pattern, err)
			continue
		}
		if got := re.MatchString(c.value); got != c.want {
			t.Errorf("pattern %q, value %q: %v, want %v", c.pattern, c.value, got, c.want)
		}
		if re.String() != c.pattern {
			t.Errorf("String() = %q, want %q", re, c.pattern)
		}
	}
}

// FuzzRegexp proves that RE2 finds what Go's own engine finds, in text that is
// valid UTF-8.
func FuzzRegexp(f *testing.F) {
	for _, seed := range [][2]string{
		{"a+b", "xaab"}, {"(?i)ERR", "an error"}, {`\bfoo\b`, "a foo b"}, {"^$", ""}, {"[^a-z]", "Ä"}, {`\d{2,3}|x`, "12 x 1234"},
	} {
		f.Add(seed[0], seed[1])
	}
	f.Fuzz(func(t *testing.T, expr, text string) {
		ours, err := schema.Compile(expr, false)
		theirs, goErr := regexp.Compile(expr)
		if err != nil || goErr != nil || strings.ToValidUTF8(text, "") != text || strings.Contains(expr, `\C`) {
			return
		}
		if got, want := ours.FindIndex([]byte(text)), theirs.FindStringIndex(text); !cmp.Equal(got, want) {
			t.Errorf("%q in %q: RE2 %v, regexp %v", expr, text, got, want)
		}
	})
}

func BenchmarkRegexpFindAll(b *testing.B) {
	text := bytes.Repeat([]byte("an ordinary line of some log file with nothing in it\n"), 1<<20/53)
	text = append(text, "an ErrSomethingEOF here"...)
	re, err := schema.Compile("err[a-z]+EOF", true)
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		if got := re.FindAllIndex(text, -1); len(got) != 1 {
			b.Fatal(got)
		}
	}
}
