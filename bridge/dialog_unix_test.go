//go:build unix && !darwin

package bridge

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

// An asked question is one that waits for its answer.
type asked struct {
	answer tools.Answer
	err    error
	done   chan struct{}
}

// ask asks in the background. A test that fails leaves the dialog open until a
// picture of it has been taken.
func ask(ctx context.Context, c tools.Confirmer, q tools.Question) *asked {
	a := &asked{done: make(chan struct{})}
	go func() {
		defer close(a.done)
		a.answer, a.err = c.Confirm(ctx, q)
	}()
	return a
}

// verdict waits for the answer.
func (a *asked) verdict(t *testing.T) tools.Verdict {
	t.Helper()
	select {
	case <-a.done:
	case <-time.After(time.Minute):
		t.Fatal("no answer within a minute")
	}
	if a.err != nil {
		t.Fatalf("error %v", a.err)
	}
	if a.answer.Where != whereDialog {
		t.Errorf("answered at %q, want %q", a.answer.Where, whereDialog)
	}
	return a.answer.Verdict
}

func TestDialogAnswers(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	for _, test := range []struct {
		name string
		keys []string
		want tools.Verdict
	}{
		{"run once, by moving to it first", []string{"Tab", "Return"}, tools.RunOnce},
		{"the default button denies", []string{"Return"}, tools.Deny},
		{"the space bar denies", []string{"space"}, tools.Deny},
		{"Escape leaves it without an answer", []string{"Escape"}, tools.Expire},
		{"closed by the window manager", []string{"alt+F4"}, tools.Expire},
		{"letters typed into it answer nothing", []string{"y", "r", "Y", "Return"}, tools.Deny},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			a := ask(t.Context(), confirmer, deployQuestion())
			screen.Window("Handrail: run deploy?")
			screen.Press(test.keys...)
			if got := a.verdict(t); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
			if screen.Windows("Handrail") != 0 {
				t.Error("the dialog is still open")
			}
		})
	}
}

func TestDialogExpires(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	q := deployQuestion()
	q.Limit = time.Second
	a := ask(t.Context(), confirmer, q)
	if got := a.verdict(t); got != tools.Expire {
		t.Errorf("got %q, want %q", got, tools.Expire)
	}
	if want := "nobody answered within 1 s"; a.answer.Reason != want {
		t.Errorf("reason %q, want %q", a.answer.Reason, want)
	}
	if screen.Windows("Handrail") != 0 {
		t.Error("the dialog is still open")
	}
}

func TestDialogIsTakenBack(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	ctx, cancel := context.WithCancel(t.Context())
	a := ask(ctx, confirmer, deployQuestion())
	screen.Window("Handrail: run deploy?")
	cancel()
	<-a.done
	if !errors.Is(a.err, context.Canceled) {
		t.Errorf("error %v, want %v", a.err, context.Canceled)
	}
	if screen.Windows("Handrail") != 0 {
		t.Error("the dialog is still open")
	}
}

func TestDialogsComeOneAfterTheOther(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	one, two := deployQuestion(), deployQuestion()
	one.Tool, two.Tool = "one", "two"
	// The clock of the second starts when it is shown: it does not expire
	// behind the first, which stands open for longer than its limit.
	two.Limit = 30 * time.Second
	a := ask(t.Context(), confirmer, one)
	screen.Window("Handrail: run one?")
	waiting, cancel := context.WithCancel(t.Context())
	never := ask(waiting, confirmer, deployQuestion())
	b := ask(t.Context(), confirmer, two)
	cancel()
	<-never.done
	if !errors.Is(never.err, context.Canceled) {
		t.Errorf("a question taken back while it waits: error %v", never.err)
	}
	if n := screen.Windows("Handrail: run"); n != 1 {
		t.Errorf("%d dialogs stand open, want 1", n)
	}
	screen.Press("Tab", "Return")
	if got := a.verdict(t); got != tools.RunOnce {
		t.Errorf("first: %q", got)
	}
	screen.Window("Handrail: run two?")
	screen.Press("Return")
	if got := b.verdict(t); got != tools.Deny {
		t.Errorf("second: %q", got)
	}
}

func TestDialogShowsTextLiterally(t *testing.T) {
	screen := bridgetest.Start(t)
	screen.StartBus()
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	q := deployQuestion()
	q.Caller.Name = `<b>"root"</b>`
	q.Preview.Detail = "echo <b>bold</b> &amp; %s %n \\n \\\\ \\101 &#60; \x1b[31m\n\trm -rf \u202etxt.exe\u00a0/ _x 漢字"
	a := ask(t.Context(), confirmer, q)
	screen.Window("Handrail: run deploy?")
	screen.Picture(t.ArtifactDir() + "/literal.png")
	text := strings.ReplaceAll(strings.Join(screen.Texts("zenity"), "\n"), leftToRight, "")
	for _, want := range []string{
		`The agent "<b>\"root\"</b>" asks to run deploy` + "\n",
		"│ echo <b>bold</b> &amp; %s %n \\n \\\\ \\101 &#60; ⟨U+001B⟩[31m\n" +
			"│ →   rm -rf ⟨U+202E⟩txt.exe⟨U+00A0⟩/ _x 漢字\n",
		"Space: /home/ada/project\n",
		"Why you are asked: its author wants a yes to every run\n",
		"│ run    /usr/bin/bash\n│ reach  staging.example.com\n",
		"Deny\n", "Run once",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("the dialog does not show %q", want)
		}
	}
	if t.Failed() {
		t.Logf("it shows:\n%s", text)
	}
	screen.Press("Escape")
	a.verdict(t)
}
