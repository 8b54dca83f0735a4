package operator

import (
	"context"
	"path/filepath"

	"handrail/operator/hands"
	"handrail/operator/paths"
	"handrail/operator/trust"
	"handrail/spaces"
	"handrail/spaces/scaffold"
	"handrail/tools/command"
)

// ProposeHands looks at what the project in dir declares already and proposes
// hands for it (docs/spec/07-hands.md#in-the-window-and-from-a-project).
// Nothing is run or written, and the folder need not be trusted. A folder that
// may not be a space is refused.
func (o *Operator) ProposeHands(ctx context.Context, dir string) (hands.Proposal, error) {
	dir, err := paths.Real(dir)
	if err != nil {
		return hands.Proposal{}, err
	}
	if err := spaces.Refusal(dir, o.c.Home, o.c.Dirs.Config, o.c.Dirs.Data); err != nil {
		return hands.Proposal{}, err
	}
	return scaffold.Propose(ctx, dir)
}

// WriteHands writes a proposal that the person has seen, whole or not at all,
// and reads the space again. It is refused if ctxnest.json is no longer the one
// that the proposal was made for. The trust that the space has then is returned:
// the new hands are trusted like any changed definition, by looking at them.
func (o *Operator) WriteHands(ctx context.Context, p hands.Proposal) (trust.Level, error) {
	if err := scaffold.Write(p); err != nil {
		return trust.Untrusted, err
	}
	s, err := o.OpenSpace(ctx, p.Dir)
	if err != nil {
		return trust.Untrusted, err
	}
	if err := s.Reload(ctx); err != nil {
		return trust.Untrusted, err
	}
	return s.trust.State().Level(), nil
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
	project := command.HandProject{Project: added.Declared().ID, Folder: added.dir, Trusted: added.trust.State().Level() != trust.Untrusted, Hands: len(added.Declared().Hands)}
	if !project.Trusted {
		project.Note = "the person must review what it can run and trust it before any of it runs: in the window, or with `handrail space trust`"
	}
	return project, nil
}
