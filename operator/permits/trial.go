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
	v := guard.New(judges).Judge(call, f.Entry, f.Preview)
	out.Forecast.Verdict = v
	out.Verdict, out.By, out.Reason, out.File = string(v.Outcome), v.By.String(), v.Reason, v.File
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
	return out
}
