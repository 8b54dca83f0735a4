package lockfile

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// Nothing waits here for the other end of a pipe.
const noFollow = 0

// names is how many names a file has, as far as that is told.
func names(fs.FileInfo) uint64 { return 1 }

// unlocked is always true: here a locked file cannot be replaced, and rename waits.
func unlocked(string) (bool, error) { return true, nil }

// rename waits while another program has the file open.
func rename(from, to string) error {
	passes := func(err error) bool {
		return errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_ACCESS_DENIED)
	}
	err := retry(func() error { return os.Rename(from, to) }, passes)
	if errors.Is(err, windows.ERROR_SHARING_VIOLATION) || errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return held(to, to, context.DeadlineExceeded)
	}
	return err
}

// syncFolder does nothing: a folder cannot be synced here.
func syncFolder(string) error { return nil }

// retry calls try until it succeeds, its error is not one that passes, or Wait is over.
func retry(try func() error, passes func(error) bool) error {
	for since, pause := time.Now(), retryFirst; ; pause = min(2*pause, retryLast) {
		err := try()
		if err == nil || !passes(err) || time.Since(since) >= Wait {
			return err
		}
		time.Sleep(pause)
	}
}
