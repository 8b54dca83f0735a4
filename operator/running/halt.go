package running

import (
	"context"
	"sync"
	"time"
)

// haltEvery is how often a process with something going on looks whether everything is to stop.
const haltEvery = 100 * time.Millisecond

// HaltConfig is what a Halt needs.
type HaltConfig struct {
	Context context.Context
	Go      func(func())
	Latest  func(ctx context.Context) (string, error) // names the newest order to stop
	Busy    func() bool                               // something goes on here
	Follow  func(order string)                        // stops it
}

// A Halt has this process follow orders to stop everything, while something goes on in it. It is safe for concurrent use.
type Halt struct {
	c HaltConfig

	mu   sync.Mutex
	on   bool
	last string // the order that was followed last, or had been given before
}

// NewHalt makes a Halt that looks for nothing yet.
func NewHalt(c HaltConfig) *Halt { return &Halt{c: c} }

// Watch looks for orders from now on, until nothing goes on any more. It is called before something begins.
func (h *Halt) Watch() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.on {
		return
	}
	last, err := h.c.Latest(h.c.Context)
	if err != nil {
		return // then nothing can begin: it is noted in the same journal
	}
	h.on, h.last = true, last
	h.c.Go(h.look)
}

func (h *Halt) look() {
	tick := time.NewTicker(haltEvery)
	defer tick.Stop()
	idle := 0
	for {
		select {
		case <-h.c.Context.Done():
			return
		case <-tick.C:
		}
		order, err := h.c.Latest(h.c.Context)
		h.mu.Lock()
		follow := err == nil && order != h.last
		if follow {
			h.last, idle = order, 0
		} else if h.c.Busy() {
			idle = 0
		} else if idle++; idle > 10 { // what begins has a moment to show
			h.on = false
			h.mu.Unlock()
			return
		}
		h.mu.Unlock()
		if follow {
			h.c.Follow(order)
		}
	}
}
