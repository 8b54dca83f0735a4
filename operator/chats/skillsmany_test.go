package chats

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A thousand skills: the prompt stays small, and words find those it does not list.
// Twenty are up at once at most.
func TestAThousandSkills(t *testing.T) {
	files := map[string]string{}
	var turn []string
	for i := range 1000 {
		files[fmt.Sprintf("agent/skills/s%d.md", i)] = fmt.Sprintf("---\nname: skill-%d\ndescription: About subject%d %s\ntriggers: [everything]\n---\nText.", i, i, strings.Repeat("and so on ", 100))
		if i < 25 {
			turn = append(turn, fmt.Sprintf(`use_skill {"name":"skill-%d"}`, i))
		}
	}
	files["turns.jsonl"] = calls([]string{`use_skill {"name":"subject777"}`}, turn, nil)
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), files)
	c := b.chat()
	if prompt := promptNow(c); len(prompt) > 24<<10 || !strings.Contains(prompt, "more are not listed here") {
		t.Errorf("%d bytes", len(prompt))
	}
	got, _ := b.say(c, "everything")
	if !strings.Contains(got[0], "the nearest are: skill-777 (About subject777") || len(got[0]) > 2000 {
		t.Errorf("%q", got[0])
	}
	up := 0
	for _, text := range got[1:] {
		if strings.Contains(text, "# Skill") {
			up++
		} else if !strings.Contains(text, "unavailable: 20 skills are up") {
			t.Errorf("%q", text)
		}
	}
	if up < 20-5 || up > 20 {
		t.Errorf("%d of 25 came up", up)
	}
	if !strings.Contains(b.told(), "995 more skills have triggers in what you wrote") || strings.Count(b.told(), "is up for this turn") != 5 {
		t.Errorf("told %q", b.told())
	}
}

func TestVariablesOfSkills(t *testing.T) {
	long, _ := json.Marshal(strings.Repeat("x", 4000))
	var list []string
	for range 101 {
		list = append(list, "1")
	}
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/skills/a.md": "---\nname: a\ndescription: d\nvariables: {v: one, l: []}\n---\n{{v}}:{{#each l}}{{this}},{{/each}}",
		"agent/skills/b.md": "---\nname: b\ndescription: d\n---\nuse ${{ github.ref }} and {{#if}",
		"turns.jsonl": calls([]string{
			`use_skill {"name":"A"}`,
			`use_skill {"name":"a","variables":{"v":"<{{l}}>","l":["x","&"]}}`,
			`use_skill {"name":"a","variables":{"w":1}}`,
			`use_skill {"name":"a","variables":{"v":` + string(long) + `}}`,
			`use_skill {"name":"a","variables":{"l":[` + strings.Join(list, ",") + `]}}`,
			`use_skill {"name":"b"}`,
			`use_skill {"name":"b","variables":{"v":1}}`,
			`use_skill {"name":""}`,
			`use_skill {}`,
		}, nil),
	})
	got, _ := b.say(b.chat(), "go")
	contains(t, got, "\none:", "\n<{{l}}>:x,&,", `has no variable "w"; it has l, v`, "at most 4000", "101 elements", "use ${{ github.ref }} and {{#if}", `has no variable "v"; it has none`, `no skill "" here`, "invalid_args")
}

// A run that used up its turns goes on with the next prompt, and so do its skills.
func TestARunThatGoesOnKeepsItsSkills(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{
		"agent/config.md":             "---\nid: a\nmaxIterations: 1\n---\nYou help.",
		"agent/skills/remembering.md": operatortest.MemorySkill,
		"turns.jsonl":                 calls([]string{`use_skill {"name":"remembering"}`}, []string{`mem__search {}`}, nil, []string{`mem__search {}`}),
	})
	c := b.chat()
	if got, run := b.say(c, "go"); len(got) != 1 || run.State != "halted" {
		t.Fatalf("%q, %s", got, run.State)
	}
	got, _ := b.say(c, "continue")
	contains(t, got, "search says")
	b.say(c, "thanks") // it answers, which ends the turn
	got, _ = b.say(c, "more")
	contains(t, got, "internal_only")
}

// Of too many tools the model finds those that it needs, and is shown them from its
// next answer on; what it was not shown works by name all the same.
func TestFindTools(t *testing.T) {
	var names []string
	for i := range 600 {
		names = append(names, fmt.Sprintf("tool_%d_%s", i, strings.Repeat("x", 40)))
	}
	names = append(names, "create_issue")
	b := newBench(t, operatortest.NewFakeServer(t, "hub", false, names...), map[string]string{
		"agent/config.md": "---\nid: a\nallowedTools: [\"hub__*\"]\n---\nYou help.",
		"turns.jsonl": calls(
			[]string{`find_tools {"query":""}`, `find_tools {"query":"zebra"}`, `find_tools {"query":"create issue"}`, `find_tools {"query":"","server":"hub"}`},
			[]string{`hub__create_issue {"text":"found"}`, "hub__" + names[599] + ` {"text":"by name"}`}, nil, nil),
	})
	c := b.chat()
	got, _ := b.say(c, "go")
	if len(got) != 6 {
		t.Fatalf("%d results: %.300q", len(got), got)
	}
	contains(t, got, "Say in words what you want to do. These servers have tools that you do not see: hub (601 tools)",
		`No tool fits "zebra".`, `"name":"hub__create_issue"`, "tools fit; these are the best", "create_issue says found", "says by name")
	if !json.Valid([]byte(got[2])) || !strings.Contains(got[2], `"input_schema":{`) {
		t.Errorf("%s", got[2])
	}
	told := b.told()
	if strings.Count(told, "601 tools of 1 server would take ") != 1 {
		t.Errorf("told %q", told)
	}
	b.say(c, "again")
	if strings.Count(b.told(), "would take") != 1 {
		t.Errorf("told twice: %q", b.told())
	}
	o, _ := c.shelf.Arrange(b.S.Registry().Offered(tools.Scope{}), 0)
	if !slices.ContainsFunc(o.Shown, func(e tools.Entry) bool { return e.Qualified == "hub__create_issue" }) {
		t.Error("what was found is not shown")
	}
	if _, r, err := call(t, b.S, "find_tools", `{"query":"issue"}`); err != nil || !strings.Contains(r.Content, "hub__create_issue") {
		t.Errorf("the person's own search: %+v, %v", r, err)
	}
}

// call makes one call of the person's own.
func call(t *testing.T, s *operator.Space, tool, input string) (string, tools.Result, error) {
	t.Helper()
	c, err := s.Calls(operator.CallsConfig{Title: tool})
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	}()
	return c.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{})
}

// The person reads a skill like any text, and every internal tool is theirs.
func TestThePersonsOwnCalls(t *testing.T) {
	b := newBench(t, operatortest.NewFakeServer(t, "mem", true, "search"), map[string]string{"agent/skills/remembering.md": operatortest.MemorySkill})
	if _, r, err := call(t, b.S, "use_skill", `{"name":"remembering"}`); err != nil || !strings.HasSuffix(r.Content, "Search first.") {
		t.Errorf("%+v, %v", r, err)
	}
	if _, r, err := call(t, b.S, "mem__search", `{"text":"x"}`); err != nil || r.Content != "search says x" {
		t.Errorf("%+v, %v", r, err)
	}
	if err := b.S.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, r, err := call(t, b.S, "use_skill", `{"name":"remembering"}`); err != nil || r.Error == nil || !strings.Contains(r.Error.Message, "not trusted") {
		t.Errorf("%+v, %v", r, err)
	}
}
