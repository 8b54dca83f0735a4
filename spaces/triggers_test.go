package spaces

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func TestTriggersFit(t *testing.T) {
	for _, c := range []struct {
		trigger, prompt string
		want            bool
	}{
		{"release", "Please RELEASE it.", true},
		{"release", "the release-notes", true},
		{"release", "released yesterday", false},
		{"make a release", "make  a\nrelease!", true},
		{"make a release", "make the release", false},
		{"make a release", "release a make", false},
		{"C++", "is this C++?", true},
		{"c", "is this C++?", false},
		{"e-mail", "an e mail", true},
		{"Straße", "die STRASSE", false},
		{"ÉTÉ", "cet été", true},
		{"发布", "请发布版本", true},
		{".*", "anything .* at all", false},
		{"", "anything", false},
		{" \t", "anything", false},
		{"a.b", "a b", true},
		{"release", strings.Repeat("x ", 15_000) + "release", false}, // only the beginning of a prompt counts
		{"release", "", false},
	} {
		space, _ := Load(t.Context(), fstest.MapFS{"agent/skills/s.md": {Data: fmt.Appendf(nil, "---\nname: s\ndescription: d\ntriggers: [%q]\n---\ntext", c.trigger)}}, "/x")
		if len(space.Skills) != 1 {
			t.Fatalf("%q: the skill is not loaded", c.trigger)
		}
		if trigger, ok := space.Skills[0].Fits(Speak(c.prompt)); ok != c.want || ok && trigger != c.trigger {
			t.Errorf("%q in %.40q: %v", c.trigger, c.prompt, ok)
		}
	}
}

// A prompt is held against the triggers of many skills at once.
func BenchmarkTriggersOfAThousandSkills(b *testing.B) {
	var skills []Skill
	for i := range 1000 {
		k := Skill{Name: fmt.Sprint(i)}
		for j := range 100 {
			k.Triggers = append(k.Triggers, fmt.Sprintf("phrase %d of %d", j, i))
		}
		skills = append(skills, k)
	}
	for b.Loop() {
		prompt := Speak(strings.Repeat("many words that are no trigger ", 700))
		for _, k := range skills {
			if _, ok := k.Fits(prompt); ok {
				b.Fatalf("%s fits", k.Name)
			}
		}
	}
}

// Variables may be a list of names; a broken part of a skill is said, and the rest
// of it counts.
func TestPartsOfSkills(t *testing.T) {
	load := func(matter string) (Skill, string) {
		space, problems := Load(t.Context(), fstest.MapFS{"agent/skills/s.md": {Data: []byte("---\nname: s\ndescription: d\n" + matter + "\n---\ntext {{who}}")}}, "/x")
		var said []string
		for _, p := range problems {
			said = append(said, p.Text)
		}
		if len(space.Skills) != 1 {
			return Skill{}, strings.Join(said, "\n")
		}
		return space.Skills[0], strings.Join(said, "\n")
	}
	if k, said := load("variables: [who, what]"); len(k.Variables) != 2 || said != "" {
		t.Errorf("%v, %s", k.Variables, said)
	}
	if k, said := load("variables: {who: you, \"a b\": 1, context: 2}"); len(k.Variables) != 1 || !strings.Contains(said, `"a b"`) || !strings.Contains(said, `"context"`) {
		t.Errorf("%v, %s", k.Variables, said)
	}
	if k, said := load("allowed_tools: [\"mem__*\", \"\", \"[abc]__x\"]"); len(k.AllowedTools) != 2 || !strings.Contains(said, "an empty name") || !strings.Contains(said, `"[abc]__x", which fits no tool`) {
		t.Errorf("%v, %s", k.AllowedTools, said)
	}
	if k, said := load("triggers: [\"\", \".*\", \"deploy*\", \"" + strings.Repeat("x", 201) + "\"]"); len(k.Triggers) != 1 || strings.Count(said, "trigger") < 4 {
		t.Errorf("%v, %s", k.Triggers, said)
	}
	if _, said := load("name: \"\""); !strings.Contains(said, "twice") {
		t.Errorf("a name that is given twice: %s", said)
	}
	fill := func(string, map[string]any) (string, error) { return "", fmt.Errorf("line 1 is\nbroken") }
	space, _ := Load(t.Context(), fstest.MapFS{
		"agent/skills/a.md": {Data: []byte("---\nname: a\ndescription: d\nvariables: [x]\n---\n\ntext")},
		"agent/skills/b.md": {Data: []byte("---\nname: b\ndescription: d\n---\n{{ no template")},
	}, "/x")
	problems := space.CheckPrompts(fill)
	if len(problems) != 1 || problems[0].File != "agent/skills/a.md" || problems[0].Line != 7 || !strings.Contains(problems[0].Text, `the skill "a" cannot be read by an agent: line 1 is broken`) {
		t.Errorf("%+v", problems)
	}
}
