package chats

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/undo"
)

// What the person takes back, the agent is told with their next message, once.
func TestTheAgentIsToldWhatWasTakenBack(t *testing.T) {
	b := newBench(t, nil, map[string]string{"turns.jsonl": calls([]string{`write {"path":"new.txt","content":"x"}`}, nil, nil, nil, nil)})
	c := b.chat()
	_, run := b.say(c, "Write it")
	refs, err := operator.UndoKeeperOf(b.O).CallsOf(t.Context(), run, "")
	if err != nil || len(refs) != 1 {
		t.Fatalf("%v, %v", refs, err)
	}
	plan, err := operator.UndoOf(b.S).Plan(t.Context(), undo.Request{Calls: refs})
	if err != nil {
		t.Fatal(err)
	}
	if _, result, err := operator.TakeBack(t.Context(), b.S, undo.Request{Calls: refs}, plan.Digest, journal.FromChat); err != nil || result.Error != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "new.txt")); err == nil {
		t.Fatal("it is still there")
	}
	for n, want := range []bool{true, false} {
		b.say(c, "And now?")
		words := ""
		for _, m := range c.history {
			if strings.HasPrefix(m.Text, "And now?") {
				words = m.Text // the last
			}
		}
		if got := strings.Contains(words, "taken back changes that you made") && strings.Contains(words, "Put back 1 file"); got != want {
			t.Errorf("message %d: told %v: %q", n, got, words)
		}
	}
}
