//go:build unix

package proc

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// readNow reads what is in a pipe without waiting; 0 if there is nothing.
func readNow(f *os.File, buf []byte) int {
	conn, err := f.SyscallConn()
	if err != nil {
		return 0
	}
	n := 0
	err = conn.Read(func(fd uintptr) bool {
		for {
			var errno error
			if n, errno = unix.Read(int(fd), buf); !errors.Is(errno, unix.EINTR) {
				return true
			}
		}
	})
	if err != nil {
		return 0
	}
	return max(n, 0)
}
