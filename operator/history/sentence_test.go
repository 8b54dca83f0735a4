package history

import (
	"testing"

	"handrail/journal"
)

// A decision is a sentence that a person can read, whoever decided.
func TestSentences(t *testing.T) {
	for _, tt := range []struct {
		d           Decision
		asked, want string
	}{
		{Decision{Kind: journal.Declined, By: "nobody", Reason: "this call asks, and nobody could be asked"}, "it deletes", "this call asks, and nobody could be asked"},
		{Decision{Kind: journal.Declined, By: "the person, in the window", Reason: "not today"}, "it deletes", "the person, in the window declined it: not today"},
		{Decision{Kind: journal.Allowed, By: "the asking program (in the person's name)"}, "it deletes", "the asking program (in the person's name) allowed it; it had asked because it deletes"},
		{Decision{Kind: journal.Allowed, By: "mode workspace", Reason: "it stays in this space"}, "", "mode workspace allows it: it stays in this space"},
		{Decision{Kind: journal.Blocked, By: "hook guard", Reason: "no"}, "", "hook guard refused it: no"},
	} {
		if got := tt.d.sentence(tt.asked); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
