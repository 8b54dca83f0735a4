//go:build unix

package confine

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// setTime sets the time of an entry, and never follows a link.
func setTime(dir *os.Root, name string, t time.Time) error {
	f, err := dir.Open(".")
	if err != nil {
		return err
	}
	defer f.Close()
	at := unix.NsecToTimespec(t.UnixNano())
	err = unix.UtimesNanoAt(int(f.Fd()), name, []unix.Timespec{at, at}, unix.AT_SYMLINK_NOFOLLOW)
	if err != nil {
		return &os.PathError{Op: "set time", Path: name, Err: err}
	}
	return nil
}
