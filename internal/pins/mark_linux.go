package pins

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// MarkOf is the mark of what lies at a path, of a link itself; false if nothing can be
// seen there.
func MarkOf(path string) (Mark, bool) {
	var st unix.Statx_t
	if err := unix.Statx(unix.AT_FDCWD, path, unix.AT_SYMLINK_NOFOLLOW, unix.STATX_INO|unix.STATX_BTIME, &st); err != nil {
		return Mark{}, false
	}
	m := Mark{Dev: unix.Mkdev(st.Dev_major, st.Dev_minor), Ino: st.Ino}
	if st.Mask&unix.STATX_BTIME != 0 {
		m.Born = st.Btime.Sec*1e9 + int64(st.Btime.Nsec)
	}
	return m, true
}

// Linked reports whether a file has more names than one.
func Linked(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && info.Mode().IsRegular() && st.Nlink > 1
}
