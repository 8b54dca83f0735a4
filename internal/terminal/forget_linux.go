package terminal

import "golang.org/x/sys/unix"

// flush drops what was typed into a terminal and not read yet. Other files do
// not know the request, and keep what they hold.
func flush(fd uintptr) { _ = unix.IoctlSetInt(int(fd), unix.TCFLSH, unix.TCIFLUSH) }
