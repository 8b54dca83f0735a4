package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"time"
)

// ChangeState keeps under kind and name what change makes of what is kept there,
// as one act: no other process changes it in between. "" forgets it. It outlives
// this process; the last moments before a power cut may be lost.
func (s *Store) ChangeState(ctx context.Context, kind, name string, change func(old string) string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := s.waitForDisk(false); err != nil {
		return s.fault(err)
	}
	return s.fault(s.inTransaction(ctx, func() error {
		var old string
		err := s.conn.QueryRowContext(ctx, "SELECT value FROM state WHERE kind = ? AND name = ?", kind, name).Scan(&old)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		next := change(old)
		if next == "" {
			_, err = s.conn.ExecContext(ctx, "DELETE FROM state WHERE kind = ? AND name = ?", kind, name)
			return err
		}
		_, err = s.conn.ExecContext(ctx, `INSERT INTO state (kind, name, value, changed) VALUES (?, ?, ?, ?)
			ON CONFLICT (kind, name) DO UPDATE SET value = excluded.value, changed = excluded.changed`, kind, name, next, time.Now().UnixNano())
		return err
	}))
}
