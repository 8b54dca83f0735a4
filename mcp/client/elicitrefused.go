package client

import (
	"fmt"
	"sync"
	"time"
)

// How many forms of one server the person may refuse within how long before the next
// ones are declined unseen: a server could ask without end until somebody gives in.
const (
	mostRefusals  = 3
	refusalMemory = time.Minute
)

// refusals remember the forms that the person has refused. nil has no end.
type refusals struct {
	mu   sync.Mutex
	last [mostRefusals]time.Time // a ring
	next int
}

// add notes that the person has declined or closed a form.
func (p *refusals) add(now time.Time) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	p.last[p.next] = now
	p.next = (p.next + 1) % mostRefusals
}

// many reports whether the person has refused so many of late.
func (p *refusals) many(now time.Time) bool {
	if p == nil {
		return false
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	oldest := p.last[p.next]
	return !oldest.IsZero() && now.Sub(oldest) < refusalMemory
}

// secretWarning is said of a form that seems to ask for a secret. It holds none of the
// server's words.
func secretWarning(server string) string {
	return fmt.Sprintf("A field of this form looks like one for a password, a key or another secret. A server should not ask for that in this way, and what you write goes to the server %q as it is. Decline if you are not sure.", server)
}
