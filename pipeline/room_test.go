package pipeline_test

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"testing"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// keeper keeps grants in memory.
type keeper struct {
	mu      sync.Mutex
	list    []guard.Grant
	uses    []string
	fail    error  // Keep
	take    string // is taken back between the verdict and its use
	changed chan struct{}
}

func (k *keeper) Keep(_ context.Context, _ tools.Call, g guard.Grant) (string, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.fail != nil {
		return "", k.fail
	}
	g.ID = fmt.Sprintf("g_%d", len(k.list)+1)
	k.list = append(k.list, g)
	k.wake()
	return g.ID, nil
}

func (k *keeper) Used(_ context.Context, id string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.take == id {
		k.list = slices.DeleteFunc(k.list, func(g guard.Grant) bool { return g.ID == id })
		return false
	}
	k.uses = append(k.uses, id)
	return true
}

func (k *keeper) Counts() bool { return true }

func (k *keeper) Changed(context.Context) <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.changed == nil {
		k.changed = make(chan struct{})
	}
	return k.changed
}

func (k *keeper) wake() {
	if k.changed != nil {
		close(k.changed)
		k.changed = nil
	}
}

func (k *keeper) all() []guard.Grant {
	k.mu.Lock()
	defer k.mu.Unlock()
	return slices.Clone(k.list)
}

// A room is a door with grants, a guard that can be exchanged, and a person who
// answers question by question.
type room struct {
	*door
	keep    *keeper
	mu      sync.Mutex
	config  guard.Config
	reload  chan struct{}
	answers []func(context.Context, tools.Question) (tools.Answer, error)
	shown   []tools.Question
}

func openRoom(t *testing.T, mode guard.Mode) *room {
	t.Helper()
	r := &room{door: &door{}, keep: &keeper{}, reload: make(chan struct{})}
	registry := tools.Build(t.Context(), []tools.Provision{{Source: r.door}}, nil)
	r.config = guard.Config{Mode: mode, Roots: func() []string { return []string{"/space"} }, Grants: r.keep.all}
	r.Pipeline = pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return r.door },
		Guard: r.guardNow, Confirmer: r, Journal: r.door, Grants: r.keep, Reloaded: r.reloaded,
	})
	return r
}

func (r *room) guardNow() *guard.Guard {
	r.mu.Lock()
	defer r.mu.Unlock()
	return guard.New(r.config)
}

func (r *room) reloaded() <-chan struct{} {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.reload
}

// rules exchanges the person's rules, as a reload does.
func (r *room) rules(rules ...guard.Rule) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.config.Rules = rules
	close(r.reload)
	r.reload = make(chan struct{})
}

// Confirm implements tools.Confirmer.
func (r *room) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	r.mu.Lock()
	r.shown = append(r.shown, q)
	n := len(r.shown)
	r.mu.Unlock()
	if n > len(r.answers) {
		return tools.Answer{Verdict: tools.Deny, Where: "window", Reason: "nobody expected to be asked"}, nil
	}
	return r.answers[n-1](ctx, q)
}

func says(a tools.Answer) func(context.Context, tools.Question) (tools.Answer, error) {
	a.Where = "window"
	return func(context.Context, tools.Question) (tools.Answer, error) { return a, nil }
}

func (r *room) made(t *testing.T, session, input string) tools.Result {
	t.Helper()
	got, err := r.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: "say", Run: "r1", Session: session, Space: "/space", Input: json.RawMessage(input)}})
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// digest is that of the act of an input.
func (r *room) digest(t *testing.T, input string) string {
	t.Helper()
	f := r.Forecast(t.Context(), pipeline.Request{Call: tools.Call{Tool: "say", Space: "/space", Input: json.RawMessage(input)}})
	if f.Refusal != nil || len(f.Violations) > 0 {
		t.Fatalf("it cannot be settled: %+v", f)
	}
	return f.Preview.Digest
}

// allowed is who let the last call through, and by which grant.
func (r *room) allowed(t *testing.T) (by, grant string) {
	t.Helper()
	for _, e := range slices.Backward(r.events) {
		if e.Kind != journal.Allowed {
			continue
		}
		var d journal.VerdictData
		if err := json.Unmarshal(e.Data, &d); err != nil {
			t.Fatal(err)
		}
		return d.By, d.Grant
	}
	return "", ""
}
