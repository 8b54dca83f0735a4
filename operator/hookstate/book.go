// Package hookstate knows which hooks of a space run, what they have counted, and
// tries one.
package hookstate

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"

	"handrail/hooks"
	"handrail/internal/lazy"
	"handrail/internal/proc"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/spaces"
	"handrail/tools"
)

// Config is what a Book is given.
type Config struct {
	Context context.Context // ends when the app closes
	Dir     string          // the space's folder, real and absolute
	Data    string          // the app's data folder: private copies of scripts lie there
	Vars    []string        // the person's environment
	User    string          // the person's login name
	Session string          // of the calls that are tried
	Store   Store
	Redact  Redactor
	House   proc.House // what hooks run in
	// Path are the folders in which hooks find programs.
	Path func() (string, error)
	// Hidden says why hooks do not find a program of this name, though the person does; "" if they do.
	Hidden func(program string) string
	// Place is the real path of one that a hook says it reads or writes, as its author wrote it;
	// an error where that would lead where an agent wants.
	Place func(name string) (string, error)
	// CallEvents lists what is recorded of a call, oldest first.
	CallEvents func(ctx context.Context, call string) ([]journal.Event, error)
	// Current is the hooks as they were last read.
	Current func() *Set
	// Registry is the space's tools as they are now.
	Registry func() *tools.Registry
	// Notice tells the person something that belongs to no call.
	Notice func(level, format string, args ...any)
	// Rehearsed says that calls here are only rehearsed: the view in the folder stays as it is, and
	// has their counts once it is written for a call that acts.
	Rehearsed bool
	// Announce tells faces that something about the space has changed.
	Announce func()
}

// A Store keeps what hooks have counted and what the person has set; sqlite.Hooks
// implements it.
type Store interface {
	HookCounts(ctx context.Context, space string) (map[string]sqlite.HookCount, error)
	CountHooks(ctx context.Context, space string, runs []sqlite.HookRun) error
	SetHookEnabled(ctx context.Context, space, hook string, enabled *bool) error
	SetHookShown(ctx context.Context, space, hook string, shown *bool) error
}

// A Redactor takes the person's secrets out.
type Redactor interface {
	Text(text string) string
	JSON(raw json.RawMessage) json.RawMessage
}

// A Book is the hooks of one space. It is safe for concurrent use.
type Book struct {
	c      Config
	states states // writes the file that other programs read
}

// New makes a Book. The caller closes it.
func New(c Config) *Book { return &Book{c: c} }

// A Source is what is known of a space when its hooks are read.
type Source struct {
	Space   *spaces.Space
	Trusted bool // if not, no hook of it runs
	// Held says why a definition or script may not run now; "" if it may.
	Held func(kind, name string) string
}

// A Set is the hooks of a space as they were read. It does not change.
type Set struct {
	source Source
	copies copies
	runner hooks.Runner
}

// Runner runs the hooks for calls, and counts.
func (s *Set) Runner() hooks.Runner { return s.runner }

// Read makes the hooks of a space that was just read, and says what is wrong with
// the file that other programs read. Hooks of a space that is not trusted do not run;
// its tools with a side effect are shut by the mode.
func (b *Book) Read(ctx context.Context, from Source) (*Set, []spaces.Problem) {
	s := &Set{source: from, runner: hooks.None{}}
	if !from.Trusted || len(from.Space.Hooks)+len(from.Space.Barriers) == 0 {
		return s, nil
	}
	s.copies = b.copyScripts(from.Space)
	problems := append(b.readStates(ctx, from.Space.Hooks), b.hidden(s)...)
	s.runner = b.engine(s, b.count)
	return s, problems
}

// programWord is what could be the name of a program in a command or script.
var programWord = lazy.Regexp(`[A-Za-z0-9_][A-Za-z0-9_.+-]*`)

// hidden warns of programs that a hook names and does not find, because an agent could write them.
func (b *Book) hidden(s *Set) []spaces.Problem {
	var out []spaces.Problem
	told := map[string]bool{}
	for _, h := range s.source.Space.Hooks {
		text := h.Command
		for _, script := range h.Scripts {
			data, _ := os.ReadFile(s.copies.paths[script]) // one without a copy does not run, and is told of
			text += "\n" + string(data)
		}
		for _, word := range programWord().FindAllString(text, -1) {
			if key := h.File + " " + word; !told[key] {
				told[key] = true
				if why := b.c.Hidden(word); why != "" {
					out = append(out, spaces.Problem{File: h.File, Line: h.Line, Severity: spaces.Warning, Text: fmt.Sprintf("the hook %s names %s and does not find it: %s; install one elsewhere on PATH", h.ID, word, why)})
				}
			}
		}
	}
	return out
}

// Engine makes a runner of hooks that counts nothing, as for a replay.
func (b *Book) Engine(s *Set) *hooks.Engine { return b.engine(s, nil) }

// engine makes an engine of hooks. count may be nil: then nothing is counted.
func (b *Book) engine(s *Set, count func(context.Context, []hooks.Run)) *hooks.Engine {
	c := hooks.Config{
		Hooks: s.source.Space.Hooks, Dir: b.c.Dir, Env: b.c.Vars, Covers: covers, Copies: s.copies.paths, Count: count,
		House: b.c.House, Path: b.c.Path, Errand: b.errand(s),
		Held: s.held,
		Off:  b.off,
	}
	for _, barrier := range s.source.Space.Barriers {
		c.Barriers = append(c.Barriers, hooks.Barrier{Tools: barrier.Tools, SideEffects: barrier.SideEffects, Reason: barrier.Reason, HeldBack: barrier.Hook != "", File: barrier.File, Line: barrier.Line})
	}
	return hooks.New(c)
}

// errand completes what a hook is started for.
func (b *Book) errand(s *Set) func(hooks.Hook, *proc.Errand) error {
	return func(h hooks.Hook, e *proc.Errand) error {
		var err error
		if e.Read, err = b.places(h.Read, "read"); err != nil {
			return err
		}
		if s.copies.folder != "" {
			e.Read = append(e.Read, s.copies.folder)
		}
		e.Write, err = b.places(h.Write, "write")
		return err
	}
}

// places are the real paths of what a hook's field names.
func (b *Book) places(names []string, field string) ([]string, error) {
	var list []string
	for _, name := range names {
		real, err := b.c.Place(name)
		if err != nil {
			return nil, fmt.Errorf("its %q names %s: %w", field, name, err)
		}
		list = append(list, real)
	}
	return list, nil
}

// covers reports whether a list of names, aliases and globs covers the tool; an
// empty one covers all (docs/spec/10-hooks.md#fields). Every spelling of a tool
// counts.
func covers(patterns []string, tool, qualified string) bool {
	names := append([]string{tool, qualified}, tools.Aliases(tool)...)
	return len(patterns) == 0 || slices.ContainsFunc(patterns, func(p string) bool {
		return slices.ContainsFunc(names, func(n string) bool { return tools.MatchWide(p, n) || tools.MatchWide(tools.Canonical(p), n) })
	})
}

// held says why a hook of a trusted space may not run now: it, or a script
// that it names, is not what the person has trusted.
func (s *Set) held(h hooks.Hook) string {
	if why := s.source.Held("hook", h.ID); why != "" {
		return why
	}
	for _, script := range h.Scripts {
		if why := s.source.Held("script", script); why != "" {
			return why
		}
		if why := s.copies.trouble[script]; why != "" {
			return why
		}
	}
	return ""
}

// off says which hooks are turned off: what the person has set counts
// before what the author says. Where that cannot be read every hook runs.
func (b *Book) off(ctx context.Context) func(hooks.Hook) bool {
	counts, err := b.c.Store.HookCounts(ctx, b.c.Dir)
	if err != nil {
		return func(hooks.Hook) bool { return false }
	}
	return func(h hooks.Hook) bool { return !enabled(h, counts[h.ID]) }
}

func enabled(h hooks.Hook, c sqlite.HookCount) bool {
	if c.Enabled != nil {
		return *c.Enabled
	}
	return h.Enabled
}

// count counts what has run. That it cannot be counted is told, and holds
// nothing up.
func (b *Book) count(ctx context.Context, runs []hooks.Run) {
	list := make([]sqlite.HookRun, 0, len(runs))
	for _, r := range runs {
		run := sqlite.HookRun{Hook: r.ID, At: r.At, Took: r.Took, Blocked: r.Blocked, Error: b.words(r.Error)}
		if run.Error != "" {
			b.c.Notice("warning", "the hook %s of %s: %s", r.ID, b.c.Current().source.Space.Name, run.Error)
		}
		list = append(list, run)
	}
	if err := b.c.Store.CountHooks(ctx, b.c.Dir, list); err != nil {
		b.c.Notice("warning", "the runs of hooks in %s are not counted: %v", b.c.Dir, err)
		return
	}
	b.changed()
}

// wordsLimit is how many bytes of an error are kept as lastError.
const wordsLimit = 500

// words is what a hook said as it may be kept and shown: on one line, short,
// and without what looks like a secret (docs/spec/10-hooks.md).
func (b *Book) words(text string) string {
	text = strings.Join(strings.Fields(b.c.Redact.Text(text)), " ")
	if len(text) > wordsLimit {
		text = strings.ToValidUTF8(text[:wordsLimit], "") + " …"
	}
	return text
}
