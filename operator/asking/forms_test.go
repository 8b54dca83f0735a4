package asking

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"handrail/operator/news"
	"handrail/tools"
)

// A form waits until it is answered; what does not fit goes back to the person.
func TestForms(t *testing.T) {
	schema := json.RawMessage(`{"type":"object","properties":{"n":{"type":"integer","maximum":3}},"required":["n"]}`)
	for name, c := range map[string]struct {
		do   func(t *testing.T, q *Forms, cancel func())
		want string
		err  error
	}{
		"accept": {func(t *testing.T, q *Forms, _ func()) {
			for _, bad := range []string{`{}`, `{"n":4}`, `{"n":1,"m":2}`, `x`} {
				var field *tools.FieldError
				if err := q.Answer("f", json.RawMessage(bad)); err == nil || bad != "x" && !errors.As(err, &field) {
					t.Errorf("%s: %v", bad, err)
				}
			}
			if err := q.Answer("f", json.RawMessage(`{ "n": 2 }`)); err != nil {
				t.Error(err)
			}
			q.Cancel("f") // the first answer counts
		}, `accept {"n":2}`, nil},
		"decline": {func(_ *testing.T, q *Forms, _ func()) { q.Decline("f") }, "decline ", nil},
		"cancel":  {func(_ *testing.T, q *Forms, _ func()) { q.Cancel("f") }, "cancel ", nil},
		"too late": {func(t *testing.T, q *Forms, _ func()) {
			time.Sleep(24 * time.Hour) // nobody has seen it: the clock stands still
			if len(q.List()) != 1 {
				t.Error("it did not wait to be shown")
			}
			for range 2 {
				if p, err := q.Shown("f"); err != nil || p.Expires.IsZero() {
					t.Errorf("%+v, %v", p, err)
				}
				time.Sleep(4 * time.Minute)
			}
		}, "cancel ", nil},
		"taken back": {func(_ *testing.T, _ *Forms, cancel func()) { cancel() }, " ", context.Canceled},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var events []news.PendingForm
				q := NewForms(func(f news.PendingForm) { events = append(events, f) }, func(string) string { return "Shop" })
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				type result struct {
					answer tools.FormAnswer
					err    error
				}
				done := make(chan result, 1)
				go func() {
					a, err := q.Fill(ctx, tools.Form{ID: "f", Server: "s", Schema: schema, Limit: 5 * time.Minute})
					done <- result{a, err}
				}()
				synctest.Wait()
				c.do(t, q, cancel)
				got := <-done
				if text := string(got.answer.Action) + " " + string(got.answer.Content); !errors.Is(got.err, c.err) || c.err == nil && text != c.want {
					t.Errorf("got %q, %v", text, got.err)
				}
				if len(q.List()) != 0 || !events[len(events)-1].Done || events[0].SpaceName != "Shop" {
					t.Errorf("it is left behind: %+v", events)
				}
				if _, err := q.Shown("f"); err == nil || q.Answer("f", nil) == nil {
					t.Error("it can still be answered")
				}
			})
		})
	}
}

func TestFormsRefuseWhatIsNotSound(t *testing.T) {
	q := NewForms(func(news.PendingForm) { t.Error("it was shown") }, func(string) string { return "" })
	if _, err := q.Fill(t.Context(), tools.Form{ID: "f", Schema: json.RawMessage(`{"type":"object","$ref":"#"}`)}); err == nil || !strings.Contains(err.Error(), "$ref") {
		t.Errorf("got %v", err)
	}
}
