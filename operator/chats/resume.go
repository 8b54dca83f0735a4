package chats

import (
	"context"
	"encoding/json"
	"errors"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/subagents"
	"handrail/pipeline"
	"handrail/tools"
)

// Decisions are what the person says of a run that was cut, before it goes on. Nobody else
// makes them: what reaches this from a tool, or from a program that is served, is a mistake.
type Decisions struct {
	Fates   map[string]journal.Fate // of each LostCall, by its id: Happened, Again or Halt
	By      tools.Decider           // where they have said so
	Model   string                  // that goes on; "": the run's
	Changed bool                    // they know that the agent has changed
}

// ErrChanged says that the agent of a run is another one than when it began.
var ErrChanged = errors.New("the agent has changed since this run began, and would go on as it is now")

// Resume goes on with a run that was cut, in the chat that it belongs to, and returns at once.
// A refusal changes nothing: see Cut. Of several processes that resume it at once one does.
func (all *Chats) Resume(ctx context.Context, run string, d Decisions) (*Chat, journal.Run, error) {
	c, who, r, err := all.find(ctx, run)
	if err != nil {
		return nil, journal.Run{}, err
	}
	if err := r.decide(d.Fates, d.By); err != nil {
		return nil, r.run, err
	}
	if r.cut.Said.SHA256 != "" && r.cut.Said.SHA256 != who.SHA256 && !d.Changed {
		return nil, r.run, ErrChanged
	}
	model := d.Model
	if model == "" {
		model = modelOf(c, r.run)
	}
	provider, name, err := all.model(ctx, c.space, who.ID, model)
	if err != nil {
		return nil, r.run, &ModelError{Model: model, Why: err}
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.s.Running != "" {
		return nil, r.run, errors.New("the agent is still working: wait for it, or stop it first")
	}
	work, cancel := context.WithCancelCause(all.o.Context())
	err = all.o.Runs().Resume(r.run, func() { cancel(nil) }, func() error {
		return all.o.Store().Cuts().Resume(ctx, r.run.ID, r.resumed(model)...)
	})
	if err != nil {
		cancel(err)
		return nil, r.run, err
	}
	c.agent, c.s.Agent, c.s.Model = who, who.ID, model
	c.remember(r.events)
	t := c.open(r.run, cancel)
	loop := c.loop(r.run, t, provider, name, r.shown())
	team := subagents.NewTeam()
	team.Spend(r.spent)
	all.o.Go(func() {
		defer cancel(nil)
		defer c.enlist(post{run: r.run.ID, turn: t, team: team, cut: r})()
		t.Await(work)
		var calls []llm.Call
		var unclear error
		if r.cut.Turns == 0 {
			calls, _, unclear = c.brought(work, t, r.cut.Said.Text)
		}
		loop.Window = c.windowOf(work, loop.Provider, loop.Model)
		outcome, err := loop.Resume(work, agent.Resumption{Cut: r.cut, Fates: r.fates, Deliver: loop.Caller.(doorOf).deliver, Brought: calls, Unclear: unclear})
		c.end(r.run, t, outcome, err)
		if len(r.events) > 0 && r.events[0].Run == r.run.ID { // the chat began with it
			entitle(c, r.run, loop, r.cut.Said.Text, outcome)
		}
	})
	going := r.run
	going.State, going.Reason, going.Ended = journal.Running, "", time.Time{}
	return c, going, nil
}

// deliver implements agent.Deliver.
func (d doorOf) deliver(ctx context.Context, call tools.Call, ran json.RawMessage, r tools.Result) (tools.Result, error) {
	return operator.Deliver(ctx, d.c.space, pipeline.Recorded{Call: call, Scope: d.scope(), Input: ran, Result: r})
}
