package bridge

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// A tty is a terminal with a person at it, made of pipes.
type tty struct {
	terminal *Terminal
	in, keys *os.File
	screen   *screenText
}

func newTTY(t *testing.T) *tty {
	t.Helper()
	in, keys, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = in.Close(); _ = keys.Close() })
	screen := &screenText{changed: make(chan struct{}, 1)}
	return &tty{terminal: NewTerminal(in, screen, 80), in: in, keys: keys, screen: screen}
}

func (p *tty) write(t *testing.T, text string) {
	t.Helper()
	if _, err := p.keys.WriteString(text); err != nil {
		t.Fatal(err)
	}
}

// expect waits until text has been printed, and forgets what came before it.
func (p *tty) expect(t *testing.T, text string) { t.Helper(); p.screen.expect(t, text) }

// A screenText is what a terminal has printed and a test has not looked at.
type screenText struct {
	mu      sync.Mutex
	text    bytes.Buffer
	changed chan struct{}
}

func (s *screenText) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	select {
	case s.changed <- struct{}{}:
	default:
	}
	return s.text.Write(p)
}

func (s *screenText) take(text string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := bytes.Index(s.text.Bytes(), []byte(text))
	if i >= 0 {
		s.text.Next(i + len(text))
	}
	return i >= 0
}

// all is everything printed since.
func (s *screenText) all() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.text.String()
}

func (s *screenText) expect(t *testing.T, text string) {
	t.Helper()
	s.until(t, text, func() bool { return s.take(text) })
}

// until waits for a condition on what was printed.
func (s *screenText) until(t *testing.T, what string, condition func() bool) {
	t.Helper()
	late := time.After(time.Minute)
	for !condition() {
		select {
		case <-s.changed:
		case <-late:
			t.Fatalf("%q was not printed; this was:\n%s", what, s.all())
		}
	}
}

type gotAnswer struct {
	answer tools.Answer
	err    error
}

func answerOf(ctx context.Context, c tools.Confirmer, q tools.Question) <-chan gotAnswer {
	got := make(chan gotAnswer, 1)
	go func() {
		a, err := c.Confirm(ctx, q)
		got <- gotAnswer{a, err}
	}()
	return got
}

func TestTerminalAnswers(t *testing.T) {
	for _, test := range []struct {
		typed []string
		want  tools.Verdict
	}{
		{[]string{"y\n"}, tools.RunOnce},
		{[]string{" Yes \n"}, tools.RunOnce},
		{[]string{"n\n"}, tools.Deny},
		{[]string{"\n"}, tools.Deny},
		{[]string{"what?\n", "r\n", "yy\n", "y\n"}, tools.RunOnce},
		{[]string{"what?\n", "\n"}, tools.Deny},
	} {
		p := newTTY(t)
		a := answerOf(t.Context(), p.terminal, deployQuestion())
		for _, line := range test.typed {
			p.expect(t, "y: run once, d WHY: deny with a reason, N: deny, within 10 min >")
			p.write(t, line)
		}
		got := <-a
		if diff := cmp.Diff(tools.Answer{Verdict: test.want, Where: "terminal"}, got.answer); diff != "" || got.err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", test.typed, got.err, diff)
		}
	}
}

func TestTerminalShowsTheWhole(t *testing.T) {
	p := newTTY(t)
	q := deployQuestion()
	q.Preview.Detail = "echo \x1b[2J\u202e\r\nrm " + strings.Repeat("x", 80)
	q.Limit = 90 * time.Second
	a := answerOf(t.Context(), p.terminal, q)
	var shown string
	p.screen.until(t, "a prompt", func() bool {
		shown = p.screen.all()
		return strings.HasSuffix(shown, "> ")
	})
	p.write(t, "\n")
	<-a
	want := `
The agent "architect" asks to run deploy
“Deploy to Staging”
Space: /home/ada/project
Why you are asked: its author wants a yes to every run

│ echo ⟨U+001B⟩[2J⟨U+202E⟩⟨U+000D⟩
│ rm ` + strings.Repeat("x", 74) + `
↪ xxxxxx

It would
│ run    /usr/bin/bash
│ reach  staging.example.com

y: run once, d WHY: deny with a reason, N: deny, within 90 s > `
	if diff := cmp.Diff(want, shown); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTerminalPagesLongText(t *testing.T) {
	p := newTTY(t)
	q := deployQuestion()
	q.Preview.Detail, q.Preview.Effects = numbered(60), nil
	a := answerOf(t.Context(), p.terminal, q)
	p.expect(t, "│ line 8\n… and 52 more lines\n\nr: read all 60 lines, d WHY: deny with a reason, N: deny, within 10 min >")
	p.write(t, "y\n")
	p.expect(t, "You haven't seen all of it yet. Read it first.\n\nr: read all 60 lines")
	p.write(t, "r\n")
	p.expect(t, "│ line 1\n")
	p.expect(t, "│ line 24\nlines 1 to 24 of 60, Enter: go on, q: stop >")
	p.write(t, "q\n")
	p.expect(t, "r: read all 60 lines, d WHY: deny with a reason, N: deny")
	p.write(t, "r\n")
	p.expect(t, "lines 1 to 24 of 60")
	p.write(t, "\n")
	p.expect(t, "│ line 25\n")
	p.expect(t, "lines 25 to 48 of 60")
	p.write(t, "\n")
	p.expect(t, "│ line 60\n\ny: run once, r: read again, d WHY: deny with a reason, N: deny, within 10 min >")
	p.write(t, "y\n")
	if got := <-a; got.err != nil || got.answer.Verdict != tools.RunOnce {
		t.Errorf("got %+v", got)
	}
}

func TestTerminalEndsWithoutAnAnswer(t *testing.T) {
	t.Run("expired", func(t *testing.T) {
		p := newTTY(t)
		q := deployQuestion()
		q.Limit = 20 * time.Millisecond
		got := <-answerOf(t.Context(), p.terminal, q)
		want := tools.Answer{Verdict: tools.Expire, Where: "terminal", Reason: "nobody answered within 20ms"}
		if diff := cmp.Diff(want, got.answer); diff != "" || got.err != nil {
			t.Errorf("%v (-want +got):\n%s", got.err, diff)
		}
	})
	t.Run("closed", func(t *testing.T) {
		p := newTTY(t)
		a := answerOf(t.Context(), p.terminal, deployQuestion())
		p.expect(t, ">")
		_ = p.keys.Close()
		want := tools.Answer{Verdict: tools.Expire, Where: "terminal", Reason: "the terminal was closed without an answer"}
		got := <-a
		if diff := cmp.Diff(want, got.answer); diff != "" || got.err != nil {
			t.Errorf("%v (-want +got):\n%s", got.err, diff)
		}
	})
	t.Run("closed after half an answer", func(t *testing.T) {
		p := newTTY(t)
		a := answerOf(t.Context(), p.terminal, deployQuestion())
		p.expect(t, ">")
		p.write(t, "y")
		_ = p.keys.Close()
		if got := <-a; got.answer.Verdict != tools.Expire {
			t.Errorf("got %+v, want no answer from a line that was not finished", got)
		}
	})
	t.Run("broken", func(t *testing.T) {
		p := newTTY(t)
		_ = p.in.Close()
		if got := <-answerOf(t.Context(), p.terminal, deployQuestion()); got.err == nil || got.answer.Verdict != "" {
			t.Errorf("got %+v, want an error", got)
		}
	})
	t.Run("endless line", func(t *testing.T) {
		p := newTTY(t)
		a := answerOf(t.Context(), p.terminal, deployQuestion())
		p.expect(t, ">")
		p.write(t, strings.Repeat("y", 9000))
		if got := <-a; got.err == nil || got.answer.Verdict != "" {
			t.Errorf("got %+v, want an error", got)
		}
	})
}

// Two questions at once come one after the other, and the clock of the second
// starts when it is shown.
func TestTerminalAsksOneAfterTheOther(t *testing.T) {
	p := newTTY(t)
	one, two := deployQuestion(), deployQuestion()
	one.Tool, two.Tool = "one", "two"
	a := answerOf(t.Context(), p.terminal, one)
	p.expect(t, "asks to run one")
	p.expect(t, ">")
	ctx, cancel := context.WithCancel(t.Context())
	b := answerOf(ctx, p.terminal, two)
	c := answerOf(t.Context(), p.terminal, two)
	cancel()
	if got := <-b; !errors.Is(got.err, context.Canceled) {
		t.Errorf("a question taken back while it waits: %+v", got)
	}
	// What follows the answer in the same breath answers nothing more.
	p.write(t, "y\ny\n")
	if got := <-a; got.answer.Verdict != tools.RunOnce {
		t.Errorf("the first: %+v", got)
	}
	p.expect(t, "asks to run two")
	p.expect(t, ">")
	p.write(t, "n\n")
	if got := <-c; got.answer.Verdict != tools.Deny {
		t.Errorf("the second: %+v", got)
	}
}

// An input without deadlines cannot be woken: the line that is begun before a
// question stands there does not answer it.
func TestTerminalWithoutDeadlines(t *testing.T) {
	in, keys := io.Pipe()
	screen := &screenText{changed: make(chan struct{}, 1)}
	terminal := NewTerminal(in, screen, 0)
	ctx, cancel := context.WithCancel(t.Context())
	a := answerOf(ctx, terminal, deployQuestion())
	screen.expect(t, ">")
	cancel()
	if got := <-a; !errors.Is(got.err, context.Canceled) {
		t.Errorf("taken back: %+v", got)
	}
	b := answerOf(t.Context(), terminal, deployQuestion())
	screen.expect(t, "y: run once")
	for _, line := range []string{"y\n", "n\n"} {
		if _, err := keys.Write([]byte(line)); err != nil {
			t.Fatal(err)
		}
		if line == "y\n" {
			screen.expect(t, "typed before the question was here; please answer again")
		}
	}
	if got := <-b; got.answer.Verdict != tools.Deny {
		t.Errorf("got %+v, want the second line to be the answer", got)
	}
}
