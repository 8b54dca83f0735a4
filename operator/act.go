package operator

import (
	"context"

	"handrail/pipeline"
	"handrail/tools"
)

// Act is the space's door. It notes when the call runs, so that a change that it
// makes is never taken for the person's own; one of a tool of ours that only looks
// makes none, and programs are noted by themselves. A tool of a server that has never said
// what it has waits for that server.
func (s *Space) Act(ctx context.Context, r pipeline.Request) (tools.Result, error) {
	s.servers.Offer().Await(ctx, r.Call.Tool)
	if !onlyLooks(s.Registry(), r) {
		defer s.trust.Activity().Call()()
	}
	return s.pipe.Call(ctx, r)
}

// onlyLooks reports whether a call is one of a built-in tool without a side effect.
func onlyLooks(registry *tools.Registry, r pipeline.Request) bool {
	e, err := registry.Lookup(r.Call.Tool, r.Scope)
	return err == nil && e.Info.Source == "builtin" && !e.Info.SideEffect && !e.Info.Claimed
}
