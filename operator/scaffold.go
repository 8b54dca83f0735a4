package operator

import (
	"context"

	"handrail/operator/paths"
	"handrail/spaces"
	"handrail/spaces/scaffold"
)

// HandsProposal is what could be added to a project's ctxnest.json.
type HandsProposal = scaffold.Proposal

// ProposeHands looks at what the project in dir declares already and proposes
// hands for it (docs/spec/07-hands.md#in-the-window-and-from-a-project).
// Nothing is run or written, and the folder need not be trusted. A folder that
// may not be a space is refused.
func (o *Operator) ProposeHands(ctx context.Context, dir string) (HandsProposal, error) {
	dir, err := paths.Real(dir)
	if err != nil {
		return HandsProposal{}, err
	}
	if err := spaces.Refusal(dir, o.c.Home, o.c.Dirs.Config, o.c.Dirs.Data); err != nil {
		return HandsProposal{}, err
	}
	return scaffold.Propose(ctx, dir)
}

// WriteHands writes a proposal that the person has seen, whole or not at all,
// and reads the space again. It is refused if ctxnest.json is no longer the one
// that the proposal was made for. The trust that the space has then is returned:
// the new hands are trusted like any changed definition, by looking at them.
func (o *Operator) WriteHands(ctx context.Context, p HandsProposal) (Trust, error) {
	if err := scaffold.Write(p); err != nil {
		return Untrusted, err
	}
	s, err := o.OpenSpace(ctx, p.Dir)
	if err != nil {
		return Untrusted, err
	}
	if err := s.Reload(ctx); err != nil {
		return Untrusted, err
	}
	return s.Trust(), nil
}
