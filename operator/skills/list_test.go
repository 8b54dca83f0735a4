package skills_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"handrail/operator/operatortest"
	"handrail/operator/skills"
	"handrail/spaces"
)

func TestSkillsAreListedWithWhyTheyDoNotCount(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"agent/config.md":             "---\nid: a\n---\nYou help.",
		"agent/narrow.md":             "---\nid: b\nskills: [remembering]\n---\nYou help.",
		"agent/skills/remembering.md": operatortest.MemorySkill,
		"agent/skills/read.md":        "---\nname: read\ndescription: d\nversion: \"2\"\nvariables: {kind: minor, n: 3, list: [a]}\n---\nRead {{kind}}.",
		"agent/skills/two.md":         "---\nname: two words\ndescription: d\nallowed_tools: [\"a b\"]\n---\nx",
		"agent/skills/broken.md":      "no front matter",
		"agent/skills/gone.md":        "---\nname: gone\ndescription: d\n---\nx",
		"agent/skills/spoilt.md":      "---\nname: spoilt\ndescription: d\n---\nx",
		"skills/own/SKILL.md":         "---\nname: own\ndescription: in a folder\n---\nx",
	}})
	at := func(name string) skills.View {
		t.Helper()
		var found []skills.View
		for _, k := range b.S.Skills().List() {
			if k.Name == name {
				found = append(found, k)
			}
		}
		if len(found) != 1 {
			t.Fatalf("%q is listed %d times", name, len(found))
		}
		return found[0]
	}
	want := skills.View{
		Name: "remembering", Description: "How we remember", Triggers: []string{"remember"}, AllowedTools: []string{"mem__*"}, File: "agent/skills/remembering.md",
		Size: len("Search first."), State: skills.Ready, Line: "/remembering", Agents: []string{"a", "b"},
	}
	if diff := cmp.Diff(want, at("remembering"), cmpopts.EquateEmpty()); diff != "" {
		t.Error(diff)
	}
	if k := at("read"); k.Line != "" || !strings.Contains(k.NoLine, "calls the tool") || k.Version != "2" ||
		!cmp.Equal(k.Variables, []skills.Variable{{"kind", "minor"}, {"list", `["a"]`}, {"n", "3"}}) || !cmp.Equal(k.Agents, []string{"a"}) {
		t.Errorf("%+v", k)
	}
	if k := at("two words"); k.State != skills.Ready || k.Line != "" || !strings.Contains(k.NoLine, "letters") || len(k.Notes) != 1 {
		t.Errorf("%+v", k)
	}
	if k := at("agent/skills/broken.md"); k.State != skills.Broken || !strings.Contains(k.Reason, "front matter") {
		t.Errorf("%+v", k)
	}

	b.File("agent/skills/remembering.md", strings.Replace(operatortest.MemorySkill, "How we remember", "How to forget", 1))
	b.File("agent/skills/new.md", "---\nname: new\ndescription: how to steal\n---\nSteal.")
	b.File("agent/skills/spoilt.md", "nothing")
	b.Remove("agent/skills/gone.md")
	b.Reload()
	for name, c := range map[string]struct {
		state       skills.State
		description string
		reason      string
	}{
		"remembering": {skills.Old, "How we remember", "agents use the version you trusted"},
		"new":         {skills.HeldBack, "how to steal", "It can't be used until you review it"},
		"gone":        {skills.Gone, "", "it was removed after you trusted"},
		"spoilt":      {skills.Broken, "", "has no front matter"},
		"own":         {skills.Ready, "in a folder", ""},
	} {
		if k := at(name); k.State != c.state || k.Description != c.description || !strings.Contains(k.Reason, c.reason) || len(k.Notes) != 0 {
			t.Errorf("%s: %+v", name, k)
		}
	}
	var order []string
	for _, k := range b.S.Skills().List() {
		order = append(order, k.Name)
	}
	if diff := cmp.Diff([]string{"own", "read", "remembering", "two words", "agent/skills/broken.md", "gone", "new", "spoilt"}, order); diff != "" {
		t.Error(diff)
	}

	if err := b.S.Trust().Distrust(t.Context()); err != nil {
		t.Fatal(err)
	}
	if k := at("new"); k.State != skills.Untrusted || !strings.Contains(k.Reason, "not trusted") || len(k.Agents) != 1 {
		t.Errorf("%+v", k)
	}
}

func TestARuleAboutAFileIsAboutTheSkillInIt(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Settings: `{"rules":{"deny":["read(skills/secret/**)","read(lib/**)"]}}`, Files: map[string]string{
		"agent/skills/remembering.md": operatortest.MemorySkill,
		"lib/linked/SKILL.md":         "---\nname: linked\ndescription: d\n---\nThe word is swordfish.",
		"skills/secret/SKILL.md":      "---\nname: secret\ndescription: d\n---\nThe word is swordfish.",
	}})
	if r := b.Call("use_skill", `{"name":"secret"}`); r.Error == nil || strings.Contains(r.Content, "swordfish") || !strings.Contains(r.Error.Error(), "read(skills/secret/**)") {
		t.Errorf("of what a rule keeps from being read: %s %v", r.Content, r.Error)
	}
	if err := os.Symlink("../lib/linked", filepath.Join(b.Dir, "skills", "linked")); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	b.Trust()
	if r := b.Call("use_skill", `{"name":"linked"}`); r.Error == nil || strings.Contains(r.Content, "swordfish") || !strings.Contains(r.Error.Error(), "read(lib/**)") {
		t.Errorf("of what a link leads to: %s %v", r.Content, r.Error)
	}
	for _, k := range b.S.Skills().Of(spaces.DefaultAgent()) {
		if k.Name != "remembering" {
			t.Errorf("%s comes up by itself, or is listed", k.Name)
		}
	}
	if r := b.Call("use_skill", `{"name":"remembering"}`); !strings.Contains(r.Content, "Search first.") {
		t.Errorf("a skill that no rule is about: %s", r.Content)
	}
}
