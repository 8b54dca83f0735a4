//go:build desktop || dev || bindings

package main

import (
	"cmp"

	"handrail/operator"
	"handrail/tools"
)

// CallRecord says how a call was decided, also while it goes on.
func (a *App) CallRecord(call string) (CallRecordView, error) {
	r, err := a.o.Record(a.ctx, call)
	return viewOf(r, err, callRecordView)
}

// RuleFromCall says which rules a recorded call could be made into.
func (a *App) RuleFromCall(call string) ([]RuleProposalView, error) {
	list, err := a.o.RulesFromCall(a.ctx, call)
	return ruleProposalsView(list), err
}

// ToolsFor lists the tools of a space as an agent has them.
func (a *App) ToolsFor(space, agent string) ([]ToolForView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return nil, err
	}
	list, err := s.ToolsFor(agent)
	return each(list, toolForView), err
}

// SetToolOff takes a tool from every agent, or gives it back.
func (a *App) SetToolOff(space, tool string, off bool) error {
	s, err := a.o.Space(space)
	if err == nil {
		_, err = s.SwitchTool(a.ctx, tool, !off)
	}
	return err
}

func toolForView(t operator.ToolState) ToolForView {
	return ToolForView{
		Tool: toolView(t.Entry), Available: t.Available, Why: sentence(cmp.Or(t.Why, t.Reason)), Where: t.File, Next: t.Next, Off: t.State == tools.Disabled && t.Tool != nil,
	}
}
