package trust_test

import (
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

// A memory is pinned by nobody, so it could not be held back: one that a program makes makes the folder untrusted.
func TestAMemoryThatIsMadeInABareFolderIsUntrusted(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"package.json": "{}\n"}, Walls: true})
	b.Bash("echo BAIT >MEMORY.md")
	b.Reload()
	if b.S.Trust().State().Level() != trust.Untrusted || b.S.Mode() != guard.ReadOnly {
		t.Errorf("it is %s, %s", b.S.Trust().State().Level(), b.S.Mode())
	}
}
