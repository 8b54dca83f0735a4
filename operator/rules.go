package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// ruleLimit is how long a rule may be, in bytes: longer than any command that a
// person wants to name.
const ruleLimit = 2000

// Who wrote a rule.
const (
	RuleOfPerson  = "you"
	RuleOfSpace   = "this space"
	RuleOfBuiltin = "built-in"
)

// A RuleLine is one rule as lists show it.
type RuleLine struct {
	Outcome  guard.Outcome `json:"outcome"`
	Text     string        `json:"rule"` // "bash(git push*)"; a built-in one in words
	Owner    string        `json:"owner"`
	ID       string        `json:"id,omitempty"`   // of a built-in rule
	File     string        `json:"file,omitempty"` // "settings.json:4", "agent/rules.json:3"
	Warnings []string      `json:"warnings,omitempty"`
}

// Rules lists every rule that counts in the space: the person's, the space's own,
// and the built-in ones. What the space's says while it is not trusted is not
// among them.
func (s *Space) Rules() ([]RuleLine, error) {
	settings, _, err := s.o.settings.load()
	if err != nil {
		return nil, err
	}
	mine, err := settings.Rules.rules("settings")
	mine = s.o.settings.placed(mine)
	if s.Trust() != Untrusted {
		own, ownErr := s.ownRules(s.current.Load())
		err = errors.Join(err, ownErr)
		mine = append(mine, own...)
	}
	out := make([]RuleLine, 0, len(mine))
	for _, r := range mine {
		line := RuleLine{Outcome: r.Outcome, Text: ruleText(r), Owner: RuleOfPerson, File: r.File}
		if r.Origin == rulesFile {
			line.Owner = RuleOfSpace
		}
		out = append(out, line)
	}
	return s.withWarnings(out, mine), err
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
	_, err := o.settings.update(func(set *Settings) error {
		list, err := set.Rules.of(outcome)
		if err != nil {
			return err
		}
		if slices.Contains(*list, text) {
			return fmt.Errorf("the rule %s %s stands in your settings already", outcome, text)
		}
		for _, other := range []guard.Outcome{guard.Deny, guard.Ask, guard.Allow} {
			if also, err := set.Rules.of(other); err == nil && other != outcome && slices.Contains(*also, text) {
				return fmt.Errorf("your settings say %s %s, which contradicts it: take that back first with `handrail rules revoke %s '%s'`", other, text, other, text)
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
	_, err := o.settings.update(func(set *Settings) error {
		list, err := set.Rules.of(outcome)
		if err != nil {
			return err
		}
		at := slices.Index(*list, text)
		if at < 0 {
			return fmt.Errorf("your settings have no rule %s %s; `handrail rules list` shows those there are. A rule of a space is taken out of its %s", outcome, text, rulesFile)
		}
		*list = slices.Delete(*list, at, at+1)
		return nil
	})
	if err != nil {
		return err
	}
	return o.rulesChanged(ctx)
}

// of is the list of an outcome.
func (r *RuleSettings) of(outcome guard.Outcome) (*[]string, error) {
	switch outcome {
	case guard.Deny:
		return &r.Deny, nil
	case guard.Ask:
		return &r.Ask, nil
	case guard.Allow:
		return &r.Allow, nil
	}
	return nil, fmt.Errorf("%q is not what a rule can say: write deny, ask or allow", outcome)
}

// checkRule refuses what is no rule.
func checkRule(outcome guard.Outcome, text string) error {
	if _, err := new(RuleSettings).of(outcome); err != nil {
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

// A RuleTest is what would become of a call, and what decided it (SPEC 11).
type RuleTest struct {
	Forecast Forecast   `json:"-"`
	Verdict  string     `json:"verdict"` // allow, ask, deny, or "" if the call cannot be settled
	By       string     `json:"by,omitempty"`
	Reason   string     `json:"reason,omitempty"`
	File     string     `json:"file,omitempty"`
	Chain    []RuleStep `json:"chain"`
}

// A RuleStep is one stage of the fixed precedence.
type RuleStep struct {
	Name string `json:"name"`
	Said string `json:"said"` // "says nothing", what it decided, or "not reached"
}

// TestRules judges a call without running it, without hooks and without a
// question.
func (s *Space) TestRules(ctx context.Context, tool, input string) RuleTest {
	s.o.takeOver()
	f := s.Forecast(ctx, tool, input)
	out := RuleTest{Forecast: f}
	if f.Refusal != nil || len(f.Violations) > 0 {
		return out
	}
	v := f.Verdict
	out.Verdict, out.By, out.Reason, out.File = string(v.Outcome), v.By, v.Reason, v.File
	names := precedence()
	at := decided(v)
	for i, name := range names {
		step := RuleStep{Name: name, Said: "says nothing"}
		switch {
		case i == at:
			step.Said = string(v.Outcome)
		case i > at:
			step.Said = "not reached"
		}
		out.Chain = append(out.Chain, step)
	}
	return out
}

// precedence are the stages of a verdict, in the order that is fixed (SPEC 11).
func precedence() []string {
	return []string{"built-in deny", "deny rules", "your grants", "confirm: true", "ask rules", "built-in asks and protected files", "allow rules", "the mode"}
}

// decided is the stage of precedence that a verdict came from.
func decided(v guard.Verdict) int {
	rule := strings.HasPrefix(v.By, "rule ")
	switch {
	case strings.HasPrefix(v.By, "mode "):
		return 7
	case v.Outcome == guard.Deny && rule:
		return 1
	case v.Outcome == guard.Deny:
		return 0
	case v.Grant != "":
		return 2
	case v.By == "confirm: true":
		return 3
	case v.Outcome == guard.Ask && rule:
		return 4
	case v.Outcome == guard.Ask:
		return 5
	}
	return 6
}

// A ProposedRule is a rule that would decide a recorded call and its like.
type ProposedRule struct {
	Outcome guard.Outcome `json:"outcome"`
	Text    string        `json:"rule"`
	About   string        `json:"about"` // in words: "commands that begin with git status"
}

// RulesFromCall proposes rules for a recorded call, narrowest first (issue of a
// record that explains itself). A call of which too little was recorded is an
// error.
func (o *Operator) RulesFromCall(ctx context.Context, call string) ([]ProposedRule, error) {
	record, err := o.Record(ctx, call)
	switch {
	case err != nil:
		return nil, err
	case record.Act == nil:
		return nil, fmt.Errorf("the call %s was refused before it was settled, so no rule can be made of it", call)
	case record.Act.Omitted != "":
		return nil, fmt.Errorf("no rule can be made of the call %s: %s", call, record.Act.Omitted)
	}
	var out []ProposedRule
	add := func(pattern, about string, outcomes ...guard.Outcome) {
		for _, outcome := range outcomes {
			p := ProposedRule{Outcome: outcome, Text: ruleText(guard.Rule{Tool: record.Tool, Pattern: pattern}), About: about}
			if checkRule(outcome, p.Text) == nil && !slices.Contains(out, p) {
				out = append(out, p)
			}
		}
	}
	act := previewOf(*record.Act)
	if exact := exactPattern(act); exact != "" {
		add(exact, "exactly this", guard.Allow, guard.Ask, guard.Deny)
	}
	if s, err := o.Space(record.Space); err == nil {
		if e, err := o.Tool(record.Space, record.Tool); err == nil {
			for _, offer := range s.current.Load().guard.Offers(tools.Call{Space: record.Space}, e, act, guard.Verdict{Outcome: guard.Ask}) {
				switch {
				case offer.Scope == guard.ScopePattern && offer.Pattern == guard.EveryCall:
					add("", offer.Label, guard.Allow)
				case offer.Scope == guard.ScopePattern:
					add(offer.Pattern, offer.Label, guard.Allow, guard.Ask, guard.Deny)
				}
			}
		}
	}
	add("", "every call of "+record.Tool, guard.Ask, guard.Deny)
	return out, nil
}

// previewOf is the act as the guard looks at it.
func previewOf(a RecordedAct) tools.Preview {
	p := tools.Preview{Title: a.Title, Detail: a.Detail, Shell: a.Shell, Folder: a.Folder, Digest: a.Digest}
	for _, text := range a.Effects {
		kind, target, _ := strings.Cut(text, " ")
		p.Effects = append(p.Effects, tools.Effect{Kind: tools.EffectKind(kind), Target: target})
	}
	return p
}

// exactPattern is a pattern for the one command of an act, or its one target; ""
// if there is none that covers nothing else.
func exactPattern(p tools.Preview) string {
	text := strings.TrimSpace(p.Shell)
	if text == "" && len(p.Effects) == 1 {
		text = p.Effects[0].Target
	}
	if strings.ContainsAny(text, "*?[]{}()\n;&|$`<>\\") {
		return ""
	}
	return text
}
