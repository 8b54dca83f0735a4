package trust_test

import (
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// What a program makes in a folder that declared nothing is held back, and the folder stays usable.
func TestWhatIsMadeInABareFolderIsHeldBack(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"package.json": "{}\n"}, Walls: true})
	mode := b.S.Mode()
	if mode == guard.ReadOnly || b.S.Trust().State().Level() != trust.NotNeeded {
		t.Fatalf("a bare folder is %s, %s", b.S.Trust().State().Level(), mode)
	}
	made := map[string]string{
		"pages/index.html": "<h1>x", "ctxnest.json": `{"version":"1","tools":{"a":{"description":"A","command":["touch","ran"]}}}`,
		"agent/config.md": "---\nid: main\nname: BAIT\n---\nBAIT", "agent/tools/t.md": "---\nid: t\nname: T\ndescription: d\ncommand: touch ran\n---\n",
		"agent/skills/s.md": "---\nname: s\ndescription: BAIT\n---\nBAIT", "space.manifest.json": `{"id":"x","name":"BAIT"}`,
		".mcp.json": `{"mcpServers":{"evil":{"command":"touch","args":["ran"]}}}`,
	}
	script := ""
	for name, text := range made {
		script += "mkdir -p \"$(dirname 'stage/" + name + "')\"; printf %s '" + strings.ReplaceAll(text, "\n", "'\"\n\"'") + "' >'stage/" + name + "'\n"
	}
	for _, command := range []string{script + "cd stage && mv * .mcp.json ..", "echo next", "echo x >other.txt"} {
		if r := b.Bash(command); operatortest.Code(r) != "" {
			t.Fatalf("%s: %+v", command, r)
		}
		b.Reload()
		if b.S.Mode() != mode || b.S.Trust().State().Level() != trust.NotNeeded {
			t.Fatalf("after %s it is %s, %s", command, b.S.Trust().State().Level(), b.S.Mode())
		}
	}
	if held := len(b.S.Trust().Changes()); held != len(made) {
		t.Errorf("%d changes are held back: %+v", held, b.S.Trust().Changes())
	}
	for _, e := range b.S.Registry().Entries() {
		if (e.Info.Source == "custom" || e.Info.Source == "hand") && e.State == tools.Ready {
			t.Errorf("%s is %s", e.Info.Name, e.State)
		}
	}
	for _, tool := range []string{"t", "a"} {
		if r := b.Call(tool, `{}`); operatortest.Code(r) == "" {
			t.Errorf("%s ran: %+v", tool, r)
		}
	}
	if a := b.S.Agents(); len(a) != 1 || a[0].File != "" {
		t.Errorf("agents: %+v", a)
	}
	if d := b.S.Declared(); len(d.Skills) != 0 || len(d.Pages) != 0 || strings.Contains(d.Name, "BAIT") {
		t.Errorf("declared: %+v", d)
	}
	if r := b.Call("listdir", `{"path":"."}`); strings.Contains(r.Content, "ran") {
		t.Errorf("something ran: %s", r.Content)
	}
	b.Trust()
	if level := b.S.Trust().State().Level(); level != trust.Trusted || len(b.S.Trust().Changes()) != 0 {
		t.Errorf("trusted, it is %s", level)
	}
}

// What the person brings into such a folder still makes it one that is to be trusted first.
func TestWhatThePersonBringsIntoABareFolderIsUntrusted(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"package.json": "{}\n"}, Walls: true})
	b.Bash("true")
	b.File("agent/tools/t.md", "---\nid: t\nname: T\ndescription: d\ncommand: touch ran\n---\n")
	b.Reload()
	if b.S.Trust().State().Level() != trust.Untrusted || b.S.Mode() != guard.ReadOnly {
		t.Errorf("it is %s, %s", b.S.Trust().State().Level(), b.S.Mode())
	}
}

// A memory that an agent makes there is told to nobody, by whichever tool it was made, and what is remembered later does not change that.
func TestAMemoryThatIsMadeInABareFolderIsHeldBack(t *testing.T) {
	for tool, input := range map[string]string{"bash": `{"command":"echo BAIT >MEMORY.md"}`, "write": `{"path":"MEMORY.md","content":"BAIT"}`} {
		t.Run(tool, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{"package.json": "{}\n"}, Walls: true})
			mode := b.S.Mode()
			for _, call := range [][2]string{{tool, input}, {"memory_write", `{"content":"more"}`}, {"bash", `{"command":"touch other"}`}} {
				if r := b.Call(call[0], call[1]); operatortest.Code(r) != "" {
					t.Fatalf("%s: %+v", call[0], r)
				}
				b.Reload()
				if b.S.Trust().State().Level() != trust.NotNeeded || b.S.Mode() != mode {
					t.Fatalf("after %s it is %s, %s", call[0], b.S.Trust().State().Level(), b.S.Mode())
				}
			}
			if said := b.S.Declared().Memory; said != "" {
				t.Errorf("agents are told %q", said)
			}
			if c := b.S.Trust().Changes(); len(c) != 1 || c[0].Kind != "memory" || !strings.Contains(c[0].Diff, "+BAIT") {
				t.Errorf("held back is %+v", c)
			}
			b.Trust()
			if said := b.S.Declared().Memory; b.S.Trust().State().Level() != trust.Trusted || len(b.S.Trust().Changes()) != 0 || !strings.Contains(said, "BAIT") {
				t.Errorf("trusted, it is %s, and agents are told %q", b.S.Trust().State().Level(), said)
			}
		})
	}
}

// What a program makes there and is broken shuts nothing, and changes nothing else: none of it was ever the person's.
func TestWhatIsBrokenInABareFolderChangesNothing(t *testing.T) {
	for name, text := range map[string]string{
		"agent/hooks/h.json": "{}", "agent/hooks/x\n.json": "{}", ".mcp.json": "{", "ctxnest.json": "", "skills/x/SKILL.md": "no front matter", "agent/tools/t.md": "x", "space.manifest.json": "{",
		"agent/other.md": "x", "pages/a\nb.html": "", "agent/tour.jsonl": "{",
	} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Files: map[string]string{"package.json": "{}\n"}, Walls: true})
			mode := b.S.Mode()
			dir, _, _ := strings.Cut(name, "/")
			for _, command := range []string{"mkdir -p \"$(dirname 'stage/" + name + "')\" && printf %s '" + text + "' >'stage/" + name + "' && mv 'stage/" + dir + "' .", "touch other"} {
				if r := b.Bash(command); operatortest.Code(r) != "" {
					t.Fatalf("%s: %+v", command, r)
				}
				b.Reload()
				if b.S.Trust().State().Level() != trust.NotNeeded || b.S.Mode() != mode {
					t.Fatalf("after %s it is %s, %s", command, b.S.Trust().State().Level(), b.S.Mode())
				}
			}
			if !b.S.Declared().Declares() {
				t.Error("it declares nothing")
			}
			if r := b.Call("memory_write", `{"content":"x"}`); operatortest.Code(r) != "" || b.S.Trust().State().Level() != trust.NotNeeded || b.S.Declared().Memory != "" {
				t.Errorf("with a memory it is %s, and agents are told %q: %+v", b.S.Trust().State().Level(), b.S.Declared().Memory, r)
			}
		})
	}
}

// What an agent of a space around it makes there is held back too.
func TestWhatAnOuterAgentMakesInABareFolderIsHeldBack(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"inner/package.json": "{}\n"}, Walls: true})
	inner, err := b.O.OpenSpace(t.Context(), filepath.Join(b.Dir, "inner"))
	if err != nil {
		t.Fatal(err)
	}
	mode := inner.Mode()
	for _, call := range [][2]string{{"write", `{"path":"inner/ctxnest.json","content":"{}"}`}, {"bash", `{"command":"mkdir inner/pages; echo x >inner/pages/a.html"}`}} {
		if r := b.Call(call[0], call[1]); operatortest.Code(r) != "" {
			t.Fatalf("%s: %+v", call[0], r)
		}
		if err := inner.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		if !inner.Declared().Declares() || inner.Trust().State().Level() != trust.NotNeeded || inner.Mode() != mode {
			t.Errorf("%v: it is %s, %s", inner.Declared().Declaring(), inner.Trust().State().Level(), inner.Mode())
		}
	}
}
