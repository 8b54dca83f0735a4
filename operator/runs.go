package operator

import (
	"context"
	"errors"

	"handrail/journal"
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
