package sqlite

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
)

// The kinds of state by which processes stop each other.
const (
	stopKind    = "stop"    // the newest order, under "all"
	stoppedKind = "stopped" // what a process has stopped, by its owner
)

// Stops are the orders to stop everything that goes on, in all processes (docs/spec/12-processes.md#stop). They are safe
// for concurrent use.
type Stops struct{ store *Store }

// StopsIn are the orders in a journal.
func StopsIn(s *Store) *Stops { return &Stops{store: s} }

// Stopped is what a process has stopped.
type Stopped struct {
	Runs, Calls, Jobs, Questions int
}

// Add counts two together.
func (s Stopped) Add(o Stopped) Stopped {
	return Stopped{s.Runs + o.Runs, s.Calls + o.Calls, s.Jobs + o.Jobs, s.Questions + o.Questions}
}

// A Live is a process with runs that go on.
type Live struct {
	Owner    string
	PID      int
	Answered bool // it has followed the order
}

// Latest names the newest order; "" if there was none. Who has something going on asks it several times in a second.
func (s *Stops) Latest(ctx context.Context) (string, error) {
	name, _, err := s.store.states.State(ctx, stopKind, "all")
	return name, err
}

// Order tells every process to stop what goes on. It returns the order's name.
func (s *Stops) Order(ctx context.Context) (string, error) {
	var b [8]byte
	rand.Read(b[:]) // never fails (crypto/rand)
	name := hex.EncodeToString(b[:])
	return name, s.store.states.ChangeState(ctx, stopKind, "all", func(string) string { return name })
}

type answer struct {
	Order   string  `json:"order"`
	Stopped Stopped `json:"stopped"`
}

// Answer says that this process has followed an order.
func (s *Stops) Answer(ctx context.Context, order string, stopped Stopped) error {
	raw, err := json.Marshal(answer{order, stopped})
	if err != nil {
		return err
	}
	return s.store.db.change(ctx, false, func() error {
		if s.store.owner == nil { // nobody waits for it
			return nil
		}
		return s.store.states.set(ctx, stoppedKind, s.store.owner.id, string(raw))
	})
}

// Processes lists the other processes with runs that go on, and what they have answered to an order.
func (s *Stops) Processes(ctx context.Context, order string) (list []Live, err error) {
	rows, err := s.store.db.read.QueryContext(ctx, `SELECT owners.id, owners.pid, coalesce(state.value, '') FROM owners
		LEFT JOIN state ON state.kind = ? AND state.name = owners.id ORDER BY owners.opened`, stoppedKind)
	if err != nil {
		return nil, s.store.db.fault(err)
	}
	defer func() { err = errors.Join(err, s.store.db.fault(rows.Close())) }()
	own := ownerOf(s.store)
	for rows.Next() {
		var one Live
		var text string
		if err := rows.Scan(&one.Owner, &one.PID, &text); err != nil {
			return nil, s.store.db.fault(err)
		}
		if one.Owner == own || !s.store.db.alive(one.Owner) {
			continue
		}
		var said answer
		if json.Unmarshal([]byte(text), &said) == nil && said.Order == order && order != "" {
			one.Answered = true
		}
		list = append(list, one)
	}
	return list, s.store.db.fault(rows.Err())
}

// Answers is what processes have stopped by an order, those also that have ended since, and how many they were.
func (s *Stops) Answers(ctx context.Context, order string) (all Stopped, processes int, err error) {
	kept, err := s.store.states.States(ctx, stoppedKind)
	for _, text := range kept {
		var said answer
		if json.Unmarshal([]byte(text), &said) == nil && said.Order == order {
			all, processes = all.Add(said.Stopped), processes+1
		}
	}
	return all, processes, err
}

// alive reports whether the process of an owner lives: it holds its lock.
func (db *database) alive(owner string) bool {
	file, err := lock(db.lockPath(owner), false)
	if file != nil {
		_ = unlock(file)
	}
	return err != nil && !errors.Is(err, fs.ErrNotExist)
}

// Forget forgets what processes have answered.
func (s *Stops) Forget(ctx context.Context) error {
	return s.store.db.change(ctx, false, func() error {
		_, err := s.store.db.conn.ExecContext(ctx, "DELETE FROM state WHERE kind = ?", stoppedKind)
		return err
	})
}

// CloseDead closes the runs of processes that have died: what was cut is unknown.
func (s *Stops) CloseDead(ctx context.Context) error {
	s.store.db.mu.Lock()
	defer s.store.db.mu.Unlock()
	if s.store.db.closed {
		return s.store.db.closedError()
	}
	return s.store.db.fault(s.store.closeDead(ctx))
}
