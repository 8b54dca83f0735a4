package window

import (
	"slices"
	"strings"

	"handrail/operator"
)

// Rules is by what acts are judged, and what the person has granted, as the page asks for them.
type Rules struct{ *app }

// RuleFromCall says which rules a recorded call could be made into.
func (a *Rules) RuleFromCall(call string) ([]RuleProposalView, error) {
	list, err := a.o.RulesFromCall(a.ctx, call)
	return ruleProposalsView(list), err
}

// Rules shows by what the acts of a space are judged.
func (a *Rules) Rules(space string) (RulesView, error) { return a.rules(space, nil) }

// rules shows the rules of a space, unless changing them has failed with err.
func (a *Rules) rules(space string, err error) (RulesView, error) {
	if err != nil {
		return RulesView{}, err
	}
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) RulesView { return rulesView(s.Rules()) })
}

// AddRule adds a rule of the person, for all spaces.
func (a *Rules) AddRule(space, outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.AddRule(a.ctx, operator.Outcome(outcome), rule))
}

// RemoveRule takes a rule of the person away.
func (a *Rules) RemoveRule(space, outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.RevokeRule(a.ctx, operator.Outcome(outcome), rule))
}

// SetBuiltin changes what a built-in rule does.
func (a *Rules) SetBuiltin(space, id, outcome string) (RulesView, error) {
	return a.rules(space, a.o.SetBuiltin(a.ctx, id, operator.Outcome(outcome)))
}

// TryRules judges a call without running it, with a rule more if one is named.
func (a *Rules) TryRules(space string, trial TrialForm) (TrialView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) TrialView { return trialView(s.TestRules(a.ctx, trialOf(trial))) })
}

// SetMode says by which mode the calls of a space are judged; "" is what all have.
func (a *Rules) SetMode(space, mode string) (RulesView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.SetMode(a.ctx, operator.Mode(mode))
	}
	return a.rules(space, err)
}

// RuleProposalView is a rule that a recorded call could be made into.
type RuleProposalView struct {
	Rule     string   `json:"rule"`
	Covers   string   `json:"covers"`
	Outcomes []string `json:"outcomes"`
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

// ruleProposalsView lists each rule once, with all that it may say.
func ruleProposalsView(list []operator.ProposedRule) []RuleProposalView {
	views := []RuleProposalView{}
	for _, p := range list {
		at := slices.IndexFunc(views, func(v RuleProposalView) bool { return v.Rule == p.Text })
		if at < 0 {
			at = len(views)
			views = append(views, RuleProposalView{Rule: p.Text, Covers: sentence(p.About), Outcomes: []string{}})
		}
		views[at].Outcomes = append(views[at].Outcomes, string(p.Outcome))
	}
	return views
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
