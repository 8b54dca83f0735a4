package layers

import (
	"bytes"
	"os"
	"path/filepath"
)

// Busy reports whether some process has a layer of this folder before it: it may still change
// what lies there. Rooms end with the process that opened them, which takes a moment.
func Busy(dir string) (bool, error) {
	list, err := os.ReadDir("/proc")
	if err != nil {
		return false, err
	}
	name := []byte("/" + filepath.Base(dir) + "/") // the system writes some other letters of a path differently
	for _, e := range list {
		if c := e.Name()[0]; c < '0' || c > '9' {
			continue
		}
		mounts, err := os.ReadFile(filepath.Join("/proc", e.Name(), "mountinfo"))
		if err == nil && bytes.Contains(mounts, name) { // else it has ended meanwhile, or is somebody else's
			return true, nil
		}
	}
	return false, nil
}
