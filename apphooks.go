//go:build desktop || dev || bindings

package main

import (
	"encoding/json"
	"time"

	"handrail/operator"
)

// Hooks lists the hooks of a space in the order in which they run.
func (a *App) Hooks(space string) (HooksView, error) { return a.hooks(space, nil) }

// hooks changes something about the hooks of a space, if change is not nil, and
// lists them.
func (a *App) hooks(space string, change func(*operator.Space) error) (HooksView, error) {
	s, err := a.o.Space(space)
	if err == nil && change != nil {
		err = change(s)
	}
	if err != nil {
		return HooksView{}, err
	}
	list, err := s.HookList(a.ctx)
	return viewOf(list, err, hooksView)
}

// SetHookEnabled switches a hook on or off.
func (a *App) SetHookEnabled(space, hook string, enabled bool) (HooksView, error) {
	return a.hooks(space, func(s *operator.Space) error { return s.SetHookEnabled(a.ctx, hook, enabled) })
}

// TestHook runs one hook against a call, and no tool.
func (a *App) TestHook(space, hook, tool, input, content string) (HookTestView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return HookTestView{}, err
	}
	trial, err := s.HookTest(a.ctx, hook, operator.HookCall{Tool: tool, Input: json.RawMessage(input), Content: content})
	return viewOf(trial, err, hookTestView)
}

// Replay judges recorded calls by the rules as they are now, and by the hooks.
func (a *App) Replay(space string, count int, hooks bool) (ReplayView, error) {
	s, err := a.o.Space(space)
	if err != nil {
		return ReplayView{}, err
	}
	began := time.Now()
	found, err := s.Replay(a.ctx, operator.ReplayConfig{Last: count, Hooks: hooks})
	return replayView(found, hooks, time.Since(began)), err
}
