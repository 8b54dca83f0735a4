package room

import (
	"syscall"
	"time"

	"handrail/internal/proc/group"
)

// evict ends everything that a call has started, wherever it went: SIGTERM, and
// SIGKILL 3 s later (docs/spec/12-processes.md). It returns when nothing of it
// is left.
func (r *interior) evict(t *tenant) {
	if over, _ := r.finish(t); !over {
		r.clear(t)
	}
}

// finish notes that a call has ended by itself: what it has left behind may
// stay. stopped says that it did not, but was told to stop; why is the limit that
// it hit.
func (r *interior) finish(t *tenant) (stopped bool, why string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	stopped = t.over
	t.over = true
	return stopped, t.why
}

// clear is evict for a call that is over already.
func (r *interior) clear(t *tenant) {
	if !r.seek(t) {
		return
	}
	defer r.unseek(t)
	r.note(Cut)
	r.signal(t, syscall.SIGTERM)
	r.signal(t, syscall.SIGCONT)
	late := time.Now().Add(group.KillAfter)
	for pause := time.Millisecond; r.alive(t); pause = min(2*pause, 20*time.Millisecond) {
		if time.Now().After(late) {
			r.signal(t, syscall.SIGKILL)
		}
		if time.Now().After(late.Add(crushWait)) { // it starts itself anew faster than it is found: see crush
			_ = syscall.Kill(-1, syscall.SIGKILL)
		}
		time.Sleep(pause)
	}
}

// lastBreath is how long a call waits for what ends with it, such as the rest of a pipe:
// what lives longer was left running.
const lastBreath = 10 * time.Millisecond

// stays reports whether a call that has ended has left something running.
func (r *interior) stays(t *tenant) bool {
	if !r.seek(t) {
		return false
	}
	defer r.unseek(t)
	for late := time.Now().Add(lastBreath); r.alive(t); time.Sleep(time.Millisecond) {
		if time.Now().After(late) {
			return true
		}
	}
	return false
}

// signal sends a signal to every process of a call. Whoever does has its name kept: see seek.
func (r *interior) signal(t *tenant, s syscall.Signal) {
	for _, m := range members() {
		switch m.id {
		case t.id:
			_ = syscall.Kill(m.pid, s)
		case "": // it hides: see tally
			_ = syscall.Kill(m.pid, syscall.SIGKILL)
		}
	}
}

// note writes into the room's mark how what was left in it has ended. What was cut stays
// cut until somebody outside has seen it.
func (r *interior) note(how string) {
	if r.kept.Mark == nil {
		return
	}
	was := make([]byte, len(Cut))
	if n, _ := r.kept.Mark.ReadAt(was, 0); string(was[:n]) != Cut {
		_, _ = r.kept.Mark.WriteAt([]byte(how), 0) // whoever reads no word of it takes it for a cut
	}
}
