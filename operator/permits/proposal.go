package permits

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/journal"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A Proposal is a rule that would decide a recorded call and its like.
type Proposal struct {
	Outcome guard.Outcome `json:"outcome"`
	Text    string        `json:"rule"`
	About   string        `json:"about"` // in words: "commands that begin with git status"
	Says    tools.Clause  `json:"-"`     // the same, to be said in the person's language
}

// Propose proposes rules for a recorded call, narrowest first. A call of which too
// little was recorded is an error.
func (b *Book) Propose(ctx context.Context, call string) ([]Proposal, error) {
	act, err := b.judgedAct(ctx, call)
	if err != nil {
		return nil, err
	}
	space, tool, err := b.c.Called(ctx, call)
	if err != nil {
		return nil, err
	}
	var out []Proposal
	add := func(pattern string, covers tools.Clause, outcomes ...guard.Outcome) {
		for _, outcome := range outcomes {
			p := Proposal{Outcome: outcome, Text: guard.Rule{Tool: tool, Pattern: pattern}.Text(), About: covers.String(), Says: covers}
			if checkRule(outcome, p.Text) == nil && !slices.ContainsFunc(out, func(o Proposal) bool { return o.Outcome == p.Outcome && o.Text == p.Text && o.About == p.About }) {
				out = append(out, p)
			}
		}
	}
	p := previewOf(act)
	s, e, known := b.entryOf(space, tool)
	exact := exactPattern(p)
	if input := tools.InputOf(p.Detail); input != "" && (!known || tools.ServerActs(e.Info)) {
		exact = exactInput(input)
	}
	if exact != "" {
		add(exact, tools.Say(tools.CoverExactly), guard.Allow, guard.Ask, guard.Deny)
	}
	if known {
		judges, _ := s.c.Current()
		for _, offer := range judges.Guard.Offers(tools.Call{Space: space}, e, p, guard.Verdict{Outcome: guard.Ask}) {
			switch {
			case offer.Scope == guard.ScopePattern && offer.Pattern == guard.EveryCall:
				add("", offer.Label, guard.Allow)
			case offer.Scope == guard.ScopePattern:
				add(offer.Pattern, offer.Label, guard.Allow, guard.Ask, guard.Deny)
			}
		}
	}
	add("", tools.Say(tools.CoverCalls, tool), guard.Ask, guard.Deny)
	return out, nil
}

// entryOf finds a tool in a space. false: the space is not open, or has no such tool.
func (b *Book) entryOf(space, tool string) (*Space, tools.Entry, bool) {
	s, err := b.find(space)
	if err != nil {
		return nil, tools.Entry{}, false
	}
	e, ok := s.entry(tool)
	return s, e, ok
}

// judgedAct is the act of a recorded call as it was judged last.
func (b *Book) judgedAct(ctx context.Context, call string) (journal.ActData, error) {
	events, err := b.c.Events(ctx, call)
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

// exactInput is a pattern for one input of a server's tool, whose effects are the
// same for every call; "" if there is none that covers this input and no other.
func exactInput(input string) string {
	if strings.ContainsAny(input, "*?") || strings.Contains(input, "[secret ") { // the journal hides what it was
		return ""
	}
	return input
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
