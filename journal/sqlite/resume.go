package sqlite

import (
	"context"
	"database/sql"
	"errors"

	"handrail/journal"
)

// Cuts are the runs whose process died, or was asked to close, while they went on. They are
// safe for concurrent use.
type Cuts struct{ store *Store }

// Close closes what processes have left open that died since the Store was opened.
func (c *Cuts) Close(ctx context.Context) error {
	s := c.store
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

// Resume lets a run that is Unknown go on: it is Running from now on, the Store's, and has
// the events. Of several processes that resume it at once one does; the others, and who
// resumes a run that goes on or has ended otherwise, get ErrNotCut.
func (c *Cuts) Resume(ctx context.Context, run string, events ...journal.Event) error {
	s := c.store
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
		if err := c.reopen(ctx, run); err != nil {
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
func (c *Cuts) reopen(ctx context.Context, run string) error {
	s := c.store
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

// closeRun adds the events that are missing in a run whose process has ended.
func (c *Cuts) closeRun(ctx context.Context, run, reason string) error {
	s := c.store
	rows, err := s.db.conn.QueryContext(ctx, `SELECT call, max(kind = 'started') FROM events WHERE run = ?1 AND call <> ''
AND seq > (SELECT coalesce(max(seq), 0) FROM events WHERE run = ?1 AND kind = 'resumed') -- what was open before was closed then
GROUP BY call HAVING max(kind = 'called') AND CASE max(kind = 'started')
	WHEN 1 THEN NOT max(kind = 'finished')
	ELSE NOT max(kind IN ('returned', 'blocked', 'declined', 'expired')) END ORDER BY min(seq)`, s.numbers.of(run))
	if err != nil {
		return err
	}
	defer rows.Close()
	var events []journal.Event
	for rows.Next() {
		var call string
		var started bool
		if err := rows.Scan(&call, &started); err != nil {
			return err
		}
		if started {
			events = append(events, journal.New(run, call, journal.Finished, journal.FinishedData{Error: diedInCall, Unknown: true}))
		} else {
			events = append(events, journal.New(run, call, journal.Returned, journal.ReturnedData{Error: diedBefore, Code: "cancelled", Closed: true}))
		}
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	events = append(events, journal.New(run, "", journal.Ended, journal.EndedData{State: journal.Unknown, Reason: reason}))
	all := make([]*journal.Event, len(events))
	for i := range events {
		all[i] = &events[i]
	}
	if err := s.writeRows(all, s.numbers.sum(all)); err != nil {
		return err
	}
	delete(s.numbers.runs, run)
	return nil
}
