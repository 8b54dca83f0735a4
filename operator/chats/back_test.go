package chats

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/undo"
)

// A branch can take the files back to its place; where one cannot go back, nothing is done and no
// chat begins.
func TestABranchThatTakesFilesBack(t *testing.T) {
	b := newBench(t, nil, map[string]string{"turns.jsonl": calls([]string{`write {"path":"one","content":"1"}`}, []string{`write {"path":"two","content":"2"}`}, nil, []string{`write {"path":"three","content":"3"}`}, nil, nil, nil)})
	c := b.chat()
	_, run := b.say(c, "Write one and two")
	first := run.ID
	b.say(c, "Write three")
	at := func(name string) string { return filepath.Join(b.Dir, name) }
	all := c.all
	p, err := all.PointOf(t.Context(), first, 1)
	if err != nil {
		t.Fatal(err)
	}
	back := func() (*Chat, string, error) {
		t.Helper()
		space, r, err := all.After(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Calls) != 2 {
			t.Fatalf("after it came %+v", r.Calls)
		}
		plan, err := operator.UndoOf(space).Plan(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		chat, call, result, err := all.BranchBack(t.Context(), p, r, plan.Digest, journal.FromCLI)
		if err == nil && result.Error != nil {
			err = result.Error
		}
		return chat, call, err
	}
	chatsNow := func() int {
		t.Helper()
		list, err := all.List(t.Context(), b.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	before := chatsNow()
	operatortest.WriteFile(t, at("three"), "edited")
	chat, call, err := back()
	held := new(HeldError)
	if chat != nil || call != "" || !errors.As(err, &held) || held.Held != 1 || held.Plan.Count(undo.Ready) != 1 {
		t.Errorf("with a conflict: %v, %q, %v", chat, call, err)
	}
	if _, err := os.Stat(at("two")); err != nil || chatsNow() != before {
		t.Errorf("a refusal does something: %v, %d chats", err, chatsNow())
	}
	operatortest.WriteFile(t, at("three"), "3")
	space, r, err := all.After(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	if chat, call, _, err := all.BranchBack(t.Context(), p, r, "another plan", journal.FromCLI); err == nil || chat != nil || call != "" {
		t.Errorf("a plan that was not shown: %v, %q", chat, call)
	}
	_ = space
	chat, call, err = back()
	if err != nil || chat == nil || call == "" {
		t.Fatalf("%v, %q, %v", chat, call, err)
	}
	for name, want := range map[string]bool{"one": true, "two": false, "three": false} {
		if _, err := os.Stat(at(name)); (err == nil) != want {
			t.Errorf("%s is there: %v", name, err == nil)
		}
	}
	if base, err := all.baseOf(t.Context(), chat.s.ID); err != nil || base == nil || base.Turn != 1 || base.Run != first {
		t.Errorf("it begins at %+v, %v", base, err)
	}
}
