package operator

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"handrail/agent"
	"handrail/agent/llm"
	"handrail/journal"
	"handrail/journal/sqlite"
	"handrail/operator/news"
	"handrail/pipeline"
	"handrail/spaces"
	"handrail/tools"
)

// A Chat is a conversation with an agent of a space. It is safe for concurrent
// use; one run goes on at a time.
type Chat struct {
	o     *Operator
	space *Space
	agent spaces.Agent

	mu      sync.Mutex
	s       news.Session
	narrow  []string // only these tools, if not nil
	shelf   *agent.Shelf
	turn    atomic.Pointer[turn] // the one that goes on; nil: none does
	windows map[string]int       // tokens that models read, by "provider/name"
	up      []string             // skills of a turn that was cut: the next prompt goes on with it
	history []llm.Message
	rebuilt bool // history holds what was said in earlier processes
	done    map[string]chan struct{}
}

// NewChat begins a chat with an agent of an open space; "" is its first.
func (o *Operator) NewChat(dir, agentID string) (*Chat, error) {
	space, err := o.Space(dir)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(agentID)
	if !ok {
		return nil, fmt.Errorf("%s has no agent %q", space.Declared().Name, agentID)
	}
	c := o.chat(space, a, news.Session{ID: "s_" + pipeline.NewID(), Space: dir, Agent: a.ID, Model: o.modelOf(a), Updated: time.Now()})
	c.rebuilt = true
	o.hub.Publish(news.Event{Kind: news.OnSession, Session: new(c.Session())})
	return c, nil
}

// chat keeps a chat among the open ones.
func (o *Operator) chat(space *Space, a spaces.Agent, s news.Session) *Chat {
	c := &Chat{o: o, space: space, agent: a, s: s, done: map[string]chan struct{}{}, shelf: &agent.Shelf{}}
	o.mu.Lock()
	defer o.mu.Unlock()
	if open, ok := o.chats[s.ID]; ok {
		return open
	}
	o.chats[s.ID] = c
	return c
}

// modelOf is the model that an agent names, else the person's default.
func (o *Operator) modelOf(a spaces.Agent) string {
	s, _, _ := o.settings.Load() // broken settings name no model
	switch {
	case a.Provider != "" && a.Model != "":
		return a.Provider + "/" + a.Model
	case strings.Contains(a.Model, "/"):
		return a.Model
	case s.Models.Default != "":
		return s.Models.Default
	}
	return GuideModel
}

// Chat finds a chat by its id, also one of an earlier process.
func (o *Operator) Chat(ctx context.Context, id string) (*Chat, error) {
	o.mu.Lock()
	c, ok := o.chats[id]
	o.mu.Unlock()
	if ok {
		return c, nil
	}
	runs, _, err := o.store.Runs(ctx, sqlite.RunsQuery{Session: id, Limit: 1})
	if err != nil {
		return nil, err
	}
	if len(runs) == 0 {
		return nil, fmt.Errorf("there is no chat %q", id)
	}
	space, err := o.OpenSpace(ctx, runs[0].Space)
	if err != nil {
		return nil, err
	}
	a, ok := space.Agent(runs[0].Agent)
	if !ok { // the agent is gone; the first one goes on in its place
		a, _ = space.Agent("")
	}
	model := runs[0].Model
	if model == "" {
		model = o.modelOf(a)
	}
	return o.chat(space, a, news.Session{ID: id, Space: space.dir, Title: runs[0].Title, Agent: a.ID, Model: model, Updated: runs[0].Started}), nil
}

// Session is the chat as lists show it.
func (c *Chat) Session() news.Session {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.s
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
	if _, _, err := c.o.model(c.o.ctx, c.space, model); err != nil {
		return err
	}
	c.mu.Lock()
	c.s.Model = model
	s := c.s
	c.mu.Unlock()
	c.o.hub.Publish(news.Event{Kind: news.OnSession, Session: &s})
	return nil
}

// Send begins a run with the person's words and returns at once. It refuses
// while one goes on.
func (c *Chat) Send(text string) (journal.Run, error) {
	if strings.TrimSpace(text) == "" {
		return journal.Run{}, errors.New("there is nothing to send: write what is to be done")
	}
	ctx, cancel := context.WithCancel(c.o.ctx)
	run, loop, turn, err := c.prepare(ctx, text, cancel)
	if err != nil {
		cancel()
		return journal.Run{}, err
	}
	c.o.work.Go(func() {
		defer cancel()
		c.work(ctx, run, loop, turn, text)
	})
	return run, nil
}

// prepare makes the loop of a run and notes that the run goes on.
func (c *Chat) prepare(ctx context.Context, text string, cancel context.CancelFunc) (journal.Run, *agent.Loop, *turn, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.s.Running != "" {
		return journal.Run{}, nil, nil, errors.New("the agent is still at work: wait for it, or stop it first")
	}
	if err := c.rebuild(ctx); err != nil {
		return journal.Run{}, nil, nil, err
	}
	provider, name, err := c.o.model(ctx, c.space, c.s.Model)
	if err != nil {
		return journal.Run{}, nil, nil, err
	}
	run := journal.Run{
		ID: "r_" + pipeline.NewID(), Session: c.s.ID, Space: c.s.Space, Origin: journal.FromChat, Agent: c.s.Agent, Model: c.s.Model,
		Title: title(c.o.redact.Text(text)), Started: time.Now().UTC(), State: journal.Running,
	}
	if err := c.o.begin(run, cancel); err != nil {
		return journal.Run{}, nil, nil, err
	}
	t := &turn{space: c.space, run: run.ID, agent: c.agent.ID, first: c.agent, narrow: c.narrow, shelf: c.shelf, up: c.up}
	c.up = nil
	c.turn.Store(t)
	c.s.Running, c.s.Updated = run.ID, run.Started
	if c.s.Title == "" {
		c.s.Title = run.Title
	}
	c.done[run.ID] = make(chan struct{})
	s := c.s
	c.o.hub.Publish(news.Event{Kind: news.OnSession, Session: &s})
	return run, c.loop(run, t, provider, name), t, nil
}

// loop connects an agent's loop with the door.
func (c *Chat) loop(run journal.Run, t *turn, provider llm.Provider, model string) *agent.Loop {
	return &agent.Loop{
		Provider: provider, Model: model, Journal: c.o.store,
		Tools:   func() []tools.Entry { return c.space.Registry().Offered(t.scope()) },
		Shelf:   t.shelf,
		Caller:  doorOf{c, run.ID, t.scope},
		Sink:    func(u agent.Update) { c.o.update(c.s.ID, u) },
		Agent:   tools.Caller{Kind: tools.CallerAgent, Name: c.agent.Name, User: c.o.c.Environ.User()},
		Session: c.s.ID, Space: c.s.Space, System: c.systemOf(t), MaxIterations: c.agent.MaxIterations,
	}
}

// work runs the loop to its end.
func (c *Chat) work(ctx context.Context, run journal.Run, loop *agent.Loop, t *turn, text string) {
	c.mu.Lock()
	history := c.history
	c.mu.Unlock()
	aside, notes := t.begin(ctx, text)
	for _, note := range notes {
		c.o.note(run.ID, "%s", note)
	}
	loop.Window = c.windowOf(ctx, loop.Provider, loop.Model)
	outcome, err := loop.Run(ctx, agent.Prompt{Run: run.ID, Text: text, Aside: aside, History: history}) // its error is in the journal, as the run's reason
	c.o.deltas.end(run.ID)                                                                               // of a reply that broke off
	c.o.over(run.ID)
	c.mu.Lock()
	c.history = outcome.History
	if cut := new(agent.IterationsError); errors.As(err, &cut) { // "continue" goes on with the same turn
		c.up = t.names()
	}
	c.turn.Store(nil) // with it, what its skills have brought up is gone
	c.s.Running, c.s.Updated = "", time.Now()
	close(c.done[run.ID])
	delete(c.done, run.ID)
	s := c.s
	c.mu.Unlock()
	c.o.hub.Publish(news.Event{Kind: news.OnSession, Session: &s})
}

// Wait waits until a run of this chat is over. If ctx ends first the run is
// cancelled, and Wait returns when it has ended.
func (c *Chat) Wait(ctx context.Context, run string) (journal.Run, error) {
	c.mu.Lock()
	done := c.done[run]
	c.mu.Unlock()
	if done != nil {
		select {
		case <-done:
		case <-ctx.Done():
			if err := c.o.CancelRun(run); err != nil {
				return journal.Run{}, err
			}
			<-done
		}
	}
	return c.o.FindRun(context.WithoutCancel(ctx), run)
}

// doorOf is the pipeline as a chat's agent sees it.
type doorOf struct {
	c     *Chat
	run   string
	scope func() tools.Scope
}

// Call implements agent.Caller. A call that the person cancels by itself is a
// result that the agent can learn from: its run goes on.
func (d doorOf) Call(ctx context.Context, call tools.Call) (tools.Result, error) {
	alone, over := d.c.o.Cancellable(ctx, d.run, call.ID)
	defer over()
	result, err := d.c.space.act(alone, pipeline.Request{Call: call, Scope: d.scope(), Output: d.c.o.Live(d.run, call.ID)})
	if err != nil && alone.Err() != nil && ctx.Err() == nil && errors.Is(err, context.Canceled) {
		result.Error = tools.Errorf(tools.Cancelled, "the person cancelled this call; what it had done by then is done")
		return result, nil
	}
	return result, err
}

// title is the first line of a prompt, at most 120 characters.
func title(text string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(text), "\n")
	if runes := []rune(line); len(runes) > 120 {
		return string(runes[:119]) + "…"
	}
	return line
}
