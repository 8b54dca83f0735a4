package main

import (
	"encoding/json"
	"strings"

	"handrail/operator"
	"handrail/operator/news"
	"handrail/tools"
)

// What crosses for questions, rules and grants, and what fills it;
// frontend/src/backend/safety-views.ts says what each field means.

// QuestionView is a call that waits for the person.
type QuestionView struct {
	ID        string       `json:"id"`
	Run       string       `json:"run"`
	Call      string       `json:"call"`
	Session   string       `json:"session"`
	Space     string       `json:"space"`
	SpaceName string       `json:"spaceName"`
	Agent     string       `json:"agent"`
	Tool      string       `json:"tool"`
	Title     string       `json:"title"`
	Detail    string       `json:"detail"`
	Folder    string       `json:"folder"`
	Effects   []EffectView `json:"effects"`
	Why       string       `json:"why"`
	By        string       `json:"by"`
	File      string       `json:"file"`
	Yes       string       `json:"yes"`
	Digest    string       `json:"digest"`
	Input     string       `json:"input"`
	Offers    []OfferView  `json:"offers"`
	Asked     string       `json:"asked"`
	Expires   string       `json:"expires"`
	State     string       `json:"state"`
}

// OfferView is a lasting yes that a question may take.
type OfferView struct {
	ID    string `json:"id"`
	Label string `json:"label"`
}

// AnswerForm is the person's answer.
type AnswerForm struct {
	Run    bool   `json:"run"`
	Reason string `json:"reason"`
	Offer  string `json:"offer"`
	Input  string `json:"input"`
	Digest string `json:"digest"`
}

// RulesView is by what the acts of a space are judged.
type RulesView struct {
	Mode       string        `json:"mode"`
	ModeWhy    string        `json:"modeWhy"`
	ModeOwn    bool          `json:"modeOwn"`
	ModeShared string        `json:"modeShared"`
	Rules      []RuleView    `json:"rules"`
	Builtin    []BuiltinView `json:"builtin"`
	File       string        `json:"file"`
	Problem    string        `json:"problem"`
}

// RuleView is one rule.
type RuleView struct {
	Outcome string `json:"outcome"`
	Rule    string `json:"rule"`
	Owner   string `json:"owner"`
	File    string `json:"file"`
	Warning string `json:"warning"`
}

// BuiltinView is a rule that is built in.
type BuiltinView struct {
	ID      string `json:"id"`
	About   string `json:"about"`
	Outcome string `json:"outcome"`
	Normal  string `json:"normal"`
	Fixed   bool   `json:"fixed"`
}

// TrialForm is a call to hold against the rules.
type TrialForm struct {
	Tool    string `json:"tool"`
	Input   string `json:"input"`
	Rule    string `json:"rule"`
	Outcome string `json:"outcome"`
}

// TrialView is what the rules make of a call.
type TrialView struct {
	Preview PreviewView     `json:"preview"`
	Steps   []TrialStepView `json:"steps"`
	Problem string          `json:"problem"`
}

// TrialStepView is one step of a verdict.
type TrialStepView struct {
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
	By      string `json:"by"`
	File    string `json:"file"`
}

// GrantView is something lasting that the person has granted.
type GrantView struct {
	ID        string `json:"id"`
	Kind      string `json:"kind"`
	Label     string `json:"label"`
	Tool      string `json:"tool"`
	About     string `json:"about"`
	Run       string `json:"run"`
	Call      string `json:"call"`
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	Session   string `json:"session"`
	Made      string `json:"made"`
	Source    string `json:"source"`
	Until     string `json:"until"`
	Counted   bool   `json:"counted"`
	Uses      int    `json:"uses"`
	Used      string `json:"used"`
	Idle      string `json:"idle"`
}

// questionView is a question as the window lists it. One that a call asks on its
// way, such as about registries, is named after the call and a slash.
func questionView(p news.Pending) QuestionView {
	call, _, _ := strings.Cut(p.ID, "/")
	return QuestionView{
		ID: p.ID, Run: p.Run, Call: call, Session: p.Session, Space: p.Space, SpaceName: p.SpaceName, Agent: p.Caller.String(), Tool: p.Tool,
		Title: p.Preview.Title, Detail: p.Preview.Detail, Folder: p.Preview.Folder, Effects: each(p.Preview.Effects, effectView), Why: p.Reason, By: p.By, File: p.File,
		Yes: p.Yes, Digest: p.Preview.Digest, Input: string(p.Input), Offers: each(p.Offers, offerView), Asked: timeText(p.Asked), Expires: timeText(p.Expires),
		State: string(p.State),
	}
}

func offerView(o tools.Offer) OfferView { return OfferView{ID: o.ID, Label: o.Label} }

// answerOf is what the page says as the operator takes it. A no takes nothing
// but its reason.
func answerOf(f AnswerForm) operator.QuestionAnswer {
	if !f.Run {
		return operator.QuestionAnswer{Reason: f.Reason}
	}
	a := operator.QuestionAnswer{Run: true, Offer: f.Offer, Digest: f.Digest}
	if f.Input != "" {
		a.Input = json.RawMessage(f.Input)
	}
	return a
}

func rulesView(r operator.RuleSet) RulesView {
	return RulesView{
		Mode: string(r.Mode), ModeWhy: r.Why, ModeOwn: r.Own != "", ModeShared: string(r.Shared),
		Rules: each(r.Rules, ruleView), Builtin: each(r.Builtin, builtinView), File: r.File, Problem: r.Problem,
	}
}

func ruleView(r operator.RuleLine) RuleView {
	return RuleView{Outcome: string(r.Outcome), Rule: r.Text, Owner: r.Owner, File: r.File, Warning: sentences(r.Warnings)}
}

func builtinView(r operator.BuiltinLine) BuiltinView {
	return BuiltinView{ID: r.ID, About: r.About, Outcome: string(r.Now), Normal: string(r.Outcome), Fixed: r.Fixed}
}

// sentences makes one text of clauses.
func sentences(clauses []string) string {
	var out []string
	for _, c := range clauses {
		out = append(out, strings.TrimSuffix(sentence(c), ".")+".")
	}
	return strings.Join(out, " ")
}

func trialOf(f TrialForm) operator.RuleTrial {
	return operator.RuleTrial{Tool: f.Tool, Input: f.Input, Rule: f.Rule, Outcome: operator.Outcome(f.Outcome)}
}

func trialView(t operator.RuleTest) TrialView {
	return TrialView{Preview: previewView(t.Forecast), Steps: each(t.Chain, trialStepView), Problem: t.Problem}
}

func trialStepView(s operator.RuleStep) TrialStepView {
	by := s.By
	if by == "" {
		by = "says nothing"
	}
	return TrialStepView{Name: s.Name, Outcome: string(s.Outcome), By: by, File: s.File}
}

func grantView(g operator.GrantLine) GrantView {
	return GrantView{
		ID: g.ID, Kind: g.Kind, Label: g.Label, Tool: g.Tool, Space: g.Space, SpaceName: g.Space, Session: g.Session, Made: timeText(g.Made), Source: g.Source,
		Until: timeText(g.Until), Counted: g.Counted, Uses: g.Count, Used: timeText(g.Last), Idle: g.Idle,
	}
}

// aboutOf is the act that a call was about, whole; "" if the record does not hold
// it.
func aboutOf(r operator.CallRecord) string {
	if r.Act == nil || r.Act.Omitted != "" {
		return ""
	}
	return r.Act.Detail
}
