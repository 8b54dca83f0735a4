package skills

import (
	"slices"
	"sync"

	"handrail/agent"
	"handrail/spaces"
	"handrail/tools"
)

// Limits of skills in one turn.
const (
	maxUp       = 20   // skills that are up at once
	maxFitting  = 5    // of them, by triggers
	maxReads    = 3    // how often the whole text of one skill is given
	maxNamed    = 40   // tools that are named when they come up
	maxVariable = 4000 // bytes of the variables that a call gives, as JSON
	maxElements = 100  // of a list among them
)

// A Turn is one prompt of the person until its answer, as far as it decides what
// the agent may use: which skills are up in it (docs/spec/03-spaces.md). It is safe
// for concurrent use.
type Turn struct {
	source *Source
	c      TurnConfig

	mu    sync.Mutex
	up    []string       // names of skills, in the order in which they came up
	reads map[string]int // how often a text was given whole
}

// A TurnConfig says whose turn it is.
type TurnConfig struct {
	Run    string
	Agent  spaces.Agent // as its file was when the conversation began
	Narrow []string     // a dispatch's tools, if not nil
	Shelf  *agent.Shelf
	Within func() tools.Scope // what the agent that has called this one may use now; nil: none has
	Up     []string           // skills that are up from the start: of a turn that was cut
}

// OpenTurn opens a turn: the calls of its run find it. The caller closes it.
func (s *Source) OpenTurn(c TurnConfig) *Turn {
	t := &Turn{source: s, c: c, up: slices.Clone(c.Up)}
	s.turns.add(t)
	return t
}

// Close ends the turn: what its skills have brought up is gone.
func (t *Turn) Close() { t.source.turns.remove(t) }

// turns are those that go on. The zero value has none.
type turns struct {
	mu  sync.Mutex
	all map[string]*Turn // by run
}

func (t *turns) add(one *Turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.all == nil {
		t.all = map[string]*Turn{}
	}
	t.all[one.c.Run] = one
}

func (t *turns) remove(one *Turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	delete(t.all, one.c.Run)
}

// of is the turn that a run is; nil where it is none: a call of the person's own,
// or of a program.
func (t *turns) of(run string) *Turn {
	t.mu.Lock()
	defer t.mu.Unlock()
	if run == "" {
		return nil
	}
	return t.all[run]
}

// Agent is the agent as its file stands: it may change while the agent works.
func (t *Turn) Agent() spaces.Agent {
	if current, ok := t.source.c.Space.Agent(t.c.Agent.ID); ok {
		return current
	}
	return t.c.Agent
}

// Scope is what the agent may use now. The skills that are up are looked at again
// each time: one that is gone, or whose space is not trusted any more, brings up
// nothing.
func (t *Turn) Scope() tools.Scope {
	who := t.Agent()
	s := ScopeOf(who, t.c.Narrow)
	if t.c.Within != nil {
		above := t.c.Within()
		s.Within = &above
	}
	up := t.Names()
	for _, k := range t.source.Of(who) {
		if slices.Contains(up, k.Name) {
			s.Raised = append(s.Raised, k.AllowedTools...)
		}
	}
	return s
}

// Names are the skills that are up.
func (t *Turn) Names() []string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return slices.Clone(t.up)
}

// raise brings a skill up for the rest of the turn.
func (t *Turn) raise(name string) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case slices.Contains(t.up, name):
		return nil
	case len(t.up) >= maxUp:
		return tools.Errorf(tools.Unavailable, "%d skills are up in this turn already, and that is the most there can be; work with those", maxUp)
	}
	t.up = append(t.up, name)
	return nil
}

// countRead counts that the text of a skill is given, and reports whether it was
// given so often that it is not given once more.
func (t *Turn) countRead(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reads == nil {
		t.reads = map[string]int{}
	}
	t.reads[name]++
	return t.reads[name] > maxReads
}
