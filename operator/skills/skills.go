// Package skills lets agents read the skills of a space: which there are, the tools
// by which they are read, and the turns in which they bring tools up.
package skills

import (
	"encoding/json"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/internal/render"
	"handrail/journal"
	"handrail/spaces"
	"handrail/tools"
)

// A Source is the skills of an open space. It is safe for concurrent use.
type Source struct {
	c     Config
	turns turns
}

// Config is what a Source is made of.
type Config struct {
	Space   Space
	Trusted func() bool    // the space may tell agents what it declares
	Reading func() Reading // all of one moment
	Servers Servers
	Notice  func(run, format string, args ...any) // tells faces something about a run
	User    string                                // the person's name, for templates

	// Withheld reports whether a rule keeps what is in a file of the space, absolute and real, from being shown unasked; nil: none does.
	Withheld func(path string) bool
}

// A Space is what a Source asks an open space. Each answer is as the space was
// last read.
type Space interface {
	Declared() *spaces.Space
	Registry() *tools.Registry
	Agent(id string) (spaces.Agent, bool)
	Agents() []spaces.Agent
}

// A Reading is what the last reading of the space says of its skills.
type Reading struct {
	Skills   []spaces.Skill // those that agents are told of, if the space is trusted
	Trusted  bool
	Changes  []Change
	Problems []journal.ProblemData // of all files, except what Changes say
}

// A Change is a skill that is not what the person trusted.
type Change struct {
	Name, Description, File string
	State                   State  // Old, HeldBack or Gone
	Reason                  string // what does not work meanwhile, in a sentence that begins with the name
}

// New returns the skills of a space.
func New(c Config) *Source { return &Source{c: c} }

// Of are the skills that an agent sees: those of a trusted space, as they
// were when it was trusted, narrowed by the agent's own list. An agent that may not
// read skills has none. A skill whose file a rule withholds is none of them: nothing brings it up by itself, and use_skill asks or is denied.
func (s *Source) Of(who spaces.Agent) []spaces.Skill {
	return slices.DeleteFunc(s.all(who), func(k spaces.Skill) bool {
		return s.c.Withheld != nil && slices.ContainsFunc(s.filesOf(k), s.c.Withheld)
	})
}

// all are those of Of, and those that a rule withholds.
func (s *Source) all(who spaces.Agent) (out []spaces.Skill) {
	if !s.c.Trusted() {
		return nil
	}
	for _, k := range s.c.Space.Declared().Skills {
		if len(who.Skills) == 0 || slices.Contains(who.Skills, k.Name) {
			out = append(out, k)
		}
	}
	return out
}

// filesOf are the names of a skill's file: its own, and what a link on the way to it leads to.
func (s *Source) filesOf(k spaces.Skill) []string {
	file := filepath.Join(s.c.Space.Declared().Dir, filepath.FromSlash(k.File))
	if real, err := filepath.EvalSymlinks(file); err == nil && real != file {
		return []string{file, real}
	}
	return []string{file}
}

// Text is a skill as an agent reads it: its template filled in, if it has
// variables, else its text as it stands. given are the variables that somebody
// named. No text of a variable becomes anything but text.
func (s *Source) Text(k spaces.Skill, who spaces.Agent, given map[string]any) (string, error) {
	if err := checkVariables(k, given); err != nil {
		return "", err
	}
	body := k.Body
	if len(k.Variables) > 0 {
		var err error
		values := k.Values(given, s.c.Space.Declared().PromptValues(who, s.c.User, nil))
		if body, err = render.Text(k.Body, values); err != nil {
			return "", tools.Errorf(tools.ExecutionFailed, "the skill %q cannot be filled in: %v", k.Name, err).Advise(tools.Action{Kind: tools.ReadProblems})
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
func (s *Source) raisedBy(k spaces.Skill, scope tools.Scope) (up, idle []string) {
	fits := map[string]bool{}
	for _, e := range s.c.Space.Registry().Offered(scope) {
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

// CallerOf is an agent as the one who makes calls, whoever has it make them: a chat, another
// agent or a dispatch. user is the person's login name.
func CallerOf(a spaces.Agent, user string) tools.Caller {
	return tools.Caller{Kind: tools.CallerAgent, Name: a.Name, ID: a.ID, User: user}
}

// ScopeOf is what an agent may use, narrowed by a dispatch's tools if they are
// not nil. Internal tools are there if its allowedTools name them as a server's;
// skills bring up others for a turn. The tools for reading skills and for finding
// tools come with every agent, whatever its allowedTools: they show it nothing that
// it may not have. So do those that keys of its file give. Its blockedTools take them away.
func ScopeOf(a spaces.Agent, narrow []string) tools.Scope {
	s := tools.Scope{Allowed: a.AllowedTools, Blocked: a.BlockedTools, Context: narrow, Keys: a.Keys(), Raised: []string{agent.FindTools}}
	if len(s.Allowed) > 0 {
		s.Allowed = append(slices.Clone(s.Allowed), agent.UseSkill, agent.FindTools, agent.InvokeAgent, agent.SpawnAgent)
	}
	for _, p := range a.AllowedTools {
		if tools.NamesServer(p) {
			s.Raised = append(s.Raised, p)
		}
	}
	if a.AllowedLine > 0 {
		s.AllowedAt = fmt.Sprintf("%s:%d", a.File, a.AllowedLine)
	}
	if a.BlockedLine > 0 {
		s.BlockedAt = fmt.Sprintf("%s:%d", a.File, a.BlockedLine)
	}
	return s
}
