// Package sqlite keeps the journal in an SQLite database
// (docs/spec/13-journal.md). Several Handrail processes may share one: each
// writes in turn, each holds a lock file while it has runs going, and whoever
// opens the journal next closes what a dead process left open.
package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"handrail/journal"

	driverpkg "modernc.org/sqlite"
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

// A Store is an open journal. It is safe for concurrent use.
type Store struct {
	c       Config
	write   *sql.DB // one connection
	read    *sql.DB
	look    *sql.Stmt // of State, which every call asks
	queue   queue
	changed broadcast

	mu     sync.Mutex // held by whoever writes
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt // compiled statements, by their text
	full   bool                 // the connection waits for the disk at each commit
	runs   map[string]int64     // numbers of the runs that this Store has begun and that go on
	others map[string]int64     // numbers of other runs, during one write
	owner  *owner               // nil until a run begins
	closed bool
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
	c.Path = path
	if err := makeFile(path); err != nil {
		return nil, fileError(path, err)
	}
	s := &Store{c: c, stmts: map[string]*sql.Stmt{}, runs: map[string]int64{}, others: map[string]int64{}}
	if err := s.open(ctx); err != nil {
		return nil, errors.Join(s.fault(err), s.release())
	}
	return s, nil
}

// makeFile makes an empty database for the person alone. An existing one is
// not touched: opening and closing it here would drop the locks that SQLite
// holds on it for another Store of this process.
func makeFile(path string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_RDWR, 0o600)
	if errors.Is(err, fs.ErrExist) {
		return nil
	}
	if err != nil {
		return err
	}
	return f.Close()
}

func (s *Store) open(ctx context.Context) error {
	write, err := s.connector("")
	if err != nil {
		return err
	}
	s.write = sql.OpenDB(write)
	s.write.SetMaxOpenConns(1)
	if s.conn, err = s.write.Conn(ctx); err != nil {
		return err
	}
	if err := s.migrate(ctx); err != nil {
		return err
	}
	read, err := s.connector("&_query_only=1")
	if err != nil {
		return err
	}
	s.read = sql.OpenDB(read)
	s.read.SetMaxOpenConns(4)
	if s.look, err = s.read.PrepareContext(ctx, "SELECT value FROM state WHERE kind = ? AND name = ?"); err != nil {
		return err
	}
	return s.closeDead(ctx)
}

// exec runs a statement that comes again and again: it is compiled once.
func (s *Store) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt := s.stmts[text]
	if stmt == nil {
		var err error
		if stmt, err = s.conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
		s.stmts[text] = stmt
	}
	return stmt.ExecContext(ctx, args...)
}

// connector names the database and how a connection to it is set up. fullfsync
// asks macOS, and only macOS, to wait for the disk itself. A connection keeps half a
// megabyte of pages: the system has them all, and memory is what a served client counts.
// The log is taken over into the database at 16 MB: most of its pages are there again
// and again, and each is then written once.
func (s *Store) connector(more string) (driver.Connector, error) {
	path := filepath.ToSlash(s.c.Path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/...
	}
	name := (&url.URL{Scheme: "file", Path: path}).String()
	return driverpkg.NewConnector(fmt.Sprintf("%s?mode=rw&_busy_timeout=%d&_synchronous=NORMAL&_pragma=fullfsync(1)&_pragma=journal_size_limit(16777216)&_pragma=wal_autocheckpoint(4000)&_pragma=cache_size(-500)%s",
		name, s.c.Busy.Milliseconds(), more))
}

// Close ends the use of the journal. Runs of this Store that have not ended are
// closed as unknown.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return nil
	}
	err := s.leave(context.Background())
	s.closed = true
	s.changed.send()
	return errors.Join(s.fault(err), s.release())
}

// release closes what is open.
func (s *Store) release() error {
	var errs []error
	for _, stmt := range s.stmts {
		errs = append(errs, stmt.Close())
	}
	if s.look != nil {
		errs = append(errs, s.look.Close())
	}
	if s.conn != nil {
		errs = append(errs, s.conn.Close())
	}
	for _, db := range []*sql.DB{s.read, s.write} {
		if db != nil {
			errs = append(errs, db.Close())
		}
	}
	return errors.Join(errs...)
}

func (s *Store) closedError() error {
	return failure(s.c.Path, ErrClosed, nil, "the journal %s has been closed; start Handrail again", s.c.Path)
}

// inTransaction does work as one act: all of it is written, or nothing.
func (s *Store) inTransaction(ctx context.Context, work func() error) error {
	if _, err := s.exec(ctx, "BEGIN IMMEDIATE"); err != nil {
		return err
	}
	err := work()
	if err == nil {
		_, err = s.exec(ctx, "COMMIT")
	}
	if err != nil {
		// Where SQLite has rolled back by itself this fails, and that is fine.
		_, _ = s.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
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
