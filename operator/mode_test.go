package operator

import (
	"os"
	"strings"
	"testing"

	"handrail/operator/news"
	"handrail/pipeline/guard"
)

func TestTheModeOfASpaceIsSet(t *testing.T) {
	b := newHandBench(t, noHands)
	ctx := t.Context()
	if r := b.s.Rules(); r.Mode != guard.Workspace || r.Own != "" || r.Shared != guard.Workspace {
		t.Errorf("at first: %s, own %q, shared %s", r.Mode, r.Own, r.Shared)
	}
	told := make(chan guard.Mode, 8)
	t.Cleanup(b.o.hub.Listen(func(e news.Event) {
		if e.Kind == news.OnSpace {
			told <- b.s.Mode()
		}
	}))
	for _, mode := range guard.Modes() {
		if err := b.s.SetMode(ctx, mode); err != nil {
			t.Fatal(err)
		}
		if r := b.s.Rules(); r.Mode != mode || r.Own != mode || b.s.Mode() != mode {
			t.Errorf("%s was set: %s, own %q", mode, r.Mode, r.Own)
		}
		if got := <-told; got != mode {
			t.Errorf("the window was told of %s", got)
		}
	}
	if err := b.s.SetMode(ctx, "yolo"); err == nil || b.s.Mode() != guard.Workspace {
		t.Errorf("a mode that is none is taken: %v, %s", err, b.s.Mode())
	}
	if err := b.s.walls.SetNetwork(ctx, []string{"loopback"}); err != nil {
		t.Fatal(err)
	}
	if err := b.s.SetMode(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if r := b.s.Rules(); r.Own != "" || r.Mode != guard.Workspace {
		t.Errorf("it does not follow the others: %+v", r)
	}
	if err := b.s.walls.SetNetwork(ctx, nil); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(b.s.Rules().File)
	if err != nil || strings.Contains(string(raw), "per_space") {
		t.Errorf("a trace is left: %s, %v", raw, err)
	}
}

// What the mode says holds at the next call; without trust there is none but
// read-only.
func TestTheModeHoldsAtTheNextCall(t *testing.T) {
	b := newHandBench(t, noHands)
	ctx := t.Context()
	write := func() string {
		t.Helper()
		return string(b.s.Forecast(ctx, "write", `{"path":"a.txt","content":"x"}`).Verdict.Outcome)
	}
	for _, c := range []struct {
		mode guard.Mode
		want string
	}{{guard.ReadOnly, "deny"}, {guard.AskAll, "ask"}} {
		if err := b.s.SetMode(ctx, c.mode); err != nil {
			t.Fatal(err)
		}
		if got := write(); got != c.want {
			t.Errorf("in %s a write is %q, want %q", c.mode, got, c.want)
		}
	}
	if err := b.s.Trust().Distrust(ctx); err != nil {
		t.Fatal(err)
	}
	err := b.s.SetMode(ctx, guard.Workspace)
	if err == nil || !strings.Contains(err.Error(), "not trusted") {
		t.Errorf("a space that is not trusted takes a mode: %v", err)
	}
	if got := write(); got != "deny" || b.s.Mode() != guard.ReadOnly {
		t.Errorf("a write is %q in %s", got, b.s.Mode())
	}
	b.trust()
	if got := b.s.Mode(); got != guard.AskAll {
		t.Errorf("trusted again, the mode is %s", got)
	}
}
