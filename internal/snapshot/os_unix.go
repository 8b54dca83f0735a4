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
