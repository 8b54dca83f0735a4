package terminal

import (
	"bytes"
	"strings"
	"testing"
)

// While a question stands, what the process says waits, in its order, and comes when the last question is gone.
func TestPause(t *testing.T) {
	var shown bytes.Buffer
	out, err, question := &Screen{out: &shown, waits: true}, &Screen{out: &shown, waits: true}, NewScreen(&shown)
	say := func(s *Screen, text string) {
		t.Helper()
		if n, e := s.Write([]byte(text)); n != len(text) || e != nil {
			t.Errorf("%q: %d, %v", text, n, e)
		}
	}
	say(out, "before|")
	first, second := Pause(), Pause()
	say(question, "run it? |")
	say(out, "one|")
	say(err, "two|")
	first()
	first() // counts once
	say(out, "three|")
	if got := shown.String(); got != "before|run it? |" {
		t.Errorf("below the question stands %q", got)
	}
	second()
	say(out, "after")
	if got := shown.String(); got != "before|run it? |one|two|three|after" {
		t.Errorf("then stands %q", got)
	}
}

// What waits is bounded, and says what is missing.
func TestPauseIsBounded(t *testing.T) {
	var shown bytes.Buffer
	out := &Screen{out: &shown, waits: true}
	resume := Pause()
	for range 3 {
		if _, err := out.Write(bytes.Repeat([]byte("x"), heldLimit/2+1)); err != nil {
			t.Error(err)
		}
	}
	resume()
	if got := shown.String(); len(got) > heldLimit || !strings.Contains(got, "more bytes came while the question stood here") {
		t.Errorf("%d bytes, which end with %q", len(got), got[max(0, len(got)-100):])
	}
}
