package operator

import (
	"handrail/operator/hands"
	"handrail/operator/news"
	"handrail/spaces"
	"handrail/tools"
)

// newHands makes the ctxnest.json of a space.
func newHands(s *Space) *hands.File {
	return hands.New(hands.Config{
		Dir: s.dir, Roots: s.roots, Trust: s.trust, Projects: s.o.Projects(), Reload: s.Reload,
		Current: func() (*spaces.Space, *tools.Registry) {
			l := s.current.Load()
			return l.space, l.registry
		},
		Changed: func() { s.announce(news.OnSpace) },
		Busy:    func() bool { return s.o.runs.Busy(s.dir) },
	})
}

// Hands is the ctxnest.json of the space, as the person edits it.
func (s *Space) Hands() *hands.File { return s.hands }
