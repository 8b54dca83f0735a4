package window

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/operator"
	"handrail/operator/asking"
	"handrail/operator/history"
	"handrail/operator/news"
	"handrail/operator/permits"
	"handrail/tools"
)

// A call may ask on its way; the window shows that question with the call.
func TestAQuestionBelongsToItsCall(t *testing.T) {
	got := map[string]string{}
	for _, id := range []string{"call1", "call1/registry"} {
		v := questionView(news.Pending{Question: tools.Question{ID: id}})
		got[v.ID] = v.Call
	}
	if diff := cmp.Diff(map[string]string{"call1": "call1", "call1/registry": "call1"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestAQuestionCrossesWhole(t *testing.T) {
	asked := time.Date(2026, 11, 20, 9, 0, 0, 1, time.UTC)
	p := news.Pending{
		Question: tools.Question{
			ID: "c", Run: "r", Session: "s", Caller: tools.Caller{Kind: tools.CallerAgent, Name: "guide"}, Tool: "bash", Space: "/w",
			Preview: tools.Preview{Title: "T", Detail: "git push", Folder: "/w", Effects: []tools.Effect{{Kind: tools.EffectRun, Target: "git"}}, Digest: "d"},
			Reason:  "a rule says to ask", By: tools.Decider{Kind: tools.ByRule, Name: "bash", Origin: "settings"}, File: "settings.json:3", Yes: "Allow", Input: json.RawMessage(`{"command":"git push"}`),
			Offers: []tools.Offer{{ID: "act/space", Label: "Always allow exactly this, in this space", Scope: "act", Until: "space"}},
			Chat:   "Push it", Would: []string{"push to origin"}, Marked: []int{2},
			Because: tools.Because(tools.Say(tools.WhyRunsProgram).With(tools.Say(tools.WhyUnwalled, "none"))), Deeds: []tools.Clause{tools.Say(tools.DoesRun, "git push")},
		},
		SpaceName: "Welcome", Asked: asked, State: news.Waiting, Dialog: news.DialogOpen,
	}
	want := QuestionView{
		ID: "c", Run: "r", Call: "c", Session: "s", Space: "/w", SpaceName: "Welcome", Agent: p.Caller.String(), Tool: "bash", Title: "T", Detail: "git push", Folder: "/w",
		Effects: []EffectView{{Kind: "run", Target: "git"}}, Why: "a rule says to ask", By: "rule bash in settings", Decider: DeciderView{Kind: "rule", Name: "bash"}, File: "settings.json:3", Yes: "Allow", Digest: "d",
		Input: `{"command":"git push"}`, Came: []CameView{}, Offers: []OfferView{{ID: "act/space", Label: "Always allow exactly this, in this space"}},
		Chat: "Push it", Would: []string{"push to origin"}, Marked: []int{2}, Caller: CallerView{Kind: "agent", Name: "guide"},
		Because: []ClauseView{{Code: "runs-program", Args: []string{}, Parts: []ClauseView{{Code: "unwalled", Args: []string{"none"}, Parts: []ClauseView{}}}}}, Deeds: []ClauseView{{Code: "run", Args: []string{"git push"}, Parts: []ClauseView{}}},
		Asked: "2026-11-20T09:00:00.000000001Z", State: "waiting", Dialog: "open",
	}
	if diff := cmp.Diff(want, questionView(p)); diff != "" {
		t.Error(diff)
	}
	if v := questionView(news.Pending{}); v.Offers == nil || v.Came == nil || v.Effects == nil || v.Would == nil || v.Marked == nil || v.Because == nil || v.Deeds == nil || v.Caller.Kind != "agent" {
		t.Error("a list is null")
	}
}

// A no takes no offer with it and no input, whatever else the page has sent.
func TestWhatAnAnswerSays(t *testing.T) {
	for name, c := range map[string]struct {
		form AnswerForm
		want asking.Answer
	}{
		"no":             {AnswerForm{Reason: "not today", Offer: "act/space", Input: "{}", Digest: "d"}, asking.Answer{Reason: "not today"}},
		"once":           {AnswerForm{Run: true, Reason: "hm"}, asking.Answer{Run: true}},
		"always":         {AnswerForm{Run: true, Offer: "act/space"}, asking.Answer{Run: true, Offer: "act/space"}},
		"another input":  {AnswerForm{Run: true, Input: "{}", Digest: "d"}, asking.Answer{Run: true, Input: json.RawMessage("{}"), Digest: "d"}},
		"nothing at all": {AnswerForm{}, asking.Answer{}},
	} {
		if diff := cmp.Diff(c.want, answerOf(c.form)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestRulesCrossWhole(t *testing.T) {
	off := permits.BuiltinLine{Now: "allow"}
	off.ID, off.About, off.Outcome, off.Fixed = "sql-drop", "DROP TABLE", "deny", true
	got := rulesView(permits.RuleSet{
		Mode: "read-only", Why: "this space is not trusted", File: "/c/settings.json", Problem: "settings.json cannot be read",
		Rules: []permits.RuleLine{
			{Outcome: "deny", Text: "bash(curl *)", Owner: permits.RuleOfPerson, File: "settings.json:4"},
			{Outcome: "ask", Text: "x", Owner: permits.RuleOfSpace, File: "agent/rules.json:3", Warnings: []string{"no tool is called x", "It stands there twice."}},
		},
		Builtin: []permits.BuiltinLine{off},
	})
	want := RulesView{
		Mode: "read-only", ModeWhy: "this space is not trusted", File: "/c/settings.json", Problem: "settings.json cannot be read",
		Rules: []RuleView{
			{Outcome: "deny", Rule: "bash(curl *)", Owner: "person", File: "settings.json:4"},
			{Outcome: "ask", Rule: "x", Owner: "space", File: "agent/rules.json:3", Warning: "No tool is called x. It stands there twice."},
		},
		Builtin: []BuiltinView{{ID: "sql-drop", About: "DROP TABLE", Outcome: "allow", Normal: "deny", Fixed: true}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	if v := rulesView(permits.RuleSet{}); v.Rules == nil || v.Builtin == nil {
		t.Error("a list is null")
	}
}

func TestATrialCrossesWhole(t *testing.T) {
	form := TrialForm{Tool: "bash", Input: "{}", Rule: "bash(a*)", Outcome: "deny", After: []string{"clipboard"}, Said: "hi"}
	if diff := cmp.Diff(permits.Trial{Tool: "bash", Input: "{}", Rule: "bash(a*)", Outcome: "deny", After: []string{"clipboard"}, Said: "hi"}, trialOf(form)); diff != "" {
		t.Error(diff)
	}
	test := permits.Test{
		Chain:   []permits.Step{{Name: "built-in deny"}, {Name: "deny rules", Outcome: "deny", By: "rule bash(a*)", File: "settings.json:4"}, {Name: "the mode", By: "not reached"}},
		Problem: "it never matches",
	}
	want := []TrialStepView{
		{Name: "built-in deny", By: "says nothing"}, {Name: "deny rules", Outcome: "deny", By: "rule bash(a*)", File: "settings.json:4"}, {Name: "the mode", By: "not reached"},
	}
	got := trialView(test)
	if diff := cmp.Diff(want, got.Steps); diff != "" || got.Problem != "it never matches" || got.Preview.Decision != "deny" {
		t.Errorf("%s, %q, %q", diff, got.Problem, got.Preview.Decision)
	}
}

func TestAGrantCrossesWhole(t *testing.T) {
	at := time.Date(2026, 11, 20, 9, 0, 0, 0, time.UTC)
	got := grantView(permits.GrantLine{
		ID: "g_1", Kind: permits.ActGrant, Label: "Tools may read /x", Says: tools.Say(tools.PathRead, "/x"), Source: "window", Space: "/w", Tool: "bash", Session: "s", Call: "c", Made: at,
		Until: at.Add(time.Hour), Counted: true, Count: 2, Last: at, Idle: "the space is not trusted",
	})
	want := GrantView{
		ID: "g_1", Kind: "act", Label: "Tools may read /x", Says: &ClauseView{Code: tools.PathRead, Args: []string{"/x"}, Parts: []ClauseView{}}, Source: "window", Space: "/w", SpaceName: "/w", Tool: "bash", Session: "s",
		Made: "2026-11-20T09:00:00Z", Until: "2026-11-20T10:00:00Z", Counted: true, Uses: 2, Used: "2026-11-20T09:00:00Z", Idle: "the space is not trusted",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWhatAGrantWasGivenFor(t *testing.T) {
	for name, c := range map[string]struct {
		record history.Call
		want   string
	}{
		"an act":           {history.Call{Act: &history.Act{Detail: "git push"}}, "git push"},
		"one not kept":     {history.Call{Act: &history.Act{Detail: "git", Omitted: "it holds a secret"}}, ""},
		"one never judged": {history.Call{}, ""},
	} {
		if got := aboutOf(c.record); got != c.want {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// What is missing is named by its path, for its field to say so.
func TestAViolationNamesItsField(t *testing.T) {
	for want, v := range map[ViolationView]operator.Violation{
		{Path: "", Message: "must be an object"}:      {Message: "must be an object"},
		{Path: "/tags/2", Message: "is too long"}:     {Path: "tags[2]", Message: "is too long"},
		{Path: "/a~1b", Message: "is required"}:       {Message: `missing required input "a/b"`, Missing: "a/b"},
		{Path: "/outer/name", Message: "is required"}: {Path: "outer", Message: `missing required input "name"`, Missing: "name"},
	} {
		if got := violationView(v); got != want {
			t.Errorf("%+v is %+v, want %+v", v, got, want)
		}
	}
}
