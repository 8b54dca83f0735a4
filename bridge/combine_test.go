package bridge

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

func TestFixed(t *testing.T) {
	for verdict, want := range map[tools.Verdict]tools.Answer{
		tools.RunOnce: {Verdict: tools.RunOnce, Where: "--confirm", Reason: "--confirm allow answers every question with “Run once”"},
		tools.Deny:    {Verdict: tools.Deny, Where: "--confirm", Reason: "--confirm deny answers every question with “Deny”"},
		"":            {Verdict: tools.Deny, Where: "--confirm", Reason: "--confirm deny answers every question with “Deny”"},
		"anything":    {Verdict: tools.Deny, Where: "--confirm", Reason: "--confirm deny answers every question with “Deny”"},
	} {
		got, err := Fixed(verdict).Confirm(t.Context(), tools.Question{})
		if diff := cmp.Diff(want, got); diff != "" || err != nil {
			t.Errorf("%q: %v (-want +got):\n%s", verdict, err, diff)
		}
	}
	if got, err := Fixed(tools.Deny).Confirm(t.Context(), tools.Question{Reason: "it deletes"}); err != nil || !strings.HasSuffix(got.Reason, "; this call asked, since it deletes") {
		t.Errorf("why it asked is not said: %+v, %v", got, err)
	}
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Fixed(tools.RunOnce).Confirm(gone, tools.Question{}); !errors.Is(err, context.Canceled) {
		t.Errorf("of a call that is cancelled: error %v", err)
	}
}

func TestChain(t *testing.T) {
	gone := newTTY(t)
	_ = gone.in.Close()
	got, err := Chain(gone.terminal, Fixed(tools.RunOnce), Fixed(tools.Deny)).Confirm(t.Context(), deployQuestion())
	if err != nil || got.Verdict != tools.RunOnce {
		t.Errorf("got %+v, %v; want the answer of the first that could ask", got, err)
	}
	_, err = Chain(gone.terminal, gone.terminal).Confirm(t.Context(), deployQuestion())
	if err == nil || strings.Count(err.Error(), "the terminal cannot be asked") != 2 {
		t.Errorf("error %v, want both reasons", err)
	}
	if _, err = Chain().Confirm(t.Context(), deployQuestion()); err == nil || !strings.Contains(err.Error(), "nobody can be asked") {
		t.Errorf("an empty chain: error %v", err)
	}
	cancelled, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err = Chain(Fixed(tools.RunOnce), Fixed(tools.RunOnce)).Confirm(cancelled, deployQuestion()); !errors.Is(err, context.Canceled) {
		t.Errorf("of a call that is cancelled: error %v", err)
	}
}

func TestFirst(t *testing.T) {
	one, two := newTTY(t), newTTY(t)
	gone := newTTY(t)
	_ = gone.in.Close()
	both := First(gone.terminal, one.terminal, two.terminal)

	t.Run("the first answer closes the other", func(t *testing.T) {
		a := answerOf(t.Context(), both, deployQuestion())
		one.expect(t, "y: run once")
		two.expect(t, "y: run once")
		two.write(t, "y\n")
		if got := <-a; got.err != nil || got.answer.Verdict != tools.RunOnce {
			t.Errorf("got %+v", got)
		}
		one.expect(t, "Withdrawn.")
	})
	t.Run("a late answer to the other counts for nothing", func(t *testing.T) {
		a := answerOf(t.Context(), both, deployQuestion())
		one.expect(t, "y: run once")
		two.expect(t, "y: run once")
		one.write(t, "n\n")
		if got := <-a; got.err != nil || got.answer.Verdict != tools.Deny {
			t.Errorf("got %+v", got)
		}
		two.expect(t, "Withdrawn.")
		two.write(t, "y\n")
		q := deployQuestion()
		q.Limit = 50 * time.Millisecond
		if got := <-answerOf(t.Context(), Chain(two.terminal), q); got.answer.Verdict == tools.RunOnce {
			t.Errorf("the next question was answered by what was typed before it: %+v", got)
		}
	})
	t.Run("taken back from all", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		a := answerOf(ctx, both, deployQuestion())
		one.expect(t, "y: run once")
		two.expect(t, "y: run once")
		cancel()
		if got := <-a; !errors.Is(got.err, context.Canceled) {
			t.Errorf("got %+v", got)
		}
		one.expect(t, "Withdrawn.")
		two.expect(t, "Withdrawn.")
	})
	t.Run("nobody at all", func(t *testing.T) {
		if _, err := First().Confirm(t.Context(), deployQuestion()); err == nil || !strings.Contains(err.Error(), "nobody can be asked") {
			t.Errorf("error %v", err)
		}
	})
}
