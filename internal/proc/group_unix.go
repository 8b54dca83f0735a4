//go:build unix

package proc

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// A group is the process group of a program; its number is the program's.
type group struct{ id int }

// newGroup names the group that the program was started in.
func newGroup(p *os.Process) (*group, error) {
	return &group{id: p.Pid}, nil
}

// terminate asks every member to end. SIGCONT wakes those that are stopped.
func (g *group) terminate() {
	_ = unix.Kill(-g.id, unix.SIGTERM)
	_ = unix.Kill(-g.id, unix.SIGCONT)
}

// kill ends every member at once.
func (g *group) kill() { _ = unix.Kill(-g.id, unix.SIGKILL) }

// alive reports whether the group still has members that run.
func (g *group) alive() bool {
	err := unix.Kill(-g.id, 0)
	if err != nil && !errors.Is(err, unix.EPERM) {
		return false
	}
	return hasLiving(g.id)
}

// release ends our hold on the group; what still runs in it is left alone.
func (g *group) release() {}

// status reads how a program ended.
func status(s *os.ProcessState) (code int, signal string) {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok {
		return endOf(ws)
	}
	return s.ExitCode(), ""
}

// endOf reads how a program ended: its exit code, or its signal.
func endOf(ws syscall.WaitStatus) (code int, signal string) {
	if !ws.Signaled() {
		return ws.ExitStatus(), ""
	}
	name := unix.SignalName(ws.Signal())
	if name == "" {
		name = ws.Signal().String()
	}
	return 128 + int(ws.Signal()), name
}

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

// Alive reports whether there is a process with this number.
func Alive(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}
