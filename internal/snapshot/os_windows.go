package snapshot

import "golang.org/x/sys/windows"

// syncFolder does nothing: a folder cannot be synced here.
func syncFolder(string) error { return nil }

// notFolder reports whether a folder of a path is none.
func notFolder(error) bool { return false }

// freeOn is how much is free on the disk of a folder for who is not root.
func freeOn(dir string) (bytes int64, known bool) {
	name, err := windows.UTF16PtrFromString(dir)
	if err != nil {
		return 0, false
	}
	var free uint64
	if windows.GetDiskFreeSpaceEx(name, &free, nil, nil) != nil {
		return 0, false
	}
	return int64(min(free, 1<<62)), true
}
