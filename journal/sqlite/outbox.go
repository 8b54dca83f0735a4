package sqlite

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// The states of a message in the outbox. One that is claimed has an owner that is about to send it; to everybody else it
// is queued.
const (
	OutQueued  = "queued"
	OutClaimed = "claimed"
	OutSending = "sending"
	OutSent    = "sent"
	OutFailed  = "failed"
	OutUnknown = "unknown" // its sending had begun, and nobody knows whether it went
)

// How much may wait in the outbox: more is refused.
const (
	OutMost      = 10_000
	OutMostBytes = 64 << 20
)

// keepSent is how long it is known of a message that it was sent; its text goes at once.
const keepSent = 7 * 24 * time.Hour

// ErrOutboxFull says that no more messages may wait.
var ErrOutboxFull = errors.New("the outbox is full")

// An OutMessage is a message that goes out, or has gone.
type OutMessage struct {
	ID       string
	Key      string // the idempotency key of the call that it came from; "": none
	Channel  string
	Chat     string // where in the channel
	Content  string // "" once it is sent
	Space    string
	Session  string
	Sender   string // who wrote it, as people see it
	State    string
	Created  time.Time
	Due      time.Time // it is not tried before
	Deadline time.Time // it is not tried after
	Changed  time.Time
	Tries    int
	Reason   string // of its last failure; "": none
}

// An Outbox keeps the messages that wait to be sent (docs/spec/05-built-in-tools.md#message). Several processes send from
// it: whoever claims a message sends it. It is safe for concurrent use.
type Outbox struct{ store *Store }

// Put keeps a message until it is sent, through a power cut, and returns it with its id. A key that was there before
// returns what became of that message, and puts nothing. ErrOutboxFull: too many wait.
func (o *Outbox) Put(ctx context.Context, m OutMessage) (OutMessage, error) {
	db := o.store.db
	err := db.change(ctx, true, func() error {
		if m.Key != "" {
			had, err := o.find(ctx, db.conn, "key = ?", m.Key)
			if err == nil {
				m = had
				return nil
			}
			if !errors.Is(err, sql.ErrNoRows) {
				return err
			}
		}
		var count, size int
		if err := db.conn.QueryRowContext(ctx, "SELECT count(*), ifnull(sum(size), 0) FROM outbox INDEXED BY outbox_open WHERE state <> 'sent'").Scan(&count, &size); err != nil {
			return err
		}
		if count >= OutMost || size+len(m.Content) > OutMostBytes {
			return ErrOutboxFull
		}
		if _, err := db.exec(ctx, "DELETE FROM outbox WHERE state = 'sent' AND changed < ?", time.Now().Add(-keepSent).UnixNano()); err != nil {
			return err
		}
		var paused sql.NullInt64 // its channel is left alone until then, and nobody overtakes
		err := db.conn.QueryRowContext(ctx, "SELECT max(due) FROM outbox INDEXED BY outbox_open WHERE state <> 'sent' AND state = 'queued' AND due > ? AND channel = ?", m.Due.UnixNano(), m.Channel).Scan(&paused)
		if err != nil {
			return err
		}
		if paused.Valid {
			m.Due = time.Unix(0, paused.Int64)
		}
		var b [5]byte
		rand.Read(b[:]) // never fails (crypto/rand)
		m.ID, m.State, m.Changed = "m_"+hex.EncodeToString(b[:]), OutQueued, m.Created
		_, err = db.exec(ctx, `INSERT INTO outbox (id, key, channel, chat, content, size, space, session, sender, state, owner, boot, created, due, deadline, changed, tries, reason)
			VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', '', '', ?, ?, ?, ?, 0, '')`,
			m.ID, m.Key, m.Channel, m.Chat, m.Content, len(m.Content), m.Space, m.Session, m.Sender, m.Created.UnixNano(), m.Due.UnixNano(), m.Deadline.UnixNano(), m.Changed.UnixNano())
		return err
	})
	if errors.Is(err, ErrOutboxFull) {
		return OutMessage{}, ErrOutboxFull
	}
	return m, err
}

// Claim makes this process the one that sends some of the messages that are due, the oldest first, at most n. That is
// kept through a power cut: after one, they are not sent again unasked.
func (o *Outbox) Claim(ctx context.Context, n int) (claimed []OutMessage, err error) {
	s := o.store
	if due, err := o.Due(ctx); err != nil || due.IsZero() || due.After(time.Now()) {
		return nil, err // nothing is written where nothing is to be done
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return nil, s.db.closedError()
	}
	if err := s.enter(ctx); err != nil {
		return nil, s.db.fault(err)
	}
	if err := s.db.waitForDisk(true); err != nil {
		return nil, s.db.fault(err)
	}
	err = s.db.inTransaction(ctx, func() error {
		now := time.Now().UnixNano()
		claimed, err = o.list(ctx, s.db.conn, "state <> 'sent' AND state = 'queued' AND due <= ? ORDER BY n LIMIT ?", now, n)
		for i := 0; err == nil && i < len(claimed); i++ {
			_, err = s.db.exec(ctx, "UPDATE outbox SET state = 'claimed', owner = ?, boot = ?, changed = ? WHERE id = ?", s.owner.id, bootID(), now, claimed[i].ID)
		}
		return err
	})
	return claimed, s.db.fault(err)
}

// A Step is what is noted of messages that this process has claimed, as one act.
type Step struct {
	Done  *OutMessage   // its State, Due, Tries and Reason are kept; nil: of none
	Pause time.Duration // other queued messages of Done's channel wait as long, from now
	Start string        // the id of the one whose sending begins now; "": none
}

// Note keeps a Step. It outlives this process: once it returns, the message Start is sending for everybody. begun
// says whether it may be sent: the person may have held it back meanwhile.
func (o *Outbox) Note(ctx context.Context, step Step) (begun bool, err error) {
	s := o.store
	err = s.db.change(ctx, false, func() (err error) {
		now := time.Now()
		if m := step.Done; m != nil {
			content := m.Content
			if m.State == OutSent {
				content = ""
			}
			_, err := s.db.exec(ctx, "UPDATE outbox SET state = ?, owner = '', content = ?, due = ?, changed = ?, tries = ?, reason = ? WHERE id = ? AND state IN ('claimed', 'sending')",
				m.State, content, m.Due.UnixNano(), now.UnixNano(), m.Tries, m.Reason, m.ID)
			if err != nil {
				return err
			}
			if step.Pause > 0 {
				if _, err := s.db.exec(ctx, "UPDATE outbox SET due = max(due, ?) WHERE state <> 'sent' AND state = 'queued' AND channel = ?", now.Add(step.Pause).UnixNano(), m.Channel); err != nil {
					return err
				}
			}
		}
		if step.Start == "" {
			return nil
		}
		begun, err = o.start(ctx, step.Start, now)
		return err
	})
	return begun && err == nil, err
}

// start notes that the sending of a claimed message begins; false: it is held back.
func (o *Outbox) start(ctx context.Context, id string, now time.Time) (begun bool, err error) {
	result, err := o.store.db.exec(ctx, "UPDATE outbox SET state = 'sending', changed = ? WHERE id = ? AND state = 'claimed'", now.UnixNano(), id)
	if err != nil {
		return false, err
	}
	n, err := result.RowsAffected()
	return n == 1, err
}

// Hold keeps every message back that waits, until the person has it tried again. sending is how many are on their way
// already.
func (o *Outbox) Hold(ctx context.Context, reason string) (held, sending int, err error) {
	err = o.store.db.change(ctx, false, func() error {
		result, err := o.store.db.conn.ExecContext(ctx, "UPDATE outbox SET state = 'failed', owner = '', changed = ?, reason = ? WHERE state IN ('queued', 'claimed')", time.Now().UnixNano(), reason)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		if err != nil {
			return err
		}
		held = int(n)
		return o.store.db.conn.QueryRowContext(ctx, "SELECT count(*) FROM outbox WHERE state = 'sending'").Scan(&sending)
	})
	return held, sending, err
}

// Release gives back what this process has claimed and not begun to send.
func (o *Outbox) Release(ctx context.Context) error {
	s := o.store
	return s.db.change(ctx, false, func() error {
		if s.owner == nil {
			return nil
		}
		_, err := s.db.exec(ctx, "UPDATE outbox SET state = 'queued', owner = '' WHERE state = 'claimed' AND owner = ?", s.owner.id)
		return err
	})
}

// abandon says of the messages of an owner that is no more what is known of them: those whose sending had not begun are
// sent by others, unless the machine itself went down meanwhile, which may have lost that it had begun.
func (o *Outbox) abandon(ctx context.Context, owner string) error {
	db := o.store.db
	if boot := bootID(); boot != "" {
		if _, err := db.conn.ExecContext(ctx, "UPDATE outbox SET state = 'queued', owner = '' WHERE state = 'claimed' AND owner = ? AND boot = ?", owner, boot); err != nil {
			return err
		}
	}
	_, err := db.conn.ExecContext(ctx, "UPDATE outbox SET state = 'unknown', owner = '', changed = ?, reason = ? WHERE state IN ('claimed', 'sending') AND owner = ?",
		time.Now().UnixNano(), "Handrail closed while it was sent", owner)
	return err
}

// Recover says of messages that dead processes have claimed what is known of them. Where nobody has claimed any, it only
// looks.
func (o *Outbox) Recover(ctx context.Context) error {
	s := o.store
	var held int
	if err := s.db.read.QueryRowContext(ctx, "SELECT count(*) FROM outbox INDEXED BY outbox_open WHERE state <> 'sent' AND state IN ('claimed', 'sending')").Scan(&held); err != nil || held == 0 {
		return s.db.fault(err)
	}
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return s.db.closedError()
	}
	return s.db.fault(s.closeDead(ctx))
}

// Due is when the next queued message may be tried; zero: none waits.
func (o *Outbox) Due(ctx context.Context) (time.Time, error) {
	var due sql.NullInt64
	if err := o.store.db.read.QueryRowContext(ctx, "SELECT min(due) FROM outbox INDEXED BY outbox_open WHERE state <> 'sent' AND state = 'queued'").Scan(&due); err != nil || !due.Valid {
		return time.Time{}, o.store.db.fault(err)
	}
	return time.Unix(0, due.Int64), nil
}

// Message finds one by its id; sql.ErrNoRows is ErrNoMessage.
func (o *Outbox) Message(ctx context.Context, id string) (OutMessage, error) {
	m, err := o.find(ctx, o.store.db.read, "id = ?", id)
	if errors.Is(err, sql.ErrNoRows) {
		return m, ErrNoMessage
	}
	return m, o.store.db.fault(err)
}

// ErrNoMessage says that no message has an id.
var ErrNoMessage = errors.New("there is no such message in the outbox")

// Messages lists what is in the outbox, the oldest first; of those that were sent only if sent says so.
func (o *Outbox) Messages(ctx context.Context, sent bool) ([]OutMessage, error) {
	where := "state <> 'sent' ORDER BY n"
	if sent {
		where = "1 ORDER BY n"
	}
	list, err := o.list(ctx, o.store.db.read, where)
	return list, o.store.db.fault(err)
}

// Lasts lists of each channel the message of which something has become last: it was sent, or was tried in vain.
func (o *Outbox) Lasts(ctx context.Context) ([]OutMessage, error) {
	list, err := o.list(ctx, o.store.db.read, "n IN (SELECT n FROM (SELECT n, max(changed) FROM outbox WHERE state IN ('sent', 'failed', 'unknown') OR state = 'queued' AND tries > 0 GROUP BY channel))")
	return list, o.store.db.fault(err)
}

// Requeue has a message tried again from now on, until deadline, whatever became of it. One that somebody sends just now,
// or that was sent, is not touched: false.
func (o *Outbox) Requeue(ctx context.Context, id string, deadline time.Time) (done bool, err error) {
	return o.requeue(ctx, id, deadline, "")
}

// RequeueAs is Requeue of a message that has not changed since: else it is not touched.
func (o *Outbox) RequeueAs(ctx context.Context, id string, changed, deadline time.Time) (done bool, err error) {
	return o.requeue(ctx, id, deadline, " AND changed = ?4", changed.UnixNano())
}

func (o *Outbox) requeue(ctx context.Context, id string, deadline time.Time, only string, more ...any) (done bool, err error) {
	now := time.Now().UnixNano()
	return o.affect(ctx, "UPDATE outbox SET state = 'queued', due = ?2, changed = ?2, deadline = ?3, tries = 0, reason = '' WHERE id = ?1 AND state IN ('queued', 'failed', 'unknown')"+only, append([]any{id, now, deadline.UnixNano()}, more...)...)
}

// Stamp is another one whenever what is not sent is; "": nothing is in the outbox.
func (o *Outbox) Stamp(ctx context.Context) (string, error) {
	var count int
	var last int64
	err := o.store.db.read.QueryRowContext(ctx, "SELECT count(*), ifnull(max(changed), 0) FROM outbox INDEXED BY outbox_open WHERE state <> 'sent'").Scan(&count, &last)
	if err != nil || count == 0 {
		return "", o.store.db.fault(err)
	}
	return fmt.Sprintf("%d-%d", count, last), nil
}

// Drop forgets a message. One that somebody sends just now is not touched: false.
func (o *Outbox) Drop(ctx context.Context, id string) (done bool, err error) {
	return o.affect(ctx, "DELETE FROM outbox WHERE id = ? AND state IN ('queued', 'failed', 'unknown')", id)
}

func (o *Outbox) affect(ctx context.Context, statement string, args ...any) (done bool, err error) {
	err = o.store.db.change(ctx, true, func() error {
		result, err := o.store.db.exec(ctx, statement, args...)
		if err != nil {
			return err
		}
		n, err := result.RowsAffected()
		done = n > 0
		return err
	})
	return done, err
}

// A querier is a connection, or several.
type querier interface {
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

func (o *Outbox) find(ctx context.Context, q querier, where string, args ...any) (OutMessage, error) {
	list, err := o.list(ctx, q, where, args...)
	if err == nil && len(list) == 0 {
		err = sql.ErrNoRows
	}
	if err != nil {
		return OutMessage{}, err
	}
	return list[0], nil
}

func (*Outbox) list(ctx context.Context, q querier, where string, args ...any) (list []OutMessage, err error) {
	rows, err := q.QueryContext(ctx, "SELECT id, key, channel, chat, content, space, session, sender, state, created, due, deadline, changed, tries, reason FROM outbox WHERE "+where, args...)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, rows.Close()) }()
	for rows.Next() {
		var m OutMessage
		var created, due, deadline, changed int64
		if err := rows.Scan(&m.ID, &m.Key, &m.Channel, &m.Chat, &m.Content, &m.Space, &m.Session, &m.Sender, &m.State, &created, &due, &deadline, &changed, &m.Tries, &m.Reason); err != nil {
			return nil, err
		}
		if m.State == OutClaimed {
			m.State = OutQueued
		}
		m.Created, m.Due, m.Deadline, m.Changed = time.Unix(0, created), time.Unix(0, due), time.Unix(0, deadline), time.Unix(0, changed)
		list = append(list, m)
	}
	return list, rows.Err()
}

// bootID names this start of the machine; "" where the system does not say.
func bootID() string {
	raw, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(raw))
}
