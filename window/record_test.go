package window

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/operator/history"
	"handrail/operator/permits"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// Of a call whose process died there are no stages; what was decided is known.
func TestARecordWithoutStagesShowsWhatWasDecided(t *testing.T) {
	v := callRecordView(history.Call{
		State: history.CallUnknown, Why: "mode workspace allows it", Missing: "the stages are lost",
		Decisions: []history.Decision{
			{Kind: journal.Declined, By: "the person, in the window", Decider: tools.Decider{Kind: tools.ByPerson, Name: "window"}, Reason: "not now"},
			{Kind: journal.Allowed, By: "rule bash(ls*)", File: "settings.json:4", Because: tools.Because(tools.Say(tools.WhyReaches, "a.example"))},
		},
	})
	want := []StageView{
		{Name: "confirm", Result: "declined", By: "the person, in the window", Decider: DeciderView{Kind: "person", Name: "window"}, Reason: "not now", Because: []ClauseView{}},
		{Name: "guard", Result: "allowed", By: "rule bash(ls*)", File: "settings.json:4", Because: []ClauseView{{Code: "reaches", Args: []string{"a.example"}, Parts: []ClauseView{}}}},
	}
	if diff := cmp.Diff(want, v.Stages); diff != "" {
		t.Error(diff)
	}
	if v.Missing != "the stages are lost" || v.Questions == nil || v.Changes == nil {
		t.Errorf("%+v", v)
	}
}

func TestARecordSaysWhoAnsweredAndAfterHowLong(t *testing.T) {
	asked := time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)
	v := callRecordView(history.Call{
		Stages:    []tools.Stage{{Name: "guard", Result: "ask", By: "rule x", Decider: tools.Decider{Kind: tools.ByRule, Name: "x"}, File: "agent/rules.json:3", Reason: "why", Micros: 60}},
		Decisions: []history.Decision{{Kind: journal.Allowed}},
		Questions: []history.Question{
			{Reason: "a rule asks", Asked: asked, Answered: asked.Add(90 * time.Second), Answer: journal.Declined, By: "the person, in the window", Decider: tools.Decider{Kind: tools.ByPerson, Name: "window"}, Said: "no"},
			{Asked: asked},
		},
		Changes: []history.InputChange{{By: "hook limit", Input: []byte(`{}`)}, {By: "hook hide"}},
	})
	if diff := cmp.Diff([]AskedView{{Reason: "a rule asks", Answer: "declined", By: "the person, in the window", Decider: DeciderView{Kind: "person", Name: "window"}, Said: "no", WaitedMs: 90_000, Because: []ClauseView{}}, {Because: []ClauseView{}}}, v.Questions); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]InputChangeView{{By: "hook limit", Input: "{}"}, {By: "hook hide"}}, v.Changes); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]StageView{{Name: "guard", Result: "ask", By: "rule x", Decider: DeciderView{Kind: "rule", Name: "x"}, File: "agent/rules.json:3", Reason: "why", Because: []ClauseView{}, Micros: 60}}, v.Stages); diff != "" {
		t.Error(diff)
	}
}

func TestAProposedRuleIsListedOnceWithAllThatItMaySay(t *testing.T) {
	got := ruleProposalsView([]permits.Proposal{
		{Outcome: "allow", Text: "bash(ls)", About: "exactly this"}, {Outcome: "ask", Text: "bash(ls)", About: "exactly this"},
		{Outcome: "deny", Text: "bash", About: "every call of bash"},
	})
	want := []RuleProposalView{
		{Rule: "bash(ls)", Covers: "Exactly this", Outcomes: []guard.Outcome{"allow", "ask"}}, {Rule: "bash", Covers: "Every call of bash", Outcomes: []guard.Outcome{"deny"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if ruleProposalsView(nil) == nil {
		t.Error("a list is never null")
	}
}
