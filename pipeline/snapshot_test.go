package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// shelf keeps what calls change, as a test says.
type shelf struct {
	order   []string
	before  error
	after   error
	trouble string
}

func (s *shelf) Before(_ context.Context, call tools.Call, _ tools.Info, _ tools.Preview) (func(context.Context) (pipeline.Taken, error), error) {
	s.order = append(s.order, "before "+call.Tool)
	if s.before != nil {
		return nil, s.before
	}
	return func(context.Context) (pipeline.Taken, error) {
		s.order = append(s.order, "after "+call.Tool)
		return pipeline.Taken{Data: journal.SnapshotData{Changed: 2}}, s.after
	}, nil
}

func (s *shelf) Trouble() string { return s.trouble }

// What a call with a side effect changes is kept around it: before it runs, and right after it
// has, before the hooks that follow. A call that reads is not kept. A failing snapshot fails no
// call, and is in the record; where a mode lets a call run because it can be taken back, the
// person is asked then.
func TestSnapshotsAroundACall(t *testing.T) {
	for name, c := range map[string]struct {
		side  bool
		shelf shelf
		order []string
		want  *journal.SnapshotData
		asks  bool
	}{
		"with a side effect": {side: true, order: []string{"before act", "run", "after act", "hook"}, want: &journal.SnapshotData{Changed: 2}},
		"one that reads":     {order: []string{"run", "hook"}},
		"before fails":       {side: true, shelf: shelf{before: errors.New("no space left")}, order: []string{"before act", "run", "hook"}, want: &journal.SnapshotData{Failed: "no space left"}},
		"after fails":        {side: true, shelf: shelf{after: errors.New("it is gone")}, order: []string{"before act", "run", "after act", "hook"}, want: &journal.SnapshotData{Failed: "it is gone"}},
		"the last failed":    {side: true, shelf: shelf{trouble: "no space left"}, order: []string{"before act", "run", "after act", "hook"}, want: &journal.SnapshotData{Changed: 2}, asks: true},
	} {
		t.Run(name, func(t *testing.T) {
			s := c.shelf
			tool, err := tools.Define[sayIn, string](tools.Info{Name: "act", Source: "builtin", SideEffect: c.side, Idempotent: true}, func(_ context.Context, _ tools.Call, _ sayIn) (tools.Act[string], error) {
				return tools.Act[string]{Preview: tools.Preview{Effects: []tools.Effect{{Kind: tools.EffectRead, Target: "/space/a"}}}, Run: func(context.Context, tools.Output) (string, error) {
					s.order = append(s.order, "run")
					return "done", nil
				}}, nil
			})
			if err != nil {
				t.Fatal(err)
			}
			registry := tools.Build(t.Context(), []tools.Provision{{Source: only{tool}}}, nil)
			judge := guard.New(guard.Config{Mode: guard.Workspace, Roots: func() []string { return []string{"/space"} }})
			d := &door{answer: tools.Answer{Verdict: tools.RunOnce}, hook: func(e hooks.Event) (hooks.Decision, error) {
				if e.Phase == hooks.PostTool {
					s.order = append(s.order, "hook")
				}
				return hooks.Decision{}, nil
			}}
			p := pipeline.New(pipeline.Config{
				Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return d }, Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d, Snapshots: &s,
			})
			got, err := p.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: "act", Input: json.RawMessage(`{"text":"x"}`)}})
			if err != nil || got.Error != nil || got.Content != "done" {
				t.Fatalf("the caller gets %+v, %v", got, err)
			}
			if !slices.Equal(s.order, c.order) {
				t.Errorf("the order is %q, want %q", s.order, c.order)
			}
			if asked := len(d.asked) > 0; asked != c.asks {
				t.Errorf("asked: %+v", d.asked)
			}
			var kept *journal.SnapshotData
			for _, e := range d.events {
				if e.Kind != journal.Snapshot {
					continue
				}
				kept = &journal.SnapshotData{}
				if err := json.Unmarshal(e.Data, kept); err != nil {
					t.Fatal(err)
				}
			}
			if (kept == nil) != (c.want == nil) || kept != nil && (kept.Changed != c.want.Changed || kept.Failed != c.want.Failed) {
				t.Errorf("the record has %+v, want %+v", kept, c.want)
			}
		})
	}
}
