package hooks

import (
	"context"
	"fmt"
	"time"
)

// A Trial is one hook that was run on one call to see what it says. No tool ran,
// and nothing was counted.
type Trial struct {
	Hook     Hook
	Covers   bool     // the hook is for this tool
	Command  string   // as it ran
	ExitCode int      // -1: nothing ran
	TimedOut bool     //
	Effect   Effect   // what would become of the call
	Decision Decision // what it would have decided alone
	Stdout   string   // at most 64 KB
	Stderr   string   // likewise
	Took     time.Duration
}

// trialCap is how many bytes of each stream a Trial keeps.
const trialCap = 64 << 10

// Try runs one hook on a call, also one that is turned off or is for other
// tools. The phase is the hook's own. One that is held back does not run.
func (r *Engine) Try(ctx context.Context, id string, e Event) (Trial, error) {
	for i := range r.hooks {
		h := &r.hooks[i]
		if h.ID != id {
			continue
		}
		e.Phase = h.Type
		if why := r.held(h.Hook); why != "" {
			return Trial{}, fmt.Errorf("the hook %s does not run: %s", id, why)
		}
		began := time.Now()
		s, err := r.show(ctx, h, e)
		if err != nil {
			return Trial{}, err
		}
		c := chain{r: r, e: e}
		trace := Trace{ID: h.ID, Place: h.Place(), Duration: time.Since(began), Printed: s.printed()}
		trace.Result, trace.Reason = c.apply(h, s)
		c.d.Ran, c.d.By = []Trace{trace}, h.String()
		t := Trial{
			Hook: h.Hook, Covers: r.covers(h.Tools, e), Command: r.named(s.command), ExitCode: s.exit, TimedOut: s.timedOut, Effect: effect(s.code, h.Blocking, h.Type),
			Decision: c.d, Stdout: limit(s.stdout, trialCap), Stderr: limit(s.stderr, trialCap), Took: trace.Duration,
		}
		if c.d.Block && t.Effect == Continue {
			t.Effect = Refuse
		}
		if c.d.Stop {
			t.Effect = Halt
		}
		return t, nil
	}
	return Trial{}, fmt.Errorf("there is no hook %q", id)
}
