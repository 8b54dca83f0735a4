package chats

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"handrail/agent"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/news"
	"handrail/operator/skills"
	"handrail/operator/subagents"
	"handrail/pipeline"
	"handrail/spaces"
)

// A post is where an agent works: its run, and what those that it calls must know.
type post struct {
	run   string
	turn  *skills.Turn
	team  *subagents.Team
	depth int
	cut   *cutRun // of a run that goes on: how far it came, and those below it; nil: it is new
}

// enlist lets the agent of a run give tasks to others until release is called.
func (c *Chat) enlist(p post) (release func()) {
	return operator.SubagentsOf(c.space).Open(subagents.Work{
		Run: p.run, Agent: p.turn.Agent, Depth: p.depth, Team: p.team,
		Begin: func(ctx context.Context, t subagents.Task) (subagents.Done, error) { return c.delegate(ctx, p, t) },
	})
}

// delegate lets another agent work on a task, in a run of its own below that of its
// caller. It answers in the same chat: what the person has granted there holds for it, and
// it may use nothing that its caller may not. A run of it that was cut goes on.
func (c *Chat) delegate(ctx context.Context, above post, t subagents.Task) (subagents.Done, error) {
	before := above.cut.child(t.Call.ID)
	if before != nil && before.run.State != journal.Unknown {
		return before.done(), nil
	}
	who, model := t.Agent, ownModel(t.Agent)
	if model == "" {
		model = c.modelNow()
	}
	provider, name, err := c.all.model(ctx, c.space, who.ID, model)
	if err != nil {
		return subagents.Done{}, err
	}
	sub := &Chat{
		all: c.all, space: c.space, agent: who, shelf: &agent.Shelf{}, calledBy: above.turn.Agent().Name, root: cmp.Or(c.root, above.run),
		s: news.Session{ID: c.s.ID, Space: c.s.Space, Agent: who.ID, Model: model},
	}
	run := journal.Run{
		ID: "r_" + pipeline.NewID(), Session: c.s.ID, Space: c.s.Space, Origin: journal.FromChat, Agent: who.ID, Model: model,
		Title: title(c.all.o.Secrets().Redact(t.Text)), Started: time.Now().UTC(), State: journal.Running, Parent: above.run, ParentCall: t.Call.ID,
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	if before == nil {
		err = c.all.o.Runs().Begin(run, cancel)
	} else {
		run = before.run
		err = c.all.o.Runs().Resume(run, cancel, func() error {
			return c.all.o.Store().Cuts().Resume(ctx, run.ID, before.resumed(model)...)
		})
	}
	if err != nil {
		return subagents.Done{}, err
	}
	defer c.all.o.Runs().Forget(run.ID)
	turn := c.space.Skills().OpenTurn(skills.TurnConfig{Run: run.ID, Agent: who, Shelf: sub.shelf, Within: above.turn.Scope, Up: before.skills()})
	defer turn.Close()
	defer sub.enlist(post{run: run.ID, turn: turn, team: above.team, depth: above.depth + 1, cut: before})()
	turn.Await(ctx)
	loop := sub.loop(run, turn, provider, name, before.shown())
	loop.MaxIterations = t.Turns
	defer c.all.deltas.flush(run.ID) // of a reply that broke off
	loop.Window = sub.windowOf(ctx, provider, name)
	var outcome agent.Outcome
	if before == nil {
		outcome, err = loop.Run(ctx, agent.Prompt{
			Run: run.ID, Text: t.Text, Aside: agent.Aside{Text: asideFor(c, sub.calledBy)}, SHA256: who.SHA256, Dry: dry(c),
			From: &agent.Sender{Name: sub.calledBy, Run: above.run, Call: t.Call.ID},
		})
	} else {
		loop.MaxIterations = min(who.MaxIterations, t.Turns+before.cut.Asked)
		outcome, err = loop.Resume(ctx, agent.Resumption{Cut: before.cut, Fates: before.fates, Deliver: doorOf{sub, run.ID, turn.Scope, nil}.deliver})
	}
	if err != nil && errors.Is(context.Cause(ctx), context.DeadlineExceeded) {
		err = context.DeadlineExceeded
	}
	return subagents.Done{Run: run.ID, Outcome: outcome, Why: err, Before: before.turns()}, nil
}

// asideOf is what a sub-agent is told with its task.
func asideOf(caller string) string {
	return fmt.Sprintf("[Handrail: this task comes from the agent %q, and not from the person, whom you cannot ask back. Your last answer goes to that agent: say what you found, what you did, and what you could not do.]", caller)
}

// asideFor is what a sub-agent of the chat is told with its task.
func asideFor(c *Chat, caller string) string {
	if dry(c) == "" {
		return asideOf(caller)
	}
	return asideOf(caller) + "\n\n" + asideRehearsed
}

// modelNow is the model that the chat's agent answers by.
func (c *Chat) modelNow() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.s.Model
}

// ownModel is the model that an agent's file names; "": none.
func ownModel(a spaces.Agent) string {
	switch {
	case a.Provider != "" && a.Model != "":
		return a.Provider + "/" + a.Model
	case strings.Contains(a.Model, "/"):
		return a.Model
	}
	return ""
}
