//go:build !linux

package group

// OnFirstThread matters only where threads are restricted.
func OnFirstThread() bool { return false }
