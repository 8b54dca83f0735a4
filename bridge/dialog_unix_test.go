//go:build unix && !darwin

package bridge

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/bridge/bridgetest"
	"handrail/tools"
)

// An asked question is one that waits for its answer.
type asked struct {
	answer tools.Answer
	err    error
	done   chan struct{}
}

// ask asks in the background.
func ask(ctx context.Context, c tools.Confirmer, q tools.Question) *asked {
	a := &asked{done: make(chan struct{})}
	go func() {
		defer close(a.done)
		a.answer, a.err = c.Confirm(ctx, q)
	}()
	return a
}

// wait waits until the question has ended, one way or another.
func (a *asked) wait(screen *bridgetest.Screen) {
	select {
	case <-a.done:
	case <-time.After(time.Minute):
		screen.Fatalf("no answer within a minute")
	}
}

// verdict waits for the answer.
func (a *asked) verdict(t *testing.T, screen *bridgetest.Screen) tools.Verdict {
	t.Helper()
	a.wait(screen)
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
			if got := a.verdict(t, screen); got != test.want {
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
	if got := a.verdict(t, screen); got != tools.Expire {
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
	a.wait(screen)
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
	two.Limit = time.Second
	a := ask(t.Context(), confirmer, one)
	screen.Window("Handrail: run one?")
	waiting, cancel := context.WithCancel(t.Context())
	never := ask(waiting, confirmer, deployQuestion())
	b := ask(t.Context(), confirmer, two)
	cancel()
	never.wait(screen)
	if !errors.Is(never.err, context.Canceled) {
		t.Errorf("a question taken back while it waits: error %v", never.err)
	}
	if n := screen.Windows("Handrail: run"); n != 1 {
		t.Errorf("%d dialogs stand open, want 1", n)
	}
	closing := time.Now()
	screen.Press("Tab", "Return")
	if got := a.verdict(t, screen); got != tools.RunOnce {
		t.Errorf("first: %q", got)
	}
	if got := b.verdict(t, screen); got != tools.Expire {
		t.Errorf("second: %q", got)
	}
	// The clock of the second started when it was shown, not when it was asked.
	if stood := time.Since(closing); stood < two.Limit {
		t.Errorf("the second stood for %v at most, want %v", stood, two.Limit)
	}
}

func TestDialogShowsTextLiterally(t *testing.T) {
	screen := bridgetest.Start(t)
	bus := screen.StartBus()
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	q := deployQuestion()
	q.Caller.Name = `<b>"root"</b>`
	q.Preview.Detail = "echo <b>bold</b> &amp; %s %n \\n \\\\ \\101 &#60; \x1b[31m\n\trm -rf \u202etxt.exe\u00a0/ _x 漢字"
	a := ask(t.Context(), confirmer, q)
	screen.Window("Handrail: run deploy?")
	screen.Picture(t.ArtifactDir() + "/literal.png")
	text := strings.ReplaceAll(strings.Join(bus.Texts("zenity"), "\n"), leftToRight, "")
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
	a.verdict(t, screen)
}

func TestDialogThatIsFull(t *testing.T) {
	screen := bridgetest.Start(t)
	confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
	q := deployQuestion()
	q.Preview.Detail = strings.Repeat(strings.Repeat("W", dialogColumns)+"\n", dialogLines-2)
	a := ask(t.Context(), confirmer, q)
	window := screen.Window("Handrail: run deploy?")
	screen.Picture(t.ArtifactDir() + "/full.png")
	if w, h := screen.Size(window); w > 1024 || h > 700 {
		t.Errorf("24 lines of 100 columns take %dx%d: on a screen of 1024x768 the buttons may be out of reach", w, h)
	}
	screen.Press("Tab", "Return")
	if got := a.verdict(t, screen); got != tools.RunOnce {
		t.Errorf("got %q, want %q", got, tools.RunOnce)
	}
}

func TestDialogForLongText(t *testing.T) {
	screen := bridgetest.Start(t)
	q := deployQuestion()
	q.Preview.Detail = numbered(80)
	for _, test := range []struct {
		name   string
		keys   []string
		review tools.Confirmer
		want   tools.Answer
	}{
		{"denied", []string{"Return"}, Fixed(tools.RunOnce), tools.Answer{Verdict: tools.Deny, Where: whereDialog}},
		{"closed", []string{"Escape"}, Fixed(tools.RunOnce),
			tools.Answer{Verdict: tools.Expire, Where: whereDialog, Reason: "the dialog was closed without an answer"}},
		{"reviewed, and answered there", []string{"Tab", "Return"}, Fixed(tools.RunOnce),
			tools.Answer{Verdict: tools.RunOnce, Where: whereFixed, Reason: "--confirm allow answers every question with “Run once”"}},
		{"the review is not possible", []string{"Tab", "Return"}, Chain(),
			tools.Answer{Verdict: tools.Deny, Where: tools.WhereNobody, Reason: "it could not be reviewed: " + nobody(nil).Error()}},
	} {
		t.Run(test.name, func(t *testing.T) {
			screen := screen.With(t)
			confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()}), Review: test.review}
			a := ask(t.Context(), confirmer, q)
			screen.Window("Handrail: run deploy?")
			screen.Picture(t.ArtifactDir() + "/long.png")
			screen.Press(test.keys...)
			a.wait(screen)
			if a.err != nil {
				t.Fatal(a.err)
			}
			if diff := cmp.Diff(test.want, a.answer); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("nowhere to review it", func(t *testing.T) {
		confirmer := &Confirmer{Dialogs: New(Config{Env: screen.Env()})}
		answer, err := confirmer.Confirm(t.Context(), q)
		if err != nil || answer.Verdict != tools.Deny || !strings.Contains(answer.Reason, "82 lines") {
			t.Errorf("got %+v, %v; want a denial that says how long it is", answer, err)
		}
	})
}
