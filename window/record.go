package window

import (
	"time"

	"handrail/operator/history"
	"handrail/tools"
)

// CallRecord says how a call was decided, also while it goes on.
func (a *Runs) CallRecord(call string) (CallRecordView, error) {
	r, err := a.o.History().Call(a.ctx, call)
	return viewOf(r, err, callRecordView)
}

// CallRecordView is how a call was decided.
type CallRecordView struct {
	State history.CallState `json:"state"`
	// What let it run, or kept it from running, in one sentence.
	Why string `json:"why"`
	// The way through the door, in order.
	Stages []StageView `json:"stages"`
	// What is not in the record, and why; "" = it is whole.
	Missing   string      `json:"missing"`
	Questions []AskedView `json:"questions"`
	// As requested, JSON as text; "" = it is not kept.
	Input string `json:"input"`
	// Inputs that took the place of others, in order.
	Changes []InputChangeView `json:"changes"`
}

// StageView is one stage of the door.
type StageView struct {
	// look-up, check, pre_tool, prepare, guard, confirm, snapshot, run, post_tool, fit
	Name string `json:"name"`
	// ok, allow, ask, denied, an error code, …
	Result  string      `json:"result"`
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// Where what decided stands: "agent/rules.json:3".
	File   string `json:"file"`
	Reason string `json:"reason"`
	Micros int64  `json:"micros"`
}

// AskedView is what the person was asked, and what came of it.
type AskedView struct {
	Title  string     `json:"title"`
	Reason string     `json:"reason"`
	Answer AnswerKind `json:"answer"`
	// Who answered, and where: "the person, in the window".
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// In the person's words.
	Said     string  `json:"said"`
	WaitedMs float64 `json:"waitedMs"`
}

// DeciderView is who or what has decided, for what the page does with it; By says it in words.
type DeciderView struct {
	Kind tools.DeciderKind `json:"kind"`
	// Of a rule, "bash(git status*)"; a built-in rule, its id; a grant, its label; the person, where they answered.
	Name string `json:"name"`
}

// InputChangeView is an input that took the place of another.
type InputChangeView struct {
	By      string      `json:"by"`
	Decider DeciderView `json:"decider"`
	// JSON as text; "" = it is not kept.
	Input string `json:"input"`
}

func callRecordView(r history.Call) CallRecordView {
	v := CallRecordView{
		State: r.State, Why: r.Why, Missing: r.Missing, Input: string(r.Input), Stages: each(r.Stages, stageView), Questions: each(r.Questions, askedView),
		Changes: each(r.Changes, func(c history.InputChange) InputChangeView {
			return InputChangeView{By: c.By, Decider: deciderView(c.Decider), Input: string(c.Input)}
		}),
	}
	if len(r.Stages) == 0 { // what was decided is known all the same
		v.Stages = each(r.Decisions, decisionView)
	}
	return v
}

func stageView(s tools.Stage) StageView {
	return StageView{Name: s.Name, Result: s.Result, By: s.By, Decider: deciderView(s.Decider), File: s.File, Reason: s.Reason, Micros: s.Micros}
}

func deciderView(d tools.Decider) DeciderView { return DeciderView{Kind: d.Kind, Name: d.Name} }

// decisionView is a yes or no as the stage that it was made in.
func decisionView(d history.Decision) StageView {
	v := StageView{Name: "guard", Result: string(d.Kind), By: d.By, Decider: deciderView(d.Decider), File: d.File, Reason: d.Reason}
	if v.Result == "declined" || v.Result == "expired" {
		v.Name = "confirm"
	}
	return v
}

func askedView(q history.Question) AskedView {
	v := AskedView{Title: q.Title, Reason: q.Reason, Answer: AnswerKind(q.Answer), By: q.By, Decider: deciderView(q.Decider), Said: q.Said}
	if !q.Answered.IsZero() {
		v.WaitedMs = millis(max(time.Duration(0), q.Answered.Sub(q.Asked)))
	}
	return v
}
