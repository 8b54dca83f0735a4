package sqlite

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	driverpkg "modernc.org/sqlite"
)

// A database is one file with one connection that writes and several that read.
// Whoever writes holds mu; it guards the fields below it.
type database struct {
	path    string
	program string // the version of Handrail
	busy    time.Duration
	write   *sql.DB // one connection
	read    *sql.DB

	mu     sync.Mutex
	conn   *sql.Conn
	stmts  map[string]*sql.Stmt // compiled statements, by their text
	full   bool                 // the connection waits for the disk at each commit
	closed bool
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

// open connects and brings the database up to date.
func (db *database) open(ctx context.Context) error {
	write, err := db.connector("")
	if err != nil {
		return err
	}
	db.write = sql.OpenDB(write)
	db.write.SetMaxOpenConns(1)
	if db.conn, err = db.write.Conn(ctx); err != nil {
		return err
	}
	if err := db.migrate(ctx); err != nil {
		return err
	}
	read, err := db.connector("&_query_only=1")
	if err != nil {
		return err
	}
	db.read = sql.OpenDB(read)
	db.read.SetMaxOpenConns(4)
	return nil
}

// exec runs a statement that comes again and again: it is compiled once.
func (db *database) exec(ctx context.Context, text string, args ...any) (sql.Result, error) {
	stmt := db.stmts[text]
	if stmt == nil {
		var err error
		if stmt, err = db.conn.PrepareContext(ctx, text); err != nil {
			return nil, err
		}
		db.stmts[text] = stmt
	}
	return stmt.ExecContext(ctx, args...)
}

// connector names the database and how a connection to it is set up. fullfsync
// asks macOS, and only macOS, to wait for the disk itself. A connection keeps half a
// megabyte of pages: the system has them all, and memory is what a served client counts.
// The log is taken over into the database at 16 MB: most of its pages are there again
// and again, and each is then written once.
func (db *database) connector(more string) (driver.Connector, error) {
	path := filepath.ToSlash(db.path)
	if !strings.HasPrefix(path, "/") {
		path = "/" + path // C:/...
	}
	name := (&url.URL{Scheme: "file", Path: path}).String()
	return driverpkg.NewConnector(fmt.Sprintf("%s?mode=rw&_busy_timeout=%d&_synchronous=NORMAL&_pragma=fullfsync(1)&_pragma=journal_size_limit(16777216)&_pragma=wal_autocheckpoint(4000)&_pragma=cache_size(-500)%s",
		name, db.busy.Milliseconds(), more))
}

func (db *database) closedError() error {
	return failure(db.path, ErrClosed, nil, "the journal %s has been closed; start Handrail again", db.path)
}

// inTransaction does work as one act: all of it is written, or nothing.
func (db *database) inTransaction(ctx context.Context, work func() error) error {
	_, err := db.exec(ctx, "BEGIN IMMEDIATE")
	if err == nil {
		err = work()
	}
	if err == nil {
		err = ctx.Err() // the last moment to give up: a COMMIT that is called off may have been done
	}
	if err == nil {
		_, err = db.exec(context.WithoutCancel(ctx), "COMMIT")
	}
	if err != nil {
		// A BEGIN that is called off may have been done, too: one left open would fail every later act. Where SQLite
		// has rolled back by itself, or has not begun, this fails, and that is fine.
		_, _ = db.conn.ExecContext(context.WithoutCancel(ctx), "ROLLBACK")
	}
	return err
}

// waitForDisk sets whether a commit waits until the disk has it.
func (db *database) waitForDisk(yes bool) error {
	if db.full == yes {
		return nil
	}
	level := "PRAGMA synchronous = NORMAL"
	if yes {
		level = "PRAGMA synchronous = FULL"
	}
	if _, err := db.conn.ExecContext(context.Background(), level); err != nil {
		return err
	}
	db.full = yes
	return nil
}

// change does work as one act, alone among the writers of this process. If durable,
// it returns when the disk itself has it.
func (db *database) change(ctx context.Context, durable bool, work func() error) error {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.closed {
		return db.closedError()
	}
	if err := db.waitForDisk(durable); err != nil {
		return db.fault(err)
	}
	return db.fault(db.inTransaction(ctx, work))
}

func (db *database) isClosed() bool {
	db.mu.Lock()
	defer db.mu.Unlock()
	return db.closed
}

// release closes what is open.
func (db *database) release() error {
	var errs []error
	for _, stmt := range db.stmts {
		errs = append(errs, stmt.Close())
	}
	if db.conn != nil {
		errs = append(errs, db.conn.Close())
	}
	for _, pool := range []*sql.DB{db.read, db.write} {
		if pool != nil {
			errs = append(errs, pool.Close())
		}
	}
	return errors.Join(errs...)
}
