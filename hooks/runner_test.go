package hooks

import (
	"context"
	"errors"
	"os"
	"strings"
	"sync"
	"testing"
)

func TestWhichHooksSeeACall(t *testing.T) {
	event := func(tool string, phase Phase) Event { return Event{Tool: tool, Qualified: tool, Phase: phase} }
	tests := []struct {
		tools []string
		e     Event
		sees  bool
	}{
		{nil, event("read", PreTool), true},
		{[]string{"bash"}, event("bash", PreTool), true},
		{[]string{"bash"}, event("read", PreTool), false},
		{[]string{"bash"}, event("job_output", PreTool), false},
		{[]string{"bash"}, event("job_output", PostTool), true}, // what its job printed
		{[]string{"spawn"}, event("job_output", PostTool), true},
		{[]string{"write"}, event("job_output", PostTool), false},
		{[]string{"notes__add"}, Event{Phase: PreTool, Tool: "add-note", Qualified: "shop__add-note", StandsFor: "notes__add"}, true},
		{[]string{"notes__drop"}, Event{Phase: PreTool, Tool: "add-note", Qualified: "shop__add-note", StandsFor: "notes__add"}, false},
	}
	for _, tt := range tests {
		if got := New(Config{Env: os.Environ()}).covers(tt.tools, tt.e); got != tt.sees {
			t.Errorf("%v for %s at %s: %v", tt.tools, tt.e.Tool, tt.e.Phase, got)
		}
	}
}

func TestBarriers(t *testing.T) {
	barrier := Barrier{Tools: []string{"bash"}, Reason: "hook \"x\" cannot be loaded", File: "agent/hooks/a.json", Line: 3}
	acting := Barrier{SideEffects: true, Reason: "the file cannot be read", File: "agent/hooks/b.json"}
	e := Event{Phase: PreTool, Tool: "bash", SideEffect: true}
	read := Event{Phase: PreTool, Tool: "read"}
	tests := []struct {
		name     string
		barriers []Barrier
		e        Event
		shut     bool
	}{
		{"its tool", []Barrier{barrier}, e, true},
		{"another tool", []Barrier{barrier}, read, false},
		{"what acts", []Barrier{acting}, e, true},
		{"what only reads", []Barrier{acting}, read, false},
	}
	for _, tt := range tests {
		d, err := New(Config{Barriers: tt.barriers, Env: os.Environ()}).Run(t.Context(), tt.e)
		if err != nil || d.Block != tt.shut || d.Stop || tt.shut && (d.Reason == "" || len(d.Ran) != 1) {
			t.Errorf("%s: %+v, %v", tt.name, d, err)
		}
	}
}

// A hook that is held back: a blocking one shuts its tools before they act, also
// one that would look at the result; another is skipped and told of.
func TestHeldBack(t *testing.T) {
	for _, phase := range []Phase{PreTool, PostTool} {
		for _, blocks := range []bool{true, false} {
			h := hook("a", phase, "touch ran")
			h.Blocking, h.File = blocks, "agent/hooks/safety.json"
			dir := t.TempDir()
			engine := New(Config{Hooks: []Hook{h}, Dir: dir, Env: os.Environ(), Held: func(Hook) string { return "it changed" }})
			before, err := engine.Run(t.Context(), Event{Phase: PreTool, Tool: "bash"})
			if err != nil || before.Block != blocks || before.Stop || blocks && before.Reason != "it changed" {
				t.Errorf("%s, blocking=%v: %+v, %v", phase, blocks, before, err)
			}
			after, err := engine.Run(t.Context(), Event{Phase: PostTool, Tool: "bash"})
			if err != nil || after.Block != (blocks && phase == PostTool) {
				t.Errorf("%s, blocking=%v, after: %+v, %v", phase, blocks, after, err)
			}
			if ran := append(before.Ran, after.Ran...); len(ran) == 0 || ran[0].Reason != "it changed" || ran[0].Duration != 0 {
				t.Errorf("%s, blocking=%v: %+v", phase, blocks, ran)
			}
			if _, err := os.Stat(dir + "/ran"); err == nil {
				t.Error("it ran")
			}
		}
	}
}

// The output of another tool's program is shown to that tool's hooks, and stays withheld where
// such a hook is broken.
func TestHooksOfTheToolWhoseOutputItIs(t *testing.T) {
	h := blocking(hook("a", PostTool, "exit 1"))
	h.Tools = []string{"dump"}
	engine := New(Config{Hooks: []Hook{h}, Dir: t.TempDir(), Env: os.Environ()})
	shut := New(Config{Barriers: []Barrier{{Tools: []string{"dump"}, Reason: "it is broken"}}, Dir: t.TempDir(), Env: os.Environ()})
	for of, blocks := range map[string]bool{"dump": true, "other": false, "": false} {
		for _, e := range []*Engine{engine, shut} {
			if d, err := e.Run(t.Context(), Event{Phase: PostTool, Tool: "job_output", OutputOf: of, Content: "x"}); err != nil || d.Block != blocks {
				t.Errorf("of %q: %+v, %v", of, d, err)
			}
		}
	}
}

func TestSwitchedOff(t *testing.T) {
	off := blocking(hook("a", PreTool, "exit 1"))
	off.Enabled = false
	if d := bench(t, off).run(t, PreTool, `{}`); d.Block || len(d.Ran) != 0 {
		t.Errorf("%+v", d)
	}
	engine := New(Config{Hooks: []Hook{off}, Dir: t.TempDir(), Env: os.Environ(), Off: func(context.Context) func(Hook) bool { return func(Hook) bool { return false } }})
	if d, err := engine.Run(t.Context(), Event{Phase: PreTool, Tool: "bash"}); err != nil || !d.Block {
		t.Errorf("the person's word counts before the author's: %+v, %v", d, err)
	}
}

func TestCancelled(t *testing.T) {
	s := bench(t, blocking(hook("a", PreTool, "sleep 60")))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if d, err := s.Run(ctx, s.event(PreTool, `{}`)); !errors.Is(err, context.Canceled) || d.Block {
		t.Errorf("%+v, %v", d, err)
	}
}

// Ten calls at once, with real processes: each gets its own answer.
func TestAtOnce(t *testing.T) {
	s := bench(t, blocking(hook("a", PreTool, `case "$TOOL_INPUT" in *odd*) exit 1;; esac; printf '{"tool":"bash","input":{"command":"checked"}}'`)))
	s.c.Count = nil
	var all sync.WaitGroup
	for n := range 10 {
		all.Go(func() {
			word := []string{"even", "odd"}[n%2]
			d, err := s.Run(context.Background(), s.event(PreTool, `{"command":"`+word+`"}`))
			if err != nil || d.Block != (n%2 == 1) || !d.Block && string(d.Input) != `{"command":"checked"}` {
				t.Errorf("%s: %+v, %v", word, d, err)
			}
		})
	}
	all.Wait()
}

func TestCounted(t *testing.T) {
	s := bench(t, hook("ok", PreTool, "true"), hook("warns", PreTool, "exit 2"), blocking(hook("blocks", PreTool, "exit 1")))
	s.run(t, PreTool, `{}`)
	if len(s.runs) != 3 {
		t.Fatalf("%+v", s.runs)
	}
	for i, want := range []Run{{ID: "ok"}, {ID: "warns", Error: "exit code 2"}, {ID: "blocks", Blocked: true}} {
		got := s.runs[i]
		if got.ID != want.ID || got.Blocked != want.Blocked || !strings.Contains(got.Error, want.Error) || (got.Error == "") != (want.Error == "") || got.Took <= 0 || got.At.IsZero() {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
}

func TestTry(t *testing.T) {
	off := blocking(hook("a", PreTool, `echo spoken >&2; echo '{"block":true,"message":"no"}'`))
	off.Enabled, off.Tools = false, []string{"write"}
	s := bench(t, off, hook("b", PreTool, `echo '{"block":false,"modified_input":{"x":1}}'`))
	got, err := s.Try(t.Context(), "a", s.event(PostTool, `{}`))
	if err != nil || got.Effect != Refuse || got.Covers || got.ExitCode != 0 || got.Decision.Reason != "no" || strings.TrimSpace(got.Stderr) != "spoken" || got.Took <= 0 {
		t.Errorf("%+v, %v", got, err)
	}
	if got, err := s.Try(t.Context(), "b", s.event(PreTool, `{}`)); err != nil || got.Effect != Continue || string(got.Decision.Input) != `{"x":1}` {
		t.Errorf("%+v, %v", got, err)
	}
	if _, err := s.Try(t.Context(), "c", s.event(PreTool, `{}`)); err == nil || !strings.Contains(err.Error(), `no hook "c"`) {
		t.Error(err)
	}
	if len(s.runs) != 0 {
		t.Errorf("a trial was counted: %+v", s.runs)
	}
}
