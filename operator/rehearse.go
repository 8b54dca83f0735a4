package operator

import (
	"context"
	"encoding/json"
	"errors"

	"handrail/hooks"
	"handrail/operator/rehearsal"
	"handrail/pipeline"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// RehearsalsOf are the calls of all spaces that were only rehearsed.
func RehearsalsOf(o *Operator) *rehearsal.Desk { return o.rehearsals }

// Rehearse makes one call on a layer over the space, and keeps what it would change until the
// person has looked at it. A call of which nothing ran has no rehearsal: its ID is "".
func (c *Calls) Rehearse(ctx context.Context, tool string, input json.RawMessage, scope tools.Scope) (rehearsal.Rehearsal, string, tools.Result, error) {
	return c.rehearse(ctx, tool, input, scope, false)
}

// notRehearsed lists what a call would do beside what its programs do.
func notRehearsed(s *Space) []string {
	if _, none := s.current.Load().hooks.Runner().(hooks.None); none {
		return nil
	}
	return []string{"Hooks that run after a call were not run: they would act on what has not happened."}
}

// keeping is the call that keeps what was rehearsed: all of it, or only what lies at or below
// paths, which are absolute.
func keeping(s *Space, id string, only []string) (own tools.Tool, input json.RawMessage, err error) {
	if own, err = s.commons.rehearsals.Keeper(s.dir, s.roots, s.walls); err != nil {
		return nil, nil, err
	}
	input, err = json.Marshal(rehearsal.KeepInput{ID: id, Only: only})
	return own, input, err
}

// ForecastKeep says what KeepRehearsed would do.
func ForecastKeep(ctx context.Context, s *Space, id string, only []string) (Forecast, error) {
	own, input, err := keeping(s, id, only)
	if err != nil {
		return Forecast{}, err
	}
	return s.pipe.Forecast(ctx, pipeline.Request{Own: own, Call: tools.Call{
		Tool: rehearsal.KeepTool, Input: input, Caller: tools.Caller{Kind: tools.CallerPerson, User: s.commons.config.Environ.User()}, Session: trySession(s.dir), Space: s.dir,
	}}), nil
}

// KeepRehearsed makes what a rehearsal would change come true, as a call of its own. digest is that
// of the forecast which the person has seen: what it names is not asked about again.
func (c *Calls) KeepRehearsed(ctx context.Context, id string, only []string, digest string) (string, tools.Result, error) {
	own, input, err := keeping(c.space, id, only)
	if err != nil {
		return "", tools.Result{}, err
	}
	call := "c_" + pipeline.NewID()
	result, err := c.perform(ctx, CallRequest{ID: call, Tool: rehearsal.KeepTool, Input: input, Digest: digest}, pipeline.Request{Own: own})
	if err != nil {
		c.Fail(err)
	}
	return call, result, err
}

// Rehearse opens a space once more, for a conversation of which everything is only rehearsed: its
// calls, and those of its sub-agents, work on layers over all that they could change, and so do the
// servers that it starts. What cannot be rehearsed here is unavailable, and nothing is opened. The
// caller ends it with EndRehearsal.
func Rehearse(ctx context.Context, o *Operator, dir string) (*Space, error) {
	real, err := o.OpenSpace(ctx, dir)
	if err != nil {
		return nil, err
	}
	run, err := o.rehearsals.BeginRun(real.dir, o.walls)
	if err != nil {
		return nil, err
	}
	s, err := o.open(ctx, real.dir, run)
	if err != nil {
		return nil, errors.Join(err, run.Discard())
	}
	o.spaces.addRun(s)
	return s, nil
}

// CannotRehearse says why nothing can be rehearsed on this machine; "" if it can. It lays a layer to see.
func CannotRehearse(o *Operator) string { return o.rehearsals.Trouble(o.walls) }

// RehearsesFirst reports whether new conversations of a space are rehearsed where nobody says otherwise: its mode says so.
func RehearsesFirst(s *Space) bool { return s.Mode() == guard.Rehearse }

// RunIn is the conversation that is rehearsed in a space; nil of all others.
func RunIn(s *Space) *rehearsal.Run { return s.run }

// EndRehearsal ends all that still runs in a space that Rehearse has opened, closes it, and says what
// came of it. A conversation in which nothing was said has no rehearsal: its ID is "".
func EndRehearsal(ctx context.Context, o *Operator, s *Space) (rehearsal.Rehearsal, error) {
	if !o.spaces.removeRun(s) {
		return rehearsal.Rehearsal{}, rehearsal.ErrUnknown
	}
	return endRun(ctx, s)
}

// endRun closes a space in which a conversation was rehearsed.
func endRun(ctx context.Context, s *Space) (rehearsal.Rehearsal, error) {
	closing := s.close() // what did not end in time ends with its room
	r, err := s.run.Finish(context.WithoutCancel(ctx))
	if err != nil {
		return r, errors.Join(err, closing)
	}
	return r, nil
}
