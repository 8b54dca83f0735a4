package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"strconv"
	"time"
)

// Labels say of files in spaces whose words they hold (docs/spec/16-in-and-out.md#files). Labels is safe for concurrent use.
type Labels struct{ store *Store }

// LabelsIn are the labels in a journal.
func LabelsIn(s *Store) *Labels { return &Labels{store: s} }

// A Label says whose words a file held when a call had written it.
type Label struct {
	Path    string // absolute
	Content string // names the content, as snapshots do; "": any content
	Size    int64  // bytes
	Origins string // JSON
	Run     string // of the call
	Call    string
	Time    time.Time
}

// labelVersions is how many contents of a path are known apart: an undo may bring an earlier one back.
const labelVersions = 50

// labelKind is the kind of state under which it is noted that the labels of a space have changed.
const labelKind = "labels"

// Version changes whenever the labels of a space do; "" if it has none. Every call asks it.
func (l *Labels) Version(ctx context.Context, space string) (string, error) {
	v, _, err := l.store.states.State(ctx, labelKind, space)
	return v, err
}

// Of lists the labels of a space, those of later calls last.
func (l *Labels) Of(ctx context.Context, space string) (list []Label, err error) {
	rows, err := l.store.db.read.QueryContext(ctx, "SELECT path, content, size, origins, run, call, time FROM labels WHERE space = ? ORDER BY time, path", space)
	if err != nil {
		return nil, l.store.db.fault(err)
	}
	defer func() { err = errors.Join(err, l.store.db.fault(rows.Close())) }()
	for rows.Next() {
		var one Label
		var at int64
		if err := rows.Scan(&one.Path, &one.Content, &one.Size, &one.Origins, &one.Run, &one.Call, &at); err != nil {
			return nil, l.store.db.fault(err)
		}
		one.Time = time.Unix(0, at).UTC()
		list = append(list, one)
	}
	return list, l.store.db.fault(rows.Err())
}

// Put keeps labels of a space, as one act.
func (l *Labels) Put(ctx context.Context, space string, list []Label) error {
	return l.change(ctx, space, func() error {
		for _, one := range list {
			_, err := l.store.db.conn.ExecContext(ctx, `INSERT INTO labels (space, path, content, size, origins, run, call, time) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET origins = excluded.origins, run = excluded.run, call = excluded.call, time = excluded.time`,
				space, one.Path, one.Content, one.Size, one.Origins, one.Run, one.Call, one.Time.UnixNano())
			if err != nil {
				return err
			}
			_, err = l.store.db.conn.ExecContext(ctx, `DELETE FROM labels WHERE space = ?1 AND path = ?2 AND time < (
				SELECT time FROM labels WHERE space = ?1 AND path = ?2 ORDER BY time DESC LIMIT 1 OFFSET ?3)`, space, one.Path, labelVersions-1)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// Clear takes away the labels of some paths of a space, and of all files with the same content; without paths, of the whole space.
func (l *Labels) Clear(ctx context.Context, space string, paths ...string) error {
	return l.change(ctx, space, func() error {
		if len(paths) == 0 {
			_, err := l.store.db.conn.ExecContext(ctx, "DELETE FROM labels WHERE space = ?", space)
			return err
		}
		for _, path := range paths {
			_, err := l.store.db.conn.ExecContext(ctx, `DELETE FROM labels WHERE space = ?1 AND (path = ?2 OR content <> '' AND content IN (
				SELECT content FROM labels WHERE space = ?1 AND path = ?2))`, space, path)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// change makes a change of a space's labels, and its Version another.
func (l *Labels) change(ctx context.Context, space string, change func() error) error {
	return l.store.db.change(ctx, false, func() error {
		if err := change(); err != nil {
			return err
		}
		var old, next string
		err := l.store.db.conn.QueryRowContext(ctx, "SELECT value FROM state WHERE kind = ? AND name = ?", labelKind, space).Scan(&old)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		n, _ := strconv.Atoi(old)
		next = strconv.Itoa(n + 1)
		return l.store.states.set(ctx, labelKind, space, next)
	})
}
