package pages

import (
	"sync"
	"time"

	"handrail/tools"
)

// How much a page may ask for (docs/spec/09-bridge.md#space-pages).
const (
	mostAtOnce = 20
	mostCalls  = 100
	callsSpan  = 10 * time.Second
)

// A limiter counts the calls of one page. It is safe for concurrent use.
type limiter struct {
	now func() time.Time

	mu    sync.Mutex
	going int
	made  []time.Time // calls of the last callsSpan, the oldest first
}

// enter counts a call that begins, or says why it may not. Whoever may enter, leaves.
func (l *limiter) enter() *tools.Error {
	l.mu.Lock()
	defer l.mu.Unlock()
	now := l.now()
	old := 0
	for old < len(l.made) && now.Sub(l.made[old]) >= callsSpan {
		old++
	}
	l.made = l.made[old:]
	switch {
	case l.going >= mostAtOnce:
		return tools.Errorf(tools.Unavailable, "the page already waits for %d calls: wait for one of them", mostAtOnce)
	case len(l.made) >= mostCalls:
		return tools.Errorf(tools.Unavailable, "the page made %d calls in %d seconds: call less often", mostCalls, int(callsSpan.Seconds()))
	}
	l.going++
	l.made = append(l.made, now)
	return nil
}

func (l *limiter) leave() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.going--
}
