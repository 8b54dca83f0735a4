package operator

import (
	"context"

	"handrail/tools"
)

// declared lists the tools that the space's author declares, source by source.
func (s *Space) declared(_ context.Context, _ *loaded) []tools.Provision { return nil }
