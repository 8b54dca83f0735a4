// Package sqlite keeps the journal in an SQLite database
// (docs/spec/13-journal.md). Several Handrail processes may share one: each
// writes in turn, each holds a lock file while it has runs going, and whoever
// opens the journal next closes what a dead process left open.
package sqlite

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"handrail/journal"
)

// busyTimeout is how long one process waits for another one's write.
const busyTimeout = 5 * time.Second

// Config says where a journal is.
type Config struct {
	// Path is the database file; its folder is made if it is missing, for the
	// person alone. Files beside it begin with the same name.
	Path string
	// Version is Handrail's own; it is noted with each migration.
	Version string
	// Notify, if set, is called after each commit of this Store with the events
	// as they were written, Seq included. Calls come one at a time and in the
	// order of Seq. It must not wait, and must not use the Store.
	Notify func(events []journal.Event)
	// Redact, if set, takes secrets out of the data of each event before it is
	// written, whoever records it; what it returns is JSON as well.
	Redact func(json.RawMessage) json.RawMessage
	// Busy is how long to wait for another process's write; 0 means 5 s.
	Busy time.Duration
}

// A Store is an open journal: it begins runs, records what happens in them and
// forgets the oldest. What is read, and what is kept beside the runs, has types of
// its own, on the same database. A Store is safe for concurrent use.
type Store struct {
	c       Config
	db      *database
	history History
	states  States
	hooks   Hooks
	outbox  Outbox
	post    Post
	cuts    Cuts
	queue   queue

	// guarded by db.mu
	numbers numbers
	owner   *owner // nil until a run begins
}

// Open opens the journal at c.Path, makes it if it is missing, brings it up to
// date, and closes what dead processes left open as unknown. Errors are *Error
// and say what to do.
func Open(ctx context.Context, c Config) (*Store, error) {
	if c.Busy == 0 {
		c.Busy = busyTimeout
	}
	path, err := filepath.Abs(c.Path)
	if err != nil {
		return nil, fmt.Errorf("find the journal %s: %w", c.Path, err)
	}
	if err := makeFile(path); err != nil {
		return nil, fileError(path, err)
	}
	db := &database{path: path, program: c.Version, busy: c.Busy, stmts: map[string]*sql.Stmt{}}
	s := &Store{c: c, db: db, history: History{db: db}, states: States{db: db}, hooks: Hooks{db: db}, post: Post{db: db}, numbers: newNumbers(db)}
	s.outbox.store, s.cuts.store = s, s
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(db.fault(err), s.release())
	}
	return s, nil
}

func (s *Store) open(ctx context.Context) error {
	if err := s.db.open(ctx); err != nil {
		return err
	}
	if err := s.states.open(ctx); err != nil {
		return err
	}
	return s.closeDead(ctx)
}

// History lists what has happened.
func (s *Store) History() *History { return &s.history }

// States are the values that are kept beside the runs.
func (s *Store) States() *States { return &s.states }

// Hooks is what is kept about hooks.
func (s *Store) Hooks() *Hooks { return &s.hooks }

// Outbox is what waits to be sent.
func (s *Store) Outbox() *Outbox { return &s.outbox }

// Cuts are the runs whose process died.
func (s *Store) Cuts() *Cuts { return &s.cuts }

// Close ends the use of the journal. Runs of this Store that have not ended are
// closed as unknown.
func (s *Store) Close() error {
	s.db.mu.Lock()
	defer s.db.mu.Unlock()
	if s.db.closed {
		return nil
	}
	err := s.leave(context.Background())
	s.db.closed = true
	s.history.changed.send()
	return errors.Join(s.db.fault(err), s.release())
}

// release closes what is open.
func (s *Store) release() error {
	return errors.Join(s.states.close(), s.db.release())
}

// A broadcast wakes everyone who waits for it.
type broadcast struct {
	mu sync.Mutex
	c  chan struct{}
}

// next returns a channel that is closed at the next send.
func (b *broadcast) next() <-chan struct{} {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.c == nil {
		b.c = make(chan struct{})
	}
	return b.c
}

func (b *broadcast) send() {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.c != nil {
		close(b.c)
		b.c = nil
	}
}
