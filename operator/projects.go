package operator

import (
	"context"
	"path/filepath"

	"handrail/operator/hands"
	"handrail/operator/paths"
	"handrail/operator/trust"
	"handrail/spaces/scaffold"
	"handrail/tools/command"
)

// Projects are folders as they become spaces with hands: for the person by a proposal,
// for agents by registering them.
type Projects struct{ o *Operator }

// Projects proposes hands for folders, and registers them.
func (o *Operator) Projects() Projects { return Projects{o} }

// Propose looks at what the project in dir declares already and proposes
// hands for it (docs/spec/07-hands.md#in-the-window-and-from-a-project).
// Nothing is run or written, and the folder need not be trusted. A folder that
// may not be a space is refused.
func (p Projects) Propose(ctx context.Context, dir string) (hands.Proposal, error) {
	dir, err := paths.Real(dir)
	if err != nil {
		return hands.Proposal{}, err
	}
	if err := p.o.config.Refusal(dir); err != nil {
		return hands.Proposal{}, err
	}
	return scaffold.Propose(ctx, dir)
}

// Write writes a proposal that the person has seen, whole or not at all,
// and reads the space again. It is refused if ctxnest.json is no longer the one
// that the proposal was made for. The trust that the space has then is returned:
// the new hands are trusted like any changed definition, by looking at them.
func (p Projects) Write(ctx context.Context, proposal hands.Proposal) (trust.Level, error) {
	if err := scaffold.Write(proposal); err != nil {
		return trust.Untrusted, err
	}
	s, err := p.o.OpenSpace(ctx, proposal.Dir)
	if err != nil {
		return trust.Untrusted, err
	}
	if err := s.Reload(ctx); err != nil {
		return trust.Untrusted, err
	}
	return s.trust.State().Level(), nil
}

// Check implements hands.Projects.
func (p Projects) Check(base, path string) (string, error) {
	if !filepath.IsAbs(path) {
		path = filepath.Join(base, path)
	}
	if err := p.o.config.Refusal(path); err != nil {
		return "", err
	}
	return paths.Real(path)
}

// Register implements hands.Projects.
func (p Projects) Register(ctx context.Context, dir string) (command.HandProject, error) {
	added, err := p.o.AddSpace(ctx, dir)
	if err != nil {
		return command.HandProject{}, err
	}
	project := command.HandProject{Project: added.Declared().ID, Folder: added.dir, Trusted: added.trust.State().Level() != trust.Untrusted, Hands: len(added.Declared().Hands)}
	if !project.Trusted {
		project.Note = "the person must review what it can run and trust it before any of it runs"
	}
	return project, nil
}
