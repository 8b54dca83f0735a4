package main

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/operator"
	"handrail/tools"
)

// A call may ask on its way; the window shows that question with the call.
func TestAQuestionBelongsToItsCall(t *testing.T) {
	got := map[string]string{}
	for _, id := range []string{"call1", "call1/registry"} {
		v := questionView(operator.Pending{Question: tools.Question{ID: id}})
		got[v.ID] = v.Call
	}
	if diff := cmp.Diff(map[string]string{"call1": "call1", "call1/registry": "call1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAQuestionCrossesWhole(t *testing.T) {
	asked := time.Date(2026, 11, 20, 9, 0, 0, 1, time.UTC)
	p := operator.Pending{
		Question: tools.Question{
			ID: "c", Run: "r", Session: "s", Caller: tools.Caller{Kind: tools.CallerAgent, Name: "guide"}, Tool: "bash", Space: "/w",
			Preview: tools.Preview{Title: "T", Detail: "git push", Folder: "/w", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "git"}}, Digest: "d"},
			Reason:  "a rule says to ask", By: "rule bash in settings", File: "settings.json:3", Yes: "Allow", Input: json.RawMessage(`{"command":"git push"}`),
			Offers: []tools.Offer{{ID: "act/space", Label: "Always allow exactly this, in this space", Scope: "act", Until: "space"}},
		},
		SpaceName: "Welcome", Asked: asked, State: operator.Waiting,
	}
	want := QuestionView{
		ID: "c", Run: "r", Call: "c", Session: "s", Space: "/w", SpaceName: "Welcome", Agent: p.Caller.String(), Tool: "bash", Title: "T", Detail: "git push", Folder: "/w",
		Effects: []EffectView{{Kind: "run", Target: "git"}}, Why: "a rule says to ask", By: "rule bash in settings", File: "settings.json:3", Yes: "Allow", Digest: "d",
		Input: `{"command":"git push"}`, Offers: []OfferView{{ID: "act/space", Label: "Always allow exactly this, in this space"}},
		Asked: "2026-11-20T09:00:00.000000001Z", State: "waiting",
	}
	if diff := cmp.Diff(want, questionView(p)); diff != "" {
		t.Error(diff)
	}
	if v := questionView(operator.Pending{}); v.Offers == nil || v.Effects == nil {
		t.Error("a list is null")
	}
}

// A no takes no offer with it and no input, whatever else the page has sent.
func TestWhatAnAnswerSays(t *testing.T) {
	for name, c := range map[string]struct {
		form AnswerForm
		want operator.QuestionAnswer
	}{
		"no":             {AnswerForm{Reason: "not today", Offer: "act/space", Input: "{}", Digest: "d"}, operator.QuestionAnswer{Reason: "not today"}},
		"once":           {AnswerForm{Run: true, Reason: "hm"}, operator.QuestionAnswer{Run: true}},
		"always":         {AnswerForm{Run: true, Offer: "act/space"}, operator.QuestionAnswer{Run: true, Offer: "act/space"}},
		"another input":  {AnswerForm{Run: true, Input: "{}", Digest: "d"}, operator.QuestionAnswer{Run: true, Input: json.RawMessage("{}"), Digest: "d"}},
		"nothing at all": {AnswerForm{}, operator.QuestionAnswer{}},
	} {
		if diff := cmp.Diff(c.want, answerOf(c.form)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
