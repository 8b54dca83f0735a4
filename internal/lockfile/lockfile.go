// Package lockfile keeps processes from overwriting each other's changes of a file.
//
// A file that several processes change is read, changed and replaced inside
// File.Change. The lock is the kernel's, on a file of its own beside the target
// ("settings.json.lock"), because the target itself is replaced with every change.
// The kernel releases the lock of a process that ends, however it ends. Lock files
// stay: whoever removed one would take the lock from those who wait for it.
//
// Readers need no lock: Replace puts a file in place whole.
//
// # Order
//
// A lock is held for one read, change and write, never while a person is asked, a
// keychain is opened or a program runs. Who needs two takes them in this order:
// another program's configuration, hook states, settings, secrets. Nobody waits for a
// lock while holding a journal transaction. A mutex that guards the same file inside
// the process is taken first.
package lockfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"github.com/gofrs/flock"
)

const (
	// Wait is how long a change waits for one owner of the lock. Where owners take
	// turns, it waits for each of them, up to WaitAll.
	Wait = 5 * time.Second
	// WaitAll is how long a change waits at most.
	WaitAll = time.Minute

	retryFirst = time.Millisecond
	retryLast  = 20 * time.Millisecond
)

// A Lock is held until it is released or the process ends. Its owner keeps it: one that
// nothing refers to is closed by the garbage collector.
type Lock struct{ f *flock.Flock }

// Release gives the lock back. The file stays.
func (l *Lock) Release() { _ = l.f.Close() } // closing the file releases it in any case

// Try locks the file at path, which it makes if it is not there. nil: another process,
// or another Lock of this one, holds it. What is no lock file of ours is an error, and
// stays as it is.
func Try(path string) (*Lock, error) {
	for {
		if err := checkLock(path); err != nil {
			return nil, err
		}
		f := flock.New(path, flock.SetFlag(os.O_CREATE|os.O_RDONLY|noFollow))
		locked, err := f.TryLock()
		if errors.Is(err, syscall.EINTR) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("%s cannot be locked: %w", path, err)
		}
		if !locked {
			return nil, nil
		}
		if current(f) {
			l := &Lock{f}
			sign(path)
			return l, nil
		}
		_ = f.Close() // the file was removed before it was locked: this one guards nothing
	}
}

// current reports whether the locked file is still the one that its path names.
func current(f *flock.Flock) bool {
	locked, err := f.Stat()
	if err != nil {
		return false
	}
	named, err := os.Lstat(f.Path())
	return err == nil && os.SameFile(locked, named)
}

// Acquire locks the file at path and waits for it until ctx ends; the error is then a
// *HeldError.
func Acquire(ctx context.Context, path string) (*Lock, error) {
	pause := retryFirst
	for {
		l, err := Try(path)
		if l != nil || err != nil {
			return l, err
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return nil, held(path, path, ctx.Err())
		}
		pause = min(2*pause, retryLast)
	}
}

// A File is a file that several processes change.
type File struct {
	Path string        // of the file itself
	Lock string        // of the lock file; "": beside the file
	Wait time.Duration // for one owner of the lock; 0: the usual
}

// Change runs change while no other process is inside Change for the same file. The
// error is a *HeldError if another process does not release it in time, and change was
// not run. change reads the file with Read, and writes it with Replace. A path that
// leads to anything but a file is an error: so is a link, since what it leads to may lie
// where an agent can write, and putting a file in place of it would cut the link.
func (f File) Change(change func() error) error {
	lock, err := f.lock()
	if err != nil {
		return err
	}
	defer lock.Release()
	if err := checkTarget(f.Path); err != nil {
		return err
	}
	if err := f.awaitTarget(); err != nil {
		return err
	}
	return change()
}

// lock waits for the lock file. As long as its owners change, others make progress.
func (f File) lock() (*Lock, error) {
	path := f.Lock
	if path == "" {
		path = f.Path + ".lock"
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), WaitAll)
	defer cancel()
	pause, owner, since := retryFirst, "", time.Now()
	for {
		l, err := Try(path)
		if l != nil || err != nil {
			return l, err
		}
		if now := signature(path); now != owner {
			owner, since = now, time.Now()
		}
		if time.Since(since) >= f.wait() || ctx.Err() != nil {
			return nil, held(f.Path, path, context.DeadlineExceeded)
		}
		time.Sleep(pause)
		pause = min(2*pause, retryLast)
	}
}

// awaitTarget waits until no other program has locked the file itself.
func (f File) awaitTarget() error {
	for since, pause := time.Now(), retryFirst; ; pause = min(2*pause, retryLast) {
		free, err := unlocked(f.Path)
		if errors.Is(err, fs.ErrNotExist) || free {
			return nil
		}
		if err != nil {
			return err
		}
		if time.Since(since) >= f.wait() {
			return held(f.Path, f.Path, context.DeadlineExceeded)
		}
		time.Sleep(pause)
	}
}

func (f File) wait() time.Duration {
	if f.Wait > 0 {
		return f.Wait
	}
	return Wait
}

// Replace writes the file at path whole or not at all, also if the power fails. The
// caller is inside Change for that file: what a killed process has left of its own
// attempt is replaced.
func Replace(path string, data []byte, mode fs.FileMode) error {
	if err := checkTarget(path); err != nil {
		return err
	}
	temp := filepath.Join(filepath.Dir(path), "."+filepath.Base(path)+".new")
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err == nil {
		err = errors.Join(f.Chmod(mode), f.Sync())
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = rename(temp, path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return syncFolder(filepath.Dir(path))
}
