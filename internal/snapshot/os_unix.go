//go:build unix

package snapshot

import (
	"errors"
	"os"
	"syscall"
)

// syncFolder brings the names in a folder to the disk.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every file system syncs a folder
	return d.Close()
}

// notFolder reports whether a folder of a path is none: something else, or a link.
func notFolder(err error) bool {
	return errors.Is(err, syscall.ENOTDIR) || errors.Is(err, syscall.ELOOP)
}

// freeOn is how much is free on the disk of a folder for who is not root.
func freeOn(dir string) (bytes int64, known bool) {
	var st syscall.Statfs_t
	if syscall.Statfs(dir, &st) != nil {
		return 0, false
	}
	return int64(st.Bavail) * int64(st.Bsize), true //nolint:unconvert // the types differ between systems
}
