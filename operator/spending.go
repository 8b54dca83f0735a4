package operator

import (
	"context"

	"handrail/agent"
	"handrail/operator/caps"
)

// MeterOf counts what agents use.
func MeterOf(o *Operator) *caps.Meter { return o.caps }

// Allow returns when a run of a space may use more; see caps.Meter. The caps are filled in.
func Allow(ctx context.Context, s *Space, u caps.Use) error {
	set := s.current.Load().settings
	u.All, u.Own = set.Caps, set.PerSpace[s.dir].Caps
	return s.commons.caps.Wait(ctx, u)
}

// Room reports whether a run of a space that has ended may use more without anybody being asked. The caps are filled in.
func Room(ctx context.Context, s *Space, u caps.Use) (bool, error) {
	set := s.current.Load().settings
	u.All, u.Own = set.Caps, set.PerSpace[s.dir].Caps
	return s.commons.caps.Room(ctx, u)
}

// PriceOf is what the person has set as the price of a model, "provider/name"; nil: nothing.
func PriceOf(s *Space, model string) *agent.Price {
	p, ok := s.current.Load().settings.Models.Prices[model]
	if !ok {
		return nil
	}
	return &agent.Price{Input: p.Input, Output: p.Output, CacheRead: p.CacheRead, CacheWrite: p.CacheWrite}
}
