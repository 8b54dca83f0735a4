package transport

import (
	"io"
	"sync"
)

// queueLimit is how much may wait for a server that does not read, in bytes.
const queueLimit = 64 << 20

// A queue hands on what is written to it from a goroutine of its own, so that a
// server that does not read holds nobody up. When too much waits, it gives up:
// deaf is called once, and the rest is dropped. Writes never fail.
type queue struct {
	to    io.WriteCloser
	limit int // of bytes
	deaf  func()

	mu     sync.Mutex
	wake   *sync.Cond
	parts  [][]byte
	size   int
	closed bool
	lost   bool
	done   chan struct{}
}

func newQueue(to io.WriteCloser, limit int, deaf func()) *queue {
	q := &queue{to: to, limit: limit, deaf: deaf, done: make(chan struct{})}
	q.wake = sync.NewCond(&q.mu)
	go q.run()
	return q
}

// Write implements io.Writer.
func (q *queue) Write(p []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	switch {
	case q.closed || q.lost:
	case q.size > 0 && q.size+len(p) > q.limit:
		q.lost, q.parts = true, nil
		go q.deaf()
	default:
		q.parts, q.size = append(q.parts, append([]byte(nil), p...)), q.size+len(p)
		q.wake.Signal()
	}
	return len(p), nil
}

// Close implements io.Closer: what waits is dropped, and the server's input ends.
func (q *queue) Close() error {
	q.mu.Lock()
	q.closed, q.parts = true, nil
	q.wake.Signal()
	q.mu.Unlock()
	err := q.to.Close() // it also ends a write that waits
	<-q.done
	return err
}

// run writes until the end, or until nobody reads any more.
func (q *queue) run() {
	defer close(q.done)
	for {
		part, ok := q.next()
		if !ok {
			return
		}
		if _, err := q.to.Write(part); err != nil {
			q.mu.Lock()
			q.lost, q.parts = true, nil
			q.mu.Unlock()
			return
		}
		q.mu.Lock()
		q.size -= len(part)
		q.mu.Unlock()
	}
}

func (q *queue) next() ([]byte, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for len(q.parts) == 0 {
		if q.closed || q.lost {
			return nil, false
		}
		q.wake.Wait()
	}
	part := q.parts[0]
	q.parts[0] = nil
	q.parts = q.parts[1:]
	return part, true
}
