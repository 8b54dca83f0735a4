//go:build !linux

package room

import (
	"os"
	"time"
)

// An Identity says that a file was not changed, as far as this system tells: which file
// it is cannot be compared as a value here, and is asked of os.SameFile where both are
// at hand.
type Identity struct {
	size    int64
	changed time.Time
}

// IdentityOf is what a file is.
func IdentityOf(info os.FileInfo) Identity {
	if info.IsDir() {
		return Identity{}
	}
	return Identity{size: info.Size(), changed: info.ModTime()}
}
