//go:build unix && !linux

package group

// hasLiving takes every member of a process group for living.
func hasLiving(int) bool { return true }
