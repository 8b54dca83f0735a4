package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

func TestContentIsFitAndTheJournalKeepsTheWhole(t *testing.T) {
	long := strings.Repeat("x", 200_000)
	d := open(t, &door{})
	got, err := d.say(t, `{"text":"`+long+`"}`)
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Content) > tools.ContentLimit || !got.Meta.Truncated {
		t.Errorf("%d bytes, truncated is %t", len(got.Content), got.Meta.Truncated)
	}
	for _, e := range d.events {
		var finished journal.FinishedData
		var called journal.CalledData
		switch e.Kind {
		case journal.Finished:
			if err := json.Unmarshal(e.Data, &finished); err != nil || len(finished.Content) != len("said ")+len(long) {
				t.Errorf("finished keeps %d bytes, %v", len(finished.Content), err)
			}
		case journal.Called:
			if err := json.Unmarshal(e.Data, &called); err != nil || called.Input != nil || called.Size != len(long)+len(`{"text":""}`) || called.SHA256 == "" {
				t.Errorf("a large input is named by size and hash: %+v, %v", called, err)
			}
		}
	}
}

func TestNoContentOfAFileWithSecretsIsRecorded(t *testing.T) {
	d := open(t, &door{})
	const secret = "hunter2"
	d.echo = "the file says " + secret
	got, err := d.say(t, `{"text":"print","path":"deploy/.env","body":"`+secret+`"}`)
	if err != nil || got.Error != nil || !strings.Contains(got.Content, secret) {
		t.Fatalf("the caller gets %q, %v, %v", got.Content, got.Error, err)
	}
	for _, e := range d.events {
		if strings.Contains(string(e.Data), secret) {
			t.Errorf("%s holds the secret: %s", e.Kind, e.Data)
		}
	}
}

// Why something asks is kept as codes beside its text, and both without secrets.
func TestReasonsAreKeptAsCodes(t *testing.T) {
	d := secretDoor(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window"}, guard: guard.Config{Mode: guard.ReadOnly, Why: tools.Say(tools.WhyUnknownMode, "hunter22").String()}})
	if _, err := d.say(t, `{"text":"hi"}`); err != nil {
		t.Fatal(err)
	}
	blocked := verdictOf(t, d, journal.Blocked)
	want := []journal.ClauseData{{Code: "only-reading", Parts: []journal.ClauseData{{Code: "unknown-mode", Args: []string{"[secret x]"}}}}}
	if diff := cmp.Diff(want, blocked.Because); diff != "" {
		t.Errorf("blocked: %s", diff)
	}

	d = open(t, &door{answer: tools.Answer{Verdict: tools.RunOnce, Where: "window"}, hook: func(e hooks.Event) (hooks.Decision, error) {
		return hooks.Decision{Ask: map[bool]string{true: "sure?"}[e.Phase == hooks.PreTool]}, nil
	}})
	r, err := d.say(t, `{"text":"hi","ask":true}`)
	if err != nil || r.Error != nil {
		t.Fatal(err, r.Error)
	}
	if asked := d.asked[0]; asked.Because.String() != asked.Reason || asked.Because[0].Code != tools.WhyAlwaysAsks || asked.Because[1].Code != tools.InTurn {
		t.Errorf("the person is asked %+v, because %+v", asked.Reason, asked.Because)
	}
	var asked journal.AskedData
	for _, e := range d.events {
		if e.Kind == journal.Asked {
			if err := json.Unmarshal(e.Data, &asked); err != nil {
				t.Fatal(err)
			}
		}
	}
	if diff := cmp.Diff([]journal.ClauseData{{Code: "always-asks"}, {Code: "and", Args: []string{"sure?"}}}, asked.Because); diff != "" || asked.Reason != "this tool always asks first; and sure?" {
		t.Errorf("asked %q: %s", asked.Reason, diff)
	}
	if allowed := verdictOf(t, d, journal.Allowed); allowed.Reason != "run once" || len(allowed.Because) != 1 || allowed.Because[0].Code != "run-once" {
		t.Errorf("allowed: %+v", allowed)
	}
	for _, s := range r.Meta.Stages {
		if s.Name == "guard" && s.Because.String() != s.Reason {
			t.Errorf("the stage says %q and %q", s.Reason, s.Because)
		}
	}
}

// A reason that is too large to be kept twice is kept as its text.
func TestALargeReasonIsKeptAsText(t *testing.T) {
	d := open(t, &door{guard: guard.Config{Mode: guard.ReadOnly, Why: strings.Repeat("x", 8<<10)}})
	if _, err := d.say(t, `{"text":"hi"}`); err != nil {
		t.Fatal(err)
	}
	if v := verdictOf(t, d, journal.Blocked); len(v.Reason) < 8<<10 || v.Because != nil {
		t.Errorf("%d bytes, %d clauses", len(v.Reason), len(v.Because))
	}
}

// verdictOf is the last verdict of a kind.
func verdictOf(t *testing.T, d *door, kind journal.Kind) (v journal.VerdictData) {
	t.Helper()
	for _, e := range d.events {
		if e.Kind == kind {
			v = journal.VerdictData{}
			if err := json.Unmarshal(e.Data, &v); err != nil {
				t.Fatal(err)
			}
		}
	}
	return v
}

// failing is live output of which every write fails.
type failing struct{ tools.Discard }

func (failing) Stdout() io.Writer { return brokenPipe{} }

type brokenPipe struct{}

func (brokenPipe) Write([]byte) (int, error) { return 0, io.ErrClosedPipe }

func TestLiveOutputNeverFailsTheAct(t *testing.T) {
	d := open(t, &door{})
	got, err := d.Call(context.Background(), pipeline.Request{Call: tools.Call{Tool: "say", Input: json.RawMessage(`{"text":"print"}`)}, Output: failing{}})
	if err != nil || got.Error != nil {
		t.Errorf("got %v, %v", got.Error, err)
	}
}

// What a tool knows of the walls around its program, and where its whole output
// is kept, is in the result's meta and in the journal's.
func TestAToolKnowsItsOwnWallsAndOutput(t *testing.T) {
	d := open(t, &door{})
	run, err := tools.Define[sayIn, tools.Result](tools.Info{Name: "run", Source: "builtin"}, func(_ context.Context, in sayIn) (tools.Result, error) {
		r := tools.Result{Content: in.Text}
		if in.Text == "walled" {
			r.Meta.Sandbox, r.Meta.Output = "enforced", "o1"
		}
		return r, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	registry := tools.Build(t.Context(), []tools.Provision{{Source: only{run}}}, nil)
	judge := guard.New(guard.Config{})
	p := pipeline.New(pipeline.Config{
		Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return d },
		Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d, Sandbox: "not enforced: files",
	})
	for text, want := range map[string]tools.Meta{"walled": {Sandbox: "enforced", Output: "o1"}, "bare": {Sandbox: "not enforced: files"}} {
		d.events = nil
		got, err := p.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: "run", Input: json.RawMessage(`{"text":"` + text + `"}`)}})
		if err != nil || got.Meta.Sandbox != want.Sandbox || got.Meta.Output != want.Output {
			t.Errorf("%s: %+v, %v", text, got.Meta, err)
		}
		for _, s := range got.Meta.Stages {
			if s.Name == "run" && s.By != want.Sandbox {
				t.Errorf("%s: the stage says %q", text, s.By)
			}
		}
		for _, e := range d.events {
			var finished journal.FinishedData
			var meta tools.Meta
			if e.Kind != journal.Finished {
				continue
			}
			if err := errors.Join(json.Unmarshal(e.Data, &finished), json.Unmarshal(finished.Meta, &meta)); err != nil || meta.Sandbox != want.Sandbox || meta.Output != want.Output {
				t.Errorf("%s: the journal has %s, %v", text, e.Data, err)
			}
		}
	}
}

// only is a source of one tool.
type only struct{ tool tools.Tool }

func (only) Namespace() string                             { return "" }
func (o only) Tools(context.Context) ([]tools.Tool, error) { return []tools.Tool{o.tool}, nil }
