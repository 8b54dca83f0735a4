package asking

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"handrail/operator/news"
	"handrail/tools"
)

// Forms is the list of servers' forms that wait for the person in the window
// (docs/spec/08-mcp.md). It implements tools.Former and is safe for concurrent use.
type Forms struct {
	mu      sync.Mutex
	waiting []*waitingForm
	changed func(news.PendingForm) // called without the lock, on every change of a form
	name    func(dir string) string
	now     func() time.Time
}

type waitingForm struct {
	news.PendingForm
	schema *tools.FormSchema     // nil: a page to open
	answer chan tools.FormAnswer // takes one
	timer  *time.Timer
}

// NewForms returns an empty list. changed hears of every change; name is what people
// call a space.
func NewForms(changed func(news.PendingForm), name func(dir string) string) *Forms {
	return &Forms{changed: changed, name: name, now: time.Now}
}

// Fill implements tools.Former: it waits until the window answers, the time is
// over, or ctx ends. A form that is not sound is an error.
func (q *Forms) Fill(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
	w := &waitingForm{PendingForm: news.PendingForm{Form: f, SpaceName: q.name(f.Space), Asked: q.now()}, answer: make(chan tools.FormAnswer, 1)}
	if f.URL == "" {
		schema, err := tools.ReadForm(f.Schema)
		if err != nil {
			return tools.FormAnswer{}, err
		}
		w.schema = schema
	}
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	first := w.PendingForm
	q.mu.Unlock()
	q.changed(first)

	answer, err := tools.FormAnswer{Action: tools.Cancel}, error(nil)
	select {
	case answer = <-w.answer:
	case <-ctx.Done():
		err = ctx.Err()
	}
	q.mu.Lock()
	q.waiting = slices.DeleteFunc(q.waiting, func(o *waitingForm) bool { return o == w })
	if w.timer != nil {
		w.timer.Stop()
	}
	w.Done, w.Action = true, answer.Action
	last := w.PendingForm
	q.mu.Unlock()
	q.changed(last)
	return answer, err
}

// List returns what waits, oldest first.
func (q *Forms) List() []news.PendingForm {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := make([]news.PendingForm, 0, len(q.waiting))
	for _, w := range q.waiting {
		out = append(out, w.PendingForm)
	}
	return out
}

// Shown tells that the window shows the form now. The clock starts with the first
// time; when it is over the server gets "cancel".
func (q *Forms) Shown(id string) (news.PendingForm, error) {
	q.mu.Lock()
	w := q.find(id)
	if w == nil {
		q.mu.Unlock()
		return news.PendingForm{}, errNoForm
	}
	started := w.timer == nil
	if started {
		w.Expires = q.now().Add(w.Limit)
		w.timer = time.AfterFunc(w.Limit, func() { w.settle(tools.FormAnswer{Action: tools.Cancel}) })
	}
	p := w.PendingForm
	q.mu.Unlock()
	if started {
		q.changed(p)
	}
	return p, nil
}

// Answer sends what the person has filled in. What does not fit is an error that
// holds a *tools.FieldError for each field, and the form goes on waiting. For a
// page to open, content is nil: the person has opened it.
func (q *Forms) Answer(id string, content json.RawMessage) error {
	q.mu.Lock()
	defer q.mu.Unlock()
	w := q.find(id)
	if w == nil {
		return errNoForm
	}
	answer := tools.FormAnswer{Action: tools.Accept}
	if w.schema != nil {
		checked, err := w.schema.Check(content)
		if err != nil {
			return fmt.Errorf("the form does not take this:\n%w", err)
		}
		answer.Content = checked
	}
	w.settle(answer)
	return nil
}

// Decline tells the server that the person does not want to say it.
func (q *Forms) Decline(id string) { q.end(id, tools.Decline) }

// Cancel closes the form without an answer.
func (q *Forms) Cancel(id string) { q.end(id, tools.Cancel) }

// end leaves alone what no longer waits: the first answer counts.
func (q *Forms) end(id string, action tools.FormAction) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w := q.find(id); w != nil {
		w.settle(tools.FormAnswer{Action: action})
	}
}

var errNoForm = errors.New("this form no longer waits: it was answered, is too late, or the server does not need it any more")

func (q *Forms) find(id string) *waitingForm {
	for _, w := range q.waiting {
		if w.ID == id {
			return w
		}
	}
	return nil
}

// settle hands over an answer, if it is the first.
func (w *waitingForm) settle(a tools.FormAnswer) {
	select {
	case w.answer <- a:
	default:
	}
}
