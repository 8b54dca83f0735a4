package sqlite

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	driverpkg "modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

// What an *Error's Kind may be.
var (
	// ErrDamaged: the file is not, or no longer, a readable database.
	ErrDamaged = errors.New("journal damaged")
	// ErrNewer: a newer Handrail wrote it.
	ErrNewer = errors.New("journal of a newer version")
	// ErrForeign: it is a database, but not a journal.
	ErrForeign = errors.New("not a journal")
	// ErrBusy: another program keeps it locked.
	ErrBusy = errors.New("journal locked")
	// ErrFull: the disk is full.
	ErrFull = errors.New("disk full")
	// ErrReadOnly: the file or its folder cannot be written.
	ErrReadOnly = errors.New("journal cannot be written")
	// ErrClosed: this Store has been closed.
	ErrClosed = errors.New("journal closed")
	// ErrUnknownRun: no run of that name has begun.
	ErrUnknownRun = errors.New("unknown run")
	// ErrNotCut: the run goes on, or has ended as it should.
	ErrNotCut = errors.New("run was not cut")
)

// An Error is a failure of the journal.
type Error struct {
	Path string
	Kind error // one of the errors above, or nil
	Err  error // what SQLite or the system said; may be nil
	text string
}

// Error says what, why and what to do.
func (e *Error) Error() string { return e.text }

// Unwrap makes errors.Is work for the kind and for what the system said.
func (e *Error) Unwrap() []error {
	var errs []error
	for _, err := range []error{e.Kind, e.Err} {
		if err != nil {
			errs = append(errs, err)
		}
	}
	return errs
}

func failure(path string, kind, err error, format string, args ...any) *Error {
	return &Error{Path: path, Kind: kind, Err: err, text: fmt.Sprintf(format, args...)}
}

// fault makes sense of what SQLite said.
func (db *database) fault(err error) error {
	var ours *Error
	if err == nil || errors.As(err, &ours) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	path := db.path
	var e *driverpkg.Error
	if !errors.As(err, &e) {
		return fileError(path, err)
	}
	switch e.Code() & 0xff {
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB:
		return failure(path, ErrDamaged, err, "the journal %s is damaged (%v) and was left as it is; bring back a copy of it, or move it away: then the next start begins a new one", path, err)
	case codes.SQLITE_BUSY, codes.SQLITE_LOCKED:
		return failure(path, ErrBusy, err, "the journal %s is in use: another program has kept it locked for more than %v; close that program and try again", path, db.busy)
	case codes.SQLITE_FULL:
		return failure(path, ErrFull, err, "the journal %s cannot grow, because the disk is full; free some space on it and try again", path)
	case codes.SQLITE_READONLY, codes.SQLITE_CANTOPEN, codes.SQLITE_PERM:
		return failure(path, ErrReadOnly, err, "the journal %s cannot be written (%v); make the file and its folder writable, or set HANDRAIL_DATA_DIR to another folder", path, err)
	}
	return failure(path, nil, err, "the journal %s cannot be used: %v; check the disk it lies on, or set HANDRAIL_DATA_DIR to another folder", path, err)
}

// fileError makes sense of what the system said.
func fileError(path string, err error) error {
	if isFull(err) {
		return failure(path, ErrFull, err, "the journal %s cannot grow, because the disk is full; free some space on it and try again", path)
	}
	if errors.Is(err, fs.ErrPermission) || isReadOnly(err) {
		return failure(path, ErrReadOnly, err, "the journal %s cannot be written (%v); make the file and its folder writable, or set HANDRAIL_DATA_DIR to another folder", path, err)
	}
	return failure(path, nil, err, "the journal %s cannot be used: %v; set HANDRAIL_DATA_DIR to another folder", path, err)
}

// SetAside moves a journal and the files beside it out of the way, so that the
// next Open begins a new one. Nothing is deleted. It returns the new name of
// the database. Call it only when the person has said so, and with no Store
// open on path.
func SetAside(path string, now time.Time) (string, error) {
	base := fmt.Sprintf("%s.aside-%s", path, now.UTC().Format("20060102-150405"))
	moved := base
	for n := 2; exists(moved); n++ {
		moved = fmt.Sprintf("%s-%d", base, n)
	}
	for _, suffix := range []string{"-wal", "-shm", ""} {
		if err := os.Rename(path+suffix, moved+suffix); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", fmt.Errorf("set the journal %s aside: %w; move it and the files beside it by hand", filepath.Base(path), err)
		}
	}
	return moved, nil
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
