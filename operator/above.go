package operator

import (
	"context"
	"sync"

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

// AskThrough puts wrap around the way in which the person is asked, in every space.
func (o *Operator) AskThrough(wrap func(tools.Confirmer) tools.Confirmer) {
	o.confirmer.mu.Lock()
	defer o.confirmer.mu.Unlock()
	o.confirmer.way = wrap(o.confirmer.way)
}

// A confirmer asks the person in the way that stands at that moment.
type confirmer struct {
	mu  sync.RWMutex // guards way
	way tools.Confirmer
}

// Confirm implements tools.Confirmer.
func (c *confirmer) Confirm(ctx context.Context, q tools.Question) (tools.Answer, error) {
	c.mu.RLock()
	way := c.way
	c.mu.RUnlock()
	return way.Confirm(ctx, q)
}

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
