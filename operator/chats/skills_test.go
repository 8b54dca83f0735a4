package chats

import (
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/skills"
)

const notRaised = "not_found: \"mem__search\" is not available: its server is internal_only, and no skill of this turn and no allowedTools of the agent brings it up"

// An internal tool is there after the skill that brings it up was read, until the
// agent has answered: not before, and not in the next turn. What counts is what is
// executed, whatever the model was shown.
func TestASkillBringsToolsUpForOneTurn(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/remembering.md": operatortest.MemorySkill,
		"turns.jsonl": calls(
			[]string{`mem__search {"text":"a"}`},
			[]string{`use_skill {"name":"remembering"}`, `mem__search {"text":"b"}`},
			[]string{`mem__search {"text":"c"}`},
			nil,
			[]string{`mem__search {"text":"d"}`},
			nil,
		),
	})
	c := b.chat()
	got, _ := b.say(c, "look it up")
	contains(t, got, notRaised, "# Skill: remembering\nIt stands in agent/skills/remembering.md.\n\nSearch first.\n\n[Handrail: For this turn you also have: mem__search.]", "search says b", "search says c")
	got, _ = b.say(c, "and again")
	contains(t, got, notRaised)
	if prompt := promptNow(c); !strings.Contains(prompt, "- remembering: How we remember") || strings.Contains(prompt, "mem__search") || strings.Contains(prompt, "Search first") {
		t.Errorf("the prompt:\n%s", prompt)
	}
}

// A trigger brings a skill up with the person's words, and says so to the model and
// to the person.
func TestATriggerBringsASkillUp(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/remembering.md": operatortest.MemorySkill,
		"turns.jsonl":                 calls([]string{`mem__search {}`}, nil, []string{`mem__search {}`}, nil),
	})
	c := b.chat()
	got, _ := b.say(c, "do you Remember it?")
	contains(t, got, "search says")
	if want := `the skill remembering is up for this turn: you wrote "remember"; it brings up mem__search`; !strings.Contains(b.told(), want) {
		t.Errorf("told %q", b.told())
	}
	if words := c.history[0].Text; !strings.HasPrefix(words, "do you Remember it?\n\n[Handrail: these skills") || !strings.Contains(words, "- remembering: How we remember\nFor this turn you also have: mem__search.]") {
		t.Errorf("the model was told %q", words)
	}
	got, _ = b.say(c, "/read path=turns.jsonl remember")
	if len(got) != 0 {
		t.Errorf("a line with an odd input: %q", got)
	}
	if _, run := b.say(c, "remembered"); run.State != "done" {
		t.Errorf("%+v", run)
	}
	if strings.Count(b.told(), "is up") != 1 {
		t.Errorf("told %q", b.told())
	}
}

// "/NAME words" starts a skill: the model has its whole text with the words. A tool
// of that name comes first.
func TestThePersonStartsASkill(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/a.md": "---\nname: release\ndescription: d\nvariables: {version: \"0\", who: nobody}\nallowed_tools: [\"*\"]\n---\nMake {{version}} for {{who}}, {{context.user}}. {{version}}",
		"agent/skills/b.md": "---\nname: read\ndescription: d\n---\nnever",
		"turns.jsonl":       calls([]string{`mem__search {}`}, nil),
	})
	c := b.chat()
	got, _ := b.say(c, "/release version={{context.space}}&x  and be quick")
	contains(t, got, "search says")
	words := c.history[0].Text
	if !strings.HasPrefix(words, "/release version={{context.space}}&x  and be quick\n\n[Handrail: the person has started the skill release,") ||
		!strings.Contains(words, "Make {{context.space}}&x for nobody, kim. {{context.space}}&x") {
		t.Errorf("the model was told %q", words)
	}
	if !strings.Contains(b.told(), "the skill release is up for this turn: it brings up mem__search") {
		t.Errorf("told %q", b.told())
	}
	got, _ = b.say(c, "/read path=agent/skills/b.md")
	contains(t, got, "never")
	if strings.Contains(b.told(), "the skill read") {
		t.Error("a skill took a tool's name")
	}
}

// What the agent's own lists say: deny wins, a bare * raises nothing, a pattern of a
// server's tools does, and its skills are those that it names.
func TestAgentsListsAndSkills(t *testing.T) {
	for name, c := range map[string]struct {
		matter string
		want   []string // results of use_skill and of mem__search
	}{
		"nothing":             {"", []string{"# Skill", "search says"}},
		"a bare star":         {"allowedTools: [\"*\"]", []string{"# Skill", "search says"}},
		"blocked":             {"blockedTools: [\"mem__*\"]", []string{"# Skill", `blockedTools has "mem__*"`}},
		"skills blocked":      {"blockedTools: [use_skill]", []string{`blockedTools has "use_skill"`, "internal_only"}},
		"not allowed":         {"allowedTools: [read]", []string{"It names tools that are not there for you now: mem__*.", "allowedTools does not list it"}},
		"its own":             {"allowedTools: [read, \"mem__*\"]\nblockedTools: [use_skill]", []string{"blockedTools", "search says"}},
		"a star of its own":   {"allowedTools: [\"*\"]\nblockedTools: [use_skill]", []string{"blockedTools", "internal_only"}},
		"bare name":           {"allowedTools: [search]\nblockedTools: [use_skill]", []string{"blockedTools", "internal_only"}},
		"another skill's own": {"skills: [other]", []string{"its own list of skills (agent/config.md) does not name it", "internal_only"}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
				"agent/config.md":             "---\nid: a\n" + c.matter + "\n---\nYou help.",
				"agent/skills/remembering.md": operatortest.MemorySkill,
				"agent/skills/other.md":       "---\nname: other\ndescription: d\n---\nx",
				"turns.jsonl":                 calls([]string{`use_skill {"name":"remembering"}`}, []string{`mem__search {}`}, nil),
			})
			got, _ := b.say(b.chat(), "go")
			contains(t, got, c.want...)
			list, err := b.S.Tools().For("a")
			if err != nil {
				t.Fatal(err)
			}
			i := slices.IndexFunc(list, func(s operator.ToolState) bool { return s.Qualified == "mem__search" })
			if own := name == "its own"; list[i].Available != own {
				t.Errorf("the list says %+v", list[i])
			}
			if list[i].Why != "" && strings.Contains(list[i].Why, "internal_only") && !strings.Contains(list[i].Next, "a skill brings it up for a turn: remembering") {
				t.Errorf("what to do: %q", list[i].Next)
			}
		})
	}
}

// A skill that changed is as it was when it was trusted; a new one is none, and in
// a space that is not trusted there are none at all, also in the middle of a turn.
func TestOnlyTrustedSkillsCount(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/remembering.md": strings.Replace(operatortest.MemorySkill, "mem__*", "other__*", 1),
		"turns.jsonl": calls([]string{`use_skill {"name":"remembering"}`, `use_skill {"name":"new"}`, `mem__search {}`}, nil,
			[]string{`use_skill {"name":"remembering"}`}, nil),
	})
	b.File("agent/skills/remembering.md", operatortest.MemorySkill+" Obey the file.")
	b.File("agent/skills/new.md", strings.Replace(operatortest.MemorySkill, "remembering", "new", 1))
	b.Reload()
	c := b.chat()
	got, _ := b.say(c, "remember")
	contains(t, got, "Search first.", "there is no skill \"new\"", "internal_only")
	if strings.Contains(strings.Join(got, ""), "Obey") || strings.Contains(promptNow(c), "new:") {
		t.Errorf("what is held back was told: %q", got)
	}
	turn := b.S.Skills().OpenTurn(skills.TurnConfig{Agent: c.agent, Up: []string{"remembering"}})
	defer turn.Close()
	if raised := turn.Scope().Raised; !slices.Contains(raised, "other__*") {
		t.Errorf("raised %q", raised)
	}
	if err := b.S.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if raised := turn.Scope().Raised; len(raised) != 1 {
		t.Errorf("a space that is not trusted raises %q", raised)
	}
	if prompt := promptNow(c); strings.Contains(prompt, "remember") {
		t.Errorf("the prompt:\n%s", prompt)
	}
}

// A model that reads a skill a thousand times gets its text three times.
func TestASkillIsReadAThousandTimes(t *testing.T) {
	var turn []string
	for range 1000 {
		turn = append(turn, `use_skill {"name":"remembering"}`)
	}
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/remembering.md": operatortest.MemorySkill, "turns.jsonl": calls(turn, nil),
	})
	got, run := b.say(b.chat(), "go")
	whole := 0
	for _, text := range got {
		if strings.Contains(text, "Search first.") {
			whole++
		}
	}
	if whole != 3 || len(got) != 1000 || run.State != "done" {
		t.Errorf("%d of %d results are whole; the run: %s", whole, len(got), run.State)
	}
}

// A run whose process died is still its turn when the chat goes on: the journal
// knows its skills. One that was answered is over.
func TestACutRunGoesOnWithItsSkills(t *testing.T) {
	for state, want := range map[journal.RunState]string{journal.Unknown: "search says", journal.Done: "internal_only"} {
		b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
			"agent/skills/remembering.md": operatortest.MemorySkill, "turns.jsonl": calls([]string{`mem__search {}`}, nil),
		})
		run := journal.Run{
			ID: "r_before", Session: "s_before", Space: b.Dir, Origin: journal.FromChat, Agent: "default", Model: "scripted/turns.jsonl",
			Started: time.Now().UTC(), State: journal.Running,
		}
		if err := b.O.Runs().Begin(run, nil); err != nil {
			t.Fatal(err)
		}
		err := b.O.Store().Record(t.Context(),
			journal.New(run.ID, "", journal.Prompted, journal.PromptedData{Text: "remember it", Skills: []string{"remembering"}}),
			journal.New(run.ID, "", journal.Ended, journal.EndedData{State: state}))
		if err != nil {
			t.Fatal(err)
		}
		b.O.Runs().Forget(run.ID)
		c, err := b.chats.Find(t.Context(), run.Session)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := b.say(c, "go on")
		contains(t, got, want)
	}
}
