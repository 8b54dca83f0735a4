package proc

import (
	"fmt"
	"io"
	"sync"
	"time"
)

const (
	// relayCap is how many bytes wait for a slow live writer.
	relayCap = 256 << 10
	// patience is how long a live writer may hold a program up, in all.
	patience = time.Second
)

// A relay hands a program's output to a live writer, from a goroutine of its
// own: the writer may be slow, fail or block without harm to the program.
type relay struct {
	w        io.Writer
	wake     chan struct{} // there is something to write, or the end has come
	room     chan struct{} // the writer has taken what was waiting
	done     chan struct{} // the goroutine has ended
	patience time.Duration // what is left of it; only the sender touches it

	mu      sync.Mutex
	waiting []byte
	spare   []byte
	lost    int64 // bytes dropped since the last that were kept
	closed  bool
	failed  bool
}

// newRelay starts a relay to w; nil if there is no writer.
func newRelay(w io.Writer) *relay {
	if w == nil {
		return nil
	}
	r := &relay{
		w: w, wake: make(chan struct{}, 1), room: make(chan struct{}, 1),
		done: make(chan struct{}), patience: patience,
	}
	go r.run()
	return r
}

// send passes p on. It waits for a slow writer only while patience lasts.
func (r *relay) send(p []byte) {
	if r == nil || len(p) == 0 {
		return
	}
	for !r.push(p) {
		if !r.waitFor(r.room) {
			r.mu.Lock()
			r.lost += int64(len(p))
			r.mu.Unlock()
			return
		}
	}
}

// push queues p, or says that there is no room for it.
func (r *relay) push(p []byte) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.failed {
		return true
	}
	if len(r.waiting) > 0 && len(r.waiting)+len(p) > relayCap {
		return false
	}
	r.noteLost()
	r.waiting = append(r.waiting, p...)
	signal(r.wake)
	return true
}

// noteLost puts the line that tells of dropped bytes where they are missing.
func (r *relay) noteLost() {
	if r.lost > 0 {
		r.waiting = fmt.Appendf(r.waiting, "\n[... %d bytes not shown live ...]\n", r.lost)
		r.lost = 0
	}
}

// waitFor waits for c and takes the time off what is left of patience.
func (r *relay) waitFor(c <-chan struct{}) bool {
	if r.patience <= 0 {
		return false
	}
	began := time.Now()
	timer := time.NewTimer(r.patience)
	defer timer.Stop()
	select {
	case <-c:
		r.patience -= time.Since(began)
		return true
	case <-timer.C:
		r.patience = 0
		return false
	}
}

// finish tells the writer's goroutine that no more will come and waits for it
// while patience lasts.
func (r *relay) finish() {
	if r == nil {
		return
	}
	r.mu.Lock()
	r.closed = true
	r.mu.Unlock()
	signal(r.wake)
	if !r.waitFor(r.done) {
		r.mu.Lock()
		r.waiting, r.failed = nil, true // a write that is under way is the last one
		r.mu.Unlock()
	}
}

// run writes what waits until the end or the first failure.
func (r *relay) run() {
	defer close(r.done)
	whole := wholeWriter{w: r.w}
	for range r.wake {
		for {
			chunk, last := r.drain()
			if len(chunk) == 0 && !last {
				break
			}
			err := whole.write(chunk, last)
			if givenUp := r.recycle(chunk, err); givenUp || last {
				return
			}
		}
	}
}

// drain removes what waits; last says that nothing will follow it.
func (r *relay) drain() (chunk []byte, last bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.closed && !r.failed {
		r.noteLost()
	}
	if len(r.waiting) == 0 {
		return nil, r.closed
	}
	chunk, r.waiting, r.spare = r.waiting, r.spare[:0], nil
	return chunk, r.closed
}

// recycle gives a written chunk's memory back and wakes the sender. It reports
// whether the writer is given up.
func (r *relay) recycle(chunk []byte, err error) bool {
	defer signal(r.room)
	r.mu.Lock()
	defer r.mu.Unlock()
	r.spare = chunk
	if err != nil {
		r.failed, r.waiting, r.spare = true, nil, nil
	}
	return r.failed
}

// signal fills a channel of one place without waiting.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// A wholeWriter holds the beginning of a character back until its end comes.
type wholeWriter struct {
	w    io.Writer
	held []byte
}

// write passes p on; the last p goes whole, whatever it ends with.
func (w *wholeWriter) write(p []byte, last bool) error {
	if len(w.held) > 0 {
		p = append(w.held, p...)
	}
	n := len(p)
	if !last {
		n -= partial(p)
	}
	w.held = append([]byte(nil), p[n:]...)
	if n == 0 {
		return nil
	}
	_, err := w.w.Write(p[:n])
	return err
}
