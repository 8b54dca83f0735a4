//go:build unix

package group

import (
	"errors"
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// A Group is the process group of a program; its number is the program's.
type Group struct{ id int }

// New names the group that the program was started in.
func New(p *os.Process) (*Group, error) {
	return &Group{id: p.Pid}, nil
}

// Terminate asks every member to end. SIGCONT wakes those that are stopped.
func (g *Group) Terminate() {
	_ = unix.Kill(-g.id, unix.SIGTERM)
	_ = unix.Kill(-g.id, unix.SIGCONT)
}

// Kill ends every member at once.
func (g *Group) Kill() { _ = unix.Kill(-g.id, unix.SIGKILL) }

// Alive reports whether the group still has members that run.
func (g *Group) Alive() bool {
	err := unix.Kill(-g.id, 0)
	if err != nil && !errors.Is(err, unix.EPERM) {
		return false
	}
	return hasLiving(g.id)
}

// Release ends our hold on the group; what still runs in it is left alone.
func (g *Group) Release() {}

// Status reads how a program ended.
func Status(s *os.ProcessState) (code int, signal string) {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok {
		return EndOf(ws)
	}
	return s.ExitCode(), ""
}

// EndOf reads how a program ended: its exit code, or its signal.
func EndOf(ws syscall.WaitStatus) (code int, signal string) {
	if !ws.Signaled() {
		return ws.ExitStatus(), ""
	}
	name := unix.SignalName(ws.Signal())
	if name == "" {
		name = ws.Signal().String()
	}
	return 128 + int(ws.Signal()), name
}

// Running reports whether there is a process with this number.
func Running(pid int) bool {
	err := unix.Kill(pid, 0)
	return err == nil || errors.Is(err, unix.EPERM)
}
