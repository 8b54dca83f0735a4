package window

import (
	"slices"
	"strings"

	"handrail/operator"
	"handrail/operator/history"
	"handrail/operator/permits"
	"handrail/pipeline/guard"
)

// Rules is by what acts are judged, and what the person has granted, as the page asks for them.
type Rules struct{ *app }

// RuleFromCall says which rules a recorded call could be made into. They come
// narrowest first. It refuses a call that cannot be one.
func (a *Rules) RuleFromCall(call string) ([]RuleProposalView, error) {
	list, err := a.o.Permits().Propose(a.ctx, call)
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
	return viewOf(s, err, func(s *operator.Space) RulesView { return rulesView(s.Permits().Rules()) })
}

// AddRule adds a rule of the person, for all spaces. It refuses a rule that cannot be
// read.
func (a *Rules) AddRule(space string, outcome guard.Outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.Permits().AddRule(a.ctx, outcome, rule))
}

// RemoveRule takes a rule of the person away.
func (a *Rules) RemoveRule(space string, outcome guard.Outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.Permits().RevokeRule(a.ctx, outcome, rule))
}

// SetBuiltin changes what a built-in rule does. Its normal outcome undoes the change.
func (a *Rules) SetBuiltin(space, id string, outcome guard.Outcome) (RulesView, error) {
	return a.rules(space, a.o.Permits().SetBuiltin(a.ctx, id, outcome))
}

// TryRules judges a call without running it, with a rule more if one is named.
func (a *Rules) TryRules(space string, trial TrialForm) (TrialView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) TrialView { return trialView(s.Permits().Test(a.ctx, trialOf(trial))) })
}

// SetMode says by which mode the calls of a space are judged; "" is what all have.
// That counts from the next call on. It refuses in a space that is not trusted.
func (a *Rules) SetMode(space, mode string) (RulesView, error) {
	s, err := a.o.Space(space)
	if err == nil {
		err = s.Permits().SetMode(a.ctx, permits.Mode(mode))
	}
	return a.rules(space, err)
}

// RuleProposalView is a rule that a recorded call could be made into.
type RuleProposalView struct {
	// "bash(git status)"
	Rule string `json:"rule"`
	// What it covers, in words.
	Covers string `json:"covers"`
	// The same as a code, for the language of the page.
	Says *ClauseView `json:"says,omitempty"`
	// What such a rule may say: it is not proposed where it would let too much through.
	Outcomes []guard.Outcome `json:"outcomes" ts_type:"guard.Outcome[]"`
}

// RulesView is by what the acts of a space are judged.
type RulesView struct {
	Mode guard.Mode `json:"mode"`
	// Why it is not what the person set, a clause; "" = it is.
	ModeWhy string `json:"modeWhy"`
	// The person has set it for this space; else it is what all spaces have.
	ModeOwn    bool       `json:"modeOwn"`
	ModeShared guard.Mode `json:"modeShared"`
	// All that count here, as they are asked in turn: deny, ask, allow.
	Rules   []RuleView    `json:"rules"`
	Builtin []BuiltinView `json:"builtin"`
	// settings.json, where the person's rules are.
	File string `json:"file"`
	// What could not be read, and what follows from that; "" = all could.
	Problem string `json:"problem"`
}

// RuleView is one rule.
type RuleView struct {
	Outcome guard.Outcome `json:"outcome"`
	// "bash(git status*)"
	Rule string `json:"rule"`
	// Whose it is; "space" is a file of the space, in which only deny and ask count.
	Owner Owner `json:"owner"`
	// "settings.json:12"
	File string `json:"file"`
	// Of a rule about files: from what it keeps tools and programs, sentences; "" = it is not.
	Holds string `json:"holds"`
	// What is odd about it, a sentence: it never counts, or covers more than it looks; "" = nothing.
	Warning string `json:"warning"`
}

// BuiltinView is a rule that is built in.
type BuiltinView struct {
	ID string `json:"id"`
	// What it is about: "git push --force and its like".
	About string `json:"about"`
	// allow: it no longer speaks, and the rules and the mode decide.
	Outcome guard.Outcome `json:"outcome"`
	// What it does if the person changes nothing.
	Normal guard.Outcome `json:"normal"`
	// Nobody can loosen it.
	Fixed bool `json:"fixed"`
}

// TrialForm is a call to hold against the rules.
type TrialForm struct {
	Tool string `json:"tool"`
	// A JSON object.
	Input string `json:"input"`
	// A rule that is not there yet, to see what it would change; "" = none.
	Rule    string        `json:"rule"`
	Outcome guard.Outcome `json:"outcome"`
	// What an agent has read before it makes the call: "web:example.com"; none: the call is the person's.
	After []string `json:"after"`
	// What the person has written in that chat.
	Said string `json:"said"`
}

// TrialView is what the rules make of a call.
type TrialView struct {
	// As Preview has it: what it would do, and the verdict. Its violations and code say why there is none.
	Preview PreviewView `json:"preview"`
	// Every step that the verdict took, in turn.
	Steps []TrialStepView `json:"steps"`
	// What is wrong with the rule that is tried, or with what was read before.
	Problem string `json:"problem"`
	// After what was read before.
	Outward *OutwardView `json:"outward"`
}

// OutwardView is what becomes of a call because its chat has read text from elsewhere.
type OutwardView struct {
	// In words: "a web page of example.com".
	After []string `json:"after"`
	// Why the call is a way out, a clause; "" = it is none, or what the person wrote names where it leads.
	Why string `json:"why"`
	// Whose text it asks about; none: nothing asks.
	Open []string `json:"open"`
	// The grants that let the rest leave by it.
	Answered []string `json:"answered"`
	// The lasting answer after which nothing would ask.
	Answer string `json:"answer"`
	// The allow rules that would do the same.
	Rules []string `json:"rules"`
	// The name of a secret in the input, for which it is denied; "" = none.
	Secret string `json:"secret"`
	// The ways, as guard names them, by which programs of it could leave what acts later, without its text saying so: where they do, that asks when it
	// has ended.
	Later []string `json:"later"`
}

// TrialStepView is one step of a verdict.
type TrialStepView struct {
	// "built-in deny", "deny", "your grants", …
	Name string `json:"name"`
	// It said nothing, or what it said.
	Outcome guard.Outcome `json:"outcome" ts_type:"guard.Outcome | ''"`
	// "rule bash(git*)", or why it said nothing.
	By   string `json:"by"`
	File string `json:"file"`
}

// ruleProposalsView lists each rule once, with all that it may say.
func ruleProposalsView(list []permits.Proposal) []RuleProposalView {
	views := []RuleProposalView{}
	for _, p := range list {
		at := slices.IndexFunc(views, func(v RuleProposalView) bool { return v.Rule == p.Text })
		if at < 0 {
			at = len(views)
			views = append(views, RuleProposalView{Rule: p.Text, Covers: sentence(p.About), Says: codeView(p.Says), Outcomes: []guard.Outcome{}})
		}
		views[at].Outcomes = append(views[at].Outcomes, p.Outcome)
	}
	return views
}

func rulesView(r permits.RuleSet) RulesView {
	return RulesView{
		Mode: r.Mode, ModeWhy: r.Why, ModeOwn: r.Own != "", ModeShared: r.Shared,
		Rules: each(r.Rules, ruleView), Builtin: each(r.Builtin, builtinView), File: r.File, Problem: r.Problem,
	}
}

func ruleView(r permits.RuleLine) RuleView {
	return RuleView{Outcome: r.Outcome, Rule: r.Text, Owner: Owner(r.Owner), File: r.File, Holds: r.Holds, Warning: sentences(r.Warnings)}
}

func builtinView(r permits.BuiltinLine) BuiltinView {
	return BuiltinView{ID: r.ID, About: r.About, Outcome: r.Now, Normal: r.Outcome, Fixed: r.Fixed}
}

// sentences makes one text of clauses.
func sentences(clauses []string) string {
	var out []string
	for _, c := range clauses {
		out = append(out, strings.TrimSuffix(sentence(c), ".")+".")
	}
	return strings.Join(out, " ")
}

func trialOf(f TrialForm) permits.Trial {
	return permits.Trial{Tool: f.Tool, Input: f.Input, Rule: f.Rule, Outcome: f.Outcome, After: f.After, Said: f.Said}
}

func trialView(t permits.Test) TrialView {
	v := TrialView{Preview: previewView(t.Forecast), Steps: each(t.Chain, trialStepView), Problem: t.Problem}
	if o := t.Outward; o != nil {
		v.Outward = &OutwardView{After: append([]string{}, o.After...), Why: o.Why, Open: append([]string{}, o.Open...), Answered: append([]string{}, o.Answered...), Answer: o.Label, Rules: append([]string{}, o.Rules...), Secret: o.Secret, Later: append([]string{}, o.Later...)}
	}
	return v
}

func trialStepView(s permits.Step) TrialStepView {
	by := s.By
	if by == "" {
		by = "says nothing"
	}
	return TrialStepView{Name: s.Name, Outcome: s.Outcome, By: by, File: s.File}
}

// Grants lists everything lasting that the person has granted. They are of every kind
// and space, the last given first.
func (a *Rules) Grants() ([]GrantView, error) {
	list, err := a.o.Permits().Grants(a.ctx)
	return each(list, a.grantView), err
}

// Revoke takes back one of them. What runs already runs on.
func (a *Rules) Revoke(grant string) ([]GrantView, error) {
	if err := a.o.Permits().RevokeGrant(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// Widen lets every chat of its space use a file or folder that was picked for one.
func (a *Rules) Widen(grant string) ([]GrantView, error) {
	if err := a.o.Permits().WidenPath(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// grantView is a grant with the name of its space and the call that it was given
// for. One that is not in the journal any more is left out: the grant holds all
// the same.
func (a *Rules) grantView(g permits.GrantLine) GrantView {
	v := grantView(g)
	if s, err := a.o.Space(g.Space); err == nil && g.Space != "" {
		v.SpaceName = spaceView(s).Name
	}
	if record, err := a.o.History().Call(a.ctx, g.Call); err == nil && g.Call != "" {
		v.Run, v.Call, v.About = record.Run, g.Call, aboutOf(record)
	}
	return v
}

// GrantView is something lasting that the person has granted.
type GrantView struct {
	ID string `json:"id"`
	// act: calls that run unasked. path: a file or folder beside the space that its tools may touch. network: the package registries.
	Kind GrantKind `json:"kind"`
	// What the button said, or what it lets happen.
	Label string `json:"label"`
	// The same as a code; left out where only the text says it.
	Says *ClauseView `json:"says,omitempty"`
	// The qualified name, of an act; else "".
	Tool string `json:"tool"`
	// What was asked about when it was given, whole: the command line, argv or difference; "" = nothing, or it is not kept.
	About string `json:"about"`
	// The call that was asked about; "" = none, or it is not in the journal any more.
	Run  string `json:"run"`
	Call string `json:"call"`
	// "" = in every space.
	Space     string `json:"space"`
	SpaceName string `json:"spaceName"`
	// "" = in every chat.
	Session string `json:"session"`
	Made    string `json:"made"`
	// Who gave it where: "window", "dialog", "command line".
	Source string `json:"source"`
	// "" = until it is revoked.
	Until string `json:"until"`
	// Whether uses are counted at all.
	Counted bool `json:"counted"`
	Uses    int  `json:"uses"`
	// "" = never.
	Used string `json:"used"`
	// Why it lets nothing through now, a clause; "" = it does.
	Idle string `json:"idle"`
}

func grantView(g permits.GrantLine) GrantView {
	return GrantView{
		ID: g.ID, Kind: GrantKind(g.Kind), Label: g.Label, Says: codeView(g.Says), Tool: g.Tool, Space: g.Space, SpaceName: g.Space, Session: g.Session, Made: timeText(g.Made), Source: g.Source,
		Until: timeText(g.Until), Counted: g.Counted, Uses: g.Count, Used: timeText(g.Last), Idle: g.Idle,
	}
}

// aboutOf is the act that a call was about, whole; "" if the record does not hold
// it.
func aboutOf(r history.Call) string {
	if r.Act == nil || r.Act.Omitted != "" {
		return ""
	}
	return r.Act.Detail
}
