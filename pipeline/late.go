package pipeline

import (
	"sync"
	"time"
)

// A late looks after the acts of a pipeline that are recorded with their end, and
// records those that take longer than readingPause. It has one timer for all: one for
// each act would wake another processor at each act.
type late struct {
	mu    sync.Mutex
	open  map[*opening]time.Time // when each is due
	armed bool                   // a timer will call look
}

// add looks after an act from now on.
func (l *late) add(o *opening) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.open == nil {
		l.open = map[*opening]time.Time{}
	}
	l.open[o] = time.Now().Add(readingPause)
	if !l.armed {
		l.armed = true
		time.AfterFunc(readingPause, l.look)
	}
}

// forget looks after an act no more. The timer stays: more acts may come at once.
func (l *late) forget(o *opening) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.open, o)
}

// look records what is due, and comes back for the rest.
func (l *late) look() {
	for _, o := range l.due(time.Now()) {
		_ = o.write() // settle tells of a failure
	}
}

// due takes out the acts that are due, and sets the timer for those that are not.
func (l *late) due(now time.Time) (due []*opening) {
	l.mu.Lock()
	defer l.mu.Unlock()
	wait := readingPause
	for o, at := range l.open {
		if left := at.Sub(now); left > 0 {
			wait = min(wait, left)
			continue
		}
		due = append(due, o)
		delete(l.open, o)
	}
	if l.armed = len(l.open) > 0; l.armed {
		time.AfterFunc(wait, l.look)
	}
	return due
}
