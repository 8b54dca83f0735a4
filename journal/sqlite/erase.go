package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"time"

	"handrail/journal"
)

// Held is what the record has of a space, or of all.
type Held struct {
	Runs     int
	Chats    int // conversations that were not deleted
	Running  int
	Since    time.Time // when the oldest run began; zero: there is none
	Pictures []string  // by the names under which the app keeps them
}

// inSpace is a condition on runs whose parameter is a space; "" is all.
const inSpace = "(?1 = '' OR space = ?1)"

// Holds says what the record has of a space; "" is all.
func Holds(ctx context.Context, s *Store, space string) (held Held, err error) {
	var since int64
	err = s.db.read.QueryRowContext(ctx, `SELECT count(*), coalesce(sum(state = 'running'), 0), coalesce(min(started), 0),
	(SELECT count(DISTINCT session) FROM runs WHERE origin = 'chat' AND parent = '' AND `+inSpace+` AND `+notGone+`) FROM runs WHERE `+inSpace, space).Scan(&held.Runs, &held.Running, &since, &held.Chats)
	if err != nil {
		return held, s.db.fault(err)
	}
	if since > 0 {
		held.Since = time.Unix(0, since)
	}
	rows, err := s.db.read.QueryContext(ctx, `SELECT DISTINCT p.value ->> 'kept' FROM events e JOIN json_each(e.data, '$.parts') p
	WHERE e.kind = 'finished' AND json_valid(e.data) AND p.value ->> 'kept' <> '' AND e.run IN (SELECT n FROM runs WHERE `+inSpace+`)`, space)
	if err != nil {
		return held, s.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.db.fault(rows.Close())) }()
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return held, s.db.fault(err)
		}
		held.Pictures = append(held.Pictures, name)
	}
	return held, s.db.fault(rows.Err())
}

// Outlived counts what Prune would remove by r. What goes for the size's sake is an estimate: the database has room of its own.
func Outlived(ctx context.Context, s *Store, r Retention) (gone Pruned, err error) {
	size, err := s.Size(ctx)
	if err != nil {
		return gone, err
	}
	before := int64(0)
	if r.MaxAge > 0 {
		before = time.Now().Add(-r.MaxAge).UnixNano()
	}
	rows, err := s.db.read.QueryContext(ctx, `SELECT r.ended, (SELECT count(*) FROM events WHERE run = r.n), (SELECT coalesce(sum(length(data) + ?1), 0) FROM events WHERE run = r.n)
	FROM runs r WHERE r.state <> 'running' AND r.ended > 0 AND r.n <> (SELECT run FROM events ORDER BY seq DESC LIMIT 1) ORDER BY r.n`, eventRoom)
	if err != nil {
		return gone, s.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.db.fault(rows.Close())) }()
	for rows.Next() {
		var ended, bytes int64
		var events int
		if err := rows.Scan(&ended, &events, &bytes); err != nil {
			return gone, s.db.fault(err)
		}
		if before > 0 && ended < before || r.MaxBytes > 0 && size > r.MaxBytes {
			gone.Runs, gone.Events, size = gone.Runs+1, gone.Events+events, size-bytes
		}
	}
	return gone, s.db.fault(rows.Err())
}

// eventRoom is about how much an event takes beside its data, in bytes: its row and its places in indexes.
const eventRoom = 120

// Erase takes the record of a space away for good, or of all spaces if that is "": its runs, what was said in them, and what is
// noted about its conversations. What the person trusts and has granted stays. ErrGoesOn is returned while one of its runs goes on.
func Erase(ctx context.Context, s *Store, space string) (gone Pruned, err error) {
	held, err := Holds(ctx, s, space)
	if err != nil {
		return gone, err
	}
	if held.Running > 0 {
		return gone, ErrGoesOn
	}
	if err := s.db.change(ctx, true, func() error {
		if _, err := s.db.conn.ExecContext(ctx, "PRAGMA secure_delete = ON"); err != nil { // what is deleted is overwritten
			return err
		}
		// Whatever is noted under the name of a conversation is about it: its title, its place in the list, a draft.
		_, err := s.db.conn.ExecContext(ctx, "DELETE FROM state WHERE name IN (SELECT session FROM runs WHERE session <> '' AND "+inSpace+")", space)
		return err
	}); err != nil {
		return gone, err
	}
	for more := true; more && err == nil; {
		more, err = s.pruneOne(ctx, &gone, "AND (? = '' OR space = ?)", space, space)
	}
	if err == nil {
		err = s.db.change(ctx, true, func() error { return blankNewest(ctx, s, space, &gone) })
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return gone, s.db.fault(err)
	}
	if err == nil {
		_, err = s.db.conn.ExecContext(ctx, "INSERT INTO said (said) VALUES ('optimize'); PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
	}
	_, undone := s.db.conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA secure_delete = OFF")
	return gone, s.db.fault(errors.Join(err, undone))
}

// blankNewest leaves nothing of the run with the newest event but that event, without its data: no number is given twice.
func blankNewest(ctx context.Context, s *Store, space string, gone *Pruned) error {
	var n, seq int64
	err := s.db.conn.QueryRowContext(ctx, `SELECT r.n, e.seq FROM runs r JOIN events e ON e.run = r.n
	WHERE e.seq = (SELECT max(seq) FROM events) AND (?1 = '' OR r.space = ?1) AND r.state <> 'running'`, space).Scan(&n, &seq)
	if errors.Is(err, sql.ErrNoRows) {
		return nil
	}
	if err != nil {
		return err
	}
	result, err := s.db.conn.ExecContext(ctx, "DELETE FROM events WHERE run = ? AND seq < ?", n, seq)
	if err != nil {
		return err
	}
	events, err := result.RowsAffected()
	if err != nil {
		return err
	}
	gone.Runs, gone.Events = gone.Runs+1, gone.Events+int(events)+1
	if _, err := s.db.conn.ExecContext(ctx, "DELETE FROM said WHERE rowid = ?", seq); err != nil {
		return err
	}
	if _, err := s.db.conn.ExecContext(ctx, "UPDATE events SET kind = 'ended', call = '', data = '{}' WHERE seq = ?", seq); err != nil {
		return err
	}
	_, err = s.db.conn.ExecContext(ctx, "UPDATE runs SET title = ?, session = '', agent = '', model = '', space = '', origin = 'cli', parent = '', calls = 0 WHERE n = ?", runGone, n)
	return err
}

// runGone is the title of the one run that stays of a record that was deleted.
const runGone = "(deleted)"

// A Line is something that was said or done in a conversation.
type Line struct {
	Space, Session, Title string
	Time                  time.Time
	Kind                  journal.Kind // Prompted, Replied or Called
	Text                  string       // of a call: its tool
}

// Conversations tells do what was said and called in all conversations of the person's, each from its beginning.
func Conversations(ctx context.Context, s *Store, do func(Line) error) (err error) {
	rows, err := s.db.read.QueryContext(ctx, `SELECT r.space, r.session, r.title, e.time, e.kind, e.data FROM runs r JOIN events e ON e.run = r.n
	WHERE r.origin = 'chat' AND r.parent = '' AND r.`+notGone+` AND e.kind IN ('prompted', 'replied', 'called') ORDER BY r.session, e.seq`)
	if err != nil {
		return s.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.db.fault(rows.Close())) }()
	for rows.Next() {
		var l Line
		var at int64
		var data string
		if err := rows.Scan(&l.Space, &l.Session, &l.Title, &at, &l.Kind, &data); err != nil {
			return s.db.fault(err)
		}
		var d struct{ Text, Tool string }
		_ = json.Unmarshal([]byte(data), &d) // what cannot be read has no words
		l.Time, l.Text = time.Unix(0, at), d.Text
		if l.Kind == journal.Called {
			l.Text = d.Tool
		}
		if err := do(l); err != nil {
			return err
		}
	}
	return s.db.fault(rows.Err())
}
