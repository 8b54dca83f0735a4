package gate

import (
	"syscall"

	"golang.org/x/sys/unix"
)

// left reports whether the other end of a program's connection has said that nothing more comes, without reading what has come.
func left(c *conn) bool {
	raw, ok := c.Conn.(syscall.Conn)
	if !ok {
		return false
	}
	control, err := raw.SyscallConn()
	if err != nil {
		return true // it is closed here
	}
	gone := false
	err = control.Control(func(fd uintptr) {
		list := []unix.PollFd{{Fd: int32(fd), Events: unix.POLLRDHUP}}
		n, err := unix.Poll(list, 0)
		gone = err == nil && n > 0
	})
	return gone || err != nil
}
