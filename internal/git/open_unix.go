//go:build unix

package git

import (
	"os"
	"syscall"
)

// openNow opens a file for reading. It never waits for a pipe, nor follows a link.
func openNow(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0)
}
