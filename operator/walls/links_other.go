//go:build !linux

package walls

import (
	"os"
	"path/filepath"

	"handrail/internal/plain"
)

// linksTo is how many names a file has; here that is not looked at.
func linksTo(os.FileInfo) uint64 { return 1 }

// chmodFolder gives a folder the mode that it had.
func chmodFolder(path string, was os.FileInfo) error {
	root, err := plain.OpenRoot(filepath.Dir(path))
	if err != nil {
		return err
	}
	defer root.Close()
	return root.Chmod(filepath.Base(path), was.Mode()&(os.ModePerm|os.ModeSetgid|os.ModeSticky))
}
