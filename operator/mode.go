package operator

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"handrail/operator/settings"
	"handrail/operator/trust"
	"handrail/operator/walls"
	"handrail/pipeline/guard"
)

// SetMode says by which mode the calls of the space are judged from the next one
// on (docs/spec/11-guard.md), and tells the window. "" is the mode that all
// spaces have. It is the person's word: an agent's program may not say it. A
// space that is not trusted stays read-only, so its mode cannot be set.
func (s *Space) SetMode(ctx context.Context, mode guard.Mode) error {
	switch {
	case walls.InRoom():
		return errors.New("only you can set the mode of a space, and an agent started this program")
	case mode != "" && !slices.Contains(guard.Modes(), mode):
		return fmt.Errorf("the mode %q is not known, and nothing was changed; there is read-only, ask and workspace", mode)
	case s.trust.State().Level() == trust.Untrusted:
		return errors.New("this space is not trusted, so it stays read-only: review what it can run and trust it first")
	}
	_, err := s.o.settings.Update(func(all *settings.Settings) error {
		own := all.PerSpace[s.dir]
		own.Mode = mode
		all.SetSpace(s.dir, own)
		return nil
	})
	if err != nil {
		return err
	}
	return s.reloaded(ctx)
}
