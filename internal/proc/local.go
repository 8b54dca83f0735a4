package proc

import (
	"os/exec"
	"time"
)

// A local program runs among our own processes, in a group of its own.
type local struct {
	group *group
	cmd   *exec.Cmd
	ended chan struct{}
}

func (l *local) release() { l.group.release() }

func (l *local) pid() int { return l.cmd.Process.Pid }

func (l *local) outcome() (code int, signal, limit string) {
	code, signal = status(l.cmd.ProcessState)
	return code, signal, ""
}

// stop ends the whole group and returns when it is gone.
func (l *local) stop() {
	l.group.terminate()
	if l.gone(killAfter) {
		return
	}
	l.group.kill()
	<-l.ended
	l.gone(burial)
}

// clear is stop: the group outlives its program.
func (l *local) clear() { l.stop() }

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
	for l.group.alive() {
		select {
		case <-again.C:
		case <-late.C:
			return false
		}
	}
	return true
}
