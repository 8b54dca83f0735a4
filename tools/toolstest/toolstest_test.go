package toolstest_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"handrail/tools"
	"handrail/tools/toolstest"
)

type noteIn struct {
	Text string `json:"text" doc:"what to note"`
}

// A tool made with Define passes, and writes only when it runs.
func TestADefinedToolPasses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "note")
	tool, err := tools.Define[noteIn, string](tools.Info{Name: "note", Description: "notes a text", Source: "builtin", SideEffect: true},
		func(_ context.Context, _ tools.Call, in noteIn) (tools.Act[string], error) {
			p := tools.Preview{Title: "Note", Detail: in.Text, Effects: []tools.Effect{{Kind: tools.EffectWrite, Target: path}}}
			return tools.Act[string]{Preview: p, Run: func(ctx context.Context, _ tools.Output) (string, error) {
				if err := ctx.Err(); err != nil {
					return "", err
				}
				return "noted", os.WriteFile(path, []byte(in.Text), 0o600)
			}}, nil
		})
	if err != nil {
		t.Fatal(err)
	}
	toolstest.Run(t, toolstest.Case{Tool: tool, Input: `{"text":"a"}`, Other: `{"text":"b"}`, Folder: dir})
	if got, err := os.ReadFile(path); err != nil || string(got) != "a" {
		t.Errorf("the note is %q, %v", got, err)
	}
}
