package history_test

import (
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/operatortest"
)

// Each run is followed by those of its sub-agents, the oldest first, however deep; those of others are not among them.
func TestFamilies(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	for _, r := range []journal.Run{{ID: "one"}, {ID: "a", Parent: "one"}, {ID: "two"}, {ID: "deep", Parent: "a"}, {ID: "b", Parent: "one"}, {ID: "lost", Parent: "gone"}} {
		r.Session, r.Space, r.Started, r.State = "s", b.Dir, time.Now(), journal.Running
		if err := b.O.Store().Begin(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	top, _, err := b.O.History().Runs(t.Context(), b.Dir, "", 10)
	if err != nil {
		t.Fatal(err)
	}
	all, err := b.O.History().Families(t.Context(), top)
	got := ""
	for _, r := range all {
		got += r.ID + " "
	}
	if err != nil || got != "two one a deep b " {
		t.Errorf("%q, %v", got, err)
	}
}
