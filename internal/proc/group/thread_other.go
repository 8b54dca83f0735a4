//go:build !linux

package group

import "time"

// Worked would be the time that processors have worked for a process and all that it has started: not known here.
func Worked(int) (worked time.Duration, ok bool) { return 0, false }

// OnFirstThread matters only where threads are restricted.
func OnFirstThread() bool { return false }
