package operator

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"handrail/agent"
	"handrail/internal/render"
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
	space *Space
	c     TurnConfig

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
	Up     []string // skills that are up from the start: of a turn that was cut
}

// OpenTurn begins a turn: the calls of its run find it. The caller closes it.
func (s *Space) OpenTurn(c TurnConfig) *Turn {
	t := &Turn{space: s, c: c, up: slices.Clone(c.Up)}
	s.o.turns.add(t)
	return t
}

// Close ends the turn: what its skills have brought up is gone.
func (t *Turn) Close() { t.space.o.turns.remove(t) }

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

// Agent is the agent as its file says now: it may change while the agent works.
func (t *Turn) Agent() spaces.Agent {
	if now, ok := t.space.Agent(t.c.Agent.ID); ok {
		return now
	}
	return t.c.Agent
}

// Scope is what the agent may use now. The skills that are up are looked at again
// each time: one that is gone, or whose space is not trusted any more, brings up
// nothing.
func (t *Turn) Scope() tools.Scope {
	who := t.Agent()
	s := scopeOf(who, t.c.Narrow)
	up := t.Names()
	for _, k := range t.space.SkillsOf(who) {
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

// again counts that the text of a skill is given, and reports whether it was given
// so often that it is not given once more.
func (t *Turn) again(name string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.reads == nil {
		t.reads = map[string]int{}
	}
	t.reads[name]++
	return t.reads[name] > maxReads
}

// SkillsOf are the skills that an agent sees: those of a trusted space, as they
// were when it was trusted, narrowed by the agent's own list. An agent that may not
// read skills has none.
func (s *Space) SkillsOf(who spaces.Agent) []spaces.Skill {
	if s.Trust() == Untrusted {
		return nil
	}
	var out []spaces.Skill
	for _, k := range s.Declared().Skills {
		if len(who.Skills) == 0 || slices.Contains(who.Skills, k.Name) {
			out = append(out, k)
		}
	}
	return out
}

// SkillText is a skill as an agent reads it: its template filled in, if it has
// variables, else its text as it stands. given are the variables that somebody
// named. No text of a variable becomes anything but text.
func (s *Space) SkillText(k spaces.Skill, who spaces.Agent, given map[string]any) (string, error) {
	if err := checkVariables(k, given); err != nil {
		return "", err
	}
	body := k.Body
	if len(k.Variables) > 0 {
		var err error
		values := k.Values(given, s.Declared().PromptValues(who, s.o.c.Environ.User(), nil))
		if body, err = render.Text(k.Body, values); err != nil {
			return "", tools.Errorf(tools.ExecutionFailed, "the skill %q cannot be filled in: %v; `handrail check` says where", k.Name, err)
		}
	}
	head := "# Skill: " + k.Name
	if k.Version != "" {
		head += " (version " + k.Version + ")"
	}
	return fmt.Sprintf("%s\nIt stands in %s.\n\n%s", head, k.File, body), nil
}

// checkVariables says what is wrong with the variables that a call gives.
func checkVariables(k spaces.Skill, given map[string]any) error {
	if len(given) == 0 {
		return nil
	}
	known := slices.Sorted(maps.Keys(k.Variables))
	for name, value := range given {
		if !slices.Contains(known, name) {
			return tools.Errorf(tools.InvalidArgs, "the skill %q has no variable %q; it has %s", k.Name, name, listed(known))
		}
		if list, ok := value.([]any); ok && len(list) > maxElements {
			return tools.Errorf(tools.InvalidArgs, "the variable %q has %d elements; at most %d", name, len(list), maxElements)
		}
	}
	if raw, err := json.Marshal(given); err != nil || len(raw) > maxVariable {
		return tools.Errorf(tools.InvalidArgs, "the variables of %q have %d bytes; at most %d. Name a file instead, and read it", k.Name, len(raw), maxVariable)
	}
	return nil
}

func listed(names []string) string {
	if len(names) == 0 {
		return "none"
	}
	return strings.Join(names, ", ")
}

// raisedBy says which internal tools are up because of a skill, and which of its
// patterns bring up nothing that the agent may use now.
func (s *Space) raisedBy(k spaces.Skill, scope tools.Scope) (up, idle []string) {
	fits := map[string]bool{}
	for _, e := range s.Registry().Offered(scope) {
		if e.Qualified == agent.FindTools {
			continue
		}
		for _, p := range k.AllowedTools {
			raised := e.Info.Internal && (tools.Scope{Raised: []string{p}}).Refusal(e) == ""
			if raised && !slices.Contains(up, e.Model) {
				up = append(up, e.Model)
			}
			if raised || !e.Info.Internal && (tools.Scope{Allowed: []string{p}}).Refusal(e) == "" {
				fits[p] = true // also where it is there without being brought up
			}
		}
	}
	for _, p := range k.AllowedTools {
		if !fits[p] {
			idle = append(idle, p)
		}
	}
	return up, idle
}

// raisedLines says to an agent what a skill brings up for this turn.
func raisedLines(up, idle []string) string {
	var lines []string
	if len(up) > 0 {
		more := ""
		if len(up) > maxNamed {
			more = fmt.Sprintf(" and %d more", len(up)-maxNamed)
			up = up[:maxNamed]
		}
		lines = append(lines, "For this turn you also have: "+strings.Join(up, ", ")+more+".")
	}
	if len(idle) > 0 {
		lines = append(lines, "It names tools that are not there for you now: "+strings.Join(idle[:min(len(idle), maxNamed)], ", ")+".")
	}
	return strings.Join(lines, " ")
}
