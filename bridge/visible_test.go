package bridge

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"handrail/internal/terminal"
)

func TestProseKeepsEmojiWhole(t *testing.T) {
	for in, want := range map[string]string{
		"⚠\ufe0f careful":               "⚠ careful",
		"\U0001f469\u200d\U0001f4bb":    "\U0001f469\U0001f4bb",
		"a\ufe0f":                       "a⟨U+FE0F⟩",
		"pay\u202elap":                  "pay⟨U+202E⟩lap",
		"\U0001f44d\U0001f3fd\ufe0f ok": "\U0001f44d\U0001f3fd ok",
	} {
		if got := prose(in); got != want {
			t.Errorf("prose(%+q) = %+q, want %+q", in, got, want)
		}
	}
}

func TestOneLine(t *testing.T) {
	for _, test := range []struct {
		in      string
		columns int
		want    string
	}{
		{"short", 5, "short"},
		{"shorter", 5, "sh…er"},
		{"a\nb", 20, "a⟨U+000A⟩b"},
		{"漢字漢字", 8, "漢字漢字"},
		{"漢字漢字", 7, "漢…漢字"},
	} {
		if got := oneLine(test.in, test.columns); got != test.want {
			t.Errorf("oneLine(%q, %d) = %q, want %q", test.in, test.columns, got, test.want)
		}
	}
}

// What a person looks at holds nothing that cannot be seen, fits where it is
// shown, and loses nothing.
func FuzzVisible(f *testing.F) {
	for _, s := range []string{
		"", "plain\n", "a\u202eb", "\xff\xfe", "a\tb\r\n", strings.Repeat("e\u0301\u0300", 300), strings.Repeat("漢", 150),
		"\u2028\u2029\u3000", "x\ufe0f\U000e0100", "\U0001f469\u200d\U0001f4bb", strings.Repeat("\u0300", 99),
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got := terminal.Visible(s)
		if !utf8.ValidString(got) {
			t.Fatalf("not UTF-8: %q", got)
		}
		for _, r := range got {
			if r != '\n' && terminal.IsHidden(r) || unicode.In(r, unicode.Cf, unicode.Bidi_Control, unicode.Co) || r != '\n' && unicode.IsControl(r) {
				t.Fatalf("%U is left in %q", r, got)
			}
		}
		if again := terminal.Visible(got); again != got {
			t.Fatalf("not stable: %q became %q", got, again)
		}
		var joined strings.Builder
		for i, r := range rows(got, 100) {
			if width(r.text) > 100 {
				t.Fatalf("a row of %d columns: %q", width(r.text), r.text)
			}
			if i > 0 && r.mark == bar {
				joined.WriteByte('\n')
			}
			joined.WriteString(r.text)
		}
		if joined.String() != strings.TrimSuffix(got, "\n") {
			t.Fatalf("rows lose text: %q, want %q", joined.String(), got)
		}
		if line := oneLine(s, 60); width(line) > 60 || strings.Contains(line, "\n") {
			t.Fatalf("no single line of 60 columns: %q", line)
		}
		if p := prose(s); p != terminal.Visible(p) {
			t.Fatalf("prose leaves something hidden: %q", p)
		}
		for _, line := range paragraph(got, 80) {
			if width(line) > 80 {
				t.Fatalf("a line of prose of %d columns: %q", width(line), line)
			}
		}
	})
}
