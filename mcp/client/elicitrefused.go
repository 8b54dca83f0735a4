package client

import (
	"context"
	"fmt"
	"maps"
	"slices"
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

// during returns a context that ends when the requests have ended that are under way
// now; false: there are none.
func (n *conn) during(ctx context.Context) (context.Context, context.CancelFunc, bool) {
	n.mu.Lock()
	calls := slices.Collect(maps.Values(n.calls))
	n.mu.Unlock()
	ctx, cancel := context.WithCancel(ctx)
	if len(calls) == 0 {
		return ctx, cancel, false
	}
	go func() {
		defer cancel()
		for _, c := range calls {
			select {
			case <-c.done:
			case <-ctx.Done():
				return
			}
		}
	}()
	return ctx, cancel, true
}
