//go:build unix

package lockfile

import (
	"io/fs"
	"os"
	"syscall"

	"github.com/gofrs/flock"

	"handrail/internal/plain"
)

// noFollow opens a file without following a link and without waiting for whoever
// is at the other end of a pipe.
const noFollow = syscall.O_NOFOLLOW | plain.NoWait

// names is how many names a file has.
func names(info fs.FileInfo) uint64 {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(s.Nlink) //nolint:unconvert // of another size elsewhere
	}
	return 1
}

// unlocked reports whether no program has locked the file itself, as some editors and
// synchronizers do while they write.
func unlocked(path string) (bool, error) {
	f := flock.New(path, flock.SetFlag(os.O_RDONLY|noFollow))
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
