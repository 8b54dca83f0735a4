package afar

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"handrail/internal/channels"
	"handrail/internal/lockfile"
	"handrail/tools"
)

// A line is a channel by which the person is heard, for as long as questions wait there.
type line struct {
	name  string
	users int // guarded by Confirmer.mu
	stop  context.CancelFunc
	ready chan struct{}
	ended chan struct{} // closed when nothing is heard any more
	err   error         // why; after ended

	mu      sync.Mutex
	pending []*pending
}

// join has the person heard by a channel. It returns when what they write from now on is.
func (a *Confirmer) join(ctx context.Context, name string, c channels.Channel) (*line, error) {
	a.mu.Lock()
	l := a.on[name]
	if l == nil {
		listening, stop := context.WithCancel(a.c.Context)
		l = &line{name: name, stop: stop, ready: make(chan struct{}), ended: make(chan struct{})}
		a.on[name] = l
		a.c.Go(func() {
			defer close(l.ended)
			l.err = a.listen(listening, l, c)
		})
	}
	l.users++
	a.mu.Unlock()
	select {
	case <-l.ready:
		return l, nil
	case <-l.ended:
		a.leave(l)
		return nil, l.err
	case <-ctx.Done():
		a.leave(l)
		return nil, ctx.Err()
	}
}

// listen hears the person until the line is left.
func (a *Confirmer) listen(ctx context.Context, l *line, c channels.Channel) error {
	if err := os.MkdirAll(a.c.Locks, 0o700); err != nil {
		return err
	}
	lock, err := lockfile.Acquire(ctx, filepath.Join(a.c.Locks, l.name+".lock"))
	if err != nil {
		return err
	}
	defer lock.Release()
	return a.c.Listen(ctx, c, sync.OnceFunc(func() { close(l.ready) }), l.heard)
}

// leave lets go of a line. The last one ends it.
func (a *Confirmer) leave(l *line) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if l.users--; l.users > 0 {
		return
	}
	l.stop()
	if a.on[l.name] == l {
		delete(a.on, l.name)
	}
}

// add has a question wait for an answer by the line.
func (l *line) add(q tools.Question, own secret) *pending {
	p := newPending(q, own, time.Now())
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = append(l.pending, p)
	return p
}

func (l *line) remove(p *pending) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pending = slices.DeleteFunc(l.pending, func(o *pending) bool { return o == p })
}

// heard takes what the person has written: a code answers the question that it was made for. Whatever looks like an answer and is none
// counts as a guess at every question that waits.
func (l *line) heard(text string) {
	yes, code, ok := read(text)
	if !ok {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	var right *pending
	for _, p := range l.pending { // all are compared, so that time tells nothing
		if p.is(code) {
			right = p
		}
	}
	if right != nil {
		right.answer(yes, time.Now())
		return
	}
	for _, p := range l.pending {
		p.guessed()
	}
}
