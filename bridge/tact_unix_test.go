//go:build unix && !darwin

package bridge

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
	"time"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

func TestTactOfADialog(t *testing.T) {
	front := true
	typed := time.Time{}
	tact := &Tact{InFront: func() bool { return front }, Typed: func() time.Time { return typed }}
	question := func(kind tools.DeciderKind) tools.Question { return tools.Question{By: tools.Decider{Kind: kind}} }
	for _, tt := range []struct {
		name  string
		front bool
		kind  tools.DeciderKind
		typed time.Duration // ago
		asked time.Duration // ago
		want  bool
	}{
		{"behind, a mode asks", false, tools.ByMode, 0, 0, true},
		{"in front, a mode asks", true, tools.ByMode, time.Hour, time.Hour, false},
		{"in front, a rule asks", true, tools.ByRule, time.Hour, time.Hour, false},
		{"in front, confirm", true, tools.ByConfirm, time.Hour, 0, true},
		{"in front, a built-in rule asks", true, tools.ByBuiltin, time.Hour, 0, true},
		{"in front, confirm, while one types", true, tools.ByConfirm, 0, 0, false},
		{"in front, confirm, while one types on and on", true, tools.ByConfirm, 0, typingMost, true},
		{"behind, while one types", false, tools.ByConfirm, 0, 0, true},
	} {
		front, typed = tt.front, time.Now().Add(-tt.typed)
		if got := tact.wants(question(tt.kind)) && !tact.disturbs(time.Now().Add(-tt.asked)); got != tt.want {
			t.Errorf("%s: %v, want %v", tt.name, got, tt.want)
		}
	}
	if none := (*Tact)(nil); !none.wants(question(tools.ByMode)) || none.disturbs(time.Now()) {
		t.Error("without a window there is nothing to wait for")
	}
}

// A question that the window can settle brings no dialog while the window is in
// front, and holds up none that comes after it.
func TestADialogWaitsUntilTheWindowIsLeft(t *testing.T) {
	screen := bridgetest.Start(t)
	var left atomic.Bool
	tact := &Tact{InFront: func() bool { return !left.Load() }, Typed: func() time.Time { return time.Time{} }}
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()}), Tact: tact}
	plain, always := deployQuestion(), deployQuestion()
	plain.Tool, plain.By = "plain", tools.Decider{Kind: tools.ByMode}
	always.Tool, always.By = "always", tools.Decider{Kind: tools.ByConfirm}
	a := ask(t.Context(), confirmer, plain)
	b := ask(t.Context(), confirmer, always)
	screen.Window("Handrail: run always?")
	if n := screen.Windows("Handrail: run plain?"); n != 0 {
		t.Errorf("%d dialogs for what the window asks", n)
	}
	screen.Press("Return")
	if got := b.verdict(t, screen); got != tools.Deny {
		t.Errorf("always: %q", got)
	}
	if n := screen.Windows("Handrail: run"); n != 0 {
		t.Errorf("%d dialogs while the window is in front", n)
	}
	left.Store(true)
	screen.Window("Handrail: run plain?")
	screen.Press("Return")
	if got := a.verdict(t, screen); got != tools.Deny {
		t.Errorf("plain: %q", got)
	}
}

// What is pressed while a dialog comes up was meant for something else.
func TestNothingCountsUntilADialogHasSettled(t *testing.T) {
	screen := bridgetest.Start(t)
	var shown atomic.Int64 // more with each dialog
	roots := func() []string { shown.Add(1); return nil }
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env(), Roots: roots}), Settles: time.Hour}
	ctx, takeBack := context.WithCancel(t.Context())
	a := ask(ctx, confirmer, deployQuestion())
	for _, key := range []string{"space", "Return", "Escape"} {
		screen.Window("Handrail: run deploy?")
		before := shown.Load()
		screen.Press(key)
		for end := time.Now().Add(time.Minute); shown.Load() == before; time.Sleep(20 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("the dialog does not come back after %s", key)
			}
		}
	}
	takeBack()
	if a.wait(screen); !errors.Is(a.err, context.Canceled) {
		t.Errorf("%+v, %v", a.answer, a.err)
	}
}

// What the person has set says when there is a dialog, whatever asks.
func TestWhenADialogIsWanted(t *testing.T) {
	for _, tt := range []struct {
		when            When
		confirm, mode   bool // in front
		away, awayToAsk bool // not in front: confirm, mode
	}{
		{"", true, false, true, true},
		{Usual, true, false, true, true},
		{Always, true, true, true, true},
		{Away, false, false, true, true},
		{Never, false, false, false, false},
	} {
		front := true
		tact := &Tact{InFront: func() bool { return front }, When: func() When { return tt.when }}
		confirm, mode := tools.Question{By: tools.Decider{Kind: tools.ByConfirm}}, tools.Question{By: tools.Decider{Kind: tools.ByMode}}
		if got := [2]bool{tact.wants(confirm), tact.wants(mode)}; got != [2]bool{tt.confirm, tt.mode} {
			t.Errorf("%q, in front: %v", tt.when, got)
		}
		front = false
		if got := [2]bool{tact.wants(confirm), tact.wants(mode)}; got != [2]bool{tt.away, tt.awayToAsk} {
			t.Errorf("%q, not in front: %v", tt.when, got)
		}
	}
}

// What the person sets counts at once, also for a question that waits, and the window is told where
// each stands.
func TestASettingCountsForWhatWaits(t *testing.T) {
	screen := bridgetest.Start(t)
	var when atomic.Value
	when.Store(Never)
	stood := make(chan Stand, 1000)
	tact := &Tact{
		InFront: func() bool { return false }, Typed: func() time.Time { return time.Time{} },
		When: func() When { w, _ := when.Load().(When); return w }, Stands: func(_ string, s Stand) { stood <- s },
	}
	a := ask(t.Context(), &Confirmer{Dialogs: New(Config{Env: screen.Env()}), Tact: tact}, deployQuestion())
	if s := <-stood; s != InWindow {
		t.Errorf("never a dialog: it stands %q", s)
	}
	if n := screen.Windows("Handrail: run deploy?"); n != 0 {
		t.Fatalf("%d dialogs", n)
	}
	when.Store(Always)
	screen.Window("Handrail: run deploy?")
	screen.Press("Return")
	if got := a.verdict(t, screen); got != tools.Deny {
		t.Errorf("%q", got)
	}
	last := InWindow
	var open bool
	for len(stood) > 0 {
		last = <-stood
		open = open || last == Open
	}
	if !open || last != InWindow {
		t.Errorf("it stood open: %v, and in the end %q", open, last)
	}
}

// The window takes a question over: its dialog closes, and the one that waits behind it comes up.
func TestTheWindowTakesAQuestionOver(t *testing.T) {
	screen := bridgetest.Start(t)
	taken := map[string]chan struct{}{"one": make(chan struct{}), "two": make(chan struct{}), "three": make(chan struct{})}
	tact := &Tact{InFront: func() bool { return false }, Typed: func() time.Time { return time.Time{} }, Taken: func(id string) <-chan struct{} { return taken[id] }}
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()}), Tact: tact}
	asking := func(id string) *asked {
		q := deployQuestion()
		q.ID, q.Tool = id, id
		return ask(t.Context(), confirmer, q)
	}
	one := asking("one")
	screen.Window("Handrail: run one?")
	two := asking("two")
	three := asking("three")
	close(taken["two"]) // before its dialog has come up
	two.wait(screen)
	close(taken["one"])
	one.wait(screen)
	for name, a := range map[string]*asked{"one": one, "two": two} {
		if !errors.Is(a.err, errTaken) {
			t.Errorf("%s: %+v, %v", name, a.answer, a.err)
		}
	}
	screen.Window("Handrail: run three?")
	if n := screen.Windows("Handrail: run"); n != 1 {
		t.Errorf("%d dialogs stand open", n)
	}
	screen.Press("Return")
	if got := three.verdict(t, screen); got != tools.Deny {
		t.Errorf("three: %q", got)
	}
}
