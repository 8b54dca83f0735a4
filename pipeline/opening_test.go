package pipeline_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// A reader is a space with one tool, which only reads, and its journal.
type reader struct {
	*pipeline.Pipeline
	act    func(ctx context.Context, out tools.Output) (string, error)
	effect tools.EffectKind
	writes []string // the kinds of each write
	broken error
}

func (r *reader) Namespace() string { return "" }

func (r *reader) Tools(context.Context) ([]tools.Tool, error) {
	look, err := tools.Define[struct{}, string](tools.Info{Name: "look", Source: "builtin"}, func(context.Context, tools.Call, struct{}) (tools.Act[string], error) {
		return tools.Act[string]{Preview: tools.Preview{Title: "Look", Effects: []tools.Effect{{Kind: r.effect, Target: "/space/a"}}}, Run: r.act}, nil
	})
	return []tools.Tool{look}, err
}

func (r *reader) Record(_ context.Context, events ...journal.Event) error {
	if r.broken != nil {
		return r.broken
	}
	var kinds []string
	for _, e := range events {
		kinds = append(kinds, string(e.Kind))
	}
	r.writes = append(r.writes, strings.Join(kinds, " "))
	return nil
}

func (r *reader) Confirm(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce}, nil
}

func (r *reader) look(ctx context.Context) (tools.Result, error) {
	if r.effect == "" {
		r.effect = tools.EffectRead
	}
	registry := tools.Build(ctx, []tools.Provision{{Source: r}}, nil)
	judge := guard.New(guard.Config{Mode: guard.Workspace, Roots: func() []string { return []string{"/space"} }})
	r.Pipeline = pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return hooks.None{} }, Guard: func() *guard.Guard { return judge },
		Confirmer: r, Journal: r,
	})
	return r.Call(ctx, pipeline.Request{Call: tools.Call{Tool: "look", Input: []byte("{}"), Space: "/space", Run: "r"}})
}

// What only reads is recorded at once, with its end (decision 0441).
func TestReadingIsRecordedOnce(t *testing.T) {
	r := &reader{act: func(context.Context, tools.Output) (string, error) { return "seen", nil }}
	if result, err := r.look(t.Context()); err != nil || result.Content != "seen" {
		t.Fatalf("%v, %v", result, err)
	}
	if len(r.writes) != 1 || r.writes[0] != "called allowed started finished returned" {
		t.Errorf("%q", r.writes)
	}
}

// What reaches somebody is recorded before it does.
func TestWhatReachesAHostIsRecordedBefore(t *testing.T) {
	var before int
	r := &reader{effect: tools.EffectReach}
	r.act = func(context.Context, tools.Output) (string, error) { before = len(r.writes); return "", nil }
	if _, err := r.look(t.Context()); err != nil || before == 0 || !strings.HasSuffix(r.writes[before-1], "started") {
		t.Errorf("%q before it ran, %v", r.writes[:before], err)
	}
}

// A long search is seen while it goes on.
func TestLongReadingIsSeenToStart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var seen []string
		r := &reader{}
		r.act = func(context.Context, tools.Output) (string, error) {
			time.Sleep(time.Second)
			synctest.Wait()
			seen = append(seen, r.writes...)
			return "", nil
		}
		if _, err := r.look(t.Context()); err != nil {
			t.Fatal(err)
		}
		if len(seen) != 1 || seen[0] != "called allowed started" || r.writes[len(r.writes)-1] != "finished returned" || len(r.writes) != 2 {
			t.Errorf("while it ran %q, at the end %q", seen, r.writes)
		}
	})
}

// What ends in the moment in which its begin is recorded is recorded once.
func TestReadingThatEndsAsItIsRecorded(t *testing.T) {
	for range 300 {
		synctest.Test(t, func(t *testing.T) {
			r := &reader{act: func(context.Context, tools.Output) (string, error) {
				time.Sleep(20 * time.Millisecond)
				return "", nil
			}}
			if _, err := r.look(t.Context()); err != nil {
				t.Fatal(err)
			}
			synctest.Wait()
			if all := strings.Join(r.writes, " "); all != "called allowed started finished returned" {
				t.Fatalf("%q", r.writes)
			}
		})
	}
}

// A journal that cannot be written keeps back what was read.
func TestNothingReadIsGivenOutUnrecorded(t *testing.T) {
	for name, takes := range map[string]time.Duration{"quick": 0, "long": time.Second} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				r := &reader{broken: errors.New("the disk is full"), act: func(context.Context, tools.Output) (string, error) {
					time.Sleep(takes)
					return "secret", nil
				}}
				result, err := r.look(t.Context())
				if err == nil || !strings.Contains(err.Error(), "the disk is full") || strings.Contains(result.Content, "secret") {
					t.Errorf("%q, %v", result.Content, err)
				}
			})
		})
	}
}

// A call that was cancelled before it began reads nothing.
func TestACancelledReadingDoesNotBegin(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	ran := false
	r := &reader{act: func(context.Context, tools.Output) (string, error) { ran = true; return "", nil }}
	if _, err := r.look(ctx); !errors.Is(err, context.Canceled) || ran {
		t.Errorf("%v, it ran: %v", err, ran)
	}
}
