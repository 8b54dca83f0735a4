//go:build !linux

package walls

import (
	"os"
	"time"
)

// changeTime is when a folder was last changed.
func changeTime(info os.FileInfo) time.Time { return info.ModTime() }

// linksTo is how many names a file has; here that is not looked at.
func linksTo(os.FileInfo) uint64 { return 1 }
