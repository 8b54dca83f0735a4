//go:build !linux

package proc

// isFirstThread matters only where threads are restricted.
func isFirstThread() bool { return false }
