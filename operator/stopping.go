package operator

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"handrail/journal/sqlite"
	"handrail/operator/caps"
	"handrail/operator/running"
)

// stopWord is what questions and messages are told that end because everything was stopped.
const stopWord = "you stopped everything"

// How long other processes may take to stop, and how long one that was ended may take to be gone.
const (
	stopPatience = time.Second
	killPatience = 2 * time.Second
	stopLook     = 20 * time.Millisecond
)

// Halted is what Stop has stopped, in all processes.
type Halted struct {
	sqlite.Stopped
	Left      int      // what finished calls had left running
	Held      int      // messages that waited to be sent
	Sending   int      // messages that were on their way, and are not stopped
	Processes int      // other processes of Handrail that had something going on
	Ended     []int    // of these, those that did not answer and were ended, by their numbers
	Stuck     []string // what could not be stopped, and why
}

// openBounds makes the meter of what agents use, and has this process follow whoever stops everything.
func openBounds(o *Operator) {
	o.caps = caps.New(caps.Config{History: o.store.History(), States: o.store.States(), Ask: o.asking.Confirm, Notice: o.hub.Notice})
	o.halt = newHalt(o)
	if o.config.Stop != nil {
		o.work.Go(func() { followSignals(o) })
	}
}

// newHalt has this process stop when the person says so in any process.
func newHalt(o *Operator) *running.Halt {
	stops := sqlite.StopsIn(o.store)
	return running.NewHalt(running.HaltConfig{
		Context: o.ctx, Go: o.Go, Latest: stops.Latest, Busy: func() bool { return o.runs.Going() || o.jobs.Going() },
		Follow: func(order string) {
			stopped := stopHere(o)
			if err := stops.Answer(context.WithoutCancel(o.ctx), order, stopped); err != nil {
				o.hub.Notice("error", "everything here was stopped, and who asked for it could not be told: %v", err)
				return
			}
			o.hub.Notice("warning", "You stopped everything: %s.", Stopped(stopped))
		},
	})
}

// followSignals stops everything in all processes when this one is told so.
func followSignals(o *Operator) {
	for {
		select {
		case <-o.ctx.Done():
			return
		case <-o.config.Stop:
			if _, err := Stop(o.ctx, o); err != nil && o.ctx.Err() == nil {
				o.hub.Notice("error", "not everything was stopped: %v", err)
			}
		}
	}
}

// stopHere stops what goes on in this process. What was not done by then is not done.
func stopHere(o *Operator) (s sqlite.Stopped) {
	s.Runs, s.Calls = o.runs.CancelAll() // before the questions: nothing goes on with a no
	s.Questions = o.asking.Questions().DenyAll(stopWord)
	for _, f := range o.asking.Forms().List() {
		o.asking.Forms().Cancel(f.ID)
	}
	s.Jobs = o.jobs.StopAll("")
	return s
}

// Stop stops everything that goes on in all processes of the person's Handrail: runs, calls, questions, jobs, what calls
// have left running, and messages that wait. A process that does not answer within a second is ended
// (docs/spec/12-processes.md#stop).
func Stop(ctx context.Context, o *Operator) (h Halted, err error) {
	stops := sqlite.StopsIn(o.store)
	order, err := stops.Order(ctx)
	if err != nil {
		return h, err
	}
	h.Stopped = stopHere(o)
	h.Held, h.Sending, err = o.store.Outbox().Hold(ctx, stopWord+"; it is sent if you have it tried again")
	if err != nil {
		h.Stuck = append(h.Stuck, fmt.Sprintf("messages that wait: %v", err))
	}
	silent, err := awaitStopped(ctx, stops, order, &h)
	if err != nil {
		return h, err
	}
	others, answered, err := stops.Answers(ctx, order)
	if err != nil {
		return h, err
	}
	h.Stopped, h.Processes = h.Add(others), max(h.Processes, answered)
	endSilent(ctx, stops, silent, &h)
	if h.Left, err = o.jobs.EndLeft(); err != nil {
		h.Stuck = append(h.Stuck, fmt.Sprintf("what calls have left running: %v", err))
	}
	return h, stops.Forget(ctx)
}

// awaitStopped waits for the answers of the other processes, and returns those that have given none.
func awaitStopped(ctx context.Context, stops *sqlite.Stops, order string, h *Halted) (silent []sqlite.Live, err error) {
	for deadline := time.Now().Add(stopPatience); ; time.Sleep(stopLook) {
		list, err := stops.Processes(ctx, order)
		if err != nil {
			return nil, err
		}
		silent = nil
		for _, p := range list {
			if !p.Answered {
				silent = append(silent, p)
			}
		}
		h.Processes = max(h.Processes, len(list))
		if len(silent) == 0 || time.Now().After(deadline) {
			return silent, nil
		}
	}
}

// endSilent ends processes that do not answer. What they had begun is unknown then, as after a crash.
func endSilent(ctx context.Context, stops *sqlite.Stops, silent []sqlite.Live, h *Halted) {
	for _, p := range silent {
		if !ours(p.PID) {
			h.Stuck = append(h.Stuck, fmt.Sprintf("the process %d does not answer: end it yourself", p.PID))
			continue
		}
		if proc, err := os.FindProcess(p.PID); err == nil {
			err = proc.Kill()
			if err != nil && !errors.Is(err, os.ErrProcessDone) {
				h.Stuck = append(h.Stuck, fmt.Sprintf("the process %d does not answer, and cannot be ended: %v", p.PID, err))
				continue
			}
		}
		h.Ended = append(h.Ended, p.PID)
	}
	if len(h.Ended) == 0 {
		return
	}
	for deadline := time.Now().Add(killPatience); time.Now().Before(deadline); time.Sleep(stopLook) {
		if left, err := stops.Processes(ctx, ""); err != nil || len(left) <= len(silent)-len(h.Ended) {
			break
		}
	}
	if err := stops.CloseDead(ctx); err != nil {
		h.Stuck = append(h.Stuck, fmt.Sprintf("what the ended processes had begun is not noted: %v", err))
	}
}

// ours reports whether a process runs the same program as this one: only then is it ended. Where that cannot be told, it
// is not.
func ours(pid int) bool {
	own, err := os.Executable()
	if err != nil {
		return false
	}
	own, err = filepath.EvalSymlinks(own)
	if err != nil {
		return false
	}
	other, err := os.Readlink(fmt.Sprintf("/proc/%d/exe", pid))
	if err != nil {
		return false
	}
	other = strings.TrimSuffix(other, " (deleted)") // it was replaced by a newer one
	return filepath.Dir(other) == filepath.Dir(own) && strings.HasPrefix(filepath.Base(other), "handrail") || other == own
}

// Stopped says in words what was stopped.
func Stopped(s sqlite.Stopped) string {
	var parts []string
	add := func(n int, one, many string) {
		switch {
		case n == 1:
			parts = append(parts, "1 "+one)
		case n > 1:
			parts = append(parts, fmt.Sprintf("%d %s", n, many))
		}
	}
	add(s.Runs, "run", "runs")
	add(s.Calls, "call", "calls")
	add(s.Jobs, "job", "jobs")
	add(s.Questions, "question", "questions")
	if len(parts) == 0 {
		return "nothing was going on"
	}
	return strings.Join(parts, ", ")
}
