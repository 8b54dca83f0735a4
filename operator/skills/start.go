package skills

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"handrail/agent"
	"handrail/spaces"
	"handrail/tools"
)

// How much of its skills an agent is told at once.
const (
	lineLength = 300      // bytes of one description
	listLength = 16 << 10 // bytes of the whole list
)

// Lines are the skills that the agent sees, as a system prompt lists them.
// Those that find no room are counted; use_skill finds them by words.
func (t *Turn) Lines() string {
	list := t.source.Of(t.Agent())
	if len(list) == 0 {
		return ""
	}
	b := []string{"They say how things are done here. Read one with " + agent.UseSkill + " before you do what it is about."}
	size := 0
	for i, k := range list {
		line := "- " + lineOf(k)
		if size += len(line) + 1; size > listLength {
			b = append(b, fmt.Sprintf("%d more are not listed here: call %s with words for what you look for, and it names the nearest.", len(list)-i, agent.UseSkill))
			break
		}
		b = append(b, line)
	}
	return strings.Join(b, "\n")
}

// lineOf is a skill in one line.
func lineOf(k spaces.Skill) string {
	return k.Name + ": " + first(strings.Join(strings.Fields(k.Description), " "), lineLength)
}

// mayRead reports whether the agent may read skills by itself.
func (t *Turn) mayRead() bool {
	_, err := t.source.c.Space.Registry().Lookup(agent.UseSkill, t.Scope())
	return err == nil
}

// A Note is what the person is told of a turn as it starts: of a skill that came up,
// why it did and what it brings up, in clauses; or else a sentence.
type Note struct {
	Skill string // the skill that came up; "": the note is about none
	Text  string // "": there is nothing to say of it
}

// Start decides which skills come up with the person's words, waits for the
// servers that the turn needs, and says what is up: to the model in the aside, to
// the person in the notes. "/NAME words" starts a skill, unless a tool has that
// name. Otherwise those come up whose triggers the words have.
func (t *Turn) Start(ctx context.Context, text string) (agent.Aside, []Note) {
	if k, words, ok := t.startedSkill(text); ok {
		return t.startSkill(ctx, k, words)
	}
	var fitting []spaces.Skill
	var notes []Note
	if _, _, line := agent.Line(text); !line && t.mayRead() {
		fitting, notes = t.triggered(text)
	}
	t.awaitServers(ctx, text)
	if len(fitting) == 0 {
		return agent.Aside{}, nil
	}
	var aside agent.Aside
	var up, lines []string
	scope := t.Scope()
	for i, k := range fitting {
		raised, _ := t.source.raisedBy(k, scope)
		up = append(up, raised...)
		if with := broughtUp(raised); with != "" {
			notes[i].Text += "; " + with
		}
		lines = append(lines, "- "+lineOf(k))
		aside.Skills = append(aside.Skills, k.Name)
	}
	slices.Sort(up)
	aside.Text = strings.TrimSpace(fmt.Sprintf("[Handrail: these skills of the space fit what the person wrote, and are up for this turn. Read one with %s before you begin, if it helps:\n%s\n%s",
		agent.UseSkill, strings.Join(lines, "\n"), raisedLines(slices.Compact(up), nil))) + "]"
	return aside, notes
}

// triggered brings up the skills whose triggers the person's words have, the first
// few, with a note on each.
func (t *Turn) triggered(text string) (fitting []spaces.Skill, notes []Note) {
	more := 0
	said := spaces.Speak(text)
	for _, k := range t.source.Of(t.Agent()) {
		trigger, ok := k.Fits(said)
		switch {
		case !ok || slices.Contains(t.Names(), k.Name):
		case len(fitting) == maxFitting, t.raise(k.Name) != nil:
			more++
		default:
			fitting = append(fitting, k)
			notes = append(notes, Note{Skill: k.Name, Text: fmt.Sprintf("you wrote %q", trigger)})
		}
	}
	if more > 0 {
		notes = append(notes, Note{Text: fmt.Sprintf("%d more skills have triggers in what you wrote; they are not up, because at most %d come up by triggers", more, maxFitting)})
	}
	return fitting, notes
}

// broughtUp says to a person which tools come with a skill.
func broughtUp(names []string) string {
	if len(names) == 0 {
		return ""
	}
	more := ""
	if n := len(names) - 5; n > 0 {
		names, more = names[:5], fmt.Sprintf(" and %d more", n)
	}
	return "it brings up " + strings.Join(names, ", ") + more
}

// startedSkill is the skill that a line starts.
func (t *Turn) startedSkill(text string) (k spaces.Skill, words string, ok bool) {
	name, words, line := agent.Line(text)
	if !line {
		return k, "", false
	}
	if t.source.IsTool(name) {
		return k, "", false // also one that is not there now
	}
	list := t.source.Of(t.Agent())
	i := slices.IndexFunc(list, func(k spaces.Skill) bool { return k.Name == name })
	if i < 0 {
		return k, "", false
	}
	return list[i], words, true
}

// IsTool reports whether a line "/NAME" would call a tool: a tool's name stays a
// tool's.
func (s *Source) IsTool(name string) bool {
	return slices.ContainsFunc(s.c.Space.Registry().Entries(), func(e tools.Entry) bool {
		return e.State != tools.Shadowed && (e.Info.Name == tools.Canonical(name) || e.Qualified == name || e.Model == name)
	})
}

// startSkill gives the model the whole text of a skill with the person's words. Words
// such as version=1.2 in front set its variables.
func (t *Turn) startSkill(ctx context.Context, k spaces.Skill, words string) (agent.Aside, []Note) {
	given := map[string]any{}
	for words != "" {
		word := strings.Fields(words)[0]
		name, value, ok := strings.Cut(word, "=")
		if _, known := k.Variables[name]; !ok || !known {
			break
		}
		given[name] = value
		words = strings.TrimSpace(strings.TrimPrefix(words, word))
	}
	text, err := t.source.Text(k, t.Agent(), given)
	if err == nil {
		err = t.raise(k.Name)
	}
	if err != nil { // the model says it to the person
		return agent.Aside{Text: fmt.Sprintf("[Handrail: the person has started the skill %s, and it cannot be read: %v]", k.Name, err)}, []Note{{Text: err.Error()}}
	}
	t.awaitServers(ctx, "")
	up, idle := t.source.raisedBy(k, t.Scope())
	if lines := raisedLines(up, idle); lines != "" {
		text += "\n\n" + lines
	}
	return agent.Aside{
		Text:   fmt.Sprintf("[Handrail: the person has started the skill %s, which is up for this turn.\n\n%s]", k.Name, text),
		Skills: []string{k.Name},
	}, []Note{{Skill: k.Name, Text: broughtUp(up)}}
}
