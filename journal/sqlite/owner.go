package sqlite

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"handrail/journal"
)

// What is written into the journal for calls and runs whose process died.
const (
	diedInCall   = "Handrail closed while this ran; nobody knows whether it was done: check before you run it again"
	diedBefore   = "Handrail closed before this ran; nothing was done"
	diedInRun    = "Handrail closed unexpectedly during this run"
	closedWithin = "Handrail closed during this run"
)

// An owner is a process with runs that go on: a row, and a lock file that the
// system releases when the process ends, however that comes about.
type owner struct {
	id   string
	file *os.File
}

// ownerOf is the id of a Store as an owner; "" while it has no runs.
func ownerOf(s *Store) string {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.owner == nil {
		return ""
	}
	return s.owner.id
}

// OwnerOf names this process among those that use the journal, as long as the Store is open.
func OwnerOf(ctx context.Context, s *Store) (string, error) {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return "", s.db.closedError()
	}
	if err := s.enter(ctx); err != nil {
		return "", s.db.fault(err)
	}
	return s.owner.id, nil
}

// IsAlive reports whether the process lives that OwnerOf has named so.
func IsAlive(s *Store, owner string) bool { return owner != "" && s.db.alive(owner) }

// lockPath is the lock file of an owner.
func (db *database) lockPath(id string) string {
	return filepath.Join(db.path+"-owners", id)
}

// Begin records a run that starts now: its state becomes Running, whatever
// r.State says, and its counters zero. Its events can be recorded from now on.
func (s *Store) Begin(ctx context.Context, r journal.Run) error {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return s.db.closedError()
	}
	if err := s.enter(ctx); err != nil {
		return s.db.fault(err)
	}
	if err := s.db.waitForDisk(false); err != nil {
		return s.db.fault(err)
	}
	result, err := s.db.conn.ExecContext(ctx, `INSERT INTO runs (id, owner, session, space, origin, agent, model, title,
	started, ended, state, reason, calls, input_tokens, output_tokens, parent, parent_call) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 0, ?, '', 0, 0, 0, ?, ?)`,
		r.ID, s.owner.id, r.Session, r.Space, string(r.Origin), r.Agent, r.Model, r.Title, r.Started.UnixNano(), string(journal.Running), r.Parent, r.ParentCall)
	if err != nil {
		return s.db.fault(fmt.Errorf("begin run %s: %w", r.ID, err))
	}
	n, err := result.LastInsertId()
	if err != nil {
		return s.db.fault(err)
	}
	s.numbers.runs[r.ID] = n
	s.history.changed.send()
	return nil
}

// enter makes this Store an owner, if it is none yet. The lock is held before
// the row can be seen: who sees the row and gets the lock knows that the owner
// is dead.
func (s *Store) enter(ctx context.Context) error {
	if s.owner != nil {
		return nil
	}
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	id := hex.EncodeToString(b[:])
	if err := os.MkdirAll(filepath.Dir(s.db.lockPath(id)), 0o700); err != nil {
		return err
	}
	file, err := lock(s.db.lockPath(id), true)
	if err != nil {
		return err
	}
	_, err = s.db.conn.ExecContext(ctx, "INSERT INTO owners (id, pid, opened) VALUES (?, ?, ?)", id, os.Getpid(), time.Now().UnixNano())
	if err != nil {
		return errors.Join(err, unlock(file))
	}
	s.owner = &owner{id: id, file: file}
	return nil
}

// leave closes what this Store has left open and ends its ownership.
func (s *Store) leave(ctx context.Context) error {
	if s.owner == nil {
		return nil
	}
	err := s.db.inTransaction(ctx, func() error { return s.closeRuns(ctx, s.owner.id, closedWithin) })
	err = errors.Join(err, unlock(s.owner.file))
	s.owner = nil
	return err
}

// closeDead closes what the runs of dead owners have left open. An owner is
// dead if its lock can be had, or if its lock file is gone.
func (s *Store) closeDead(ctx context.Context) error {
	ids, err := s.db.owners(ctx)
	if err != nil {
		return err
	}
	for _, id := range ids {
		file, err := lock(s.db.lockPath(id), false)
		if errors.Is(err, errHeld) {
			continue
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		err = s.db.inTransaction(ctx, func() error { return s.closeRuns(ctx, id, diedInRun) })
		if file != nil {
			err = errors.Join(err, unlock(file))
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func (db *database) owners(ctx context.Context) ([]string, error) {
	rows, err := db.conn.QueryContext(ctx, "SELECT id FROM owners")
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var ids []string
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, err
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// closeRuns closes the open calls and runs of an owner as unknown and removes
// its row. Done twice it does nothing the second time.
func (s *Store) closeRuns(ctx context.Context, id, reason string) error {
	rows, err := s.db.conn.QueryContext(ctx, "SELECT n, id FROM runs WHERE owner = ? AND state = 'running' ORDER BY n", id)
	if err != nil {
		return err
	}
	defer rows.Close()
	defer clear(s.numbers.others)
	var open []string
	for rows.Next() {
		var n int64
		var run string
		if err := rows.Scan(&n, &run); err != nil {
			return err
		}
		s.numbers.others[run] = n
		open = append(open, run)
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return err
	}
	for _, run := range open {
		if err := s.cuts.closeRun(ctx, run, reason); err != nil {
			return err
		}
	}
	if err := s.outbox.abandon(ctx, id); err != nil {
		return err
	}
	_, err = s.db.conn.ExecContext(ctx, "DELETE FROM owners WHERE id = ?", id)
	return err
}
