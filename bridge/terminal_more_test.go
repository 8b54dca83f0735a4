package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// TestTerminalAnswersBeyondYes: a lasting yes, a reason, a changed input.
func TestTerminalAnswersBeyondYes(t *testing.T) {
	q := deployQuestion()
	q.Input = []byte(`{"branch":"main","wait":true}`)
	q.Offers = []tools.Offer{{ID: "act/session", Label: "Always allow exactly this, in this session"}, {ID: "act/space", Label: "Always allow exactly\u202e this, in this space"}}
	const whole = "y: run once, a: always…, i: show the input, e NAME=VALUE: change it, d WHY: deny with a reason, N: deny, within 10 min >"
	for _, test := range []struct {
		name  string
		typed []string
		shown string
		want  tools.Answer
	}{
		{"a lasting yes by its number", []string{"a\n", "2\n"}, "  2  Always allow exactly⟨U+202E⟩ this, in this space", tools.Answer{Verdict: tools.RunOnce, Offer: "act/space"}},
		{"back from the list", []string{"a\n", "\n", "\n"}, "", tools.Answer{Verdict: tools.Deny}},
		{"a number that is none is the way back", []string{"a\n", "3\n", "y\n"}, "", tools.Answer{Verdict: tools.RunOnce}},
		{"a y in the list is no number", []string{"a\n", "y\n", "n\n"}, "", tools.Answer{Verdict: tools.Deny}},
		{"a reason", []string{"d  use the   staging branch\n"}, "", tools.Answer{Verdict: tools.Deny, Reason: "use the staging branch"}},
		{"the input is shown and changed", []string{"i\n", "e branch=staging now\n"}, "│   \"branch\": \"main\",", tools.Answer{Verdict: tools.RunOnce, Input: []byte(`{"branch":"staging now","wait":true}`)}},
		{"any other value", []string{"e wait:=false\n"}, "", tools.Answer{Verdict: tools.RunOnce, Input: []byte(`{"branch":"main","wait":false}`)}},
		{"a change that is none", []string{"e wait:=maybe\n", "n\n"}, "the value of wait:= is not JSON", tools.Answer{Verdict: tools.Deny}},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := newTTY(t)
			got := answerOf(t.Context(), p.terminal, q)
			p.expect(t, whole)
			for i, line := range test.typed {
				if i > 0 {
					p.expect(t, test.shown)
					p.expect(t, ">")
				}
				p.write(t, line)
			}
			end := <-got
			test.want.Where = whereTerminal
			if diff := cmp.Diff(test.want, end.answer); diff != "" || end.err != nil {
				t.Errorf("%v (-want +got):\n%s", end.err, diff)
			}
		})
	}
}

// A lasting yes says by which command it is taken back.
func TestTerminalSaysHowAYesIsTakenBack(t *testing.T) {
	for server, want := range map[string]string{"": "with `handrail grants revoke`.", "notes": "with `handrail servers allow notes --reset`."} {
		q := deployQuestion()
		q.Offers = []tools.Offer{{ID: "one", Label: "Always", Server: server}}
		p := newTTY(t)
		got := answerOf(t.Context(), p.terminal, q)
		p.expect(t, "within 10 min >")
		p.write(t, "a\n")
		p.expect(t, want)
		p.expect(t, ">")
		p.write(t, "1\n")
		if end := <-got; end.answer.Offer != "one" {
			t.Errorf("%+v", end)
		}
	}
}

// However often the terminal of this process was opened, one question or form stands on it at a time, and what is typed is for that one.
func TestOneQuestionOnTheTerminalOfAProcess(t *testing.T) {
	p := newTTY(t)
	first, second, third := p.terminal.ofProcess(), NewTerminal(p.in, p.screen, 80).ofProcess(), NewTerminal(p.in, p.screen, 80).ofProcess()
	filled := make(chan tools.FormAnswer, 1)
	go func() {
		answer, _ := (&FormTerminal{Terminal: first}).Fill(t.Context(), tools.Form{Server: "notes", Message: "Type y", Schema: json.RawMessage(`{"type":"object","properties":{"n":{"type":"string"}}}`)})
		filled <- answer
	}()
	p.expect(t, "> ")
	questions := []<-chan gotAnswer{answerOf(t.Context(), second, deployQuestion()), answerOf(t.Context(), third, deployQuestion())}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := second.Confirm(ctx, deployQuestion()); !errors.Is(err, context.Canceled) {
		t.Errorf("one that is taken back while it waits: %v", err)
	}
	p.write(t, "y\n")
	p.expect(t, "y: yes, N: decline")
	if text := p.screen.all(); strings.Contains(text, "asks to run") {
		t.Errorf("a question stands below the form: %s", text)
	}
	p.write(t, "y\n")
	if got := <-filled; got.Action != tools.Accept {
		t.Errorf("the form: %+v", got)
	}
	for _, typed := range []string{"y\n", "n\n"} {
		p.expect(t, "asks to run")
		p.expect(t, "> ")
		if text := p.screen.all(); strings.Contains(text, "asks to run") {
			t.Errorf("two questions stand there: %s", text)
		}
		p.write(t, typed)
	}
	one, two := <-questions[0], <-questions[1]
	if one.answer.Verdict == two.answer.Verdict {
		t.Errorf("one line answered both: %+v, %+v", one, two)
	}
}
