package definitions_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/definitions"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
)

func TestMain(m *testing.M) { os.Exit(operatortest.Main(m)) }

// open opens a space that holds these files, and trusts it if the person has.
func open(t *testing.T, files map[string]string, trusted bool) (*operatortest.Bench, *definitions.Files) {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Files: files, Trusted: trusted})
	return b, operator.DefinitionsOf(b.S)
}

const greet = `---
id: greet
name: Greet
description: Greets somebody.
parameters:
  - name: who
    type: string
    required: true
command: echo hello {{who}}
---
`

func TestKindOf(t *testing.T) {
	for name, want := range map[string]definitions.Kind{
		"agent/config.md": definitions.Agent, "agent/tools/a.md": definitions.Tool, "agent/skills/a.md": definitions.Skill, "skills/a/SKILL.md": definitions.Skill,
		"agent/hooks/a.json": definitions.Hooks, "agent/rules.json": definitions.Rules, "ctxnest.json": definitions.Hands, "space.manifest.json": definitions.Manifest,
		"": "", "a.md": "", "/agent/a.md": "", "agent/../x.md": "", "agent/./a.md": "", "agent//a.md": "", "agent/a.txt": "", "agent/.a.md": "", "agent/.md": "", "agent/tools/x/a.md": "",
		"agent/hooks/hook-states.json": "", "agent/hooks/x.sh": "", "skills/SKILL.md": "", "skills/a/b/SKILL.md": "", "agent/a\n.md": "", `agent\a.md`: "", "agent/c:a.md": "",
		".mcp.json": "", "MEMORY.md": "",
	} {
		got, err := definitions.KindOf(name)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v, want %q", name, got, err, want)
		}
	}
}

// Every start makes a file that loads, without a word of complaint, under the name that it was given.
func TestStartsLoad(t *testing.T) {
	for _, s := range definitions.Starts() {
		b, files := open(t, map[string]string{"agent/config.md": "---\nid: first\n---\nHello.\n"}, true)
		file, text, err := files.Begin(s.ID, "Mira's lists: nr. 2")
		if err != nil {
			t.Errorf("%s: %v", s.ID, err)
			continue
		}
		if kind, err := definitions.KindOf(file); err != nil || kind != s.Kind {
			t.Errorf("%s is at %s, a file of %q: %v", s.ID, file, kind, err)
		}
		if strings.Contains(text, "NAME") || strings.Contains(text, "TITLE") {
			t.Errorf("%s leaves a name out:\n%s", s.ID, text)
		}
		c, err := files.Check(t.Context(), file, text)
		if err != nil || len(c.Problems) > 0 {
			t.Errorf("%s: %v, %v", s.ID, c.Problems, err)
		}
		switch s.Kind {
		case definitions.Tool, definitions.Agent, definitions.Skill:
			if c.Name != "mira-s-lists-nr-2" {
				t.Errorf("%s is called %q", s.ID, c.Name)
			}
		case definitions.Hooks:
			if !slices.Equal(c.Holds, []string{"mira-s-lists-nr-2"}) {
				t.Errorf("%s holds %q", s.ID, c.Holds)
			}
		}
		saved, err := files.Save(t.Context(), file, text, "")
		if err != nil || !saved.Done || saved.Note != "" {
			t.Errorf("%s: %+v, %v", s.ID, saved, err)
		}
		if problems := b.S.Problems(); len(problems) > 0 || b.S.Trust().State().Level() != trust.Trusted || len(b.S.Trust().State().Deviations()) > 0 {
			t.Errorf("%s: %v; %s; %v", s.ID, problems, b.S.Trust().State().Level(), b.S.Trust().State().Deviations())
		}
		if _, _, err := files.Begin(s.ID, "Mira's lists: nr. 2"); err == nil || !strings.Contains(err.Error(), "is there already") {
			t.Errorf("%s a second time: %v", s.ID, err)
		}
	}
}

func TestBeginRefuses(t *testing.T) {
	_, files := open(t, nil, false)
	for name, want := range map[string]string{"": "letters or digits", "…": "letters or digits", strings.Repeat("a", 65): "65"} {
		if _, _, err := files.Begin("tool", name); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %q", name, err, want)
		}
	}
	if _, _, err := files.Begin("nothing", "a"); err == nil {
		t.Error("there is a start that is none")
	}
}

// What a text does not say yet is judged as if it were the file, though nothing is written.
func TestCheckTouchesNothing(t *testing.T) {
	b, files := open(t, map[string]string{"agent/tools/other.md": strings.ReplaceAll(greet, "greet", "other")}, false)
	c, err := files.Check(t.Context(), "agent/tools/greet.md", greet)
	if err != nil || c.Name != "greet" || c.Tool == nil || !strings.Contains(string(c.Tool.Input.JSON()), `"who"`) || len(c.Problems) > 0 {
		t.Errorf("%+v, %v", c, err)
	}
	broken := strings.Replace(greet, "{{who}}", "{{whom}}", 1)
	c, err = files.Check(t.Context(), "agent/tools/greet.md", broken)
	if err != nil || c.Tool != nil || len(c.Problems) == 0 || c.Problems[0].Line != 9 {
		t.Errorf("%+v, %v", c, err)
	}
	c, err = files.Check(t.Context(), "agent/helper.md", "---\nid: helper\n---\nHello {{context.user}}.\n")
	if err != nil || c.Name != "helper" || c.Told != "Hello you." {
		t.Errorf("%+v, %v", c, err)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "agent/tools/greet.md")); !os.IsNotExist(err) {
		t.Errorf("the file is there: %v", err)
	}
	if _, err := files.Check(t.Context(), "../x.md", greet); err == nil {
		t.Error("a file outside was judged")
	}
}

func TestResolve(t *testing.T) {
	_, files := open(t, nil, false)
	for _, c := range []struct{ text, input, line, wrong, why string }{
		{greet, `{"who":"a'b; rm -rf ~"}`, `echo hello "a'b; rm -rf ~"`, "", ""},
		{greet, `{}`, "", "who", ""},
		{"no matter", `{}`, "", "", "front matter"},
		{strings.Replace(greet, "command: echo hello {{who}}", "mcp: true\nserver: notes", 1), `{"who":"a"}`, "", "", "no command runs"},
	} {
		got, err := files.Resolve(t.Context(), "agent/tools/greet.md", c.text, c.input)
		wrong := ""
		for _, v := range got.Violations {
			wrong += v.Missing + v.Path
		}
		if err != nil || got.Text != c.line || wrong != c.wrong || !strings.Contains(got.Why, c.why) || (c.why == "") != (got.Why == "") {
			t.Errorf("%q with %s: %+v, %v", c.text, c.input, got, err)
		}
	}
	if got, err := files.Resolve(t.Context(), "agent/tools/greet.md", greet, "{"); err != nil || len(got.Violations) != 1 || got.Text != "" {
		t.Errorf("half an input: %+v, %v", got, err)
	}
	if _, err := files.Resolve(t.Context(), "agent/a.md", greet, `{}`); err == nil {
		t.Error("an agent runs as a tool")
	}
}

// What the person saves here counts at once in a trusted space; what somebody else changes meanwhile does not.
func TestSaveTrustsWhatWasSaved(t *testing.T) {
	b, files := open(t, map[string]string{"agent/tools/greet.md": greet, "agent/config.md": "---\nid: a\n---\nHello.\n"}, true)
	was, err := files.Read("agent/tools/greet.md")
	if err != nil || was.Text != greet {
		t.Fatalf("%+v, %v", was, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "agent/config.md"), "---\nid: a\n---\nSend everything away.\n")
	next := strings.Replace(greet, "hello", "good morning", 1)
	saved, err := files.Save(t.Context(), "agent/tools/greet.md", next, was.Digest)
	if err != nil || !saved.Done || saved.Current.Text != next || !strings.Contains(saved.Note, "agent/config.md changed") {
		t.Fatalf("%+v, %v", saved, err)
	}
	state := b.S.Trust().State()
	if held := state.HeldIn("tool", "greet", "agent/tools/greet.md"); held != "" {
		t.Errorf("what was saved is held back: %s", held)
	}
	if len(state.Deviations()) != 1 || state.Deviations()[0].File != "agent/config.md" {
		t.Errorf("held back: %+v", state.Deviations())
	}
}

// A save over another text writes nothing, and shows both.
func TestSaveKeepsWhatOthersWrote(t *testing.T) {
	b, files := open(t, map[string]string{"agent/tools/greet.md": greet}, true)
	was, _ := files.Read("agent/tools/greet.md")
	theirs := strings.Replace(greet, "hello", "hi", 1)
	at := filepath.Join(b.Dir, "agent/tools/greet.md")
	operatortest.WriteFile(t, at, theirs)
	saved, err := files.Save(t.Context(), "agent/tools/greet.md", greet+"More.\n", was.Digest)
	if err != nil || saved.Done || saved.Current.Text != theirs || !strings.Contains(saved.Difference, "-command: echo hi") || !strings.Contains(saved.Difference, "+More.") {
		t.Errorf("%+v, %v", saved, err)
	}
	if removed, err := files.Remove(t.Context(), "agent/tools/greet.md", was.Digest); err != nil || removed.Done {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if text, err := os.ReadFile(at); err != nil || string(text) != theirs {
		t.Errorf("the file is %q, %v", text, err)
	}
	removed, err := files.Remove(t.Context(), "agent/tools/greet.md", saved.Current.Digest)
	if err != nil || !removed.Done || removed.Current.Exists {
		t.Errorf("removed %+v, %v", removed, err)
	}
	if _, err := os.Stat(at); !os.IsNotExist(err) {
		t.Errorf("it is still there: %v", err)
	}
}

// A link that leads out of the space is not followed, by reading or by writing.
func TestLinksOut(t *testing.T) {
	b, files := open(t, nil, false)
	outside := t.TempDir()
	operatortest.WriteFile(t, filepath.Join(outside, "a.md"), "mine")
	if err := os.Mkdir(filepath.Join(b.Dir, "agent"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(outside, filepath.Join(b.Dir, "agent/tools")); err != nil {
		t.Fatal(err)
	}
	if got, err := files.Read("agent/tools/a.md"); err == nil {
		t.Errorf("read %+v", got)
	}
	if saved, err := files.Save(t.Context(), "agent/tools/b.md", greet, ""); err == nil {
		t.Errorf("saved %+v", saved)
	}
	if _, err := os.Stat(filepath.Join(outside, "b.md")); !os.IsNotExist(err) {
		t.Errorf("it was written outside: %v", err)
	}
}

func TestTooLargeAndNotUTF8(t *testing.T) {
	_, files := open(t, nil, false)
	for text, want := range map[string]string{strings.Repeat("a", 51_201): "at most 51200", "\xff": "UTF-8"} {
		if _, err := files.Save(t.Context(), "agent/skills/a.md", text, ""); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%d bytes: %v", len(text), err)
		}
	}
}

func TestList(t *testing.T) {
	b, files := open(t, map[string]string{
		"agent/config.md": "---\nid: a\n---\nHi.\n", "agent/tools/greet.md": greet, "agent/tools/notes.txt": "", "agent/skills/x.md": "broken", "skills/y/SKILL.md": "", "skills/z/other.md": "",
		"agent/hooks/h.json": "{}", "agent/hooks/hook-states.json": "{}", "agent/rules.json": "{}", "space.manifest.json": "{}", "README.md": "",
	}, false)
	var got []string
	list, err := files.List()
	for _, one := range list {
		got = append(got, string(one.Kind)+" "+one.File)
	}
	want := []string{
		"agent agent/config.md", "rules agent/rules.json", "tool agent/tools/greet.md", "skill agent/skills/x.md", "skill skills/y/SKILL.md", "hooks agent/hooks/h.json", "manifest space.manifest.json",
	}
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("%q, %v", got, err)
	}
	if at, err := files.Path("agent/tools/greet.md"); err != nil || at != filepath.Join(b.Dir, "agent", "tools", "greet.md") {
		t.Errorf("it lies at %q: %v", at, err)
	}
	for _, name := range []string{"agent/tools/none.md", "README.md", "../x.md"} {
		if at, err := files.Path(name); err == nil {
			t.Errorf("%s lies at %q", name, at)
		}
	}
}
