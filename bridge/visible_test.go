package bridge

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func TestVisible(t *testing.T) {
	for _, test := range []struct{ name, in, want string }{
		{"plain text", "rm -rf build\nls", "rm -rf build\nls"},
		{"other scripts", "überprüfe 漢字 עברית हिन्दी 👍", "überprüfe 漢字 עברית हिन्दी 👍"},
		{"decomposed letters", "e\u0301", "e\u0301"},
		{"tab", "a\tb", "a→   b"},
		{"escape and bell", "\x1b[2J\a", "⟨U+001B⟩[2J⟨U+0007⟩"},
		{"carriage return hides what is before it", "rm x\recho", "rm x⟨U+000D⟩echo"},
		{"NUL and delete", "\x00\x7f", "⟨U+0000⟩⟨U+007F⟩"},
		{"bidirectional override", "a\u202eb\u2066c", "a⟨U+202E⟩b⟨U+2066⟩c"},
		{"zero width", "a\u200bb\ufeffc\u2060", "a⟨U+200B⟩b⟨U+FEFF⟩c⟨U+2060⟩"},
		{"foreign spaces", "rm\u00a0x\u3000y\u2028", "rm⟨U+00A0⟩x⟨U+3000⟩y⟨U+2028⟩"},
		{"fillers", "\u3164\u115f\u2800\uffa0", "⟨U+3164⟩⟨U+115F⟩⟨U+2800⟩⟨U+FFA0⟩"},
		{"variation selectors", "a\ufe0f\U000e0100", "a⟨U+FE0F⟩⟨U+E0100⟩"},
		{"tags", "\U000e0041", "⟨U+E0041⟩"},
		{"private and unassigned", "\ue000\u0378", "⟨U+E000⟩⟨U+0378⟩"},
		{"not UTF-8", "a\xff\xc3", "a⟨0xFF⟩⟨0xC3⟩"},
		{"a real replacement character", "\ufffd", "\ufffd"},
		{"four marks stay, more do not", "a\u0300\u0300\u0300\u0300\u0300", "a\u0300\u0300\u0300\u0300⟨U+0300⟩"},
	} {
		if diff := cmp.Diff(test.want, Visible(test.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.name, diff)
		}
	}
}

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
		got := Visible(s)
		if !utf8.ValidString(got) {
			t.Fatalf("not UTF-8: %q", got)
		}
		for _, r := range got {
			if r != '\n' && isHidden(r) || unicode.In(r, unicode.Cf, unicode.Bidi_Control, unicode.Co) || r != '\n' && unicode.IsControl(r) {
				t.Fatalf("%U is left in %q", r, got)
			}
		}
		if again := Visible(got); again != got {
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
		if p := prose(s); p != Visible(p) {
			t.Fatalf("prose leaves something hidden: %q", p)
		}
		for _, line := range paragraph(got, 80) {
			if width(line) > 80 {
				t.Fatalf("a line of prose of %d columns: %q", width(line), line)
			}
		}
	})
}
