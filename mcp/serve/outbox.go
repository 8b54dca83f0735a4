package serve

import (
	"bufio"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"
)

// outLimit is how many bytes may wait for a client to read them. One that does
// not read is let go when there are more.
const outLimit = 256 << 20

// How long a client that takes nothing is waited for at an end, and how long one that
// takes little. Its own end of the pipe may stand open for ever.
const (
	unreadTime = 2 * time.Second
	slowTime   = 10 * time.Second
)

// writeStep is how many bytes are written at a time, so that it is seen whether any are
// taken.
const writeStep = 64 << 10

var errUnread = errors.New("too much waits for it to be read")

// An outbox writes lines to a client, in order, and never holds up who puts them.
type outbox struct {
	w     io.Writer
	limit int          // of bytes
	taken atomic.Int64 // bytes that were written

	mu     sync.Mutex
	some   *sync.Cond
	queue  []outLine
	bytes  int
	closed bool
	why    error
	lost   chan struct{} // closed when the client cannot be reached any more
	idle   chan struct{} // closed when the writer has ended
}

type outLine struct {
	raw     []byte
	written chan struct{}
}

func newOutbox(w io.Writer, limit int) *outbox {
	o := &outbox{w: w, limit: limit, lost: make(chan struct{}), idle: make(chan struct{})}
	o.some = sync.NewCond(&o.mu)
	go o.run()
	return o
}

// put queues a line. The channel is closed when it is written; never, if it
// cannot be.
func (o *outbox) put(raw []byte) (written <-chan struct{}) {
	l := outLine{raw: raw, written: make(chan struct{})}
	o.mu.Lock()
	defer o.mu.Unlock()
	switch {
	case o.closed || o.why != nil:
		return l.written
	case o.bytes+len(raw) > o.limit && o.bytes > 0:
		o.breakLocked(errUnread)
		return l.written
	}
	o.queue = append(o.queue, l)
	o.bytes += len(raw)
	o.some.Signal()
	return l.written
}

// broken is closed when the client cannot be reached any more.
func (o *outbox) broken() <-chan struct{} { return o.lost }

func (o *outbox) err() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.why
}

func (o *outbox) breakLocked(err error) {
	if o.why == nil {
		o.why = err
		close(o.lost)
		o.some.Signal()
	}
}

// run writes what is queued, as much as there is at a time.
func (o *outbox) run() {
	defer close(o.idle)
	w := bufio.NewWriterSize(stepper{o}, writeStep)
	for {
		o.mu.Lock()
		for len(o.queue) == 0 && !o.closed && o.why == nil {
			o.some.Wait()
		}
		if o.why != nil || len(o.queue) == 0 {
			o.mu.Unlock()
			return
		}
		batch := o.queue
		o.queue = nil
		o.mu.Unlock()
		err := writeLines(w, batch)
		o.mu.Lock()
		if err != nil {
			o.breakLocked(err)
		}
		for _, l := range batch {
			o.bytes -= len(l.raw)
			if err == nil {
				close(l.written)
			}
		}
		o.mu.Unlock()
	}
}

func writeLines(w *bufio.Writer, batch []outLine) error {
	for _, l := range batch {
		_, err := w.Write(l.raw)
		if err == nil {
			err = w.WriteByte('\n')
		}
		if err != nil {
			return err
		}
	}
	return w.Flush()
}

// A stepper writes in steps, and counts them.
type stepper struct{ o *outbox }

// Write implements io.Writer.
func (s stepper) Write(p []byte) (n int, err error) {
	for len(p) > 0 && err == nil {
		var step int
		step, err = s.o.w.Write(p[:min(len(p), writeStep)])
		s.o.taken.Add(int64(step))
		n, p = n+step, p[step:]
	}
	return n, err
}

// settle waits for done, and breaks the outbox where its client holds that up: it has
// taken nothing of what waits for unreadTime, or not all of it within slowTime.
func (o *outbox) settle(done <-chan struct{}) {
	late, taken := time.Now().Add(slowTime), o.taken.Load()
	for {
		tick := time.NewTimer(unreadTime)
		select {
		case <-done:
			tick.Stop()
			return
		case <-o.lost:
			tick.Stop()
			return
		case <-tick.C:
		}
		now := o.taken.Load()
		o.mu.Lock()
		if o.bytes > 0 && (now == taken || time.Now().After(late)) {
			o.breakLocked(errUnread)
		}
		o.mu.Unlock()
		taken = now
	}
}

// close waits until everything is written, or cannot be.
func (o *outbox) close() {
	o.mu.Lock()
	o.closed = true
	o.some.Signal()
	o.mu.Unlock()
	o.settle(o.idle)
}
