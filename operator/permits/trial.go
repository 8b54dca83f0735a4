package permits

import (
	"context"
	"slices"

	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A Trial is a call to hold against the rules, and a rule that is not there
// yet, if Rule is set.
type Trial struct {
	Tool, Input string
	Outcome     guard.Outcome
	Rule        string

	// After are the places of which an agent has read text before it makes the call: "server:notes", "web:example.com". Without
	// any, it is a call of the person.
	After []string
	Said  string // what the person has written in that conversation
}

// A Test is what would become of a call, and what decided it
// (docs/spec/11-guard.md).
type Test struct {
	Forecast pipeline.Forecast `json:"-"`
	Verdict  string            `json:"verdict"` // allow, ask, deny, or "" if the call cannot be settled
	By       string            `json:"by,omitempty"`
	Reason   string            `json:"reason,omitempty"`
	File     string            `json:"file,omitempty"`
	Chain    []Step            `json:"chain"`
	Problem  string            `json:"problem,omitempty"` // what is wrong with the rule that is tried
	Outward  *Outward          `json:"outward,omitempty"` // with Trial.After
}

// An Outward is what the step makes of a call by which text from elsewhere could leave (docs/spec/16-in-and-out.md).
type Outward struct {
	After []string `json:"after"`         // whose text the conversation has read, in words
	Way   string   `json:"way,omitempty"` // the way out; "": it is none, or the person has named where it leads
	Why   string   `json:"why,omitempty"` // it is one, a clause
	Open  []string `json:"open,omitempty"`
	// Answered are the grants that say of the others that it may leave; rules that say so have no name here.
	Answered []string `json:"answered,omitempty"`
	Label    string   `json:"label,omitempty"` // the lasting answer that would let it
	Rules    []string `json:"rules,omitempty"` // the allow rules that would
	Secret   string   `json:"secret,omitempty"`
	// Later are the ways of which programs of it would ask when it has run: by what they leave that acts later, under names that they work out themselves.
	Later []string `json:"later,omitempty"`
}

// A Step is one stage of the fixed precedence.
type Step struct {
	Name    string        `json:"name"`
	Outcome guard.Outcome `json:"outcome,omitempty"` // "": it said nothing, or was not reached
	By      string        `json:"by,omitempty"`      // what decided, or "not reached"
	File    string        `json:"file,omitempty"`
}

// Test judges a call without running it, without hooks and without a
// question. Hooks may still change or refuse the real call.
func (s *Space) Test(ctx context.Context, c Trial) Test {
	f := s.c.Forecast(ctx, c.Tool, c.Input)
	out := Test{Forecast: f}
	from, words, err := s.c.Conversation(ctx, c.After, c.Said)
	if err != nil {
		out.Problem = err.Error()
		return out
	}
	now, registry := s.c.Current()
	judges := now.Config
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
		if !awaitsServer(registry, rule) {
			out.Problem = rule.Problem(toolNames(registry))
		}
		judges.Rules = append(slices.Clone(judges.Rules), rule)
	}
	if f.Refusal != nil || len(f.Violations) > 0 {
		return out
	}
	call := tools.Call{Tool: c.Tool, Caller: tools.Caller{Kind: tools.CallerPerson}, Session: s.c.Session, Space: s.c.Dir}
	if len(c.After) > 0 {
		call.Caller.Kind = tools.CallerAgent
	}
	g := guard.New(judges)
	v := g.Judge(call, f.Entry, f.Preview)
	out.judged(v)
	if len(c.After) > 0 {
		out.outward(g, v, guard.Outward{Call: call, Entry: f.Entry, Preview: f.Preview, Input: f.Input, From: from, Words: words})
	}
	return out
}

// judged notes what the guard says before its last step.
func (out *Test) judged(v guard.Verdict) {
	out.Forecast.Verdict = v
	out.Verdict, out.By, out.Reason, out.File = string(v.Outcome), v.By.String(), v.Reason.String(), v.File
	for _, stage := range guard.Stages() {
		step := Step{Name: stage.String()}
		switch {
		case stage == v.Stage:
			step.Outcome, step.By, step.File = v.Outcome, v.By.String(), v.File
		case stage > v.Stage:
			step.By = "not reached"
		}
		out.Chain = append(out.Chain, step)
	}
}

// outward takes the guard's last step, as in a conversation that has read text from elsewhere.
func (out *Test) outward(g *guard.Guard, before guard.Verdict, act guard.Outward) {
	step, v := Step{Name: guard.FromElsewhere.String(), By: "not reached"}, before
	o := &Outward{}
	for _, one := range act.From {
		o.After = append(o.After, one.String())
	}
	switch {
	case before.Outcome == guard.Deny:
	case out.Forecast.Secret != "" && g.Leaves(act.Call, act.Entry, act.Preview, act.Input):
		o.Secret, v = out.Forecast.Secret, pipeline.SecretSent(out.Forecast.Secret)
		step.Outcome, step.By = v.Outcome, v.By.String()
	default:
		v = g.Elsewhere(before, act)
		o.Way, o.Why, step.By = v.Way.Name, v.Way.Why.String(), ""
		o.answers(act.Entry.Qualified, v, g.Grants())
		o.Later = guard.Unforeseen(g, act)
		switch {
		case len(v.From) > 0:
			step.Outcome, step.By = guard.Ask, v.By.String()
		case v.Way.Name != "":
			step.By = "you let this text leave by it"
		}
	}
	out.Outward, out.Forecast.Verdict = o, v
	out.Verdict, out.By, out.Reason, out.File = string(v.Outcome), v.By.String(), v.Reason.String(), v.File
	out.Chain = append(out.Chain, step)
}

// answers says what the person has said of the text, and what they could say.
func (o *Outward) answers(tool string, v guard.Verdict, grants []guard.Grant) {
	for _, one := range v.From {
		o.Open = append(o.Open, one.String())
		if rule := guard.RuleFor(tool, one); rule != "" {
			o.Rules = append(o.Rules, rule)
		}
	}
	if len(v.From) > 0 {
		o.Label = guard.LabelElsewhere(v.From, v.Way).String()
	}
	for _, g := range grants {
		if slices.Contains(v.Also, g.ID) {
			o.Answered = append(o.Answered, g.Label)
		}
	}
}
