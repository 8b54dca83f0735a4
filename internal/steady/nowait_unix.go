//go:build unix

package steady

import "syscall"

// noWait opens a pipe without waiting for who writes it.
const noWait = syscall.O_NONBLOCK
