package permits

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/internal/channels"
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

// A RuleLine is one rule as lists show it.
type RuleLine struct {
	Outcome  guard.Outcome `json:"outcome"`
	Text     string        `json:"rule"` // "bash(git push*)"
	Owner    string        `json:"owner"`
	File     string        `json:"file,omitempty"`  // "settings.json:4", "agent/rules.json:3"
	Holds    string        `json:"holds,omitempty"` // of a rule about files: from what it keeps tools and programs
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
	judges, registry := s.c.Current()
	set := RuleSet{Mode: judges.Mode(), Why: judges.Config.Why, File: s.book.c.Settings.Path(), Problem: judges.Problem}
	settings, _, err := s.book.c.Settings.Load()
	set.Own, set.Shared = settings.PerSpace[s.c.Dir].Mode, cmp.Or(settings.Mode, guard.Workspace)
	for _, r := range guard.BuiltinRules() {
		line := BuiltinLine{BuiltinRule: r, Now: r.Outcome}
		if o, ok := settings.Rules.Builtin[r.ID]; ok && guard.CheckBuiltin(map[string]guard.Outcome{r.ID: o}) == nil {
			line.Now = o
		}
		set.Builtin = append(set.Builtin, line)
	}
	if err != nil && set.Problem == "" {
		set.Problem = err.Error()
	}
	rules := slices.Clone(judges.Config.Rules)
	slices.SortStableFunc(rules, func(a, b guard.Rule) int { return strength(a.Outcome) - strength(b.Outcome) })
	names := toolNames(registry)
	held, unheld := s.c.Held(), s.book.c.Walls.HoldsFiles
	odd := map[int]guard.Contradiction{}
	for _, c := range guard.Contradictions(rules) {
		odd[c.At] = c
	}
	for i, r := range rules {
		line := RuleLine{Outcome: r.Outcome, Text: r.Text(), Owner: RuleOfPerson, File: r.File}
		if r.Origin != settingsOrigin {
			line.Owner = RuleOfSpace
		}
		line.Holds = holds(r, held, unheld)
		if p := r.Problem(names); p != "" && !awaitsServer(registry, r) {
			line.Warnings = append(line.Warnings, p)
		}
		if why := notForOwn(registry, r); why != "" {
			line.Warnings = append(line.Warnings, why)
		}
		if why := viaProblem(settings, r); why != "" {
			line.Warnings = append(line.Warnings, why)
		}
		if c, ok := odd[i]; ok {
			line.Warnings = append(line.Warnings, c.String())
		}
		set.Rules = append(set.Rules, line)
	}
	return set
}

// viaProblem says why the person cannot answer by the channel that a rule names; "" if they can, or it names none.
func viaProblem(set settings.Settings, r guard.Rule) string {
	if r.Via == "" {
		return ""
	}
	c, ok := set.Channels[r.Via]
	switch {
	case !ok:
		return "there is no channel " + r.Via + ", so its questions are asked on this machine alone"
	case c.Check() != nil:
		return "the channel " + r.Via + " cannot be used, so its questions are asked on this machine alone"
	case !channels.Answers(c.Type):
		return "the channel " + r.Via + " only tells you that something waits: you can answer by Telegram and Matrix"
	}
	return ""
}

// notForOwn says that an allow rule of the person's names a tool of a server that the
// space itself declares, and does not count for it (decision 0442); "" if it names none.
func notForOwn(registry *tools.Registry, r guard.Rule) string {
	if r.Outcome != guard.Allow || r.Origin == guard.SpaceOrigin || strings.Trim(r.Tool, "*") == "" {
		return ""
	}
	for _, e := range registry.Entries() {
		if e.Info.Own && tools.Match(r.Tool, e.Qualified) {
			return r.Text() + " doesn't allow " + e.Qualified + " here: this space declares that server, and could give it any name. Answer a question about it with \"Always…\" instead, which applies in this space"
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

// awaitsServer reports whether a rule is about tools of a server of which nothing is known yet.
func awaitsServer(registry *tools.Registry, r guard.Rule) bool {
	server, _, named := strings.Cut(r.Tool, "__")
	return named && slices.ContainsFunc(registry.Entries(), func(e tools.Entry) bool {
		return e.Tool == nil && strings.HasSuffix(e.Info.Source, ":"+e.Info.Name) && tools.Match(server, e.Info.Name)
	})
}

// toolNames are the names by which a rule can name the tools of a space.
func toolNames(registry *tools.Registry) []string {
	var names []string
	for _, e := range registry.Entries() {
		names = append(names, e.Info.Name)
		if e.Qualified != e.Info.Name {
			names = append(names, e.Qualified)
		}
	}
	return names
}

// AddRule adds a rule to the person's settings. It counts in every space from the
// next call on. What is no rule, or stands there already, is an error.
func (b *Book) AddRule(ctx context.Context, outcome guard.Outcome, text string) error {
	text = strings.TrimSpace(text)
	if err := checkRule(outcome, text); err != nil {
		return err
	}
	_, err := b.c.Settings.Update(func(set *settings.Settings) error {
		list, err := set.Rules.List(outcome)
		if err != nil {
			return err
		}
		if slices.Contains(*list, text) {
			return fmt.Errorf("your settings already have the rule %s %s", outcome, text)
		}
		for _, other := range []guard.Outcome{guard.Deny, guard.Ask, guard.Allow} {
			if also, err := set.Rules.List(other); err == nil && other != outcome && slices.Contains(*also, text) {
				return tools.Advise(tools.Action{Kind: tools.RevokeRule, Subject: string(other), Detail: text}, "your settings say %s %s, which contradicts it", other, text)
			}
		}
		*list = append(*list, text)
		return nil
	})
	if err != nil {
		return err
	}
	return b.c.Reload(ctx)
}

// RevokeRule takes a rule out of the person's settings. Rules of a space and
// built-in ones are not there.
func (b *Book) RevokeRule(ctx context.Context, outcome guard.Outcome, text string) error {
	text = strings.TrimSpace(text)
	_, err := b.c.Settings.Update(func(set *settings.Settings) error {
		list, err := set.Rules.List(outcome)
		if err != nil {
			return err
		}
		at := slices.Index(*list, text)
		if at < 0 {
			return tools.Advise(tools.Action{Kind: tools.ListRules}, "your settings have no rule %s %s; a space's own rule is removed in its %s", outcome, text, guard.SpaceOrigin)
		}
		*list = slices.Delete(*list, at, at+1)
		return nil
	})
	if err != nil {
		return err
	}
	return b.c.Reload(ctx)
}

// checkRule refuses what is no rule.
func checkRule(outcome guard.Outcome, text string) error {
	if _, err := new(settings.Rules).List(outcome); err != nil {
		return err
	}
	if len(text) > ruleLimit {
		return fmt.Errorf("the rule is %d bytes long, and the limit is %d: name the command by its first words, as in bash(git push*)", len(text), ruleLimit)
	}
	if i := strings.IndexFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == 0xfffd }); i >= 0 {
		return fmt.Errorf("the rule has an invisible character at byte %d; write it on one line, without control characters", i+1)
	}
	r, err := guard.ParseRule(outcome, text, "")
	if err != nil {
		return err
	}
	if outcome == guard.Allow && strings.Trim(r.Tool, "*") == "" {
		return fmt.Errorf("%s would allow every tool: name a tool, as in allow bash(git status*), or set the mode of the space", text)
	}
	return nil
}

// AskTool says whether every call of a server's tool asks the person, whatever
// their rules allow: it puts an ask rule for exactly that tool into the settings, or
// takes it out. name is the qualified one.
func (b *Book) AskTool(ctx context.Context, name string, ask bool) error {
	settings, _, err := b.c.Settings.Load()
	if err != nil {
		return err
	}
	switch there := slices.Contains(settings.Rules.Ask, name); {
	case ask == there:
		return nil
	case ask:
		return b.AddRule(ctx, guard.Ask, name)
	}
	return b.RevokeRule(ctx, guard.Ask, name)
}

// SetBuiltin says what a built-in rule does from the next call on, in every space.
// What it does if the person says nothing is its shipped outcome. Loosening what
// is fixed is an error.
func (b *Book) SetBuiltin(ctx context.Context, id string, outcome guard.Outcome) error {
	if err := guard.CheckBuiltin(map[string]guard.Outcome{id: outcome}); err != nil {
		return err
	}
	_, err := b.c.Settings.Update(func(set *settings.Settings) error {
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
	return b.c.Reload(ctx)
}
