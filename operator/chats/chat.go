package chats

import (
	"cmp"
	"context"
	"errors"
	"strings"
	"sync"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/journal"
	"handrail/operator"
	"handrail/operator/caps"
	"handrail/operator/news"
	"handrail/operator/skills"
	"handrail/operator/subagents"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// A Chat is a conversation with an agent of a space. It is safe for concurrent
// use; one run goes on at a time.
type Chat struct {
	all   *Chats
	space *operator.Space
	agent spaces.Agent

	calledBy string // the agent, as people see it, that has given it its task; "" if the person has
	root     string // the run of the agent whom the person has asked, if another one works for it

	mu      sync.Mutex
	s       news.Session
	marks   Marks
	narrow  []string // only these tools, if not nil
	shelf   *agent.Shelf
	windows map[string]int // tokens that models read, by "provider/name"
	up      []string       // skills of a turn that was cut: the next prompt goes on with it
	history []llm.Message
	rebuilt bool             // history holds what was said in earlier processes
	going   map[string]going // runs that go on
}

// A going run goes on in this process.
type going struct {
	done  chan struct{} // closed when it has ended
	close context.CancelCauseFunc
}

// Session is the chat as lists show it.
func (c *Chat) Session() news.Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.marks.apply(c.s)
}

// Who says which agent answers and by which model.
func (c *Chat) Who() (agent, model string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.agent.Name, c.s.Model
}

// Narrow lets the chat use only these tools (a dispatch's context.tools).
func (c *Chat) Narrow(names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.narrow = names
}

// SetModel chooses the model that the next prompt goes to.
func (c *Chat) SetModel(model string) error {
	if _, _, err := c.all.model(c.all.o.Context(), c.space, c.agent.ID, model); err != nil {
		return err
	}
	c.mu.Lock()
	c.s.Model = model
	s := c.marks.apply(c.s)
	c.mu.Unlock()
	c.all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
	return nil
}

// SetAgent chooses the agent that answers the next prompt of a chat, with its own model if it names one. It refuses while a run goes on.
func SetAgent(c *Chat, id string) error {
	a, ok := c.space.Agent(id)
	if !ok {
		return noAgent(c.space, id)
	}
	c.mu.Lock()
	if c.s.Running != "" {
		c.mu.Unlock()
		return errAtWork
	}
	c.agent, c.s.Agent, c.up = a, a.ID, nil
	if own := ownModel(a); own != "" {
		c.s.Model = own
	}
	s := c.marks.apply(c.s)
	c.mu.Unlock()
	c.all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
	return nil
}

// Send begins a run with the person's words and returns at once. It refuses
// while one goes on.
func (c *Chat) Send(text string) (journal.Run, error) {
	if strings.TrimSpace(text) == "" {
		return journal.Run{}, errors.New("there is nothing to send: write a message first")
	}
	ctx, cancel := context.WithCancelCause(c.all.o.Context())
	run, loop, turn, err := c.prepare(ctx, text, cancel)
	if err != nil {
		cancel(err)
		return journal.Run{}, err
	}
	c.all.o.Go(func() {
		defer cancel(nil)
		defer c.enlist(post{run: run.ID, turn: turn, team: subagents.NewTeam()})()
		c.work(ctx, run, loop, turn, text)
	})
	return run, nil
}

var errAtWork = errors.New("the agent is still working: wait for it, or stop it first")

// prepare makes the loop of a run and notes that the run goes on.
func (c *Chat) prepare(ctx context.Context, text string, cancel context.CancelCauseFunc) (journal.Run, *agent.Loop, *skills.Turn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.s.Running != "" {
		return journal.Run{}, nil, nil, errAtWork
	}
	if err := gone(ctx, c.all, c.s.ID); err != nil {
		return journal.Run{}, nil, nil, err
	}
	if err := c.rebuild(ctx); err != nil {
		return journal.Run{}, nil, nil, err
	}
	if c.s.Over {
		return journal.Run{}, nil, nil, refuseOver(c.s.Rehearsal)
	}
	provider, name, err := providerOf(ctx, c)
	if err != nil {
		return journal.Run{}, nil, nil, err
	}
	run := journal.Run{
		ID: "r_" + pipeline.NewID(), Session: c.s.ID, Space: c.s.Space, Origin: journal.FromChat, Agent: c.s.Agent, Model: c.s.Model,
		Title: title(c.all.o.Secrets().Redact(text)), Started: time.Now().UTC(), State: journal.Running,
	}
	if err := c.all.o.Runs().Begin(run, func() { cancel(nil) }); err != nil {
		return journal.Run{}, nil, nil, err
	}
	t := c.open(run, cancel)
	return run, c.loop(run, t, provider, name, nil), t, nil
}

// open notes that a run goes on, and opens its turn. c.mu is held.
func (c *Chat) open(run journal.Run, cancel context.CancelCauseFunc) *skills.Turn {
	t := c.space.Skills().OpenTurn(skills.TurnConfig{Run: run.ID, Agent: c.agent, Narrow: c.narrow, Shelf: c.shelf, Up: c.up})
	c.up = nil
	c.s.Running, c.s.Cut, c.s.Updated = run.ID, "", time.Now()
	if c.s.Title == "" {
		c.s.Title = run.Title
	}
	c.going[run.ID] = going{done: make(chan struct{}), close: cancel}
	s := c.marks.apply(c.s)
	c.all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
	return t
}

// loop connects an agent's loop with the door. shown are the acts that the person has been
// shown of calls that are to run again, by the call.
func (c *Chat) loop(run journal.Run, t *skills.Turn, provider llm.Provider, model string, shown map[string]string) *agent.Loop {
	memory := operator.Remembered(c.all.o.Context(), c.space, c.s.ID)
	var told []tools.Origin
	for _, part := range memory {
		told = append(told, part.From...)
	}
	return &agent.Loop{
		Provider: provider, Model: model, Journal: c.all.o.Store(),
		Tools:   func() []tools.Entry { return c.space.Registry().Offered(t.Scope()) },
		Shelf:   c.shelf,
		Caller:  doorOf{c, run.ID, t.Scope, shown},
		Sink:    func(u agent.Update) { c.all.update(c.s.ID, u) },
		Agent:   c.caller(),
		Session: c.s.ID, Space: c.s.Space, System: c.systemOf(t, memory), Told: told, MaxIterations: c.agent.MaxIterations,
		Ahead: doorOf{c, run.ID, t.Scope, shown}.ahead,
		Allow: func(ctx context.Context) error { return allow(ctx, c, run.ID) }, Price: operator.PriceOf(c.space, provider.Name()+"/"+model),
	}
}

// allow waits for the person where a run has used as much as they have set.
func allow(ctx context.Context, c *Chat, run string) error {
	return operator.Allow(ctx, c.space, caps.Use{Run: cmp.Or(c.root, run), Session: c.s.ID, Space: c.s.Space, Caller: c.caller()})
}

// caller is who makes the calls of the chat's agent.
func (c *Chat) caller() tools.Caller {
	who := skills.CallerOf(c.agent, c.all.o.Config().Environ.User())
	who.CalledBy = c.calledBy
	return who
}

// work runs the loop to its end.
func (c *Chat) work(ctx context.Context, run journal.Run, loop *agent.Loop, t *skills.Turn, text string) {
	operator.Typed(c.space, c.s.ID, text)
	c.mu.Lock()
	history := c.history
	c.mu.Unlock()
	if stage := operator.RunIn(c.space); stage != nil {
		stage.Began(c.s.ID, run.Title)
	} else {
		c.all.o.Go(func() { operator.UndoOf(c.space).Warm(c.all.o.Context(), c.s.ID) }) // while the model thinks
	}
	aside, notes := t.Start(ctx, text)
	for _, note := range notes {
		c.all.o.News().SkillUp(run.ID, note.Skill, note.Text)
	}
	calls, told, unclear := c.brought(ctx, t, text)
	if !strings.HasPrefix(strings.TrimSpace(text), "/") { // such a line the model never sees
		undone, err := operator.TakenBack(ctx, c.space, c.s.ID)
		if err != nil {
			c.all.o.News().Notice("warning", "the agent is not told of what you took back: %v", err)
		}
		left, err := operator.PutAside(ctx, c.space, c.s.ID)
		if err != nil {
			c.all.o.News().Notice("warning", "the agent is not told of what was put aside: %v", err)
		}
		told = strings.TrimSpace(told + "\n\n" + strings.TrimSpace(undone+"\n\n"+left))
		if dry(c) != "" && len(history) == 0 {
			told = strings.TrimSpace(told + "\n\n" + asideRehearsed)
		}
	}
	if told != "" {
		aside.Text = strings.TrimSpace(aside.Text + "\n\n" + told)
	}
	loop.Window = c.windowOf(ctx, loop.Provider, loop.Model)
	outcome, err := loop.Run(ctx, agent.Prompt{
		Run: run.ID, Text: text, Aside: aside, Brought: calls, Unclear: unclear, History: history, SHA256: t.Agent().SHA256, Base: c.all.newBase(c.s.ID), Dry: dry(c),
	})
	c.end(run, t, outcome, err)
	if !answered(history) {
		entitle(c, run, loop, text, outcome)
	}
}

// end notes that a run has ended; why it did not end well is in the journal.
func (c *Chat) end(run journal.Run, t *skills.Turn, outcome agent.Outcome, err error) {
	c.all.deltas.flush(run.ID) // of a reply that broke off
	c.all.o.Runs().Forget(run.ID)
	operator.MeterOf(c.all.o).Forget(run.ID)
	c.all.said(c.s.ID)
	c.mu.Lock()
	c.history = outcome.History
	if cut := new(agent.IterationsError); errors.As(err, &cut) { // "continue" goes on with the same turn
		c.up = t.Names()
	}
	t.Close()
	c.s.Running, c.s.Updated = "", time.Now()
	close(c.going[run.ID].done)
	delete(c.going, run.ID)
	s := c.marks.apply(c.s)
	c.mu.Unlock()
	c.all.o.News().Publish(news.Event{Kind: news.OnSession, Session: &s})
}

// Wait waits until a run of this chat is over. If ctx ends first the run is cancelled, or
// cut if that is because Handrail closes, and Wait returns when it has ended.
func (c *Chat) Wait(ctx context.Context, run string) (journal.Run, error) {
	c.mu.Lock()
	work, goes := c.going[run]
	c.mu.Unlock()
	if goes {
		select {
		case <-work.done:
		case <-ctx.Done():
			cause := context.Cause(ctx)
			if !errors.Is(cause, journal.ErrClosing) {
				cause = nil // the person has cancelled it
			}
			work.close(cause)
			<-work.done
		}
	}
	return c.all.o.History().FindRun(context.WithoutCancel(ctx), run)
}

// eventPage is how many events are read at a time.
const eventPage = 500

// rebuild reads what was said in earlier processes. c.mu is held.
func (c *Chat) rebuild(ctx context.Context) error {
	if c.rebuilt {
		return nil
	}
	events, err := c.events(ctx)
	if err != nil {
		return err
	}
	c.history, _ = agent.Rebuild(events)
	c.remember(events)
	return nil
}

// events are all of the conversation, without those of sub-agents.
func (c *Chat) events(ctx context.Context) (events []journal.Event, err error) {
	for after := int64(0); ; {
		page, err := c.all.Events(ctx, c.s.ID, after, eventPage)
		if err != nil {
			return nil, err
		}
		events = append(events, page...)
		operator.Recalled(c.space, c.s.ID, agent.OriginsOf(page))
		if len(page) < eventPage {
			return agent.Conversation(events), nil
		}
		after = page[len(page)-1].Seq
	}
}

// remember takes over what the conversation says beside its history. c.mu is held.
func (c *Chat) remember(events []journal.Event) {
	for _, e := range events {
		if text, ok := typed(e); ok {
			operator.Typed(c.space, c.s.ID, text)
		}
	}
	if id := rehearsedIn(events); id != "" && dry(c) == "" {
		c.s.Rehearsal, c.s.Over = id, true
	}
	c.up = agent.SkillsOf(events)
	c.rebuilt = true
}

// doorOf is the pipeline as a chat's agent sees it.
type doorOf struct {
	c     *Chat
	run   string
	scope func() tools.Scope
	shown map[string]string // see Chat.loop
}

// Call implements agent.Caller. A call that the person cancels by itself is a
// result that the agent can learn from: its run goes on.
func (d doorOf) Call(ctx context.Context, call tools.Call) (tools.Result, error) {
	if err := allow(ctx, d.c, d.run); err != nil {
		return tools.Result{}, err
	}
	alone, done := d.c.all.o.Runs().TrackCall(ctx, d.run, call.ID)
	defer done()
	result, err := d.c.space.Act(alone, pipeline.Request{Call: call, Scope: d.scope(), Digest: d.shown[call.ID], Output: d.c.all.o.Runs().Live(d.run, call.ID)})
	if err != nil && alone.Err() != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		result.Error = tools.Errorf(tools.Cancelled, "the person cancelled this call; what it had done by then is done")
		return result, nil
	}
	return result, err
}

// ahead puts together what calls of one answer would ask.
func (d doorOf) ahead(ctx context.Context, calls []tools.Call) (n int, end func()) {
	reqs := make([]pipeline.Request, 0, len(calls))
	for _, call := range calls {
		reqs = append(reqs, pipeline.Request{Call: call, Scope: d.scope(), Digest: d.shown[call.ID]})
	}
	return operator.Ahead(ctx, d.c.space, reqs)
}
