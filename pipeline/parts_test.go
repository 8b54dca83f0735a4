package pipeline_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
	"handrail/journal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// The journal names the pictures of a result and holds no byte of them. One that
// cannot be kept fails no call, and none is kept of a call that names a file with
// secrets.
func TestPicturesAreNamedInTheJournal(t *testing.T) {
	tool, err := tools.Define[sayIn, tools.Result](tools.Info{Name: "look", Source: "builtin"}, func(context.Context, sayIn) (tools.Result, error) {
		return tools.Result{Content: "two", Parts: []tools.Part{{MIME: "image/png", Data: []byte("secret-pixels")}, {MIME: "audio/wav", Data: []byte("la")}}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	registry := tools.Build(t.Context(), []tools.Provision{{Source: only{tool}}}, nil)
	judge := guard.New(guard.Config{})
	keep := func(p tools.Part) (string, error) {
		if p.MIME != "image/png" {
			return "", nil
		}
		return "p1", nil
	}
	sound := journal.PartData{MIME: "audio/wav", Size: 2}
	for name, c := range map[string]struct {
		input string
		keep  func(tools.Part) (string, error)
		want  []journal.PartData
	}{
		"kept":          {`{"text":"x"}`, keep, []journal.PartData{{MIME: "image/png", Size: 13, Kept: "p1"}, sound}},
		"nobody keeps":  {`{"text":"x"}`, nil, []journal.PartData{{MIME: "image/png", Size: 13}, sound}},
		"the disk full": {`{"text":"x"}`, func(tools.Part) (string, error) { return "", errors.New("no space left") }, []journal.PartData{{MIME: "image/png", Size: 13}, sound}},
		"with secrets":  {`{"text":"x","path":".env"}`, keep, []journal.PartData{{MIME: "image/png", Size: 13}, sound}},
	} {
		t.Run(name, func(t *testing.T) {
			d := &door{}
			p := pipeline.New(pipeline.Config{
				Registry: func() *tools.Registry { return registry }, Hooks: func() hooks.Runner { return d },
				Guard: func() *guard.Guard { return judge }, Confirmer: d, Journal: d, Pictures: c.keep,
			})
			got, err := p.Call(t.Context(), pipeline.Request{Call: tools.Call{Tool: "look", Input: json.RawMessage(c.input)}})
			if err != nil || got.Error != nil || len(got.Parts) != 2 {
				t.Fatalf("the caller gets %+v, %v", got, err)
			}
			var kept []journal.PartData
			for _, e := range d.events {
				if e.Kind != journal.Finished {
					continue
				}
				var f journal.FinishedData
				if err := json.Unmarshal(e.Data, &f); err != nil {
					t.Fatal(err)
				}
				kept = f.Parts
			}
			if diff := cmp.Diff(c.want, kept); diff != "" {
				t.Error(diff)
			}
		})
	}
}
