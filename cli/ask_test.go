package cli

import (
	"context"
	"io"
	"testing"
	"time"
)

// Ctrl-C ends a question: it is no answer, and nobody has to press Enter as well.
func TestAQuestionEndsWithItsContext(t *testing.T) {
	stdin, typing := io.Pipe()
	defer typing.Close()
	ctx, cancel := context.WithCancel(t.Context())
	in := &asker{env: &Env{Stdin: stdin, Stderr: io.Discard}, app: &app{}, ctx: ctx}
	answer := make(chan bool, 1)
	go func() { answer <- in.saysYes("Do it?") }()
	cancel()
	select {
	case yes := <-answer:
		if yes {
			t.Error("it counts as a yes")
		}
	case <-time.After(time.Minute):
		t.Fatal("the question stands")
	}
}

func TestWhatIsAYes(t *testing.T) {
	for text, want := range map[string]bool{"yes": true, "y": true, "Y": true, "YES": true, "": false, "no": false, "n": false, "yep": false, "yes please": false} {
		if isYes(text) != want {
			t.Errorf("%q: %v", text, !want)
		}
	}
}
