//go:build darwin || dragonfly || freebsd || netbsd || openbsd

package terminal

import "golang.org/x/sys/unix"

// flush drops what was typed into a terminal and not read yet. Other files do
// not know the request, and keep what they hold.
func flush(fd uintptr) {
	const read = 1 // FREAD of sys/fcntl.h
	_ = unix.IoctlSetPointerInt(int(fd), unix.TIOCFLUSH, read)
}
