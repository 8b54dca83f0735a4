package operator

import (
	"context"

	"handrail/hooks"
	"handrail/internal/confine"
	"handrail/journal/sqlite"
	"handrail/operator/news"
	"handrail/operator/settings"
	"handrail/operator/skills"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// What the rooms that stand above the core are made from: serving, chats, doctor,
// programs, replay. They know the core; the core does not know them.

// Config is what the app was opened with; its folders are there and absolute.
func (o *Operator) Config() Config { return o.c }

// Context ends when the app closes.
func (o *Operator) Context() context.Context { return o.ctx }

// Go runs work in the background. Close waits for it: it must end with Context.
func (o *Operator) Go(work func()) { o.work.Go(work) }

// Store is the journal's database.
func (o *Operator) Store() *sqlite.Store { return o.store }

// Settings is what the person has set.
func (o *Operator) Settings() *settings.File { return o.settings }

// News is what tells faces what happens.
func (o *Operator) News() *news.Hub { return o.hub }

// Bridge are the desktop's tools; nil where there is no desktop.
func (o *Operator) Bridge() tools.Source { return o.bridge }

// Roots are the folders that the space's tools may touch, and the only way to the
// files in them.
func (s *Space) Roots() *confine.Roots { return s.roots }

// A Snapshot is what the calls of a space are judged by at one moment.
type Snapshot struct {
	Judges   guard.Config // what its guard is made of
	Registry *tools.Registry
	Hooks    hooks.Runner           // it counts nothing; nil: the space is not trusted
	Scopes   map[string]tools.Scope // of its agents, by id
}

// Snapshot is what calls are judged by at this moment.
func (s *Space) Snapshot() Snapshot {
	l := s.current.Load()
	out := Snapshot{Judges: l.judges.Config, Registry: l.registry, Scopes: map[string]tools.Scope{}}
	if l.trust.Level() != trust.Untrusted {
		out.Hooks = s.hooks.Engine(l.hooks)
	}
	for _, a := range s.Agents() {
		out.Scopes[a.ID] = skills.ScopeOf(a, nil)
	}
	return out
}
