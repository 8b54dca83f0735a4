package layers

import (
	"os"
	"syscall"
	"time"
)

// changedAt is when a file was last changed, as no program can set it.
func changedAt(info os.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctim.Unix())
	}
	return info.ModTime()
}

// foreign reports whether a file belongs to a user or group that a room does not know: there a
// layer can copy nothing of it.
func foreign(info os.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && os.Getuid() != 0 && (int(st.Uid) != os.Getuid() || int(st.Gid) != os.Getgid())
}

// ownAs gives a folder the owner of another, where that may be.
func ownAs(path string, like os.FileInfo) error {
	st, ok := like.Sys().(*syscall.Stat_t)
	if !ok || os.Getuid() != 0 {
		return nil
	}
	return os.Lchown(path, int(st.Uid), int(st.Gid))
}
