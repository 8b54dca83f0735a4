package terminal

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"
)

func TestScreen(t *testing.T) {
	for in, want := range map[string]string{
		"plain\n":                          "plain\n",
		"\x1b]0;pwn\x07\x1b[2J":            "⟨U+001B⟩]0;pwn⟨U+0007⟩⟨U+001B⟩[2J",
		"\u009b31m\x9b31m":                 "⟨U+009B⟩31m⟨0x9B⟩31m",
		"safe\rlie\r\nnext\r":              "safe⟨U+000D⟩lie\nnext⟨U+000D⟩",
		"\r\r\n\r\r":                       "⟨U+000D⟩\n⟨U+000D⟩⟨U+000D⟩",
		"gpj.\u202eexe \u200b\u2066\ufeff": "gpj.⟨U+202E⟩exe ⟨U+200B⟩⟨U+2066⟩⟨U+FEFF⟩",
		"a\tb\u00a0c\u3000d":               "a\tb\u00a0c\u3000d",
		"\x00\x08\x7f\x0b\x0c":             "⟨U+0000⟩⟨U+0008⟩⟨U+007F⟩⟨U+000B⟩⟨U+000C⟩",
		"漢字 über e\u0301 👍":                "漢字 über e\u0301 👍",
		"cut off \xe2\x80":                 "cut off ⟨0xE2⟩⟨0x80⟩",
	} {
		var out bytes.Buffer
		s := NewScreen(&out)
		for i := range len(in) { // the smallest pieces there are
			if n, err := s.Write([]byte(in[i : i+1])); n != 1 || err != nil {
				t.Fatal(n, err)
			}
		}
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
		if out.String() != want {
			t.Errorf("%q is shown as %q, want %q", in, out.String(), want)
		}
	}
}

// What is written is there at once: a question has no line end.
func TestScreenHoldsNoQuestionBack(t *testing.T) {
	var out bytes.Buffer
	if _, err := NewScreen(&out).Write([]byte("Type yes: ")); err != nil || out.String() != "Type yes: " {
		t.Errorf("%q, %v", out.String(), err)
	}
}

type closed struct{}

func (closed) Write([]byte) (int, error) { return 0, os.ErrClosed }

func TestScreenThatIsGone(t *testing.T) {
	if n, err := NewScreen(closed{}).Write([]byte("x")); n != 0 || !errors.Is(err, os.ErrClosed) {
		t.Error(n, err)
	}
}

func TestOnlyATerminalIsAScreen(t *testing.T) {
	r, w, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	defer w.Close()
	if On(w) != w {
		t.Error("a pipe gets another text than was written")
	}
	Forget(r) // no terminal: nothing to forget, and nothing lost
}

// Whatever is written in whatever pieces, nothing reaches the terminal that acts
// there, no letter is lost, and JSON means the same.
func FuzzScreen(f *testing.F) {
	for _, s := range []string{"", "a\r", "\r\n", "\x1b[2J", "\xe2\x80\xae", "\xe2\x80", "e\u0301\u0301\u0301\u0301\u0301\u0301", "\U000e0041", "\u009b", "\r\r\n"} {
		f.Add(s, uint8(1))
	}
	f.Fuzz(func(t *testing.T, text string, size uint8) {
		var out bytes.Buffer
		s := NewScreen(&out)
		for rest := []byte(text); len(rest) > 0; {
			n := min(len(rest), int(size)+1)
			if _, err := s.Write(rest[:n]); err != nil {
				t.Fatal(err)
			}
			rest = rest[n:]
		}
		if err := s.Flush(); err != nil {
			t.Fatal(err)
		}
		got := out.String()
		harmless(t, got)
		if want := Shown(strings.ReplaceAll(text, "\r\n", "\n")); got != want {
			t.Fatalf("%q in pieces is %q, whole %q", text, got, want)
		}
		raw, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		escaped := JSON(raw)
		harmless(t, string(escaped))
		var before, after string
		if err := errors.Join(json.Unmarshal(raw, &before), json.Unmarshal(escaped, &after)); err != nil || before != after {
			t.Fatalf("%q became %q: %v", before, after, err)
		}
	})
}

func harmless(t *testing.T, shown string) {
	t.Helper()
	if !utf8.ValidString(shown) {
		t.Fatalf("not UTF-8: %q", shown)
	}
	for _, r := range shown {
		if r != '\n' && r != '\t' && (unicode.IsControl(r) || unicode.In(r, unicode.Cf, unicode.Bidi_Control, unicode.Co, unicode.Zl, unicode.Zp)) {
			t.Fatalf("%U reaches the terminal in %q", r, shown)
		}
	}
}
