package operator

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/spaces"
)

// A SkillLine is one skill of a space, or a file that cannot be one, as a person
// sees it.
type SkillLine struct {
	Name, Description, Version string // Name is that of the file where it cannot be read
	Triggers                   []string
	AllowedTools               []string // as declared
	Variables                  []SkillVariable
	File                       string // relative to the space
	Size                       int    // of its text, in bytes

	State  SkillState
	Reason string   // why it does not count as it stands, with what to do; "": it does
	Notes  []string // what is odd about it, a sentence each; it counts all the same

	// Line starts it in a chat: "/releasing". "": no line does, and NoLine says why.
	Line, NoLine string
	Agents       []string // ids of the agents that have it
}

// A SkillVariable is what a skill's text leaves open.
type SkillVariable struct{ Name, Value string } // Value: where nobody says; "" is none

// SkillState says whether a skill counts.
type SkillState string

// The states of a skill.
const (
	SkillReady     SkillState = "ready"
	SkillOld       SkillState = "old"       // its file changed: agents read what was trusted
	SkillHeld      SkillState = "held-back" // it is new since the space was trusted
	SkillGone      SkillState = "gone"      // it was trusted, and its file is not there
	SkillUntrusted SkillState = "untrusted" // the space is
	SkillBroken    SkillState = "broken"    // it cannot be loaded
)

// SkillList lists the skills of the space: those that count in the order of their
// names, then those that do not. A skill whose file changed since the space was
// trusted is told as it was trusted.
func (s *Space) SkillList() []SkillLine {
	now := s.current.Load()
	var list []SkillLine
	for _, k := range now.space.Skills {
		line := s.skillLine(k)
		if line.State = SkillReady; now.trust == Untrusted {
			line.State, line.Reason = SkillUntrusted, "this space is not trusted, so no agent reads its skills: look at what it can run and trust it first"
		}
		list = append(list, line)
	}
	list = now.skillChanges(list)
	list = now.skillProblems(list)
	slices.SortStableFunc(list, func(a, b SkillLine) int {
		return cmp.Or(cmp.Compare(a.State.last(), b.State.last()), strings.Compare(a.Name, b.Name))
	})
	return list
}

// last is 1 for what no agent reads, which comes last.
func (w SkillState) last() int {
	if w == SkillReady || w == SkillOld || w == SkillUntrusted {
		return 0
	}
	return 1
}

// skillLine is a skill that could be loaded.
func (s *Space) skillLine(k spaces.Skill) SkillLine {
	line := SkillLine{
		Name: k.Name, Description: k.Description, Version: k.Version, Triggers: k.Triggers, AllowedTools: k.AllowedTools, File: k.File, Size: len(k.Body),
		Line: "/" + k.Name,
	}
	for _, name := range slices.Sorted(maps.Keys(k.Variables)) {
		line.Variables = append(line.Variables, SkillVariable{name, valueText(k.Variables[name])})
	}
	switch name, _, ok := agent.Line("/" + k.Name); {
	case !ok || name != k.Name:
		line.Line, line.NoLine = "", "no line can start it: its name has more than letters, digits, - and _"
	case s.isTool(name):
		line.Line, line.NoLine = "", fmt.Sprintf("no line can start it: /%s calls the tool of that name", k.Name)
	}
	for _, a := range s.Agents() {
		if len(a.Skills) == 0 || slices.Contains(a.Skills, k.Name) {
			line.Agents = append(line.Agents, a.ID)
		}
	}
	return line
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

// skillChanges says of the skills which are not what was trusted, and adds those
// that are held back.
func (l *loaded) skillChanges(list []SkillLine) []SkillLine {
	for _, d := range l.changes {
		if d.kind() != "skill" {
			continue
		}
		state := map[string]SkillState{StatusChanged: SkillOld, StatusNew: SkillHeld, StatusRemoved: SkillGone}[d.status]
		why := "it" + strings.TrimPrefix(d.shuts(), d.name())
		i := slices.IndexFunc(list, func(k SkillLine) bool { return k.Name == d.name() && k.File == d.file() })
		if i < 0 {
			list = append(list, SkillLine{Name: d.name(), Description: d.is.Detail, File: d.file(), State: state, Reason: why})
			continue
		}
		list[i].State, list[i].Reason = state, why
	}
	return list
}

// skillProblems tells with each skill what is odd about its file, and adds the
// files that cannot be skills.
func (l *loaded) skillProblems(list []SkillLine) []SkillLine {
	for _, p := range l.problems {
		i := slices.IndexFunc(list, func(k SkillLine) bool { return k.File == p.File })
		switch {
		case !isSkillFile(p.File), l.saysHeld(p):
		case p.Severity == string(spaces.Warning):
			if i >= 0 {
				list[i].Notes = append(list[i].Notes, p.Text)
			}
		case i >= 0: // it was trusted, and what is there now cannot be read
			list[i].State, list[i].Reason = SkillBroken, p.Text
		default:
			list = append(list, SkillLine{Name: p.File, File: p.File, State: SkillBroken, Reason: p.Text})
		}
	}
	return list
}

// saysHeld reports whether a problem only says that a skill is held back.
func (l *loaded) saysHeld(p Problem) bool {
	return slices.ContainsFunc(l.changes, func(d deviation) bool { return p.File == d.file() && p.Text == d.kind()+" "+d.reason() })
}

// isSkillFile reports whether a skill stands in a file of this name.
func isSkillFile(file string) bool {
	return strings.HasPrefix(file, "agent/skills/") || strings.HasPrefix(file, "skills/") && strings.HasSuffix(file, "/SKILL.md")
}
