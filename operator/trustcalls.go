package operator

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"handrail/internal/proc"
	"handrail/pipeline"
	"handrail/tools"
)

// Act is the space's door. It notes when the call runs, so that a change that it
// makes is never taken for the person's own; one of a tool of ours that only looks
// makes none, and programs are noted by themselves. A tool of a server that has never said
// what it has waits for that server.
func (s *Space) Act(ctx context.Context, r pipeline.Request) (tools.Result, error) {
	s.servers.Offer().Await(ctx, r.Call.Tool)
	if !s.onlyLooks(r) {
		defer s.o.calls.Begin(s.dir)()
	}
	return s.pipe.Call(ctx, r)
}

// onlyLooks reports whether a call is one of a built-in tool without a side effect.
func (s *Space) onlyLooks(r pipeline.Request) bool {
	e, err := s.Registry().Lookup(r.Call.Tool, r.Scope)
	return err == nil && e.Info.Source == "builtin" && !e.Info.SideEffect && !e.Info.Claimed
}

// programs notes that a program begins, and returns what notes its end. What it
// could leave behind to change definitions later is noted, too: all of them where
// no walls protect them, else the names at the top that do not exist yet.
func (s *Space) programBegins(walls *proc.Walls, unmade []string) (over func()) {
	switch {
	case walls == nil, !walls.Report().Room && !walls.Report().Files.Enforced, !walls.Report().Room && walls.Report().System == "linux":
		s.o.calls.Loose(s.dir, "*")
	default:
		s.o.calls.Loose(s.dir, topNames(s.dir, unmade)...)
	}
	return s.o.calls.Begin(s.dir)
}

// topNames are the first parts of names, of those that do not exist.
func topNames(dir string, names []string) []string {
	var out []string
	for _, n := range names {
		top, _, _ := strings.Cut(n, "/")
		if _, err := os.Lstat(filepath.Join(dir, top)); err != nil && !slices.Contains(out, top) {
			out = append(out, top)
		}
	}
	return out
}

// noticeChanged tells the person of definitions that are no longer what they
// trusted since a program ran. They are held back already when it returns.
func (s *Space) noticeChanged(tool string) {
	before := s.current.Load()
	if before.trust == Untrusted || !before.space.Touched() {
		return
	}
	if err := s.tellReload(s.o.ctx); err != nil {
		s.o.notice("error", "%s could not be read again after %s had run: %v", s.dir, tool, err)
		return
	}
	now := s.current.Load()
	if before.trust == NotNeeded && now.trust == Untrusted {
		s.o.notice("warning", "A program that %s has run made definitions in %s: the space must be trusted before any of it counts.", tool, filepath.Base(s.dir))
		return
	}
	var names []string
	for _, d := range now.changes {
		if !slices.ContainsFunc(before.changes, func(b deviation) bool {
			return b.key() == d.key() && b.status == d.status && b.is.Digest == d.is.Digest && b.is.Exec == d.is.Exec
		}) {
			names = append(names, fmt.Sprintf("%s (%s %s)", d.file(), d.name(), d.status))
		}
	}
	if len(names) > 0 {
		s.o.notice("warning", "While a program of %s ran, this changed in %s: %s. It is held back: %s, or put it back with `handrail space restore`.", tool, filepath.Base(s.dir), strings.Join(names, ", "), look)
	}
}

// isPinned refuses a tool, hand or server that is no longer what was loaded, or that is
// held back. A watch may be late; this is asked right before a call is settled and
// right before it runs.
func (s *Space) isPinned(l *loaded, kind, name, file string) error {
	if l.trust != Trusted {
		return nil
	}
	needs := l.needs[key(kind, name, file)]
	changed, err := l.space.Changed(needs...)
	if err != nil {
		return err
	}
	if len(changed) == 0 || len(needs) == 0 {
		return nil
	}
	if err := s.tellReload(s.o.ctx); err != nil {
		return err
	}
	now := s.current.Load()
	if now.trust == Untrusted {
		return fmt.Errorf("%s changed, and this space is not trusted as it is now: look at what it can run", changed[0].File)
	}
	if why := now.heldIn(kind, name, file); why != "" {
		return fmt.Errorf("%s", why)
	}
	same := func(a, b Item) bool { return a.Same(b) }
	if !slices.EqualFunc(needs, now.needs[key(kind, name, file)], same) {
		return fmt.Errorf("%s changed while this call was on its way, so it did not run: make the call again", changed[0].File)
	}
	return nil
}

// needsOf are, for each tool, hand and server, the items that must not have changed when
// it runs: its definition and the scripts that it names.
func needsOf(items []Item) map[string][]Item {
	scripts := map[string]Item{}
	for _, i := range items {
		if i.Kind == "script" {
			scripts[i.File] = i
		}
	}
	needs := map[string][]Item{}
	for _, i := range items {
		if i.Kind != "tool" && i.Kind != "hand" && i.Kind != "server" {
			continue
		}
		list := []Item{i}
		for _, name := range slices.Compact(slices.Sorted(slices.Values(i.Scripts))) {
			if script, ok := scripts[name]; ok {
				list = append(list, script)
			}
		}
		needs[keyOf(i)] = list
	}
	return needs
}
