//go:build !linux && !darwin

package pins

import "os"

// MarkOf says only whether something lies at a path: this system tells no more.
func MarkOf(path string) (Mark, bool) {
	_, err := os.Lstat(path)
	return Mark{}, err == nil
}

// Linked cannot be told here, so every file counts as if it had more names.
func Linked(info os.FileInfo) bool { return info.Mode().IsRegular() }
