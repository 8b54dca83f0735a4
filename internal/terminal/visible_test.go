package terminal

import (
	"testing"

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

func TestLine(t *testing.T) {
	if got := Line("a\n b\r\u2028\u202e"); got != "a⟨U+000A⟩ b⟨U+000D⟩⟨U+2028⟩⟨U+202E⟩" {
		t.Errorf("got %q", got)
	}
}

// TestOnOneLine holds that text of others on a line of ours stays there, and in its column of a table.
func TestOnOneLine(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"a b": "a b", "x\nhandrail: FORGED": "x⏎ handrail: FORGED", "a\tb": "a→ b", "a\r\nb": "a⟨U+000D⟩⏎ b", "\u202e\n": "⟨U+202E⟩⏎ ",
		"a\vb\u2028c\u0085d": "a⟨U+000B⟩b⟨U+2028⟩c⟨U+0085⟩d",
	} {
		if got := OnOneLine(text); got != want {
			t.Errorf("%q is shown as %q, want %q", text, got, want)
		}
	}
}
