//go:build !linux

package layers

import (
	"os"
	"time"
)

// changedAt is when a file was last changed.
func changedAt(info os.FileInfo) time.Time { return info.ModTime() }

// foreign is not looked at: there are no layers here.
func foreign(os.FileInfo) bool { return false }

// ownAs does nothing: there are no layers here.
func ownAs(string, os.FileInfo) error { return nil }
