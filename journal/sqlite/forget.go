package sqlite

import (
	"context"
	"errors"
	"time"

	"handrail/journal"
)

// ChatGone is the kind of state under which it is noted, by session, that a conversation was deleted.
const ChatGone = "chat-gone"

// titleGone is the title of the runs of a conversation that was deleted.
const titleGone = "(a deleted chat)"

// ErrGoesOn means that a run of a conversation goes on, in whichever process.
var ErrGoesOn = errors.New("the agent is still working: wait for it, or stop it first")

// A Saying is something that was said in a conversation or to a sub-agent of it, with the pictures that came
// out of its calls.
type Saying struct {
	Texts    []string // of the person and of agents
	Pictures []string // by the names under which the app keeps them
	Calls    int      // that were made
	Branches int      // conversations that were branched from it, and are not deleted
	Messages int      // of the person
}

// family are the runs of a conversation, with those of sub-agents, as a query whose only parameter is ?1.
const family = `WITH RECURSIVE family(n, id) AS (
	SELECT n, id FROM runs WHERE session = ?1 AND origin = 'chat' AND parent = ''
	UNION SELECT r.n, r.id FROM family f JOIN runs r ON r.parent = f.id WHERE r.parent <> ''
) `

// branches are the first events of conversations that were branched from one, by the number of the last event that
// they have in common. One that was deleted counts as long as something stands in it that others come from.
const branches = `SELECT json_extract(e.data, '$.base.seq') AS upto, r.session AS session FROM runs r JOIN events e ON e.seq = (SELECT min(seq) FROM events WHERE run = r.n)
	WHERE r.origin = 'chat' AND r.parent = '' AND r.session <> ?1 AND e.kind = 'prompted' AND json_valid(e.data) AND json_extract(e.data, '$.base.session') = ?1`

// Sayings are what Forget would take away of a conversation.
func Sayings(ctx context.Context, s *Store, session string) (said Saying, err error) {
	upto, err := keptUpTo(ctx, s, session)
	if err != nil {
		return said, s.db.fault(err)
	}
	rows, err := s.db.read.QueryContext(ctx, family+`SELECT e.kind, CASE e.kind WHEN 'finished' THEN '' ELSE coalesce(json_extract(e.data, '$.text'), '') END, coalesce(p.value ->> 'kept', ''), e.run IN (SELECT n FROM runs WHERE session = ?1 AND parent = '')
	FROM events e LEFT JOIN json_each(e.data, '$.parts') p ON e.kind = 'finished'
	WHERE e.run IN (SELECT n FROM family) AND e.kind IN ('prompted', 'replied', 'finished', 'called') AND json_valid(e.data) AND e.seq > ?2`, session, upto)
	if err != nil {
		return said, s.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.db.fault(rows.Close())) }()
	for rows.Next() {
		var kind, text, picture string
		var top bool
		if err := rows.Scan(&kind, &text, &picture, &top); err != nil {
			return said, s.db.fault(err)
		}
		switch {
		case kind == string(journal.Called):
			said.Calls++
		case picture != "":
			said.Pictures = append(said.Pictures, picture)
		case text != "":
			said.Texts = append(said.Texts, text)
		}
		if kind == string(journal.Prompted) && top {
			said.Messages++
		}
	}
	if err := rows.Err(); err != nil {
		return said, s.db.fault(err)
	}
	err = s.db.read.QueryRowContext(ctx, "SELECT count(*) FROM ("+branches+") b WHERE b.session NOT IN (SELECT name FROM state WHERE kind = '"+ChatGone+"')", session).Scan(&said.Branches)
	return said, s.db.fault(err)
}

// keptUpTo is the number of the last event of a conversation that another one begins with; 0: there is none.
func keptUpTo(ctx context.Context, s *Store, session string) (upto int64, err error) {
	err = s.db.read.QueryRowContext(ctx, "SELECT coalesce(max(upto), 0) FROM ("+branches+")", session).Scan(&upto)
	return upto, err
}

// Forget takes away what was said in a conversation, by the person and by agents, and its marks. Its calls stay, and what
// they have used: the record of what was done goes by retention alone. What a branch of it begins with stays, in no list and no search, until
// that is deleted too. ErrGoesOn is returned while a run of it goes on.
func Forget(ctx context.Context, s *Store, session string, marks ...string) error {
	err := s.db.change(ctx, true, func() error {
		if _, err := s.db.conn.ExecContext(ctx, "PRAGMA secure_delete = ON"); err != nil { // what is deleted is overwritten
			return err
		}
		return forget(ctx, s, session, marks)
	})
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return err
	}
	if err == nil { // the search's index forgets words only where its parts are put together anew; readers may keep the log for a while
		_, err = s.db.conn.ExecContext(ctx, "INSERT INTO said (said) VALUES ('optimize'); PRAGMA incremental_vacuum; PRAGMA wal_checkpoint(TRUNCATE)")
	}
	_, undone := s.db.conn.ExecContext(context.WithoutCancel(ctx), "PRAGMA secure_delete = OFF")
	return s.db.fault(errors.Join(err, undone))
}

// forget is Forget within a transaction.
func forget(ctx context.Context, s *Store, session string, marks []string) error {
	var goes int
	if err := s.db.conn.QueryRowContext(ctx, family+"SELECT count(*) FROM runs WHERE n IN (SELECT n FROM family) AND state = 'running'", session).Scan(&goes); err != nil {
		return err
	}
	if goes > 0 {
		return ErrGoesOn
	}
	if err := s.States().set(ctx, ChatGone, session, time.Now().UTC().Format(time.RFC3339)); err != nil {
		return err
	}
	for _, kind := range marks {
		if err := s.States().set(ctx, kind, session, ""); err != nil {
			return err
		}
	}
	for range mostBases {
		base, err := unsay(ctx, s, session)
		if err != nil || base == "" {
			return err
		}
		session = base
	}
	return nil
}

// mostBases is how many conversations one can come from, one from the other.
const mostBases = 100

// unsay deletes what was said in a deleted conversation behind what others begin with. It returns the deleted conversation
// that it was branched from, which can go now as well; "" if there is none.
func unsay(ctx context.Context, s *Store, session string) (base string, err error) {
	err = s.db.conn.QueryRowContext(ctx, `SELECT coalesce((SELECT json_extract(e.data, '$.base.session') FROM events e JOIN runs r ON r.n = e.run
	WHERE r.session = ?1 AND r.parent = '' AND e.kind = 'prompted' AND json_valid(e.data) AND json_extract(e.data, '$.base.session') IN (SELECT name FROM state WHERE kind = ?2) ORDER BY e.seq LIMIT 1), '')`,
		session, ChatGone).Scan(&base)
	if err != nil {
		return "", err
	}
	var upto int64
	if err := s.db.conn.QueryRowContext(ctx, "SELECT coalesce(max(upto), 0) FROM ("+branches+")", session).Scan(&upto); err != nil {
		return "", err
	}
	for _, text := range []string{
		// An event is never numbered as a deleted one was: the newest of all stays, without its words.
		"UPDATE events SET data = '{}' WHERE run IN (SELECT n FROM family) AND kind IN ('prompted', 'replied') AND seq > ?2 AND seq = (SELECT max(seq) FROM events)",
		"DELETE FROM events WHERE run IN (SELECT n FROM family) AND kind IN ('prompted', 'replied') AND seq > ?2 AND seq < (SELECT max(seq) FROM events)",
		"UPDATE runs SET title = '" + titleGone + "' WHERE n IN (SELECT n FROM family) AND ?2 >= 0",
	} {
		if _, err := s.db.conn.ExecContext(ctx, family+text, session, upto); err != nil {
			return "", err
		}
	}
	return base, nil
}
