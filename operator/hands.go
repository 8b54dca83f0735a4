package operator

import (
	"context"
	"path/filepath"

	"handrail/operator/hands"
	"handrail/operator/news"
	"handrail/operator/paths"
	"handrail/spaces"
	"handrail/tools"
	"handrail/tools/command"
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
		Projects: handProjects{s.o},
	})
}

// Hands is the ctxnest.json of the space, as the person edits it.
func (s *Space) Hands() *hands.File { return s.hands }

// adoptHands notes what is trusted now; see hands.Adopt.
func (s *Space) adoptHands() hands.Adopt {
	before := s.current.Load()
	return func(ctx context.Context, digest string) (string, error) { return s.keepTrust(ctx, before, digest) }
}

// handProjects opens folders as spaces for agents.
type handProjects struct{ o *Operator }

// Check implements hands.Projects.
func (p handProjects) Check(base, path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	if err := spaces.Refusal(path, p.o.c.Home, p.o.c.Dirs.Config, p.o.c.Dirs.Data); err != nil {
		return "", err
	}
	return paths.Real(path)
}

// Register implements hands.Projects.
func (p handProjects) Register(ctx context.Context, dir string) (command.HandProject, error) {
	added, err := p.o.AddSpace(ctx, dir)
	if err != nil {
		return command.HandProject{}, err
	}
	project := command.HandProject{Project: added.Declared().ID, Folder: added.dir, Trusted: added.Trust() != Untrusted, Hands: len(added.Declared().Hands)}
	if !project.Trusted {
		project.Note = "the person must look at what it can run and trust it before any of it runs: in the window, or with `handrail space trust`"
	}
	return project, nil
}
