//go:build unix

package plain

import "syscall"

// NoWait keeps an open from waiting for the other end of a pipe. Files and folders ignore it.
const NoWait = syscall.O_NONBLOCK
