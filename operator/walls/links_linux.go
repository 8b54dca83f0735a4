package walls

import (
	"os"
	"syscall"
)

// linksTo is how many names a file has.
func linksTo(info os.FileInfo) uint64 {
	if st, ok := info.Sys().(*syscall.Stat_t); ok {
		return uint64(st.Nlink) //nolint:unconvert // it has another type on other processors
	}
	return 1
}
