package transport

import (
	"context"
	"sync"
)

// openRequests are the requests that wait for their answer. Their ids are whole
// numbers that grow.
type openRequests struct {
	mu   sync.Mutex
	last int64
	wait map[int64]context.CancelCauseFunc
	left map[int64]bool // given up: their answers may still come
}

// leftLimit bounds how many given up requests are remembered.
const leftLimit = 10_000

func newOpenRequests() *openRequests {
	return &openRequests{wait: map[int64]context.CancelCauseFunc{}, left: map[int64]bool{}}
}

// add notes an open request. fail ends the returned context.
func (o *openRequests) add(ctx context.Context, id int64) (context.Context, context.CancelCauseFunc) {
	ctx, cancel := context.WithCancelCause(ctx)
	o.mu.Lock()
	defer o.mu.Unlock()
	o.wait[id], o.last = cancel, max(o.last, id)
	return ctx, cancel
}

// finish ends a request that may not have been answered.
func (o *openRequests) finish(id int64) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.wait[id] == nil {
		return
	}
	delete(o.wait, id)
	if len(o.left) < leftLimit {
		o.left[id] = true
	}
}

// known reports whether a request with this id was ever made.
func (o *openRequests) known(id int64) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	return id > 0 && id <= o.last
}

// What an answer is.
type answerKind int

const (
	answerFirst answerKind = iota // to an open request
	answerLate                    // to one that was given up
	answerTwice                   // to one that was answered
)

// answered notes an answer.
func (o *openRequests) answered(id int64) answerKind {
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.wait[id] != nil:
		delete(o.wait, id)
		return answerFirst
	case o.left[id]:
		delete(o.left, id)
		return answerLate
	}
	return answerTwice
}

// fail ends a request with an error.
func (o *openRequests) fail(id int64, err error) {
	o.mu.Lock()
	cancel := o.wait[id]
	delete(o.wait, id)
	o.mu.Unlock()
	if cancel != nil {
		cancel(err)
	}
}

// failOnly is fail for the one open request; it does nothing if there are more.
func (o *openRequests) failOnly(err error) {
	o.mu.Lock()
	var only int64
	for id := range o.wait {
		only = id
	}
	single := len(o.wait) == 1
	o.mu.Unlock()
	if single {
		o.fail(only, err)
	}
}

// MaxAsked is how many requests of a server are answered at one time.
const MaxAsked = 64

// visitors counts the requests of a server that are being answered.
type visitors struct {
	full sync.Once // for saying so
	mu   sync.Mutex
	n    int
}

// enter counts one, unless there are too many.
func (v *visitors) enter() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.n >= MaxAsked {
		return false
	}
	v.n++
	return true
}

func (v *visitors) leave() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.n = max(0, v.n-1)
}
