//go:build desktop || dev || bindings

package main

import (
	"encoding/json"

	"handrail/operator"
)

// Questions lists what waits for the person.
func (a *App) Questions() ([]QuestionView, error) {
	if a.o == nil {
		return nil, a.broken
	}
	return each(a.o.Questions().List(), questionView), nil
}

// QuestionShown starts a question's clock.
func (a *App) QuestionShown(question string) (QuestionView, error) {
	p, err := a.o.Questions().Shown(question)
	return questionView(p), err
}

// Answer answers a question.
func (a *App) Answer(question string, answer AnswerForm) error {
	a.o.Questions().Answer(question, answerOf(answer))
	return nil
}

// PreviewAnswer settles a waiting call with another input, and runs nothing.
func (a *App) PreviewAnswer(question, input string) (PreviewView, error) {
	f, err := a.o.PreviewQuestion(a.ctx, question, json.RawMessage(input))
	return viewOf(f, err, previewView)
}

// InFront says whether the person can see the window: if not, a notification
// tells them of questions.
func (a *App) InFront(front bool) error {
	a.behind.Store(!front)
	return nil
}

// Rules shows by what the acts of a space are judged.
func (a *App) Rules(space string) (RulesView, error) { return a.rules(space, nil) }

// rules shows the rules of a space, unless changing them has failed with err.
func (a *App) rules(space string, err error) (RulesView, error) {
	if err != nil {
		return RulesView{}, err
	}
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) RulesView { return rulesView(s.Rules()) })
}

// AddRule adds a rule of the person, for all spaces.
func (a *App) AddRule(space, outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.AddRule(a.ctx, operator.Outcome(outcome), rule))
}

// RemoveRule takes a rule of the person away.
func (a *App) RemoveRule(space, outcome, rule string) (RulesView, error) {
	return a.rules(space, a.o.RevokeRule(a.ctx, operator.Outcome(outcome), rule))
}

// SetBuiltin changes what a built-in rule does.
func (a *App) SetBuiltin(space, id, outcome string) (RulesView, error) {
	return a.rules(space, a.o.SetBuiltin(a.ctx, id, operator.Outcome(outcome)))
}

// TryRules judges a call without running it, with a rule more if one is named.
func (a *App) TryRules(space string, trial TrialForm) (TrialView, error) {
	s, err := a.o.Space(space)
	return viewOf(s, err, func(s *operator.Space) TrialView { return trialView(s.TestRules(a.ctx, trialOf(trial))) })
}

// Grants lists everything lasting that the person has granted.
func (a *App) Grants() ([]GrantView, error) {
	list, err := a.o.Grants(a.ctx)
	return each(list, a.grantView), err
}

// Revoke takes back one of them.
func (a *App) Revoke(grant string) ([]GrantView, error) {
	if err := a.o.RevokeGrant(a.ctx, grant); err != nil {
		return nil, err
	}
	return a.Grants()
}

// grantView is a grant with the name of its space and the call that it was given
// for. One that is not in the journal any more is left out: the grant holds all
// the same.
func (a *App) grantView(g operator.GrantLine) GrantView {
	v := grantView(g)
	if s, err := a.o.Space(g.Space); err == nil && g.Space != "" {
		v.SpaceName = spaceView(s).Name
	}
	if record, err := a.o.Record(a.ctx, g.Call); err == nil && g.Call != "" {
		v.Run, v.Call, v.About = record.Run, g.Call, aboutOf(record)
	}
	return v
}
