package operator

import (
	"handrail/operator/hookstate"
	"handrail/operator/news"
	"handrail/tools"
)

// newHooks makes the book of a space's hooks.
func newHooks(s *Space) *hookstate.Book {
	return hookstate.New(hookstate.Config{
		Context: s.o.ctx, Dir: s.dir, Data: s.o.c.Dirs.Data, Vars: s.o.c.Environ.Vars, User: s.o.c.Environ.User(), Session: trySession(s.dir),
		Store: s.o.store.Hooks(), CallEvents: s.o.store.History().CallEvents, Redact: s.o.redact, Notice: s.o.hub.Notice,
		Current:  func() *hookstate.Set { return s.current.Load().hooks },
		Registry: func() *tools.Registry { return s.Registry() },
		During:   s.trust.Activity().During,
		Announce: func() { s.announce(news.OnSpace) },
	})
}

// Hooks are the hooks of the space.
func (s *Space) Hooks() *hookstate.Book { return s.hooks }
