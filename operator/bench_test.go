package operator

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"testing"

	"handrail/journal"
	"handrail/operator/settings"
	"handrail/tools"
)

// A person is a Confirmer that a test plays.
type person struct {
	asked  chan tools.Question
	answer func(context.Context, tools.Question) (tools.Answer, error)
}

// Confirm implements tools.Confirmer.
func (p *person) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	select {
	case p.asked <- q:
	default: // nobody looks
	}
	return p.answer(ctx, q)
}

func yes(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.RunOnce, Where: "test"}, nil
}

// A bench is an open space with the person beside it.
type bench struct {
	t      *testing.T
	o      *Operator
	s      *Space
	dir    string
	person *person
}

func (b *bench) trust() {
	b.t.Helper()
	if err := b.s.Trust().Approve(b.t.Context(), b.s.Trust().State().Inventory().Digest); err != nil {
		b.t.Fatal(err)
	}
}

// agent makes calls as an agent of the space does.
func (b *bench) agent() *Calls {
	b.t.Helper()
	calls, err := b.s.Calls(CallsConfig{Origin: journal.FromTry, Caller: tools.Caller{Kind: tools.CallerAgent, Name: "main"}})
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() {
		if err := calls.Close(); err != nil {
			b.t.Error(err)
		}
	})
	return calls
}

func (b *bench) call(tool, input string) tools.Result {
	b.t.Helper()
	_, result, err := b.agent().Call(b.t.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err != nil {
		b.t.Fatalf("%s: %v", tool, err)
	}
	return result
}

func code(r tools.Result) tools.Code {
	if r.Error == nil {
		return ""
	}
	return r.Error.Code
}

// openFiles opens a space that holds these files.
func openFiles(t *testing.T, files map[string]string) *Space {
	t.Helper()
	home := t.TempDir()
	dir := filepath.Join(home, "my project")
	for name, text := range files {
		writeFile(t, filepath.Join(dir, name), text)
	}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	o, err := Open(t.Context(), Config{
		Dirs: settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}, Version: "0", Home: home,
		Environ:   settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home}},
		Confirmer: func(*Operator) tools.Confirmer { return &person{answer: yes} },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := o.Close(); err != nil {
			t.Error(err)
		}
	})
	s, err := o.OpenSpace(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func writeFile(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}
