package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

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
