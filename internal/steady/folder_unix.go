//go:build unix

package steady

import (
	"io/fs"
	"os"
	"syscall"
)

// isOurs reports whether what a file or folder is belongs to the user of this process.
func isOurs(info fs.FileInfo) bool {
	st, ok := info.Sys().(*syscall.Stat_t)
	return ok && int64(st.Uid) == int64(os.Geteuid())
}
