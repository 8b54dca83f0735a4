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

// begun is the record of an act's begin: that it was called, judged and started.
type begun struct {
	ctx  context.Context
	c    *call
	late bool // it may be recorded with the end of the act

	mu     sync.Mutex
	events []journal.Event // not yet written
	err    error
}

// begins records that the act begins, before it does. What only reads may be
// recorded with its end: nothing is changed by it, and nobody is given what it has
// read before "returned" is written (decision 0441). It is recorded sooner if it
// takes a while.
func (c *call) begins(ctx context.Context, act approved) (*begun, error) {
	c.note(journal.Started, c.startedData(act))
	c.events[len(c.events)-1].Durable = act.entry.Info.SideEffect && !act.entry.Info.Idempotent
	b := &begun{ctx: context.WithoutCancel(ctx), c: c}
	if !onlyReads(act) {
		return b, c.flush(ctx)
	}
	if err := ctx.Err(); err != nil {
		return b, err
	}
	b.late, b.events = true, slices.Clone(c.events) // Record changes them
	c.p.late.add(b)
	return b, nil
}

// onlyReads reports whether the act changes nothing, reaches nobody and starts
// nothing, by what this app itself knows of it.
func onlyReads(act approved) bool {
	info := act.entry.Info
	return !info.SideEffect && !info.Claimed && act.preview.Shell == "" &&
		!slices.ContainsFunc(act.preview.Effects, func(e tools.Effect) bool { return e.Kind != tools.EffectRead })
}

// write writes what is not yet written.
func (b *begun) write() error {
	if !b.late {
		return nil
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.events == nil {
		return b.err
	}
	if err := b.c.p.c.Journal.Record(b.ctx, b.events...); err != nil {
		b.err = fmt.Errorf("the journal cannot be written, so nothing is given out: %w", err)
	}
	b.events = nil
	return b.err
}

// settle ends the waiting when the act has ended: what is not yet written is
// written with what follows, and not by a timer that is about to.
func (b *begun) settle() error {
	if !b.late {
		return nil
	}
	b.c.p.late.forget(b)
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.events == nil {
		b.c.events = nil
	}
	b.events = nil
	return b.err
}
