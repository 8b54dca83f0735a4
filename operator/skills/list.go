package skills

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/journal"
	"handrail/spaces"
)

// A View is one skill of a space, or a file that cannot be one, as a person sees
// it.
type View struct {
	Name, Description, Version string // Name is that of the file where it cannot be read
	Triggers                   []string
	AllowedTools               []string // as declared
	Variables                  []Variable
	File                       string // relative to the space
	Size                       int    // of its text, in bytes

	State  State
	Reason string   // why it does not count as it stands, with what to do; "": it does
	Notes  []string // what is odd about it, a sentence each; it counts all the same

	// Line starts it in a chat: "/releasing". "": no line does, and NoLine says why.
	Line, NoLine string
	Agents       []string // ids of the agents that have it
}

// A Variable is what a skill's text leaves open.
type Variable struct{ Name, Value string } // Value: where nobody says; "" is none

// State says whether a skill counts.
type State string

// The states of a skill.
const (
	Ready     State = "ready"
	Old       State = "old"       // its file changed: agents read what was trusted
	HeldBack  State = "held-back" // it is new since the space was trusted
	Gone      State = "gone"      // it was trusted, and its file is not there
	Untrusted State = "untrusted" // the space is
	Broken    State = "broken"    // it cannot be loaded
)

// List lists the skills of the space: those that count in the order of their
// names, then those that do not. A skill whose file changed since the space was
// trusted is listed as it was trusted.
func (s *Source) List() []View {
	r := s.c.Reading()
	var list []View
	for _, k := range r.Skills {
		one := s.view(k)
		if one.State = Ready; !r.Trusted {
			one.State, one.Reason = Untrusted, "this space is not trusted, so no agent reads its skills: look at what it can run and trust it first"
		}
		list = append(list, one)
	}
	list = addChanges(list, r.Changes)
	list = addProblems(list, r.Problems)
	slices.SortStableFunc(list, func(a, b View) int {
		return cmp.Or(cmp.Compare(a.State.last(), b.State.last()), strings.Compare(a.Name, b.Name))
	})
	return list
}

// last is 1 for what no agent reads, which comes last.
func (s State) last() int {
	if s == Ready || s == Old || s == Untrusted {
		return 0
	}
	return 1
}

// view is a skill that could be loaded.
func (s *Source) view(k spaces.Skill) View {
	one := View{
		Name: k.Name, Description: k.Description, Version: k.Version, Triggers: k.Triggers, AllowedTools: k.AllowedTools, File: k.File, Size: len(k.Body),
		Line: "/" + k.Name,
	}
	for _, name := range slices.Sorted(maps.Keys(k.Variables)) {
		one.Variables = append(one.Variables, Variable{name, valueText(k.Variables[name])})
	}
	switch name, _, ok := agent.Line("/" + k.Name); {
	case !ok || name != k.Name:
		one.Line, one.NoLine = "", "no line can start it: its name has more than letters, digits, - and _"
	case s.IsTool(name):
		one.Line, one.NoLine = "", fmt.Sprintf("no line can start it: /%s calls the tool of that name", k.Name)
	}
	for _, a := range s.c.Space.Agents() {
		if len(a.Skills) == 0 || slices.Contains(a.Skills, k.Name) {
			one.Agents = append(one.Agents, a.ID)
		}
	}
	return one
}

// valueText is a variable's value as a line would write it.
func valueText(v any) string {
	if text, ok := v.(string); ok {
		return text
	}
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}

// addChanges says of the skills which are not what was trusted, and adds those
// that are held back.
func addChanges(list []View, changes []Change) []View {
	for _, c := range changes {
		why := "it" + strings.TrimPrefix(c.Reason, c.Name)
		i := slices.IndexFunc(list, func(k View) bool { return k.Name == c.Name && k.File == c.File })
		if i < 0 {
			list = append(list, View{Name: c.Name, Description: c.Description, File: c.File, State: c.State, Reason: why})
			continue
		}
		list[i].State, list[i].Reason = c.State, why
	}
	return list
}

// addProblems notes with each skill what is odd about its file, and adds the files
// that cannot be skills.
func addProblems(list []View, problems []journal.ProblemData) []View {
	for _, p := range problems {
		i := slices.IndexFunc(list, func(k View) bool { return k.File == p.File })
		switch {
		case !isSkillFile(p.File):
		case p.Severity == string(spaces.Warning):
			if i >= 0 {
				list[i].Notes = append(list[i].Notes, p.Text)
			}
		case i >= 0: // it was trusted, and its file cannot be read any more
			list[i].State, list[i].Reason = Broken, p.Text
		default:
			list = append(list, View{Name: p.File, File: p.File, State: Broken, Reason: p.Text})
		}
	}
	return list
}

// isSkillFile reports whether a skill stands in a file of this name.
func isSkillFile(file string) bool {
	return strings.HasPrefix(file, "agent/skills/") || strings.HasPrefix(file, "skills/") && strings.HasSuffix(file, "/SKILL.md")
}
