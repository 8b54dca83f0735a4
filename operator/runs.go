package operator

import (
	"context"
	"errors"
	"fmt"
	"io"

	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/pipeline"
)

// BeginRun notes a run in the journal, and where its events belong. cancel ends it
// from outside; it may be nil.
func (o *Operator) BeginRun(r journal.Run, cancel context.CancelFunc) error {
	o.mu.Lock()
	o.running[r.ID] = &running{space: r.Space, session: r.Session, chat: r.Origin == journal.FromChat, cancel: cancel}
	o.mu.Unlock()
	r.Title = o.redact.Text(r.Title)
	err := o.store.Begin(o.ctx, r)
	if err != nil {
		o.mu.Lock()
		delete(o.running, r.ID)
		o.mu.Unlock()
	}
	return err
}

// EndRun notes that a run is over. It is written also while the app closes.
func (o *Operator) EndRun(run string, d journal.EndedData) error {
	err := o.store.Record(context.WithoutCancel(o.ctx), journal.New(run, "", journal.Ended, d))
	o.ForgetRun(run)
	return err
}

// ForgetRun forgets a run that has ended.
func (o *Operator) ForgetRun(run string) {
	o.mu.Lock()
	delete(o.running, run)
	o.mu.Unlock()
}

// CancelRun ends a run that goes on in this process. One that is over is left
// alone.
func (o *Operator) CancelRun(run string) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	r := o.running[run]
	if r != nil && r.cancel == nil {
		return errors.New("this run cannot be cancelled from here")
	}
	if r != nil {
		r.cancel()
	}
	return nil
}

// eventPage is how many events are read at a time.
const eventPage = 500

// stateOf says how a run ended that err ended.
func stateOf(err error) journal.RunState {
	var stop *pipeline.Stop
	switch {
	case err == nil:
		return journal.Done
	case errors.Is(err, context.Canceled):
		return journal.Cancelled
	case errors.As(err, &stop):
		return journal.Halted
	}
	return journal.Failed
}

// Runs lists runs, newest first: of one space, or of all if it is "". next is
// the cursor of the page after this one, "" if there is none.
func (o *Operator) Runs(ctx context.Context, space, cursor string, limit int) (page []journal.Run, next string, err error) {
	return o.store.Runs(ctx, sqlite.RunsQuery{Space: space, Cursor: cursor, Limit: limit})
}

// FindRun finds a run by its id or by the first characters of it.
func (o *Operator) FindRun(ctx context.Context, id string) (journal.Run, error) {
	found, err := o.store.FindRuns(ctx, id, 2)
	switch {
	case err != nil:
		return journal.Run{}, err
	case len(found) == 0:
		return journal.Run{}, fmt.Errorf("there is no run %q; `handrail runs list` lists them", id)
	case len(found) > 1 && found[0].ID != id:
		return journal.Run{}, fmt.Errorf("%q could be %s, %s or more: write more of it", id, found[0].ID, found[1].ID)
	}
	return found[0], nil
}

// EachEvent calls do with every event of a run, oldest first.
func (o *Operator) EachEvent(ctx context.Context, run string, do func(Record) error) error {
	for after := int64(0); ; {
		events, err := o.store.Events(ctx, run, after, eventPage)
		if err != nil {
			return err
		}
		for _, e := range events {
			if err := do(e); err != nil {
				return err
			}
			after = e.Seq
		}
		if len(events) < eventPage {
			return nil
		}
	}
}

// Export writes a run as JSON lines or CSV.
func (o *Operator) Export(ctx context.Context, run, format string, w io.Writer) error {
	return o.store.Export(ctx, w, run, format)
}
