package hookstate

import (
	"context"
	"fmt"
	"time"

	"handrail/hooks"
	"handrail/internal/proc/room"
	"handrail/spaces"
	"handrail/tools"
)

// A Line is one hook of a space, or an entry of a hooks file that cannot be
// one, as a person sees it.
type Line struct {
	Key      string // names it: its id; "file:line" where it has none that could be read
	ID       string
	Phase    string   // pre_tool, post_tool; "" if it cannot be read
	Tools    []string // as declared; empty: all
	Command  string
	Blocking bool
	Input    string // env, stdin
	Format   string // handrail, claude
	Needs    string // what its program may touch beside the space, in so many words; "": nothing
	Timeout  time.Duration
	File     string // relative to the space
	Line     int    // from 1; 0: the file as a whole

	Enabled bool // what the person has set, else the author
	State   State
	Reason  string       // why it does not run; "": it does
	Action  tools.Action // what the person can do about that
	Of      string       // with Broken: the id of the hook that is not what was trusted, and whose tools are shut; "": none
	Shuts   bool         // while it does not run, its tools are shut
	Acts    bool         // with Shuts: only those with a side effect

	Runs, Blocked, Errors int64
	Average, Slowest      time.Duration
	LastRun               time.Time // zero: never
	LastError             string
}

// State says whether a hook runs.
type State string

// The states of a hook.
const (
	Ready     State = "ready"
	Off       State = "off"       // its author or the person has turned it off
	Held      State = "held-back" // it is not what was trusted
	Broken    State = "broken"    // it cannot be loaded
	Untrusted State = "untrusted" // the space is
)

// List lists the hooks of the space in the order in which they run, then what
// cannot be loaded as one and keeps tools shut.
func (b *Book) List(ctx context.Context) ([]Line, error) {
	set := b.c.Current()
	counts, err := b.c.Store.HookCounts(ctx, b.c.Dir)
	if err != nil {
		return nil, err
	}
	var list []Line
	for _, h := range set.source.Space.Hooks {
		c := counts[h.ID]
		line := Line{
			Key: h.ID, ID: h.ID, Phase: string(h.Type), Tools: h.Tools, Command: h.Command, Blocking: h.Blocking, Input: string(h.Input), Format: string(h.Format), Needs: h.Needs.String(),
			Timeout: h.Timeout, File: h.File, Line: h.Line, Enabled: enabled(h, c), State: Ready,
			Runs: c.Runs, Blocked: c.Blocked, Errors: c.Errors, Slowest: c.Slowest, LastRun: c.Last, LastError: c.LastError,
		}
		if c.Runs > 0 {
			line.Average = c.Total / time.Duration(c.Runs)
		}
		line.State, line.Reason = set.state(h, line.Enabled, c.Enabled != nil)
		line.Action = remedy(line.State)
		line.Shuts = line.State == Held && h.Blocking
		list = append(list, line)
	}
	for _, barrier := range set.source.Space.Barriers {
		list = append(list, Line{
			Key: fmt.Sprintf("%s:%d", barrier.File, barrier.Line), Tools: barrier.Tools, Blocking: true, Enabled: true, File: barrier.File, Line: barrier.Line,
			State: Broken, Reason: barrier.Reason, Of: barrier.Hook, Shuts: true, Acts: barrier.SideEffects,
			Action: barrierRemedy(barrier),
		})
	}
	return list, nil
}

// remedy is what the person can do about the state of a hook.
func remedy(state State) tools.Action {
	switch state {
	case Untrusted:
		return tools.Action{Kind: tools.TrustSpace}
	case Held:
		return tools.Action{Kind: tools.ReviewChanges}
	}
	return tools.Action{}
}

// barrierRemedy is what the person can do about a hook that shuts what it guards.
func barrierRemedy(b spaces.Barrier) tools.Action {
	if b.Hook != "" {
		return tools.Action{Kind: tools.ReviewChanges}
	}
	return tools.Action{}
}

// state says whether a hook runs, and why not.
func (s *Set) state(h hooks.Hook, enabled, set bool) (State, string) {
	if !s.source.Trusted {
		return Untrusted, "this space is not trusted"
	}
	switch {
	case !enabled && set:
		return Off, "you turned it off"
	case !enabled:
		return Off, `its author has turned it off with "enabled": false`
	}
	if why := s.held(h); why != "" {
		return Held, why
	}
	return Ready, ""
}

// Switch turns a hook on or off, for every process. It is the person's
// word: an agent's program may not say it.
func (b *Book) Switch(ctx context.Context, id string, on bool) error {
	if room.InRoom() {
		return fmt.Errorf("only you can turn hooks on or off, and an agent started this program")
	}
	if _, err := b.hook(id); err != nil {
		return err
	}
	if err := b.c.Store.SetHookEnabled(ctx, b.c.Dir, id, &on); err != nil {
		return err
	}
	b.changed()
	b.c.Announce()
	return nil
}

// hook finds a hook of the space.
func (b *Book) hook(id string) (hooks.Hook, error) {
	set := b.c.Current()
	for _, h := range set.source.Space.Hooks {
		if h.ID == id {
			return h, nil
		}
	}
	for _, barrier := range set.source.Space.Barriers {
		if id == fmt.Sprintf("%s:%d", barrier.File, barrier.Line) {
			return hooks.Hook{}, tools.Advise(barrierRemedy(barrier), "this hook cannot be turned on or off: %s", barrier.Reason)
		}
	}
	return hooks.Hook{}, tools.Advise(tools.Action{Kind: tools.ListHooks}, "this space has no hook %q", id)
}
