package operator

import (
	"context"
	"slices"
	"strings"

	"handrail/hooks"
	"handrail/journal/sqlite"
	"handrail/tools"
)

// connectHooks makes the runner of a space as it was just read. Hooks of a space
// that is not trusted do not run; its tools with a side effect are shut by the
// mode.
func (s *Space) connectHooks(ctx context.Context, l *loaded) {
	l.hooks = hooks.None{}
	if l.trust == Untrusted || len(l.space.Hooks)+len(l.space.Barriers) == 0 {
		return
	}
	l.copies = s.copyScripts(l)
	l.problems = append(l.problems, s.takeStates(ctx, l.space.Hooks)...)
	l.hooks = s.hookEngine(l, func(ctx context.Context, runs []hooks.Run) { s.countHooks(ctx, runs) })
}

// hookEngine makes an engine of the loaded hooks. count may be nil: then nothing
// is counted, as for a trial or a replay.
func (s *Space) hookEngine(l *loaded, count func(context.Context, []hooks.Run)) *hooks.Engine {
	c := hooks.Config{
		Hooks: l.space.Hooks, Dir: s.dir, Env: s.o.c.Environ.Vars, Covers: covers, Copies: l.copies.paths, Count: count,
		Held: func(h hooks.Hook) string { return l.hookHeld(h) },
		Off:  s.hooksOff,
	}
	for _, b := range l.space.Barriers {
		c.Barriers = append(c.Barriers, hooks.Barrier{Tools: b.Tools, SideEffects: b.SideEffects, Reason: b.Reason, File: b.File, Line: b.Line})
	}
	return hooks.New(c)
}

// covers reports whether a list of names, aliases and globs covers the tool; an
// empty one covers all (docs/spec/10-hooks.md#fields). Every spelling of a tool
// counts.
func covers(patterns []string, tool, qualified string) bool {
	names := append([]string{tool, qualified}, tools.Aliases(tool)...)
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return tools.Match(p, n) || tools.Match(tools.Canonical(p), n) })
	})
}

// hookHeld says why a hook of a trusted space may not run now: it, or a script
// that it names, is not what the person has trusted.
func (l *loaded) hookHeld(h hooks.Hook) string {
	if why := l.heldBack("hook", h.ID); why != "" {
		return why
	}
	for _, script := range h.Scripts {
		if why := l.heldBack("script", script); why != "" {
			return why
		}
		if why := l.copies.trouble[script]; why != "" {
			return why
		}
	}
	return ""
}

// hooksOff says which hooks are switched off: what the person has set counts
// before what the author says. Where that cannot be read every hook runs.
func (s *Space) hooksOff(ctx context.Context) func(hooks.Hook) bool {
	counts, err := s.o.store.HookCounts(ctx, s.dir)
	if err != nil {
		return func(hooks.Hook) bool { return false }
	}
	return func(h hooks.Hook) bool { return !hookEnabled(h, counts[h.ID]) }
}

func hookEnabled(h hooks.Hook, c sqlite.HookCount) bool {
	if c.Enabled != nil {
		return *c.Enabled
	}
	return h.Enabled
}

// countHooks counts what has run. That it cannot be counted is told, and holds
// nothing up.
func (s *Space) countHooks(ctx context.Context, runs []hooks.Run) {
	list := make([]sqlite.HookRun, 0, len(runs))
	for _, r := range runs {
		run := sqlite.HookRun{Hook: r.ID, At: r.At, Took: r.Took, Blocked: r.Blocked, Error: s.o.hookWords(r.Error)}
		if run.Error != "" {
			s.o.notice("warning", "the hook %s of %s: %s", r.ID, s.current.Load().space.Name, run.Error)
		}
		list = append(list, run)
	}
	if err := s.o.store.CountHooks(ctx, s.dir, list); err != nil {
		s.o.notice("warning", "the runs of hooks in %s are not counted: %v", s.dir, err)
		return
	}
	s.statesChanged()
}

// hookWordsLimit is how many bytes of an error are kept as lastError.
const hookWordsLimit = 500

// hookWords is what a hook said as it may be kept and shown: on one line, short,
// and without what looks like a secret (docs/spec/10-hooks.md).
func (o *Operator) hookWords(text string) string {
	text = strings.Join(strings.Fields(o.redact.Text(text)), " ")
	if len(text) > hookWordsLimit {
		text = strings.ToValidUTF8(text[:hookWordsLimit], "") + " …"
	}
	return text
}
