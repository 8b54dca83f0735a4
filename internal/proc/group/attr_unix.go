//go:build unix && !linux

package group

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Attributes puts the program into a session of its own: a process group
// without a terminal, so that it can neither type into the person's terminal
// nor stop there to ask for a password. There is no parent-death signal here:
// a program whose Handrail is killed lives until it reads or writes a pipe.
func Attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true}
}

// CloseOnExec keeps descriptors that Handrail itself inherited, or that a C
// library opened, from the program. Go's own are marked from birth.
func CloseOnExec() {
	entries, err := os.ReadDir("/dev/fd")
	if err != nil {
		return
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}
