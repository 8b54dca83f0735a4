package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// States are values that are kept under a kind and a name. What several processes
// change at once (trust, grants, keys of this installation) lives here and not in the
// settings (docs/spec/02-settings.md). States is safe for concurrent use.
type States struct {
	db   *database
	look *sql.Stmt // of State, which every call asks
}

// open compiles what every call asks.
func (s *States) open(ctx context.Context) (err error) {
	s.look, err = s.db.read.PrepareContext(ctx, "SELECT value FROM state WHERE kind = ? AND name = ?")
	return err
}

func (s *States) close() error {
	if s.look == nil {
		return nil
	}
	return s.look.Close()
}

// State returns what is kept under kind and name.
func (s *States) State(ctx context.Context, kind, name string) (value string, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return "", false, err
	}
	// A context that can end would cost two goroutines for a look of microseconds.
	err = s.look.QueryRowContext(context.WithoutCancel(ctx), kind, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return value, err == nil, s.db.fault(err)
}

// States returns everything that is kept under kind, by name.
func (s *States) States(ctx context.Context, kind string) (all map[string]string, err error) {
	rows, err := s.db.read.QueryContext(ctx, "SELECT name, value FROM state WHERE kind = ?", kind)
	if err != nil {
		return nil, s.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.db.fault(rows.Close())) }()
	all = map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, s.db.fault(err)
		}
		all[name] = value
	}
	return all, s.db.fault(rows.Err())
}

// SetState keeps a value under kind and name, through a power cut; "" forgets it.
func (s *States) SetState(ctx context.Context, kind, name, value string) error {
	return s.db.change(ctx, true, func() error { return s.set(ctx, kind, name, value) })
}

// NoteState keeps a value under kind and name, for what each call notes anew. It outlives this process; the last moments before a power
// cut may be lost.
func (s *States) NoteState(ctx context.Context, kind, name, value string) error {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return s.db.closedError()
	}
	if err := s.db.waitForDisk(false); err != nil {
		return s.db.fault(err)
	}
	return s.db.fault(s.set(ctx, kind, name, value)) // one statement is a transaction of its own
}

// ChangeState keeps under kind and name what change makes of what is kept there,
// as one act: no other process changes it in between. "" forgets it. It outlives
// this process; the last moments before a power cut may be lost.
func (s *States) ChangeState(ctx context.Context, kind, name string, change func(old string) string) error {
	return s.db.change(ctx, false, func() error {
		var old string
		err := s.db.conn.QueryRowContext(ctx, "SELECT value FROM state WHERE kind = ? AND name = ?", kind, name).Scan(&old)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		return s.set(ctx, kind, name, change(old))
	})
}

// set writes a value within a change of the database.
func (s *States) set(ctx context.Context, kind, name, value string) error {
	if value == "" {
		_, err := s.db.exec(ctx, "DELETE FROM state WHERE kind = ? AND name = ?", kind, name)
		return err
	}
	_, err := s.db.exec(ctx, `INSERT INTO state (kind, name, value, changed) VALUES (?, ?, ?, ?)
		ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, changed = excluded.changed`, kind, name, value, time.Now().UnixNano())
	return err
}
