// Package asking lists what waits for the person in the window: calls to confirm, and
// forms of servers to fill in.
package asking

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"slices"
	"sync"
	"time"

	"handrail/operator/news"
	"handrail/tools"
)

// Questions is the list of calls that wait for the person in the window. It
// implements tools.Confirmer and is safe for concurrent use.
type Questions struct {
	mu      sync.Mutex
	waiting []*question
	changed func(news.Pending) // called without the lock, on every change of a question
	name    func(dir string) string
	now     func() time.Time
}

type question struct {
	news.Pending
	answer chan tools.Answer // takes one
	timer  *time.Timer
	taken  chan struct{} // closed when the person takes it over from a dialog
}

// NewQuestions returns an empty list. changed hears of every change; name is what
// people call a space.
func NewQuestions(changed func(news.Pending), name func(dir string) string) *Questions {
	return &Questions{changed: changed, name: name, now: time.Now}
}

// Confirm implements tools.Confirmer: it waits until the window answers, the
// time is over, or ctx ends.
func (q *Questions) Confirm(ctx context.Context, ask tools.Question) (tools.Answer, error) {
	return q.Beside(func(list tools.Confirmer) tools.Confirmer { return list }).Confirm(ctx, ask)
}

// Beside asks in this list and elsewhere, as wrap arranges it: it gets the list for one
// question, which stands in it before wrap's Confirmer is asked. So Standing and Taken
// find it.
func (q *Questions) Beside(wrap func(list tools.Confirmer) tools.Confirmer) tools.Confirmer {
	return beside{q, wrap}
}

type beside struct {
	list *Questions
	wrap func(tools.Confirmer) tools.Confirmer
}

// Confirm implements tools.Confirmer.
func (b beside) Confirm(ctx context.Context, ask tools.Question) (tools.Answer, error) {
	w := b.list.add(ask)
	own := &listed{w: w}
	answer, err := b.wrap(own).Confirm(ctx, ask)
	b.list.remove(ctx, w, own.answered, answer)
	return answer, err
}

// listed is one question of the list as a Confirmer: it is asked once.
type listed struct {
	w        *question
	answered bool // here, and not elsewhere
}

// Confirm implements tools.Confirmer.
func (l *listed) Confirm(ctx context.Context, _ tools.Question) (tools.Answer, error) {
	select {
	case answer := <-l.w.answer:
		l.answered = true
		return answer, nil
	case <-ctx.Done():
		return tools.Answer{}, ctx.Err()
	}
}

// add lists a question.
func (q *Questions) add(ask tools.Question) *question {
	name := q.name(ask.Space)
	if ask.Machine != "" {
		name = cmp.Or(ask.Called, name) + " on " + ask.Machine
	}
	w := &question{
		Pending: news.Pending{Question: ask, SpaceName: name, Asked: q.now(), State: news.Waiting},
		answer:  make(chan tools.Answer, 1), taken: make(chan struct{}),
	}
	q.mu.Lock()
	q.waiting = append(q.waiting, w)
	first := w.Pending
	q.mu.Unlock()
	q.changed(first)
	return w
}

// remove takes a question off the list, with its answer, or with what the end of ctx says of who answered it.
func (q *Questions) remove(ctx context.Context, w *question, here bool, answer tools.Answer) {
	q.mu.Lock()
	q.waiting = slices.DeleteFunc(q.waiting, func(o *question) bool { return o == w })
	if w.timer != nil {
		w.timer.Stop()
	}
	switch {
	case !here:
		w.State = news.Withdrawn
		var why tools.TakenBack
		if errors.As(context.Cause(ctx), &why) {
			w.Ended = string(why)
		}
	case answer.Verdict == tools.RunOnce:
		w.State = news.Answered
	case answer.Verdict == tools.Expire:
		w.State = news.TimedOut
	default:
		w.State = news.Refused
	}
	last := w.Pending
	q.mu.Unlock()
	q.changed(last)
}

// Standing notes whether a question is asked in a dialog now. From when it stands there,
// its clock runs. One that does not wait is left alone.
func (q *Questions) Standing(id string, at news.DialogState) {
	q.mu.Lock()
	w := q.find(id)
	if w == nil || w.Dialog == at {
		q.mu.Unlock()
		return
	}
	w.Dialog = at
	if at == news.DialogOpen {
		q.start(w)
	}
	p := w.Pending
	q.mu.Unlock()
	q.changed(p)
}

// Taken is closed when the person takes a question over from its dialog into the window.
// Of one that does not wait it is nil.
func (q *Questions) Taken(id string) <-chan struct{} {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w := q.find(id); w != nil {
		return w.taken
	}
	return nil
}

// TakeOver has a question asked in the window and in no dialog, from now on.
func (q *Questions) TakeOver(id string) error {
	q.mu.Lock()
	w := q.find(id)
	if w == nil {
		q.mu.Unlock()
		return ErrNoQuestion
	}
	select {
	case <-w.taken:
	default:
		close(w.taken)
	}
	w.Dialog = news.NoDialog
	p := w.Pending
	q.mu.Unlock()
	q.changed(p)
	return nil
}

// start starts the clock of a question, the first time. q is locked.
func (q *Questions) start(w *question) (started bool) {
	if w.timer != nil {
		return false
	}
	w.Expires = q.now().Add(w.Limit)
	w.timer = time.AfterFunc(w.Limit, func() { w.settle(tools.Answer{Verdict: tools.Expire, Where: Window}) })
	return true
}

// List returns what waits, oldest first.
func (q *Questions) List() []news.Pending {
	q.mu.Lock()
	defer q.mu.Unlock()
	out := make([]news.Pending, 0, len(q.waiting))
	for _, w := range q.waiting {
		out = append(out, w.Pending)
	}
	return out
}

// Shown tells that the window shows the question now. The clock starts with the
// first time.
func (q *Questions) Shown(id string) (news.Pending, error) {
	q.mu.Lock()
	w := q.find(id)
	if w == nil {
		q.mu.Unlock()
		return news.Pending{}, ErrNoQuestion
	}
	started := q.start(w)
	p := w.Pending
	q.mu.Unlock()
	if started {
		q.changed(p)
	}
	return p, nil
}

// An Answer is what the person says in the window.
type Answer struct {
	Run    bool            // run it; else it is denied
	Reason string          // with a no: why, which the agent reads
	Offer  string          // with a yes: the ID of the tools.Offer that was taken; "": only this once
	Input  json.RawMessage // with a yes: what the person made of the input; nil: as it was asked
	Digest string          // with Input: the act whose preview was shown for it
}

// Answer gives the person's answer. A question that no longer waits is left
// alone: the first answer counts.
func (q *Questions) Answer(id string, a Answer) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w := q.find(id); w != nil {
		w.settle(a.answer())
	}
}

// DenyAll answers every question of this machine that waits with no, and says how many there
// were.
func (q *Questions) DenyAll(reason string) (n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, w := range q.waiting {
		if w.Machine == "" {
			w.settle(Answer{Reason: reason}.answer())
			n++
		}
	}
	return n
}

// answer is the same as the door reads it.
func (a Answer) answer() tools.Answer {
	if !a.Run {
		return tools.Answer{Verdict: tools.Deny, Reason: a.Reason, Where: Window}
	}
	return tools.Answer{Verdict: tools.RunOnce, Where: Window, Offer: a.Offer, Input: a.Input, Digest: a.Digest}
}

// Window is where an answer from the lists of this package was given.
const Window = "window"

// Find returns a question that waits.
func (q *Questions) Find(id string) (news.Pending, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if w := q.find(id); w != nil {
		return w.Pending, true
	}
	return news.Pending{}, false
}

// ErrNoQuestion says that a question no longer waits.
var ErrNoQuestion = errors.New("this question no longer waits: it was answered, withdrawn or has expired")

func (q *Questions) find(id string) *question {
	for _, w := range q.waiting {
		if w.ID == id {
			return w
		}
	}
	return nil
}

// settle hands over an answer, if it is the first.
func (w *question) settle(a tools.Answer) {
	select {
	case w.answer <- a:
	default:
	}
}
