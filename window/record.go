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
	State     string            `json:"state"`
	Why       string            `json:"why"`
	Stages    []StageView       `json:"stages"`
	Missing   string            `json:"missing"`
	Questions []AskedView       `json:"questions"`
	Input     string            `json:"input"`
	Changes   []InputChangeView `json:"changes"`
}

// StageView is one stage of the door.
type StageView struct {
	Name   string `json:"name"`
	Result string `json:"result"`
	By     string `json:"by"`
	File   string `json:"file"`
	Reason string `json:"reason"`
	Micros int64  `json:"micros"`
}

// AskedView is what the person was asked, and what came of it.
type AskedView struct {
	Title    string  `json:"title"`
	Reason   string  `json:"reason"`
	Answer   string  `json:"answer"`
	By       string  `json:"by"`
	Said     string  `json:"said"`
	WaitedMs float64 `json:"waitedMs"`
}

// InputChangeView is an input that took the place of another.
type InputChangeView struct {
	By    string `json:"by"`
	Input string `json:"input"`
}

func callRecordView(r history.Call) CallRecordView {
	v := CallRecordView{
		State: string(r.State), Why: r.Why, Missing: r.Missing, Input: string(r.Input), Stages: each(r.Stages, stageView), Questions: each(r.Questions, askedView),
		Changes: each(r.Changes, func(c history.InputChange) InputChangeView { return InputChangeView{By: c.By, Input: string(c.Input)} }),
	}
	if len(r.Stages) == 0 { // what was decided is known all the same
		v.Stages = each(r.Decisions, decisionView)
	}
	return v
}

func stageView(s tools.Stage) StageView {
	return StageView{Name: s.Name, Result: s.Result, By: s.By, File: s.File, Reason: s.Reason, Micros: s.Micros}
}

// decisionView is a yes or no as the stage that it was made in.
func decisionView(d history.Decision) StageView {
	v := StageView{Name: "guard", Result: string(d.Kind), By: d.By, File: d.File, Reason: d.Reason}
	if v.Result == "declined" || v.Result == "expired" {
		v.Name = "confirm"
	}
	return v
}

func askedView(q history.Question) AskedView {
	v := AskedView{Title: q.Title, Reason: q.Reason, Answer: string(q.Answer), By: q.By, Said: q.Said}
	if !q.Answered.IsZero() {
		v.WaitedMs = millis(max(time.Duration(0), q.Answered.Sub(q.Asked)))
	}
	return v
}
