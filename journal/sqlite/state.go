package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// State returns what is kept under kind and name. What several processes change
// at once (trust, grants, keys of this installation) lives here and not in the
// settings (docs/spec/02-settings.md).
func (s *Store) State(ctx context.Context, kind, name string) (value string, ok bool, err error) {
	if err := ctx.Err(); err != nil {
		return "", false, err
	}
	// A context that can end would cost two goroutines for a look of microseconds.
	err = s.look.QueryRowContext(context.WithoutCancel(ctx), kind, name).Scan(&value)
	if errors.Is(err, sql.ErrNoRows) {
		return "", false, nil
	}
	return value, err == nil, s.fault(err)
}

// States returns everything that is kept under kind, by name.
func (s *Store) States(ctx context.Context, kind string) (all map[string]string, err error) {
	rows, err := s.read.QueryContext(ctx, "SELECT name, value FROM state WHERE kind = ?", kind)
	if err != nil {
		return nil, s.fault(err)
	}
	defer func() { err = errors.Join(err, s.fault(rows.Close())) }()
	all = map[string]string{}
	for rows.Next() {
		var name, value string
		if err := rows.Scan(&name, &value); err != nil {
			return nil, s.fault(err)
		}
		all[name] = value
	}
	return all, s.fault(rows.Err())
}

// SetState keeps a value under kind and name, through a power cut; "" forgets it.
func (s *Store) SetState(ctx context.Context, kind, name, value string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.waitForDisk(true); err != nil {
		return s.fault(err)
	}
	return s.fault(s.inTransaction(ctx, func() error {
		if value == "" {
			_, err := s.conn.ExecContext(ctx, "DELETE FROM state WHERE kind = ? AND name = ?", kind, name)
			return err
		}
		_, err := s.conn.ExecContext(ctx, `INSERT INTO state (kind, name, value, changed) VALUES (?, ?, ?, ?)
			ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, changed = excluded.changed`, kind, name, value, time.Now().UnixNano())
		return err
	}))
}
