package proc

import (
	"bytes"
	"testing"
)

// Both streams go into one file as they come; no stream may tear what the other
// has half written.
func TestTheWholeOutputKeepsCharactersWhole(t *testing.T) {
	type piece struct {
		stream int
		text   string
	}
	for name, tt := range map[string]struct {
		pieces []piece
		want   string
	}{
		"a character in two pieces, the other stream between": {[]piece{{0, "a\xe2\x82"}, {1, "error\n"}, {0, "\xac\n"}}, "aerror\n€\n"},
		"both streams in the middle of a character":           {[]piece{{0, "\xe2"}, {1, "\xc3"}, {0, "\x82"}, {1, "\xa9"}, {0, "\xac"}}, "é€"},
		"byte by byte":                            {[]piece{{0, "\xf0"}, {0, "\x9f"}, {0, "\x98"}, {0, "\x80"}}, "😀"},
		"the end of a stream within a character":  {[]piece{{0, "a\xe2\x82"}, {1, "b"}}, "ab\xe2\x82"},
		"bytes that are no text pass as they are": {[]piece{{0, "\xff\xfe\x80"}, {1, "b"}, {0, "\x82"}}, "\xff\xfe\x80b\x82"},
	} {
		t.Run(name, func(t *testing.T) {
			var file bytes.Buffer
			all := newWhole(&file)
			var streams []*output
			for range 2 {
				o, err := newOutput(0, nil, all, nil)
				if err != nil {
					t.Fatal(err)
				}
				streams = append(streams, o)
			}
			for _, p := range tt.pieces {
				streams[p.stream].keep([]byte(p.text))
			}
			for _, o := range streams { // the program ends: what it holds of the pipe is closed
				if err := o.write.Close(); err != nil {
					t.Fatal(err)
				}
				o.pump()
			}
			if got := file.String(); got != tt.want {
				t.Errorf("the file holds %q, want %q", got, tt.want)
			}
		})
	}
}

// The limit of the whole output cuts no character, and nothing comes after it.
func TestTheWholeOutputEndsWithACharacter(t *testing.T) {
	var file bytes.Buffer
	w := newWhole(&file)
	w.left = 8
	for _, text := range []string{"123456", "7€", "x"} {
		if _, err := w.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if got := file.String(); got != "1234567" {
		t.Errorf("the file holds %q", got)
	}
}
