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

const noHands = `{"version":"1","tools":{}}`

// A handBench is an open space with hands in it, trusted.
type handBench struct {
	t      *testing.T
	o      *Operator
	s      *Space
	dir    string
	person *person
}

func newHandBench(t *testing.T, ctxnest string) *handBench {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return newHandBenchAt(t, home, settings.Dirs{Config: filepath.Join(home, "config"), Data: filepath.Join(home, "data")}, ctxnest)
}

// newHandBenchAt is newHandBench with folders of the caller's choice; home is
// real.
func newHandBenchAt(t *testing.T, home string, dirs settings.Dirs, ctxnest string) *handBench {
	t.Helper()
	var err error
	b := &handBench{t: t, dir: filepath.Join(home, "my-project"), person: &person{asked: make(chan tools.Question, 8), answer: yes}}
	b.file("ctxnest.json", ctxnest)
	b.o, err = Open(t.Context(), Config{
		Dirs: dirs, Version: "0", Home: home,
		Environ:   settings.Environ{Vars: []string{"PATH=" + os.Getenv("PATH"), "HOME=" + home, "USER=kim", "LANG=C.UTF-8"}},
		Confirmer: func(*Operator) tools.Confirmer { return b.person },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := b.o.Close(); err != nil {
			t.Error(err)
		}
	})
	if b.s, err = b.o.OpenSpace(t.Context(), b.dir); err != nil {
		t.Fatal(err)
	}
	b.trust()
	return b
}

func (b *handBench) trust() {
	b.t.Helper()
	if err := b.s.Trust().Approve(b.t.Context(), b.s.Trust().State().Inventory().Digest); err != nil {
		b.t.Fatal(err)
	}
}

func (b *handBench) file(name, text string) {
	b.t.Helper()
	path := filepath.Join(b.dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		b.t.Fatal(err)
	}
}

// agent makes calls as an agent of the space does.
func (b *handBench) agent() *Calls {
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

func (b *handBench) call(tool, input string) tools.Result {
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
