//go:build unix

package snapshot

import "os"

// syncFolder brings the names in a folder to the disk.
func syncFolder(path string) error {
	d, err := os.Open(path)
	if err != nil {
		return err
	}
	_ = d.Sync() // not every file system syncs a folder
	return d.Close()
}
