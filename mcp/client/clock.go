package client

import (
	"io"
	"math"
	"sync"
	"time"

	"handrail/mcp/transport"
	"handrail/tools"
)

// progressFactor is how many times its limit a call may take in all, if it tells of
// its progress meanwhile: each time it does, the limit begins anew.
const progressFactor = 10

// heardLimit is how many pieces of progress and log wait for a slow output; more
// are dropped.
const heardLimit = 256

// drainWait is how long a call that has ended waits for its output to take in what
// came before.
const drainWait = time.Second

// A liveCall is a request that is under way.
type liveCall struct {
	number     int // the later, the higher
	tool, call string
	out        tools.Output
	clock      callClock

	mu    sync.Mutex
	over  bool
	heard chan func(tools.Output)
	told  chan struct{} // all that was heard is told
	done  chan struct{} // it has ended
	spend budget
	// late is the last step, if it came too soon after others, and lateBytes what its text counts.
	late      func(tools.Output)
	lateBytes int
}

// newLiveCall starts a call's clock; slow is called when it has run down.
func newLiveCall(r request, limit time.Duration, slow func()) *liveCall {
	c := &liveCall{tool: r.tool, call: r.call, out: r.out, heard: make(chan func(tools.Output), heardLimit), told: make(chan struct{}), done: make(chan struct{})}
	if c.out == nil {
		c.out = tools.Discard{}
	}
	c.clock.start(limit, slow)
	go func() {
		defer close(c.told)
		for tell := range c.heard {
			tell(c.out)
		}
		if last := c.lastStep(); last != nil {
			last(c.out)
		}
		if text := c.leftOut(); text != "" {
			_, _ = io.WriteString(c.out.Stderr(), text) // an output never fails the act
		}
	}()
	return c
}

// tell hands something to the output, unless that is far behind. The lock is held,
// and the call is not over.
func (c *liveCall) tell(f func(tools.Output)) bool {
	select {
	case c.heard <- f:
		return true
	default:
		return false
	}
}

// progress takes in a notification of progress.
func (c *liveCall) progress(fields map[string]any) {
	c.clock.touch()
	done, _ := fields["progress"].(float64)
	total, _ := fields["total"].(float64)
	note, _ := fields["message"].(string)
	n, of := whole(done, total)
	note = transport.CutLine(note)
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	step := func(out tools.Output) { out.Progress(n, of, note) }
	c.late = nil
	switch {
	case !c.spend.step(time.Now()):
		c.late, c.lateBytes = step, len(note)
		c.spend.steps++
	case !c.spend.text(len(note)) || !c.tell(step):
		c.spend.steps++
	}
}

// lastStep is the last step that the call has made, if it is still to be told.
func (c *liveCall) lastStep() func(tools.Output) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.late == nil || !c.spend.text(c.lateBytes) {
		return nil
	}
	c.spend.steps--
	return c.late
}

// whole makes whole numbers of a progress: a part of one becomes per mille.
func whole(done, total float64) (n, of int64) {
	if total > 0 && total <= 1 {
		done, total = done*1000/total, 1000
	}
	return clamp(done), clamp(total)
}

func clamp(f float64) int64 {
	switch {
	case math.IsNaN(f) || f <= 0:
		return 0
	case f >= math.MaxInt64:
		return math.MaxInt64
	}
	return int64(f)
}

// log takes in a line of the server's log.
func (c *liveCall) log(l tools.LogLine) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return
	}
	if !c.spend.text(len(l.Level)+len(l.Logger)+len(l.Data)) || !c.tell(func(out tools.Output) { tools.Log(out, l) }) {
		c.spend.lines++
	}
}

// leftOut says how much was left out, in a line; "" if nothing was.
func (c *liveCall) leftOut() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.spend.leftOut()
}

// end says that nothing more is heard. It may be called twice.
func (c *liveCall) end() {
	c.clock.stop()
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.over {
		c.over = true
		close(c.done)
		close(c.heard)
	}
}

// drain waits until the output has taken in what was heard, but not for long.
func (c *liveCall) drain() {
	late := time.NewTimer(drainWait)
	defer late.Stop()
	select {
	case <-c.told:
	case <-late.C:
	}
}

// A callClock runs down while a call takes its time.
type callClock struct {
	mu     sync.Mutex
	limit  time.Duration
	left   time.Duration // in all, at since
	used   time.Duration // until since
	since  time.Time     // when the limit began
	paused int
	timer  *time.Timer
}

func (c *callClock) start(limit time.Duration, slow func()) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.limit, c.left, c.since = limit, progressFactor*limit, time.Now()
	c.timer = time.AfterFunc(limit, slow)
}

// settle books the time since the limit began.
func (c *callClock) settle() {
	now := time.Now()
	c.left -= now.Sub(c.since)
	c.used += now.Sub(c.since)
	c.since = now
}

// touch lets the limit begin anew, as far as the whole allows.
func (c *callClock) touch() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused == 0 && c.timer.Stop() {
		c.settle()
		c.timer.Reset(max(0, min(c.limit, c.left)))
	}
}

// pause stops the clock until resume is called as often.
func (c *callClock) pause() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused++; c.paused == 1 && c.timer.Stop() {
		c.settle()
	}
}

func (c *callClock) resume() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.paused--; c.paused == 0 && c.limit > 0 {
		c.since = time.Now()
		c.timer.Reset(max(0, min(c.limit, c.left)))
	}
}

// stop ends the clock for good.
func (c *callClock) stop() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.timer.Stop()
	c.limit = 0
}

// spent says how long the call has taken, without what was paused.
func (c *callClock) spent() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	used := c.used
	if c.paused == 0 {
		used += time.Since(c.since)
	}
	if used < time.Second {
		return used.Round(time.Millisecond)
	}
	return used.Round(time.Second)
}
