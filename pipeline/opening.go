package pipeline

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"handrail/journal"
	"handrail/tools"
)

// readingPause is how long an act that only reads may take before the journal has
// "started": so soon does a watching person see it.
const readingPause = 20 * time.Millisecond

// An opening is the record of an act's start: that it was called, judged and
// started.
type opening struct {
	ctx    context.Context
	ledger *ledger
	late   *late // nil: it was recorded before the act began

	mu     sync.Mutex
	events []journal.Event // not yet written
	err    error
}

// start records that the act starts, before it does. What only reads may be
// recorded with its end: nothing is changed by it, and nobody is given what it has
// read before "returned" is written (decision 0441). It is recorded sooner if it
// takes a while.
func (l *ledger) start(ctx context.Context, act approved, late *late) (*opening, error) {
	l.note(journal.Started, l.startedData(act))
	l.events[len(l.events)-1].Durable = act.entry.Info.SideEffect && !act.entry.Info.Idempotent
	o := &opening{ctx: context.WithoutCancel(ctx), ledger: l}
	if !onlyReads(act) {
		return o, l.flush(ctx)
	}
	if err := ctx.Err(); err != nil {
		return o, err
	}
	o.late, o.events = late, slices.Clone(l.events) // Record changes them
	late.add(o)
	return o, nil
}

// onlyReads reports whether the act changes nothing, reaches nobody and starts
// nothing, by what this app itself knows of it.
func onlyReads(act approved) bool {
	info := act.entry.Info
	return !info.SideEffect && !info.Claimed && act.preview.Shell == "" &&
		!slices.ContainsFunc(act.preview.Effects, func(e tools.Effect) bool { return e.Kind != tools.EffectRead })
}

// write writes what is not yet written. It is safe for concurrent use.
func (o *opening) write() error {
	if o.late == nil {
		return nil
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.events == nil {
		return o.err
	}
	if err := o.ledger.journal.Record(o.ctx, o.events...); err != nil {
		o.err = fmt.Errorf("the journal cannot be written, so nothing is given out: %w", err)
	}
	o.events = nil
	return o.err
}

// settle ends the waiting when the act has ended: what is not yet written is
// written with what follows, and not by a timer that is about to.
func (o *opening) settle() error {
	if o.late == nil {
		return nil
	}
	o.late.forget(o)
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.events == nil {
		o.ledger.events = nil
	}
	o.events = nil
	return o.err
}
