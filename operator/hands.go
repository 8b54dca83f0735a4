package operator

import (
	"context"

	"handrail/operator/hands"
	"handrail/operator/news"
	"handrail/spaces"
	"handrail/tools"
)

// openHands makes the ctxnest.json of the space.
func (s *Space) openHands() {
	s.hands = hands.New(hands.Config{
		Dir: s.dir, Roots: s.roots, Reload: s.reload,
		Current: func() (*spaces.Space, *tools.Registry) {
			l := s.current.Load()
			return l.space, l.registry
		},
		Changed:  func() { s.o.hub.Publish(news.Event{Kind: news.OnSpace, Folder: s.dir}) },
		Trust:    s.adoptHands,
		Projects: s.o.Projects(),
	})
}

// Hands is the ctxnest.json of the space, as the person edits it.
func (s *Space) Hands() *hands.File { return s.hands }

// adoptHands notes what is trusted now; see hands.Adopt.
func (s *Space) adoptHands() hands.Adopt {
	before := s.current.Load()
	return func(ctx context.Context, digest string) (string, error) { return s.keepTrust(ctx, before, digest) }
}
