package sqlite

import (
	"context"
	"iter"
	"time"

	"handrail/journal"
)

const (
	// pollEvery is how often a watcher looks for events of other processes.
	// Those of its own process wake it at once.
	pollEvery = 250 * time.Millisecond
	// watchPage is how many events a watcher reads at a time.
	watchPage = 500
)

// Watch yields every event whose Seq is above after, in order and without a
// gap, whichever process wrote it: first those there are, then each new one as
// it comes. run narrows it to one run; "" is all. It ends when ctx does or when
// the Store is closed, without an error then, or after a failure, with one. A
// slow reader misses nothing, since events are read from the database when they
// are asked for.
func (h *History) Watch(ctx context.Context, run string, after int64) iter.Seq2[journal.Event, error] {
	return func(yield func(journal.Event, error) bool) {
		tick := time.NewTicker(pollEvery)
		defer tick.Stop()
		for ctx.Err() == nil {
			changed := h.changed.next() // before looking, so that nothing slips between
			if h.db.isClosed() {
				return
			}
			events, err := h.after(ctx, run, after, watchPage)
			if err != nil {
				if ctx.Err() == nil && !h.db.isClosed() {
					yield(journal.Event{}, err)
				}
				return
			}
			for _, e := range events {
				if !yield(e, nil) {
					return
				}
				after = e.Seq
			}
			if len(events) == watchPage {
				continue
			}
			select {
			case <-changed:
			case <-tick.C:
			case <-ctx.Done():
			}
		}
	}
}
