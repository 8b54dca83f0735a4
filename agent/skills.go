package agent

import (
	"encoding/json"
	"slices"

	"handrail/journal"
)

// UseSkill is the name of the tool by which an agent reads a skill, which comes up
// by that for the rest of the turn (docs/spec/03-spaces.md).
const UseSkill = "use_skill"

// The names of the tools by which an agent gives a task to another one
// (docs/spec/14-agents.md#sub-agents).
const (
	InvokeAgent = "invoke_agent"
	SpawnAgent  = "spawn_agent"
)

// SkillsOf are the skills that were up in the last run of some events, in the
// order in which they came up, if that run was cut: its process died before it had
// answered. A run that goes on where that one stopped is still the same turn. Of
// one that ended in any other way there are none: its turn is over.
func SkillsOf(events []journal.Event) []string {
	if len(events) == 0 {
		return nil
	}
	last := events[len(events)-1].Run
	var up []string
	called := map[string]string{} // skill, by call
	for _, ev := range events {
		if ev.Run != last {
			continue
		}
		switch ev.Kind {
		case journal.Prompted:
			d, _ := read[journal.PromptedData](ev)
			up = append(up, d.Skills...)
		case journal.Called:
			if d, ok := read[journal.CalledData](ev); ok && d.Tool == UseSkill {
				called[ev.Call] = skillIn(d.Input)
			}
		case journal.Changed:
			if d, ok := read[journal.ChangedData](ev); ok && called[ev.Call] != "" {
				called[ev.Call] = skillIn(d.Input)
			}
		case journal.Returned:
			if d, ok := read[journal.ReturnedData](ev); ok && d.Error == "" && called[ev.Call] != "" {
				up = append(up, called[ev.Call])
			}
		case journal.Ended:
			if d, _ := read[journal.EndedData](ev); d.State != journal.Unknown {
				return nil
			}
		}
	}
	var once []string
	for _, name := range up {
		if !slices.Contains(once, name) {
			once = append(once, name)
		}
	}
	return once
}

func skillIn(input json.RawMessage) string {
	var in struct {
		Name string `json:"name"`
	}
	_ = json.Unmarshal(input, &in) // what is no object names no skill
	return in.Name
}
