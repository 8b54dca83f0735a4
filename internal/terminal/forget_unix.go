//go:build unix

package terminal

import (
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Ready reports whether a terminal has more to read now, or within a time that
// no hand needs for another line: the rest of what was pasted.
func Ready(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd()), Events: unix.POLLIN}}
	n, err := unix.Poll(fds, int(pasted/time.Millisecond))
	return err == nil && n == 1 && fds[0].Revents&unix.POLLIN != 0
}
