package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"handrail/journal"
)

// CloseDead closes what processes have left open that died since this Store was opened.
func (s *Store) CloseDead(ctx context.Context) error {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return s.db.closedError()
	}
	if err := s.closeDead(ctx); err != nil {
		return s.db.fault(err)
	}
	s.history.changed.send()
	return nil
}

// Resume lets a run that is Unknown go on: it is Running from now on, this Store's, and has
// the events. Of several processes that resume it at once one does; the others, and who
// resumes a run that goes on or has ended otherwise, get ErrNotCut.
func (s *Store) Resume(ctx context.Context, run string, events ...journal.Event) error {
	all := make([]*journal.Event, len(events))
	for i := range events {
		all[i] = &events[i]
		if s.c.Redact != nil {
			events[i].Data = s.c.Redact(events[i].Data)
		}
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return s.db.closedError()
	}
	if err := s.closeDead(ctx); err != nil { // the run may be one of a process that has just died
		return s.db.fault(err)
	}
	if err := errors.Join(s.enter(ctx), s.db.waitForDisk(true)); err != nil {
		return s.db.fault(err)
	}
	defer clear(s.numbers.others)
	if err := s.numbers.find(events); err != nil {
		return err
	}
	err := s.db.inTransaction(ctx, func() error {
		if err := s.reopen(ctx, run); err != nil {
			return err
		}
		return s.writeRows(all, s.numbers.sum(all))
	})
	if err != nil {
		return s.db.fault(err)
	}
	s.numbers.runs[run] = s.numbers.others[run]
	s.tell(all)
	return nil
}

// reopen makes a run that was cut one of this Store's.
func (s *Store) reopen(ctx context.Context, run string) error {
	var n int64
	err := s.db.conn.QueryRowContext(ctx, "UPDATE runs SET owner = ?, state = 'running', reason = '', ended = 0 WHERE id = ? AND state = 'unknown' RETURNING n", s.owner.id, run).Scan(&n)
	if err == nil {
		s.numbers.others[run] = n
		return nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return err
	}
	var state string
	switch err := s.db.conn.QueryRowContext(ctx, "SELECT state FROM runs WHERE id = ?", run).Scan(&state); {
	case errors.Is(err, sql.ErrNoRows):
		return failure(s.db.path, ErrUnknownRun, nil, "the journal has no run %q", run)
	case err != nil:
		return err
	case state == string(journal.Running):
		return failure(s.db.path, ErrNotCut, nil, "the run %s goes on already, in this process or another one: look at it there", run)
	}
	return failure(s.db.path, ErrNotCut, nil, "the run %s was not cut: it ended as %s", run, state)
}
