package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// prunePage is how many events one transaction deletes, so that others need not
// wait long.
const prunePage = 2000

// Retention says what may stay.
type Retention struct {
	MaxAge   time.Duration // runs that ended longer ago go; 0: no limit
	MaxBytes int64         // the oldest runs go until the database has at most this size; 0: no limit
}

// Pruned says what went.
type Pruned struct {
	Runs   int
	Events int
}

// Prune removes the oldest ended runs that r does not let stay. Runs that go on
// stay, and so does the run with the newest event, so that no Seq is ever given
// twice.
func (s *Store) Prune(ctx context.Context, r Retention) (Pruned, error) {
	var done Pruned
	if r.MaxAge > 0 {
		before := time.Now().Add(-r.MaxAge).UnixNano()
		for {
			more, err := s.pruneOne(ctx, &done, "AND ended < ?", before)
			if err != nil {
				return done, s.db.fault(err)
			}
			if !more {
				break
			}
		}
	}
	for r.MaxBytes > 0 {
		size, err := s.Size(ctx)
		if err != nil {
			return done, err
		}
		if size <= r.MaxBytes {
			break
		}
		more, err := s.pruneOne(ctx, &done, "")
		if err != nil {
			return done, s.db.fault(err)
		}
		if !more {
			break
		}
	}
	if done.Runs == 0 {
		return done, nil
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	// give the room back to the disk, as far as readers let us
	_, err := s.db.conn.ExecContext(ctx, "PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
	return done, s.db.fault(err)
}

// Size is how many bytes of the database are in use.
func (s *Store) Size(ctx context.Context) (int64, error) {
	var size int64
	err := s.db.read.QueryRowContext(ctx, `SELECT (p.page_count - f.freelist_count) * s.page_size
FROM pragma_page_count p, pragma_freelist_count f, pragma_page_size s`).Scan(&size)
	return size, s.db.fault(err)
}

// pruneOne removes the oldest run that may go, and reports whether there was
// one.
func (s *Store) pruneOne(ctx context.Context, done *Pruned, condition string, args ...any) (bool, error) {
	var n int64
	var id string
	err := s.db.read.QueryRowContext(ctx, `SELECT n, id FROM runs WHERE state <> 'running' AND ended > 0 `+condition+`
AND n <> (SELECT run FROM events ORDER BY seq DESC LIMIT 1) ORDER BY n LIMIT 1`, args...).Scan(&n, &id)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	for {
		gone, err := s.pruneEvents(ctx, n)
		if err != nil {
			return false, err
		}
		done.Events += gone
		if gone < prunePage {
			break
		}
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	delete(s.numbers.runs, id)
	// an event that came meanwhile keeps its run
	result, err := s.db.conn.ExecContext(ctx, "DELETE FROM runs WHERE n = ? AND NOT EXISTS (SELECT 1 FROM events WHERE run = ?)", n, n)
	if err != nil {
		return false, err
	}
	gone, err := result.RowsAffected()
	done.Runs += int(gone)
	return gone > 0, err
}

// pruneEvents deletes some events of a run.
func (s *Store) pruneEvents(ctx context.Context, run int64) (int, error) {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	result, err := s.db.conn.ExecContext(ctx, "DELETE FROM events WHERE seq IN (SELECT seq FROM events WHERE run = ? ORDER BY seq LIMIT ?)", run, prunePage)
	if err != nil {
		return 0, err
	}
	gone, err := result.RowsAffected()
	return int(gone), err
}

// Check reads the whole database and reports damage. It takes seconds for a
// large one.
func (s *Store) Check(ctx context.Context) error {
	var said string
	if err := s.db.read.QueryRowContext(ctx, "PRAGMA quick_check(1)").Scan(&said); err != nil {
		return s.db.fault(err)
	}
	if said != "ok" {
		return failure(s.db.path, ErrDamaged, nil, "the journal %s is damaged (%s); bring back a copy of it, or move it away: then the next start begins a new one", s.db.path, said)
	}
	return nil
}
