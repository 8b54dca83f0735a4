package chats

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"

	"handrail/agent"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator"
	"handrail/operator/subagents"
	"handrail/operator/trust"
	"handrail/operator/undo"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// A Cut is a run that was cut, as the person sees it before it goes on
// (docs/spec/13-journal.md#going-on-with-a-run).
type Cut struct {
	Run     journal.Run
	Agent   string // as people see it
	Changed bool   // the agent's file is another one than when the run began
	Lost    []LostCall
}

// A LostCall is a call of which nobody knows whether it was done, and which is not safe to
// repeat: the person says what becomes of it.
type LostCall struct {
	ID, Run             string
	Agent               string // the sub-agent that made it, as people see it; "": the run's own
	Tool, Title, Detail string
	Heading             tools.Clause // Title as a code; none: only Title says it
	Began               time.Time
	Changed             int    // files that its snapshot shows as changed; -1: there is none
	Late                bool   // the snapshot was made after the call was cut: some of that may be others' work
	Printed             string // the end of what it printed
	Repeatable          bool   // false: its input is not kept, so it cannot run again
	Differs             string // how it would be another act than the one that was cut, in words: then it asks before it runs again; "": not, as far as is known
}

// A cutRun is a run that was cut, with those of its sub-agents.
type cutRun struct {
	run    journal.Run
	events []journal.Event
	cut    agent.Cut
	below  map[string]*cutRun // by the call that gave the task: the last run of each
	spent  int                // answers of sub-agents
	fates  map[string]journal.Fate
	by     tools.Decider // who has chosen them
}

// Cut is how far a run came that was cut, and what is to be decided before it goes on. The
// error says why it cannot, and what to do; nothing is changed.
func (all *Chats) Cut(ctx context.Context, run string) (Cut, error) {
	c, who, r, err := all.find(ctx, run)
	if err != nil {
		return Cut{}, err
	}
	out := Cut{Run: r.run, Agent: who.Name, Changed: r.cut.Said.SHA256 != "" && r.cut.Said.SHA256 != who.SHA256}
	_, _, err = all.model(ctx, c.space, who.ID, modelOf(c, r.run))
	r.each(func(one *cutRun) {
		name := ""
		if one != r {
			name = one.cut.Said.Agent
		}
		for _, l := range one.lost() {
			out.Lost = append(out.Lost, LostCall{
				ID: l.Call.ID, Run: one.run.ID, Agent: name, Tool: l.Act.Tool, Title: l.Act.Title, Heading: pipeline.ClauseOf(l.Act.Heading), Detail: l.Act.Detail,
				Began: l.Began, Changed: l.Changed, Late: l.Late, Printed: l.Printed, Repeatable: l.Whole, Differs: differs(ctx, c, l),
			})
		}
	})
	if err != nil {
		return out, &ModelError{Model: modelOf(c, r.run), Why: err}
	}
	return out, nil
}

// differs says how a call that was lost would be another act by now.
func differs(ctx context.Context, c *Chat, l agent.CutCall) string {
	if !l.Whole {
		return ""
	}
	call := l.Call
	call.Input, call.Caller, call.Session, call.Space = l.Ran(), c.caller(), c.s.ID, c.s.Space
	return operator.Differs(ctx, c.space, call, l.Act)
}

// A ModelError says that the model of a run that was cut is not there any more. Another one
// can go on with it.
type ModelError struct {
	Model string
	Why   error
}

// Error implements error.
func (e *ModelError) Error() string { return e.Why.Error() }

// Unwrap makes errors.As find what to do about it.
func (e *ModelError) Unwrap() error { return e.Why }

// modelOf is the model that answered in a run.
func modelOf(c *Chat, r journal.Run) string {
	if r.Model != "" {
		return r.Model
	}
	return c.modelNow()
}

// find finds a run that was cut, with its chat and its agent as they are now.
func (all *Chats) find(ctx context.Context, id string) (*Chat, spaces.Agent, *cutRun, error) {
	var none spaces.Agent
	run, err := all.cutOne(ctx, id)
	if err != nil {
		return nil, none, nil, err
	}
	c, err := all.Find(ctx, run.Session)
	if err != nil {
		return nil, none, nil, err
	}
	who, ok := c.space.Agent(run.Agent)
	if !ok {
		return nil, none, nil, missing(c.space, run)
	}
	events, err := c.events(ctx)
	if err != nil {
		return nil, none, nil, err
	}
	if id := rehearsedIn(events); id != "" {
		return nil, none, nil, refuseOver(id)
	}
	r, err := all.read(ctx, run, events)
	if err != nil || !r.recover(ctx, c.space) {
		return c, who, r, err
	}
	if events, err = c.events(ctx); err != nil {
		return nil, none, nil, err
	}
	r, err = all.read(ctx, run, events)
	return c, who, r, err
}

// recover looks at what calls have changed that were lost, where that is not known yet, and
// reports whether there are such. What cannot be looked at stays unknown, as the person is told.
func (r *cutRun) recover(ctx context.Context, space *operator.Space) bool {
	var calls []undo.Ref
	r.each(func(one *cutRun) {
		for _, l := range one.lost() {
			if l.Changed < 0 {
				calls = append(calls, undo.Ref{Run: one.run.ID, Call: l.Call.ID})
			}
		}
	})
	return len(calls) > 0 && operator.UndoOf(space).Recover(ctx, calls) == nil
}

// cutOne finds a run that can go on, or says why it cannot.
func (all *Chats) cutOne(ctx context.Context, id string) (journal.Run, error) {
	run, err := all.o.History().FindRun(ctx, id)
	if err == nil && run.State == journal.Running { // its process may have died since this one began
		err = all.o.Store().Cuts().Close(ctx)
		if err == nil {
			run, err = all.o.History().FindRun(ctx, run.ID)
		}
	}
	if err != nil {
		return run, err
	}
	refuse := func(format string, args ...any) (journal.Run, error) {
		return run, tools.Errorf(tools.Unavailable, format, args...)
	}
	switch {
	case run.State == journal.Running:
		return refuse("the run %s goes on, in this process or another one: look at it there", run.ID)
	case run.Origin != journal.FromChat:
		return refuse("the run %s is no agent's, so nothing is left to go on with: make its calls again if they are still wanted", run.ID)
	case run.Parent != "":
		return refuse("the run %s is one of a sub-agent and goes on with its caller's: resume the run %s", run.ID, run.Parent)
	case run.State != journal.Unknown:
		return refuse("the run %s was not cut: it ended as %s. To say more in its chat, resume the conversation", run.ID, run.State)
	}
	later, _, err := all.o.Store().History().Runs(ctx, sqlite.RunsQuery{Session: run.Session, Top: true, Limit: 1})
	if err == nil && later[0].ID != run.ID {
		return refuse("the conversation has gone on after the run %s, with the run %s: branch the chat there instead", run.ID, later[0].ID)
	}
	return run, err
}

// missing says that the agent of a run is not there now.
func missing(space *operator.Space, run journal.Run) error {
	if space.Trust().State().Level() == trust.Untrusted {
		return tools.Advise(tools.Action{Kind: tools.TrustSpace}, "the run %s was the agent %q's, and the space isn't trusted any more, so it can't go on", run.ID, run.Agent)
	}
	err := noAgent(space, run.Agent)
	var held *tools.Error
	if errors.As(err, &held) {
		return err
	}
	return tools.Errorf(tools.Unavailable, "the run %s can't go on: %v. Bring its file back, or go on with the conversation with another agent", run.ID, err)
}

// read reads how far a run came, and those of its sub-agents.
func (all *Chats) read(ctx context.Context, run journal.Run, events []journal.Event) (*cutRun, error) {
	cut, err := agent.CutOf(run.ID, events)
	if err != nil {
		return nil, err
	}
	r := &cutRun{run: run, events: events, cut: cut, below: map[string]*cutRun{}}
	children, err := all.o.History().Children(ctx, run.ID)
	if err != nil {
		return nil, err
	}
	for _, child := range children {
		var own []journal.Event
		if err := all.o.History().EachEvent(ctx, child.ID, func(e journal.Event) error {
			own = append(own, e)
			return nil
		}); err != nil {
			return nil, err
		}
		below, err := all.read(ctx, child, own)
		if errors.Is(err, agent.ErrNotBegun) { // then it begins anew
			continue
		}
		if err != nil {
			return nil, err
		}
		r.below[child.ParentCall] = below
		r.spent += below.cut.Turns + below.spent
	}
	return r, nil
}

// each calls do with the run, and with those of sub-agents that go on with it.
func (r *cutRun) each(do func(*cutRun)) {
	do(r)
	for _, c := range r.cut.Calls {
		if child := r.child(c.Call.ID); child != nil && c.State == agent.Lost && child.run.State == journal.Unknown {
			child.each(do)
		}
	}
}

// child is the run of the sub-agent to which a call gave its task; nil: it has not begun.
func (r *cutRun) child(call string) *cutRun {
	if r == nil {
		return nil
	}
	return r.below[call]
}

// lost are the calls about which the person decides.
func (r *cutRun) lost() []agent.CutCall {
	return slices.DeleteFunc(slices.Clone(r.cut.Calls), func(c agent.CutCall) bool { return c.State != agent.Lost || c.Safe() })
}

// done is what came of a sub-agent that had ended before its caller was told.
func (r *cutRun) done() subagents.Done {
	d := subagents.Done{Run: r.run.ID, Outcome: r.cut.Outcome(r.run.State), Before: r.cut.Turns}
	if r.run.Reason != "" {
		d.Why = errors.New(r.run.Reason)
	}
	return d
}

// decide gives every call that was lost its fate: here and in the runs below. The error names
// what is not decided, or cannot be so.
func (r *cutRun) decide(fates map[string]journal.Fate, by tools.Decider) error {
	var undecided []string
	stopped := false
	left := map[string]bool{}
	for id := range fates {
		left[id] = true
	}
	var err error
	r.each(func(one *cutRun) {
		one.fates, one.by = map[string]journal.Fate{}, by
		for _, c := range one.cut.Calls {
			if c.State != agent.Lost {
				continue
			}
			if c.Safe() {
				one.fates[c.Call.ID] = journal.Repeated
				continue
			}
			fate := fates[c.Call.ID]
			delete(left, c.Call.ID)
			switch {
			case fate == journal.Again && !c.Whole:
				err = tools.Errorf(tools.InvalidArgs, "the call %s cannot run again: its input is not kept, for it is large or holds a secret", c.Call.ID)
			case fate == journal.Halt:
				stopped = true
			case fate != journal.Happened && fate != journal.Again:
				undecided = append(undecided, c.Call.ID)
			}
			one.fates[c.Call.ID] = fate
		}
	})
	switch {
	case err != nil:
		return err
	case len(left) > 0:
		for id := range left {
			return tools.Errorf(tools.InvalidArgs, "there is nothing to decide about the call %s in the run %s", id, r.run.ID)
		}
	case stopped:
		r.stop()
	case len(undecided) > 0:
		return &UndecidedError{Run: r.run.ID, Calls: undecided}
	}
	return nil
}

// stop ends the run at every call that was lost: nothing runs again in a run that is stopped,
// and no sub-agent goes on.
func (r *cutRun) stop() {
	for _, c := range r.cut.Calls {
		if c.State == agent.Lost && r.fates[c.Call.ID] != journal.Happened {
			r.fates[c.Call.ID] = journal.Halt
		}
	}
}

// An UndecidedError says that the person has still to decide about calls.
type UndecidedError struct {
	Run   string
	Calls []string
}

// Error implements error.
func (e *UndecidedError) Error() string {
	return "nobody knows how far some calls came, and you have not said what becomes of them"
}

// resumed are the events with which the run goes on.
func (r *cutRun) resumed(model string) []journal.Event {
	data := journal.ResumedData{Model: model, By: r.by.String(), Decider: journal.DeciderData{Kind: string(r.by.Kind), Name: r.by.Name}}
	var events []journal.Event
	for _, c := range r.cut.Calls {
		if c.State != agent.Lost {
			continue
		}
		fate := r.fates[c.Call.ID]
		one := journal.ResumedCall{Call: c.Call.ID, Fate: fate}
		if d, ok := c.Returned(fate); ok {
			events = append(events, journal.New(r.run.ID, c.Call.ID, journal.Returned, d))
		} else {
			one.Told = c.Told(fate)
		}
		data.Calls = append(data.Calls, one)
	}
	return append([]journal.Event{journal.New(r.run.ID, "", journal.Resumed, data)}, events...)
}

// shown are the digests of the acts that the person has been shown, of the calls that are to
// run again on their word.
func (r *cutRun) shown() map[string]string {
	if r == nil {
		return nil
	}
	out := map[string]string{}
	for _, c := range r.cut.Calls {
		if r.fates[c.Call.ID] == journal.Again {
			out[c.Call.ID] = c.Act.Digest
		}
	}
	return out
}

// skills are those that were up when the run was cut.
func (r *cutRun) skills() []string {
	if r == nil {
		return nil
	}
	return agent.SkillsOf(r.events)
}

// turns are those that the run has had.
func (r *cutRun) turns() int {
	if r == nil {
		return 0
	}
	return r.cut.Turns
}

// typed is what the person has written in a run.
func typed(e journal.Event) (string, bool) {
	var said journal.PromptedData
	ok := e.Kind == journal.Prompted && json.Unmarshal(e.Data, &said) == nil
	return said.Text, ok
}
