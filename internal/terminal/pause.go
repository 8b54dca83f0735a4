package terminal

import (
	"fmt"
	"sync"
)

// heldLimit is how many bytes wait while a question stands. What comes beyond is counted, and not shown.
const heldLimit = 1 << 20

// Pause keeps what this process writes to its own streams off the terminal until resume is called: the last thing
// that stands there meanwhile is a question to the person, and nothing that a program or a model says can come below it
// and be taken for another one. What was written in that time is shown then, in its order.
func Pause() (resume func()) {
	waiting.pause()
	return sync.OnceFunc(waiting.resume)
}

// waiting is what waits in this process.
var waiting queue

// A queue is what screens were given while questions stand. Its zero value is ready to use.
type queue struct {
	mu        sync.Mutex // held over each write, so that none that has begun comes below a question
	questions int
	texts     []held
	size      int
	lost      int
}

type held struct {
	on   *Screen
	text []byte
}

func (q *queue) pause() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.questions++
}

func (q *queue) resume() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.questions--; q.questions > 0 {
		return
	}
	for i, h := range q.texts {
		_, _ = h.on.write(h.text) // a terminal that is gone: whoever writes next is told
		if i == len(q.texts)-1 && q.lost > 0 {
			_, _ = h.on.write(fmt.Appendf(nil, "\n(%d more bytes came while the question stood here, and are not shown)\n", q.lost))
		}
	}
	q.texts, q.size, q.lost = nil, 0, 0
}

func (q *queue) write(s *Screen, text []byte) (int, error) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.questions == 0 {
		return s.write(text)
	}
	if q.size+len(text) > heldLimit || q.lost > 0 {
		q.lost += len(text)
		return len(text), nil
	}
	q.size += len(text)
	q.texts = append(q.texts, held{s, append([]byte(nil), text...)})
	return len(text), nil
}
