package proc

import (
	"os/exec"
	"time"

	"handrail/internal/proc/group"
	"handrail/internal/proc/room"
)

// A local program runs among our own processes, in a group of its own.
type local struct {
	group *group.Group
	cmd   *exec.Cmd
	ended chan struct{}
}

func (l *local) Release() { l.group.Release() }

func (l *local) PID() int { return l.cmd.Process.Pid }

// Left is not known: what leaves the group cannot be found.
func (l *local) Left() *room.Left { return nil }

func (l *local) Outcome() (code int, signal, limit string) {
	code, signal = group.Status(l.cmd.ProcessState)
	return code, signal, ""
}

// Stop ends the whole group and returns when it is gone.
func (l *local) Stop() {
	l.group.Terminate()
	if l.gone(group.KillAfter) {
		return
	}
	l.group.Kill()
	<-l.ended
	l.gone(burial)
}

// Clear is Stop: the group outlives its program.
func (l *local) Clear() { l.Stop() }

// gone waits until the program and every other member of its group have ended,
// at most for limit, and reports whether they have.
func (l *local) gone(limit time.Duration) bool {
	late := time.NewTimer(limit)
	defer late.Stop()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	select {
	case <-l.ended:
	case <-late.C:
		return false
	}
	for l.group.Alive() {
		select {
		case <-again.C:
		case <-late.C:
			return false
		}
	}
	return true
}
