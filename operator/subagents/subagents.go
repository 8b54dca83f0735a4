// Package subagents lets an agent give a task to another one (docs/spec/14-agents.md#sub-agents):
// the tools for it, which agents are at work, and how many may be.
package subagents

import (
	"context"
	"sync"
	"time"

	"handrail/agent"
	"handrail/internal/builtins"
	"handrail/spaces"
	"handrail/tools"
)

// The limits of sub-agents (docs/spec/14-agents.md#sub-agents).
const (
	MostAtOnce = 5                // at work at the same time, in one chat
	MostDeep   = 3                // one below the other, below the agent that the person has asked
	MostTurns  = 200              // answers of their models, all together, for one prompt of the person
	TimeLimit  = 30 * time.Minute // of one task
	taskLimit  = 64 << 10         // bytes of a task
)

// General is the agent that spawn_agent gives its task to. No text of the space is in it,
// and no agent of a file can have its id.
func General() spaces.Agent {
	a := spaces.DefaultAgent()
	a.ID, a.Name = "general_agent", "General agent"
	a.Description = "Works on one task of another agent."
	return a
}

// A Config is what a Source is made of.
type Config struct {
	Agents func() []spaces.Agent // those that may act in the space now
}

// A Source provides invoke_agent and spawn_agent, and knows who is at work. It is safe for
// concurrent use.
type Source struct {
	c    Config
	list []tools.Tool

	mu   sync.Mutex
	work map[string]*Work // by run
}

// A Work is an agent that works in a run, as far as it may give tasks to others.
type Work struct {
	Run   string
	Agent func() spaces.Agent // as its file is now
	Depth int                 // how many agents stand above it
	Team  *Team
	// Begin lets another agent work on a task until it has ended, one way or another. The
	// error says that it could not begin.
	Begin func(ctx context.Context, t Task) (Done, error)
}

// A Task is what one agent gives to another.
type Task struct {
	Call  tools.Call // by which it is given
	Agent spaces.Agent
	Text  string
	Turns int // answers of its model, at most
}

// Done is what came of a task.
type Done struct {
	Run     string
	Outcome agent.Outcome
	Why     error // why it did not end well; nil: it did
	Before  int   // turns that it had before it was cut, if it was: they were counted then
}

// A Team is the agents that work for one prompt of the person.
type Team struct {
	places chan struct{}
	mu     sync.Mutex
	turns  int // that are left
}

// NewTeam makes a team of which nobody works yet.
func NewTeam() *Team { return &Team{places: make(chan struct{}, MostAtOnce), turns: MostTurns} }

// reserve takes at most wanted turns of what is left; 0: nothing is.
func (t *Team) reserve(wanted int) int {
	t.mu.Lock()
	defer t.mu.Unlock()
	wanted = max(0, min(wanted, t.turns))
	t.turns -= wanted
	return wanted
}

// Spend takes turns away that were used before the run was cut.
func (t *Team) Spend(turns int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turns = max(0, t.turns-turns)
}

// restore gives back turns that were not used.
func (t *Team) restore(turns int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.turns += max(0, turns)
}

// enter takes a place. Only who stands at the top waits for one: an agent that has a place
// itself and waited for another one might wait for ever.
func (t *Team) enter(ctx context.Context, depth int) error {
	select {
	case t.places <- struct{}{}:
		return nil
	default:
	}
	if depth > 0 {
		return tools.Errorf(tools.Unavailable, "%d agents are at work in this chat, and that is the most there can be: do this part yourself, or call again when one of yours has ended", MostAtOnce)
	}
	select {
	case t.places <- struct{}{}:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// leave gives the place back.
func (t *Team) leave() { <-t.places }

// New makes the tools of a space.
func New(c Config) (*Source, error) {
	s := &Source{c: c, work: map[string]*Work{}}
	return s, s.define()
}

// Open notes that an agent works. The caller calls close when it has ended.
func (s *Source) Open(w Work) (close func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.work[w.Run] = &w
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		delete(s.work, w.Run)
	}
}

// of is the work in a run; nil where no agent works, as in calls of the person's own or of
// a program.
func (s *Source) of(run string) *Work {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.work[run]
}

// Namespace implements tools.Source.
func (s *Source) Namespace() string { return "" }

// Tools implements tools.Source.
func (s *Source) Tools(context.Context) ([]tools.Tool, error) { return s.list, nil }

// factsOf are what others know of a tool.
func factsOf(name string) builtins.Facts {
	facts, _ := builtins.Of(name)
	return facts
}
