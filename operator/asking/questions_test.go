package asking

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"handrail/operator/news"
	"handrail/tools"
)

func TestQuestions(t *testing.T) {
	tests := []struct {
		name    string
		do      func(q *Questions, cancel func())
		verdict tools.Verdict
		err     error
		state   news.QuestionState
	}{
		{"run", func(q *Questions, _ func()) { q.Answer("1", Answer{Run: true}) }, tools.RunOnce, nil, news.Answered},
		{"deny", func(q *Questions, _ func()) { q.Answer("1", Answer{Reason: "no"}) }, tools.Deny, nil, news.Refused},
		{"the first answer counts", func(q *Questions, _ func()) {
			q.Answer("1", Answer{})
			q.Answer("1", Answer{Run: true})
		}, tools.Deny, nil, news.Refused},
		{"an answer to another one", func(q *Questions, _ func()) {
			q.Answer("2", Answer{Run: true})
			q.Answer("1", Answer{})
		}, tools.Deny, nil, news.Refused},
		{"shown and not answered", func(q *Questions, _ func()) { _, _ = q.Shown("1") }, tools.Expire, nil, news.TimedOut},
		{"withdrawn", func(_ *Questions, cancel func()) { cancel() }, "", context.Canceled, news.Withdrawn},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var mu sync.Mutex
				var states []news.QuestionState
				q := NewQuestions(func(p news.Pending) {
					mu.Lock()
					defer mu.Unlock()
					states = append(states, p.State)
				}, strings.ToUpper)
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				go func() {
					synctest.Wait()
					tt.do(q, cancel)
				}()
				answer, err := q.Confirm(ctx, tools.Question{ID: "1", Limit: time.Minute})
				if answer.Verdict != tt.verdict || !errors.Is(err, tt.err) {
					t.Errorf("got %q, %v; want %q, %v", answer.Verdict, err, tt.verdict, tt.err)
				}
				mu.Lock()
				defer mu.Unlock()
				if last := states[len(states)-1]; last != tt.state {
					t.Errorf("the question ends as %s, want %s", last, tt.state)
				}
				if left := q.List(); len(left) != 0 {
					t.Errorf("%d questions still wait", len(left))
				}
			})
		})
	}
}

func TestTheClockStartsWhenAQuestionIsShown(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQuestions(func(news.Pending) {}, strings.ToUpper)
		done := make(chan tools.Verdict)
		go func() {
			a, _ := q.Confirm(t.Context(), tools.Question{ID: "1", Limit: time.Minute})
			done <- a.Verdict
		}()
		time.Sleep(time.Hour)
		synctest.Wait()
		if p := q.List(); len(p) != 1 || !p[0].Expires.IsZero() {
			t.Fatalf("after an hour unseen the list is %+v", p)
		}
		first, err := q.Shown("1")
		if err != nil {
			t.Fatal(err)
		}
		time.Sleep(30 * time.Second)
		again, err := q.Shown("1")
		if err != nil || !again.Expires.Equal(first.Expires) {
			t.Errorf("showing it again moves the end from %v to %v, %v", first.Expires, again.Expires, err)
		}
		if v := <-done; v != tools.Expire {
			t.Errorf("it ends with %q", v)
		}
		if _, err := q.Shown("1"); err == nil {
			t.Error("a question that is over can be shown")
		}
	})
}

// A question of another machine is listed with its name, and is not ended by what ends those of this one.
func TestQuestionsOfAnotherMachine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := NewQuestions(func(news.Pending) {}, strings.ToUpper)
		done := make(chan tools.Answer, 2)
		for _, machine := range []string{"", "laptop"} {
			go func() {
				a, _ := q.Confirm(t.Context(), tools.Question{ID: "of " + machine, Space: "shop", Machine: machine, Limit: time.Hour})
				done <- a
			}()
		}
		synctest.Wait()
		if n := q.DenyAll("you stopped everything"); n != 1 {
			t.Errorf("%d were denied", n)
		}
		if a := <-done; a.Reason != "you stopped everything" {
			t.Errorf("%+v", a)
		}
		synctest.Wait()
		if left := q.List(); len(left) != 1 || left[0].SpaceName != "SHOP on laptop" {
			t.Errorf("there waits %+v", left)
		}
		q.Answer("of laptop", Answer{Run: true})
		if a := <-done; a.Verdict != tools.RunOnce {
			t.Errorf("%+v", a)
		}
	})
}

// A question that stands in a dialog says so, its clock runs from then on, and the person can
// take it over: then it is the window's.
func TestAQuestionInADialog(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var seen []news.DialogState
		q := NewQuestions(func(p news.Pending) {
			mu.Lock()
			defer mu.Unlock()
			seen = append(seen, p.Dialog)
		}, strings.ToUpper)
		asked := q.Beside(func(list tools.Confirmer) tools.Confirmer {
			return confirmerFunc(func(ctx context.Context, ask tools.Question) (tools.Answer, error) {
				q.Standing(ask.ID, news.DialogComing)
				time.Sleep(time.Hour)
				q.Standing(ask.ID, news.DialogOpen)
				<-q.Taken(ask.ID)
				return list.Confirm(ctx, ask)
			})
		})
		done := make(chan tools.Answer, 1)
		go func() {
			a, _ := asked.Confirm(t.Context(), tools.Question{ID: "1", Limit: time.Minute})
			done <- a
		}()
		synctest.Wait()
		if p := q.List()[0]; p.Dialog != news.DialogComing || !p.Expires.IsZero() {
			t.Errorf("while the dialog comes: %+v", p)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if p := q.List()[0]; p.Dialog != news.DialogOpen || p.Expires.IsZero() {
			t.Errorf("while it stands: %+v", p)
		}
		if err := q.TakeOver("1"); err != nil {
			t.Fatal(err)
		}
		if err := q.TakeOver("1"); err != nil { // somebody pressed twice
			t.Error(err)
		}
		synctest.Wait()
		q.Answer("1", Answer{Run: true})
		if a := <-done; a.Verdict != tools.RunOnce {
			t.Errorf("%+v", a)
		}
		if err := q.TakeOver("1"); err == nil {
			t.Error("what no longer waits was taken over")
		}
		q.Standing("1", news.DialogOpen) // too late: nothing
		mu.Lock()
		defer mu.Unlock()
		if want := []news.DialogState{"", "coming", "open", "", "", ""}; !slices.Equal(seen, want) {
			t.Errorf("the window was told %q, want %q", seen, want)
		}
	})
}

type confirmerFunc func(context.Context, tools.Question) (tools.Answer, error)

func (f confirmerFunc) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	return f(ctx, q)
}
