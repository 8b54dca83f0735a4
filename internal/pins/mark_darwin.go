package pins

import (
	"os"
	"syscall"
)

// MarkOf is the mark of what lies at a path, of a link itself; false if nothing can be
// seen there.
func MarkOf(path string) (Mark, bool) {
	info, err := os.Lstat(path)
	if err != nil {
		return Mark{}, false
	}
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return Mark{}, true
	}
	return Mark{Dev: uint64(st.Dev), Ino: st.Ino, Born: st.Birthtimespec.Nano()}, true
}

// Linked reports whether a file has more names than one.
func Linked(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && st.Nlink > 1
}
