package pipeline_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A hook that wants the person asked makes an allowed call ask, whatever was
// shown before; it lifts no deny.
func TestAHookAsks(t *testing.T) {
	asks := func(e hooks.Event) (hooks.Decision, error) {
		if e.Phase == hooks.PreTool {
			return hooks.Decision{Ask: "the hook careful: is this right?", Ran: []hooks.Trace{{ID: "careful", Place: "agent/hooks/a.json:3", Result: hooks.Asks}}}, nil
		}
		return hooks.Decision{}, nil
	}
	d := open(t, &door{hook: asks, answer: tools.Answer{Verdict: tools.RunOnce, Where: "dialog"}})
	r, err := d.say(t, `{"text":"hi"}`)
	if err != nil || r.Error != nil || len(d.asked) != 1 || !strings.Contains(d.asked[0].Reason, "is this right?") {
		t.Fatalf("%+v, %v, asked %+v", r, err, d.asked)
	}
	if !strings.Contains(stages(r), "pre_tool:ask") || !strings.Contains(stages(r), "guard:ask") {
		t.Errorf("stages %s", stages(r))
	}
	call := tools.Call{Tool: "say", Run: "r1", Input: json.RawMessage(`{"text":"hi"}`)}
	if _, err := d.Call(context.Background(), pipeline.Request{Call: call, Digest: r.Meta.Digest}); err != nil || len(d.asked) != 2 {
		t.Errorf("what was shown in a form answered the hook: asked %d times, %v", len(d.asked), err)
	}
	denied := open(t, &door{hook: asks, guard: guard.Config{Mode: guard.ReadOnly}, answer: tools.Answer{Verdict: tools.RunOnce, Where: "dialog"}})
	if r, err := denied.say(t, `{"text":"hi"}`); err != nil || r.Error == nil || r.Error.Code != tools.PermissionDenied || len(denied.asked) != 0 {
		t.Errorf("a deny was loosened: %+v, %v", r, err)
	}
}

// Every hook that saw the call is a stage, with its file, its time and its words.
func TestEachHookIsAStage(t *testing.T) {
	message := "less"
	d := open(t, &door{hook: func(e hooks.Event) (hooks.Decision, error) {
		if e.Phase == hooks.PreTool {
			return hooks.Decision{Ran: []hooks.Trace{
				{ID: "a", Place: "agent/hooks/x.json:2", Result: hooks.OK, Printed: "a word", Duration: time.Millisecond},
				{ID: "b", Place: "agent/hooks/x.json:9", Result: hooks.Warning, Reason: "it broke"},
			}}, nil
		}
		return hooks.Decision{Output: &message, Ran: []hooks.Trace{{ID: "c", Place: "agent/hooks/y.json:1", Result: hooks.Changed}}}, nil
	}})
	r, err := d.say(t, `{"text":"hi"}`)
	if err != nil || r.Content != "less" {
		t.Fatalf("%+v, %v", r, err)
	}
	var got []tools.Stage
	for _, s := range r.Meta.Stages {
		if strings.HasSuffix(s.Name, "_tool") {
			got = append(got, s)
		}
	}
	if len(got) != 3 || !cmp.Equal(got[0], tools.Stage{Name: "pre_tool", Result: "ok", By: "a", File: "agent/hooks/x.json:2", Reason: "it printed: a word", Micros: 1000}) ||
		got[1].Reason != "it broke" || got[2].Name != "post_tool" || got[2].Result != "changed" {
		t.Errorf("%+v", got)
	}
}

// runner is a hooks.Runner of one function.
type runner func(hooks.Event) (hooks.Decision, error)

// Run implements hooks.Runner.
func (r runner) Run(_ context.Context, e hooks.Event) (hooks.Decision, error) { return r(e) }

// A call ends with the hooks that it began with: one that takes a filter away
// does not get around it.
func TestACallKeepsItsHooks(t *testing.T) {
	d := open(t, &door{})
	list, err := d.Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	registry := tools.Build(t.Context(), []tools.Provision{{Source: d}}, nil)
	judge := guard.New(guard.Config{Roots: func() []string { return []string{"/space"} }})
	current := hooks.Runner(runner(func(e hooks.Event) (hooks.Decision, error) {
		return hooks.Decision{Block: e.Phase == hooks.PostTool, Reason: "private"}, nil
	}))
	asked := 0
	p := pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d,
		Hooks: func() hooks.Runner {
			asked++
			if asked > 1 { // the call has taken them away
				return hooks.None{}
			}
			return current
		},
	})
	r, err := p.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: list[0].Info().Name, Run: "r1", Input: json.RawMessage(`{"text":"hi"}`)}})
	if err != nil || r.Error == nil || r.Error.Code != tools.Blocked || r.Content != "" {
		t.Errorf("%+v, %v", r, err)
	}
}
