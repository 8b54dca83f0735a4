//go:build unix && !darwin

package bridge

import (
	"testing"
	"time"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

func offered() tools.Question {
	q := deployQuestion()
	q.Offers = []tools.Offer{
		{ID: "act/session", Label: "Always allow exactly this, in this session"},
		{ID: "pattern/space", Label: "Always allow commands that begin with <b>git</b> & more, in this space"},
	}
	return q
}

// TestAlwaysInADialog goes through the list behind Always…, and the entry behind
// Deny with a reason….
func TestAlwaysInADialog(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	// From Deny, which has the keyboard, on to Run once, the text, Always…, and
	// Deny with a reason….
	toAlways := func(screen *bridgetest.Screen) {
		screen.Window("Handrail: run deploy?")
		screen.Press("Tab", "Tab", "Tab", "Return")
		screen.Window("Handrail: always allow?")
	}
	for _, test := range []struct {
		name string
		do   func(screen *bridgetest.Screen)
		want tools.Answer
	}{
		{"the first line is the way back, and the question denies by itself", func(screen *bridgetest.Screen) {
			toAlways(screen)
			screen.Press("space", "Return")
			screen.Window("Handrail: run deploy?")
			screen.Press("Return")
		}, tools.Answer{Verdict: tools.Deny, Where: whereDialog}},
		{"Return alone picks nothing; Escape leads back", func(screen *bridgetest.Screen) {
			toAlways(screen)
			screen.Press("Return", "Escape")
			screen.Window("Handrail: run deploy?")
			screen.Press("Escape")
		}, tools.Answer{Verdict: tools.Expire, Reason: "the dialog was closed without an answer", Where: whereDialog}},
		{"the narrowest", func(screen *bridgetest.Screen) {
			toAlways(screen)
			screen.Press("Down", "Return")
		}, tools.Answer{Verdict: tools.RunOnce, Offer: "act/session", Where: whereDialog}},
		{"a label is literal", func(screen *bridgetest.Screen) {
			toAlways(screen)
			screen.Press("Down", "Down", "Return")
		}, tools.Answer{Verdict: tools.RunOnce, Offer: "pattern/space", Where: whereDialog}},
		{"a reason", func(screen *bridgetest.Screen) {
			screen.Window("Handrail: run deploy?")
			screen.Press("shift+Tab", "Return")
			screen.Window("Handrail: deny deploy")
			screen.Type("use the staging branch")
			screen.Press("Return")
		}, tools.Answer{Verdict: tools.Deny, Reason: "use the staging branch", Where: whereDialog}},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			a := ask(t.Context(), confirmer, offered())
			test.do(screen)
			a.wait(screen)
			if a.err != nil || a.answer.Verdict != test.want.Verdict || a.answer.Offer != test.want.Offer || a.answer.Reason != test.want.Reason || a.answer.Where != test.want.Where {
				t.Errorf("got %+v, %v; want %+v", a.answer, a.err, test.want)
			}
		})
	}
}

// TestTheListBehindAlwaysIsKilled ends the dialog program in the middle: nobody
// has answered, and nothing may run.
func TestTheListBehindAlwaysIsKilled(t *testing.T) {
	screen := bridgetest.Start(t)
	a := ask(t.Context(), &Confirmer{Dialogs: New(Config{Env: screen.Env()})}, offered())
	screen.Window("Handrail: run deploy?")
	screen.Press("Tab", "Tab", "Tab", "Return")
	screen.Run("xdotool", "windowkill", screen.Window("Handrail: always allow?"))
	a.wait(screen)
	if a.err == nil || a.answer.Verdict == tools.RunOnce {
		t.Errorf("got %+v, %v", a.answer, a.err)
	}
}

func TestTheLimitHoldsForTheListToo(t *testing.T) {
	screen := bridgetest.Start(t)
	q := offered()
	q.Limit = 12 * time.Second
	a := ask(t.Context(), &Confirmer{Dialogs: New(Config{Env: screen.Env()})}, q)
	screen.Window("Handrail: run deploy?")
	screen.Press("Tab", "Tab", "Tab", "Return")
	if got := a.verdict(t, screen); got != tools.Expire {
		t.Errorf("it ends with %q", got)
	}
}
