package operator

import (
	"context"
	"fmt"
	"time"

	"handrail/hooks"
	"handrail/operator/news"
	"handrail/operator/walls"
)

// A HookLine is one hook of a space, or an entry of a hooks file that cannot be
// one, as a person sees it.
type HookLine struct {
	Key      string // names it: its id; "file:line" where it has none that could be read
	ID       string
	Phase    string   // pre_tool, post_tool; "" if it cannot be read
	Tools    []string // as declared; empty: all
	Command  string
	Blocking bool
	Input    string // env, stdin
	Format   string // handrail, claude
	Timeout  time.Duration
	File     string // relative to the space
	Line     int    // from 1; 0: the file as a whole

	Enabled bool // what the person has set, else the author
	State   HookStateWord
	Reason  string // why it does not run, with what to do; "": it does
	Shuts   bool   // while it does not run, its tools are shut
	Acts    bool   // with Shuts: only those with a side effect

	Runs, Blocked, Errors int64
	Average, Slowest      time.Duration
	LastRun               time.Time // zero: never
	LastError             string
}

// HookStateWord says whether a hook runs.
type HookStateWord string

// The states of a hook.
const (
	HookReady     HookStateWord = "ready"
	HookOff       HookStateWord = "off"       // its author or the person has switched it off
	HookHeld      HookStateWord = "held-back" // it is not what was trusted
	HookBroken    HookStateWord = "broken"    // it cannot be loaded
	HookUntrusted HookStateWord = "untrusted" // the space is
)

// HookList lists the hooks of the space in the order in which they run, then what
// cannot be loaded as one and keeps tools shut.
func (s *Space) HookList(ctx context.Context) ([]HookLine, error) {
	now := s.current.Load()
	counts, err := s.o.store.HookCounts(ctx, s.dir)
	if err != nil {
		return nil, err
	}
	var list []HookLine
	for _, h := range now.space.Hooks {
		c := counts[h.ID]
		line := HookLine{
			Key: h.ID, ID: h.ID, Phase: string(h.Type), Tools: h.Tools, Command: h.Command, Blocking: h.Blocking, Input: string(h.Input), Format: string(h.Format),
			Timeout: h.Timeout, File: h.File, Line: h.Line, Enabled: hookEnabled(h, c), State: HookReady,
			Runs: c.Runs, Blocked: c.Blocked, Errors: c.Errors, Slowest: c.Slowest, LastRun: c.Last, LastError: c.LastError,
		}
		if c.Runs > 0 {
			line.Average = c.Total / time.Duration(c.Runs)
		}
		line.State, line.Reason = now.hookState(h, line.Enabled, c.Enabled != nil)
		line.Shuts = line.State == HookHeld && h.Blocking
		list = append(list, line)
	}
	for _, b := range now.space.Barriers {
		list = append(list, HookLine{
			Key: fmt.Sprintf("%s:%d", b.File, b.Line), Tools: b.Tools, Blocking: true, Enabled: true, File: b.File, Line: b.Line,
			State: HookBroken, Reason: b.Reason, Shuts: true, Acts: b.SideEffects,
		})
	}
	return list, nil
}

// hookState says whether a hook runs, and why not.
func (l *loaded) hookState(h hooks.Hook, enabled, set bool) (HookStateWord, string) {
	if l.trust == Untrusted {
		return HookUntrusted, "this space is not trusted: look at what it can run and trust it, in the window or with `handrail space trust`"
	}
	switch {
	case !enabled && set:
		return HookOff, "you switched it off"
	case !enabled:
		return HookOff, `its author has switched it off with "enabled": false`
	}
	if why := l.hookHeld(h); why != "" {
		return HookHeld, why
	}
	return HookReady, ""
}

// SetHookEnabled switches a hook on or off, for every process. It is the person's
// word: an agent's program may not say it.
func (s *Space) SetHookEnabled(ctx context.Context, id string, on bool) error {
	if walls.InRoom() {
		return fmt.Errorf("a hook is switched by a person, and this program was started by an agent")
	}
	if _, err := s.hook(id); err != nil {
		return err
	}
	if err := s.o.store.SetHookEnabled(ctx, s.dir, id, &on); err != nil {
		return err
	}
	s.statesChanged()
	s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir})
	return nil
}

// hook finds a hook of the space.
func (s *Space) hook(id string) (hooks.Hook, error) {
	now := s.current.Load()
	for _, h := range now.space.Hooks {
		if h.ID == id {
			return h, nil
		}
	}
	for _, b := range now.space.Barriers {
		if id == fmt.Sprintf("%s:%d", b.File, b.Line) {
			return hooks.Hook{}, fmt.Errorf("this hook cannot be switched: %s", b.Reason)
		}
	}
	return hooks.Hook{}, fmt.Errorf("this space has no hook %q; `handrail hooks list` names them", id)
}
