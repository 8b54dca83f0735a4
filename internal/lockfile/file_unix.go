//go:build unix

package lockfile

import (
	"os"

	"github.com/gofrs/flock"
)

// unlocked reports whether no program has locked the file itself, as some editors and
// synchronizers do while they write.
func unlocked(path string) (bool, error) {
	f := flock.New(path, flock.SetFlag(os.O_RDONLY))
	locked, err := f.TryLock()
	if locked {
		_ = f.Close()
	}
	return locked, err
}

func rename(from, to string) error { return os.Rename(from, to) }

// syncFolder brings the name of a new file to the disk.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every file system syncs a folder
	return d.Close()
}
