package group

import (
	"os"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// Attributes puts the program into a session of its own: a process group
// without a terminal, so that it can neither type into the person's terminal
// nor stop there to ask for a password. The program gets SIGKILL when the
// thread that started it ends, that is, when Handrail does.
func Attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// CloseOnExec keeps descriptors that Handrail itself inherited, or that a C
// library opened, from the program. Go's own are marked from birth.
func CloseOnExec() {
	err := unix.CloseRange(3, ^uint(0), unix.CLOSE_RANGE_CLOEXEC)
	if err == nil {
		return
	}
	entries, err := os.ReadDir("/proc/self/fd") // before Linux 5.11
	if err != nil {
		return
	}
	for _, e := range entries {
		if fd, err := strconv.Atoi(e.Name()); err == nil && fd > 2 {
			unix.CloseOnExec(fd)
		}
	}
}
