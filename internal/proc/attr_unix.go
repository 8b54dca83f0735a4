//go:build unix && !linux

package proc

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// attributes puts the program into a session of its own: a process group
// without a terminal, so that it can neither type into the person's terminal
// nor stop there to ask for a password. There is no parent-death signal here:
// a program whose Handrail is killed lives until it reads or writes a pipe.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true}
}

// closeOnExec keeps descriptors that Handrail itself inherited, or that a C
// library opened, from the program. Go's own are marked from birth.
func closeOnExec() {
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
