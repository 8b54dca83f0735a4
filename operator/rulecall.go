package operator

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

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
	act, err := o.judgedAct(ctx, call)
	if err != nil {
		return nil, err
	}
	record, err := o.history.Call(ctx, call)
	if err != nil {
		return nil, err
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
	p := previewOf(act)
	if exact := exactPattern(p); exact != "" {
		add(exact, "exactly this", guard.Allow, guard.Ask, guard.Deny)
	}
	if s, err := o.Space(record.Space); err == nil {
		if e, err := o.Tool(record.Space, record.Tool); err == nil {
			for _, offer := range s.current.Load().guard.Offers(tools.Call{Space: record.Space}, e, p, guard.Verdict{Outcome: guard.Ask}) {
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

// judgedAct is the act of a recorded call as it was judged last.
func (o *Operator) judgedAct(ctx context.Context, call string) (journal.ActData, error) {
	events, err := o.store.History().CallEvents(ctx, call)
	if err != nil {
		return journal.ActData{}, err
	}
	for _, e := range slices.Backward(events) {
		switch e.Kind {
		case journal.Asked, journal.Blocked, journal.Started:
		default:
			continue
		}
		act, ok, err := journal.Judged(e.Data)
		switch {
		case err != nil:
			return act, err
		case ok && act.Omitted != "":
			return act, fmt.Errorf("no rule can be made of the call %s: %s", call, act.Omitted)
		case ok:
			return act, nil
		}
	}
	return journal.ActData{}, fmt.Errorf("no rule can be made of the call %s: it is not in the journal, or was refused before it was settled", call)
}

// previewOf is the act as the guard looks at it.
func previewOf(a journal.ActData) tools.Preview {
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
