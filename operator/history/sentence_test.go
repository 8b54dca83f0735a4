package history

import (
	"testing"

	"handrail/journal"
	"handrail/tools"
)

// A decision is a sentence that a person can read, whoever decided.
func TestSentences(t *testing.T) {
	window := tools.Decider{Kind: tools.ByPerson, Name: "window"}
	for _, tt := range []struct {
		d           Decision
		asked, want string
	}{
		{Decision{Kind: journal.Declined, Decider: tools.Decider{Kind: tools.ByNobody}, By: "nobody", Reason: "this call asks, and nobody could be asked"}, "it deletes", "this call asks, and nobody could be asked"},
		{Decision{Kind: journal.Declined, Decider: window, Reason: "the call was declined: not today", Cause: "not today"}, "it deletes", "you denied it, in the window: not today"},
		{Decision{Kind: journal.Declined, Decider: window, Reason: "the call was declined; do not try it again"}, "it deletes", "you denied it, in the window"},
		{Decision{Kind: journal.Declined, By: "the person", Reason: "recorded long ago"}, "it deletes", "the person denied it: recorded long ago"},
		{Decision{Kind: journal.Allowed, Decider: window}, "it deletes", "you allowed it, in the window; Handrail asked because it deletes"},
		{Decision{Kind: journal.Allowed, Decider: tools.Decider{Kind: tools.ByPerson}}, "it deletes", "you allowed it, when you were shown it before; Handrail asked because it deletes"},
		{Decision{Kind: journal.Allowed, Decider: tools.Decider{Kind: tools.ByProgram}, By: "the asking program (in the person's name)"}, "it deletes", "the asking program allowed it, in your name; Handrail asked because it deletes"},
		{Decision{Kind: journal.Allowed, Decider: tools.Decider{Kind: tools.ByGrant}, By: "your grant: Always allow ls"}, "it deletes", "your grant: Always allow ls allowed it; Handrail asked because it deletes"},
		{Decision{Kind: journal.Expired, Decider: window, Reason: "nobody answered in time; ask the person before you try it again", Cause: "nobody answered in time"}, "it deletes", "the question expired: nobody answered in time"},
		{Decision{Kind: journal.Allowed, By: "mode workspace", Reason: "it stays in this space"}, "", "mode workspace allows it: it stays in this space"},
		{Decision{Kind: journal.Blocked, By: "hook guard", Reason: "no"}, "", "hook guard refused it: no"},
	} {
		if got := tt.d.sentence(tt.asked); got != tt.want {
			t.Errorf("%q, want %q", got, tt.want)
		}
	}
}
