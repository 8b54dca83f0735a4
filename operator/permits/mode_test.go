package permits_test

import (
	"os"
	"strings"
	"testing"

	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
)

func TestTheModeOfASpaceIsSet(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{}}`}, Trusted: true})
	ctx := t.Context()
	if r := b.S.Permits().Rules(); r.Mode != guard.Workspace || r.Own != "" || r.Shared != guard.Workspace {
		t.Errorf("at first: %s, own %q, shared %s", r.Mode, r.Own, r.Shared)
	}
	told := make(chan guard.Mode, 8)
	t.Cleanup(b.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnSpace {
			told <- b.S.Mode()
		}
	}))
	for _, mode := range guard.Modes() {
		if err := b.S.Permits().SetMode(ctx, mode); err != nil {
			t.Fatal(err)
		}
		if r := b.S.Permits().Rules(); r.Mode != mode || r.Own != mode || b.S.Mode() != mode {
			t.Errorf("%s was set: %s, own %q", mode, r.Mode, r.Own)
		}
		if got := <-told; got != mode {
			t.Errorf("the window was told of %s", got)
		}
	}
	if err := b.S.Permits().SetMode(ctx, "yolo"); err == nil || b.S.Mode() != guard.Workspace {
		t.Errorf("a mode that is none is taken: %v, %s", err, b.S.Mode())
	}
	if err := b.S.Walls().SetNetwork(ctx, []string{"loopback"}); err != nil {
		t.Fatal(err)
	}
	if err := b.S.Permits().SetMode(ctx, ""); err != nil {
		t.Fatal(err)
	}
	if r := b.S.Permits().Rules(); r.Own != "" || r.Mode != guard.Workspace {
		t.Errorf("it does not follow the others: %+v", r)
	}
	if err := b.S.Walls().SetNetwork(ctx, nil); err != nil {
		t.Fatal(err)
	}
	raw, err := os.ReadFile(b.S.Permits().Rules().File)
	if err != nil || strings.Contains(string(raw), "per_space") {
		t.Errorf("a trace is left: %s, %v", raw, err)
	}
}

// What the mode says holds at the next call; without trust there is none but
// read-only.
func TestTheModeHoldsAtTheNextCall(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{}}`}, Trusted: true})
	ctx := t.Context()
	write := func() string {
		t.Helper()
		return string(b.S.Forecast(ctx, "write", `{"path":"a.txt","content":"x"}`).Verdict.Outcome)
	}
	for _, c := range []struct {
		mode guard.Mode
		want string
	}{{guard.ReadOnly, "deny"}, {guard.AskAll, "ask"}} {
		if err := b.S.Permits().SetMode(ctx, c.mode); err != nil {
			t.Fatal(err)
		}
		if got := write(); got != c.want {
			t.Errorf("in %s a write is %q, want %q", c.mode, got, c.want)
		}
	}
	if err := b.S.Trust().Distrust(ctx); err != nil {
		t.Fatal(err)
	}
	err := b.S.Permits().SetMode(ctx, guard.Workspace)
	if err == nil || !strings.Contains(err.Error(), "not trusted") {
		t.Errorf("a space that is not trusted takes a mode: %v", err)
	}
	if got := write(); got != "deny" || b.S.Mode() != guard.ReadOnly {
		t.Errorf("a write is %q in %s", got, b.S.Mode())
	}
	b.Trust()
	if got := b.S.Mode(); got != guard.AskAll {
		t.Errorf("trusted again, the mode is %s", got)
	}
}

// A limit that cannot be one closes the space, and says so.
func TestLimitsBelowNothing(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	for text, closed := range map[string]bool{
		`{"limits":{"memory_mb":-5}}`: true, `{"limits":{"processes":-1}}`: true, `{"limits":{"memory_mb":64,"processes":9}}`: false, `{}`: false,
	} {
		operatortest.WriteFile(t, b.O.Settings().Path(), text)
		b.Reload()
		if got := b.S.Mode() == guard.ReadOnly; got != closed {
			t.Errorf("%s: closed %v, want %v; %v", text, got, closed, b.S.Problems())
		}
	}
}
