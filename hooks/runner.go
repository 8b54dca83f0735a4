package hooks

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"handrail/internal/builtins"
	"handrail/internal/proc"
	"handrail/internal/render"
)

// Config is what an Engine is made of. Hooks, Dir and Env are needed.
type Config struct {
	Hooks    []Hook // in the order in which they run
	Barriers []Barrier
	Dir      string   // the space's folder, in which they run
	Env      []string // the person's environment; hooks get the clean base of it

	// House is what hooks run in: its walls. The zero House has none.
	House proc.House
	// Path are the folders in which hooks find programs: the person's, without those that
	// an agent could write. nil: those of Env.
	Path func() (string, error)
	// Errand completes what a hook is started for: what it reads and writes by real
	// paths. nil: nothing beside the space.
	Errand func(h Hook, e *proc.Errand) error

	// Covers reports whether a list of names, aliases and globs covers the tool.
	// nil: the names must be equal.
	Covers func(patterns []string, tool, qualified string) bool
	// Copies names the private copy of each script, by its path in the space.
	Copies map[string]string
	// Off is asked at the start of each phase which hooks are turned off. nil:
	// those whose author did so.
	Off func(ctx context.Context) func(h Hook) bool
	// Held says why the hook is not what the person trusted; "" if it is. It may
	// be nil.
	Held func(h Hook) string
	// Count is told of every hook that ran on a call, at the end of the chain. It
	// may be nil; then nothing is counted, as for a replay.
	Count func(ctx context.Context, runs []Run)
}

// A Run is one run of a hook, to be counted.
type Run struct {
	ID      string
	At      time.Time // when it ended
	Took    time.Duration
	Blocked bool
	Error   string // what went wrong; "" if nothing did
}

// An Engine runs the hooks of a space. It is safe for concurrent use.
type Engine struct {
	c     Config
	small bool // there is a small shell, for plain commands
	hooks []prepared
}

// A prepared hook has its command parsed.
type prepared struct {
	Hook
	template *render.Template
	broken   string // why it cannot run
}

// New makes an Engine. What keeps a hook from running makes it an error at every
// call: a blocking one blocks.
func New(c Config) *Engine {
	if c.Covers == nil {
		c.Covers = func(patterns []string, tool, _ string) bool {
			for _, p := range patterns {
				if p == tool {
					return true
				}
			}
			return len(patterns) == 0
		}
	}
	r := &Engine{c: c}
	if info, statErr := os.Stat(smallShell); runtime.GOOS != "windows" && statErr == nil {
		r.small = info.Mode().IsRegular()
	}
	for _, h := range c.Hooks {
		p := prepared{Hook: h}
		var err error
		if p.template, err = render.Parse(repoint(h.Command, c.Dir, c.Copies), params()); err != nil {
			p.broken = "its command cannot be read: " + err.Error()
		}
		r.hooks = append(r.hooks, p)
	}
	return r
}

// Run implements Runner. Hooks run in order; each sees what the one before left,
// and the first block ends the chain. A hook that is not blocking and ends with 1
// skips those after it, but never one that is blocking (decision 0302).
func (r *Engine) Run(ctx context.Context, e Event) (Decision, error) {
	if err := ctx.Err(); err != nil {
		return Decision{}, err
	}
	off := r.off(ctx)
	if d := r.shut(e, off); d.Block {
		return d, nil
	}
	c := chain{r: r, e: e}
	for i := range r.hooks {
		h := &r.hooks[i]
		if h.Type != e.Phase || !r.covers(h.Tools, e) || off(h.Hook) {
			continue
		}
		over, err := c.next(ctx, h)
		if err != nil {
			return Decision{}, err
		}
		if over {
			break
		}
	}
	c.d.By = strings.Join(c.by, ", ")
	if r.c.Count != nil && len(c.runs) > 0 {
		r.c.Count(context.WithoutCancel(ctx), c.runs)
	}
	return c.d, nil
}

// shut refuses a call before it acts that a broken or held-back blocking hook
// should have judged, be it before the call or after it.
func (r *Engine) shut(e Event, off func(Hook) bool) Decision {
	if e.Phase != PreTool && e.OutputOf == "" { // whose output it is, is known after the call
		return Decision{}
	}
	late := e
	late.Phase = PostTool // what a post hook covers
	for _, b := range r.c.Barriers {
		if r.covers(b.Tools, late) && (!b.SideEffects || e.SideEffect) {
			place := fmt.Sprintf("%s:%d", b.File, b.Line)
			return Decision{Block: true, HeldBack: b.HeldBack, By: place, Reason: b.Reason, Ran: []Trace{{ID: "barrier", Place: place, Result: Blocked, Reason: b.Reason}}}
		}
	}
	for i := range r.hooks {
		h := &r.hooks[i]
		seen := e
		seen.Phase = h.Type
		if !h.Blocking || off(h.Hook) || !r.covers(h.Tools, seen) {
			continue
		}
		if why := r.held(h.Hook); why != "" {
			return Decision{Block: true, HeldBack: true, By: h.String(), Reason: why, Ran: []Trace{{ID: h.ID, Place: h.Place(), Result: Blocked, Reason: why}}}
		}
	}
	return Decision{}
}

// covers reports whether a hook with this list is for the event's tool. Hooks for
// tools that start jobs see what those have printed, too (docs/spec/10-hooks.md).
func (r *Engine) covers(patterns []string, e Event) bool {
	if r.c.Covers(patterns, e.Tool, e.qualified()) || e.StandsFor != "" && r.c.Covers(patterns, e.StandsFor, e.StandsFor) {
		return true
	}
	if e.Phase == PostTool && e.OutputOf != "" && r.c.Covers(patterns, e.OutputOf, e.OutputOf) {
		return true
	}
	facts, _ := builtins.Of(e.Tool)
	return e.Phase == PostTool && slices.ContainsFunc(facts.OutputOf, func(tool string) bool { return r.c.Covers(patterns, tool, tool) })
}

func (r *Engine) off(ctx context.Context) func(Hook) bool {
	if r.c.Off == nil {
		return func(h Hook) bool { return !h.Enabled }
	}
	return r.c.Off(ctx)
}

func (r *Engine) held(h Hook) string {
	if r.c.Held == nil {
		return ""
	}
	return r.c.Held(h)
}

// A chain is the hooks of one phase on one call.
type chain struct {
	r    *Engine
	e    Event // as the hooks so far have left it
	d    Decision
	by   []string // who changed something
	skip string   // who skips the rest
	runs []Run
}

// next shows the call to one hook. over ends the chain.
func (c *chain) next(ctx context.Context, h *prepared) (over bool, err error) {
	t := Trace{ID: h.ID, Place: h.Place(), Result: Skipped}
	switch why := c.r.held(h.Hook); {
	case why != "" && h.Blocking:
		c.refuse(h, false, why)
		c.d.HeldBack = true
		t.Result, t.Reason = Blocked, why
		c.d.Ran = append(c.d.Ran, t)
		return true, nil
	case why != "":
		t.Reason = why
		c.d.Ran = append(c.d.Ran, t)
		return false, nil
	case c.skip != "" && !h.Blocking:
		t.Reason = "the hook " + c.skip + " ended with 1"
		c.d.Ran = append(c.d.Ran, t)
		return false, nil
	}
	began := time.Now()
	s, err := c.r.show(ctx, h, c.e)
	if err != nil {
		return false, err
	}
	t.Duration = time.Since(began)
	t.Result, t.Reason = c.apply(h, s)
	t.Printed = s.printed()
	c.d.Ran = append(c.d.Ran, t)
	run := Run{ID: h.ID, At: time.Now(), Took: t.Duration, Blocked: t.Result == Blocked}
	if t.Result == Failed || t.Result == Warning {
		run.Error = t.Reason
	}
	c.runs = append(c.runs, run)
	return c.d.Block, nil
}

// apply does what the table says of how a hook ended, and says so.
func (c *chain) apply(h *prepared, s shown) (Result, string) {
	switch effect(s.code, h.Blocking, h.Type) {
	case Continue:
		return c.accept(h, s)
	case Refuse:
		reason := limit(firstOf(s.answer.message, s.stderr, s.answer.text), messageCap)
		c.refuse(h, s.answer.halt, reason)
		return Blocked, reason
	case Skip:
		c.skip = h.ID
		return OK, "it ended with 1: the hooks after it that are not blocking are skipped"
	case Warn:
		return Warning, s.why
	default:
		c.refuse(h, !s.refused, fmt.Sprintf("the hook %s failed, and what it guards may not go on without it: %s", h.ID, s.why))
		return Failed, s.why
	}
}

// accept takes over what a hook that let the call through has decided.
func (c *chain) accept(h *prepared, s shown) (Result, string) {
	a := s.answer
	switch {
	case a.broken != "":
		return Warning, a.broken
	case a.block && h.Blocking:
		c.refuse(h, a.halt, limit(a.message, messageCap))
		return Blocked, c.d.Reason
	case a.block:
		return Warning, "it says block, but is not blocking; set \"blocking\": true if it should be able to"
	}
	result := OK
	if c.change(a) {
		c.by = append(c.by, h.String())
		result = Changed
	}
	if a.ask && h.Type == PreTool {
		c.d.Ask = firstOf(limit(a.message, messageCap), "it asks for your approval")
		c.d.Ask = fmt.Sprintf("the hook %s: %s", h.ID, c.d.Ask)
		return Asks, c.d.Ask
	}
	return result, ""
}

// change takes a new input or output over, and reports whether it is another.
func (c *chain) change(a answer) bool {
	changed := false
	if a.input != nil && !bytes.Equal(a.input, compact(c.e.input())) {
		c.e.Input, c.d.Input, changed = a.input, a.input, true
	}
	if a.output != nil && *a.output != c.e.Content {
		c.e.Content, c.d.Output, changed = *a.output, a.output, true
	}
	if a.failure != nil && *a.failure != c.e.Error {
		c.e.Error, c.d.Error, changed = *a.failure, a.failure, true
	}
	return changed
}

func (c *chain) refuse(h *prepared, stop bool, reason string) {
	c.d.Block, c.d.Stop, c.d.Reason = true, stop, reason
	c.by = []string{h.String()}
}

// printed is what a person may want to see of what a hook printed.
func (s shown) printed() string {
	return limit(strings.TrimSpace(strings.TrimSpace(s.answer.text)+"\n"+strings.TrimSpace(s.stderr)), printedCap)
}
