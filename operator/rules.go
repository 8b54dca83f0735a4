package operator

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/operator/settings"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// ruleLimit is how long a rule may be, in bytes: longer than any command that a
// person wants to name.
const ruleLimit = 2000

// Who wrote a rule.
const (
	RuleOfPerson = "person"
	RuleOfSpace  = "space"
)

// Mode is how much runs unasked in a space: read-only, ask or workspace
// (docs/spec/11-guard.md).
type Mode = guard.Mode

// Outcome is what a rule does with a call: deny, ask or allow.
type Outcome = guard.Outcome

// A RuleLine is one rule as lists show it.
type RuleLine struct {
	Outcome  guard.Outcome `json:"outcome"`
	Text     string        `json:"rule"` // "bash(git push*)"
	Owner    string        `json:"owner"`
	File     string        `json:"file,omitempty"` // "settings.json:4", "agent/rules.json:3"
	Warnings []string      `json:"warnings,omitempty"`
}

// A BuiltinLine is a built-in rule with what the person has made of it.
type BuiltinLine struct {
	guard.BuiltinRule
	Now guard.Outcome // allow: it no longer speaks
}

// A RuleSet is by what the acts of a space are judged.
type RuleSet struct {
	Mode    guard.Mode
	Why     string     // why the mode is not what the person has set; "" if it is
	Own     guard.Mode // what they have set for this space; "" if it has what all have
	Shared  guard.Mode // what all spaces have
	Rules   []RuleLine // in the order in which they are asked: deny, ask, allow
	Builtin []BuiltinLine
	File    string // the person's settings.json
	Problem string // what could not be read; only reading is allowed then
}

// Rules lists every rule that counts in the space: the person's, the space's own,
// and the built-in ones. What a space says that is not trusted is not among them.
func (s *Space) Rules() RuleSet {
	now := s.current.Load()
	set := RuleSet{Mode: now.mode, Why: now.judges.Why, File: s.o.settings.Path()}
	settings, _, err := s.o.settings.Load()
	set.Own, set.Shared = settings.PerSpace[s.dir].Mode, cmp.Or(settings.Mode, guard.Workspace)
	for _, r := range guard.BuiltinRules() {
		line := BuiltinLine{BuiltinRule: r, Now: r.Outcome}
		if o, ok := settings.Rules.Builtin[r.ID]; ok && guard.CheckBuiltin(map[string]guard.Outcome{r.ID: o}) == nil {
			line.Now = o
		}
		set.Builtin = append(set.Builtin, line)
	}
	rules := slices.Clone(now.judges.Rules)
	if err != nil {
		set.Problem = err.Error()
	}
	for _, p := range now.problems {
		if p.File == "rules" {
			set.Problem = p.Text
		}
	}
	slices.SortStableFunc(rules, func(a, b guard.Rule) int { return strength(a.Outcome) - strength(b.Outcome) })
	names := s.toolNames()
	odd := map[int]guard.Contradiction{}
	for _, c := range guard.Contradictions(rules) {
		odd[c.At] = c
	}
	for i, r := range rules {
		line := RuleLine{Outcome: r.Outcome, Text: ruleText(r), Owner: RuleOfPerson, File: r.File}
		if r.Origin != settingsOrigin {
			line.Owner = RuleOfSpace
		}
		if p := r.Problem(names); p != "" {
			line.Warnings = append(line.Warnings, p)
		}
		if why := s.notForOwn(r); why != "" {
			line.Warnings = append(line.Warnings, why)
		}
		if c, ok := odd[i]; ok {
			line.Warnings = append(line.Warnings, c.String())
		}
		set.Rules = append(set.Rules, line)
	}
	return set
}

// notForOwn says that an allow rule of the person's names a tool of a server that the
// space itself declares, and does not count for it (decision 0442); "" if it names none.
func (s *Space) notForOwn(r guard.Rule) string {
	if r.Outcome != guard.Allow || r.Origin == guard.SpaceOrigin || strings.Trim(r.Tool, "*") == "" {
		return ""
	}
	for _, e := range s.Registry().Entries() {
		if e.Info.Own && tools.Match(r.Tool, e.Qualified) {
			return ruleText(r) + " allows nothing of " + e.Qualified + " here: this space declares that server itself, and could give it any name. Answer a question about it with \"Always…\" instead, which holds in this space"
		}
	}
	return ""
}

// settingsOrigin is the origin of the person's rules.
const settingsOrigin = "settings"

// strength orders outcomes as they are asked.
func strength(o guard.Outcome) int {
	return slices.Index([]guard.Outcome{guard.Deny, guard.Ask, guard.Allow}, o)
}

// toolNames are the names by which a rule can name the space's tools.
func (s *Space) toolNames() []string {
	var names []string
	for _, e := range s.Registry().Entries() {
		names = append(names, e.Info.Name)
		if e.Qualified != e.Info.Name {
			names = append(names, e.Qualified)
		}
	}
	return names
}

// ruleText is the rule as its author writes it.
func ruleText(r guard.Rule) string {
	if r.Pattern == "" {
		return r.Tool
	}
	return r.Tool + "(" + r.Pattern + ")"
}

// AddRule adds a rule to the person's settings. It counts in every space from the
// next call on. What is no rule, or stands there already, is an error.
func (o *Operator) AddRule(ctx context.Context, outcome guard.Outcome, text string) error {
	text = strings.TrimSpace(text)
	if err := checkRule(outcome, text); err != nil {
		return err
	}
	_, err := o.settings.Update(func(set *settings.Settings) error {
		list, err := set.Rules.List(outcome)
		if err != nil {
			return err
		}
		if slices.Contains(*list, text) {
			return fmt.Errorf("your settings already have the rule %s %s", outcome, text)
		}
		for _, other := range []guard.Outcome{guard.Deny, guard.Ask, guard.Allow} {
			if also, err := set.Rules.List(other); err == nil && other != outcome && slices.Contains(*also, text) {
				return fmt.Errorf("your settings say %s %s, which contradicts it: remove that first with `handrail rules revoke %s '%s'`", other, text, other, text)
			}
		}
		*list = append(*list, text)
		return nil
	})
	if err != nil {
		return err
	}
	return o.rulesChanged(ctx)
}

// RevokeRule takes a rule out of the person's settings. Rules of a space and
// built-in ones are not there.
func (o *Operator) RevokeRule(ctx context.Context, outcome guard.Outcome, text string) error {
	text = strings.TrimSpace(text)
	_, err := o.settings.Update(func(set *settings.Settings) error {
		list, err := set.Rules.List(outcome)
		if err != nil {
			return err
		}
		at := slices.Index(*list, text)
		if at < 0 {
			return fmt.Errorf("your settings have no rule %s %s; `handrail rules list` shows the rules. A space's own rule is removed in its %s", outcome, text, guard.SpaceOrigin)
		}
		*list = slices.Delete(*list, at, at+1)
		return nil
	})
	if err != nil {
		return err
	}
	return o.rulesChanged(ctx)
}

// checkRule refuses what is no rule.
func checkRule(outcome guard.Outcome, text string) error {
	if _, err := new(settings.Rules).List(outcome); err != nil {
		return err
	}
	if len(text) > ruleLimit {
		return fmt.Errorf("the rule is %d bytes long, and at most %d are read: name the command by its first words, as in bash(git push*)", len(text), ruleLimit)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }); i >= 0 {
		return fmt.Errorf("the rule has a character at byte %d that cannot be seen; write it on one line, without control characters", i+1)
	}
	r, err := guard.ParseRule(outcome, text, "")
	if err != nil {
		return errors.New(strings.ReplaceAll(err.Error(), " in :", ":"))
	}
	if outcome == guard.Allow && strings.Trim(r.Tool, "*") == "" {
		return fmt.Errorf("%s would allow every tool: name a tool, as in allow bash(git status*), or set the mode of the space", text)
	}
	return nil
}

// rulesChanged takes the settings over into every open space.
func (o *Operator) rulesChanged(ctx context.Context) error {
	var errs []error
	for _, s := range o.Spaces() {
		errs = append(errs, s.reloaded(ctx))
	}
	return errors.Join(errs...)
}

// SetBuiltin says what a built-in rule does from the next call on, in every space.
// What it does if the person says nothing is its shipped outcome. Loosening what
// is fixed is an error.
func (o *Operator) SetBuiltin(ctx context.Context, id string, outcome guard.Outcome) error {
	if err := guard.CheckBuiltin(map[string]guard.Outcome{id: outcome}); err != nil {
		return err
	}
	_, err := o.settings.Update(func(set *settings.Settings) error {
		if set.Rules.Builtin == nil {
			set.Rules.Builtin = map[string]guard.Outcome{}
		}
		set.Rules.Builtin[id] = outcome
		for _, r := range guard.BuiltinRules() {
			if r.ID == id && r.Outcome == outcome {
				delete(set.Rules.Builtin, id)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	return o.rulesChanged(ctx)
}

// A RuleTrial is a call to hold against the rules, and a rule that is not there
// yet, if Rule is set.
type RuleTrial struct {
	Tool, Input string
	Outcome     guard.Outcome
	Rule        string
}

// A RuleTest is what would become of a call, and what decided it
// (docs/spec/11-guard.md).
type RuleTest struct {
	Forecast Forecast   `json:"-"`
	Verdict  string     `json:"verdict"` // allow, ask, deny, or "" if the call cannot be settled
	By       string     `json:"by,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	File     string     `json:"file,omitempty"`
	Chain    []RuleStep `json:"chain"`
	Problem  string     `json:"problem,omitempty"` // what is wrong with the rule that is tried
}

// A RuleStep is one stage of the fixed precedence.
type RuleStep struct {
	Name    string        `json:"name"`
	Outcome guard.Outcome `json:"outcome,omitempty"` // "": it said nothing, or was not reached
	By      string        `json:"by,omitempty"`      // what decided, or "not reached"
	File    string        `json:"file,omitempty"`
}

// TestRules judges a call without running it, without hooks and without a
// question. Hooks may still change or refuse the real call.
func (s *Space) TestRules(ctx context.Context, c RuleTrial) RuleTest {
	s.CatchUp()
	f := s.Forecast(ctx, c.Tool, c.Input)
	out := RuleTest{Forecast: f}
	judges := s.current.Load().judges
	if c.Rule != "" {
		if err := checkRule(c.Outcome, c.Rule); err != nil {
			out.Problem = err.Error()
			return out
		}
		rule, err := guard.ParseRule(c.Outcome, c.Rule, "this trial")
		if err != nil {
			out.Problem = err.Error()
			return out
		}
		out.Problem = rule.Problem(s.toolNames())
		judges.Rules = append(slices.Clone(judges.Rules), rule)
	}
	if f.Refusal != nil || len(f.Violations) > 0 {
		return out
	}
	call := tools.Call{Tool: c.Tool, Caller: tools.Caller{Kind: tools.CallerPerson}, Session: trySession(s.dir), Space: s.dir}
	v := guard.New(judges).Judge(call, f.Entry, f.Preview)
	out.Forecast.Verdict = v
	out.Verdict, out.By, out.Reason, out.File = string(v.Outcome), v.By, v.Reason, v.File
	for _, stage := range guard.Stages() {
		step := RuleStep{Name: stage.String()}
		switch {
		case stage == v.Stage:
			step.Outcome, step.By, step.File = v.Outcome, v.By, v.File
		case stage > v.Stage:
			step.By = "not reached"
		}
		out.Chain = append(out.Chain, step)
	}
	return out
}
