package walls

import (
	"os"
	"syscall"
	"time"
)

// changeTime is when a folder was last changed, which no program can set.
func changeTime(info os.FileInfo) time.Time {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(st.Ctim.Unix())
	}
	return info.ModTime()
}

// linksTo is how many names a file has.
func linksTo(info os.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // it has another type on other processors
	}
	return 1
}
