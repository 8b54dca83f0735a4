package operator

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/pins"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// shop is a space with one thing of each kind that trust knows.
func shop() map[string]string {
	return map[string]string{
		"space.manifest.json":    `{"id": "shop", "name": "Shop"}`,
		"agent/config.md":        "---\nid: keeper\nblockedTools: [bash]\n---\nYou keep the shop.",
		"agent/tools/deploy.md":  "---\nid: deploy\nname: Deploy\ndescription: d\ncommand: bash scripts/go.sh\n---\n",
		"agent/tools/guarded.md": "---\nid: guarded\nname: Guarded\ndescription: d\ncommand: echo let through\n---\n",
		"agent/tools/plain.md":   "---\nid: plain\nname: Plain\ndescription: d\ncommand: echo plain\n---\n",
		"agent/skills/sell.md":   "---\nname: sell\ndescription: how to sell\n---\nSell.",
		"agent/hooks/a.json":     `{"hooks": [{"id": "guard", "type": "pre_tool", "tools": ["guarded"], "command": "agent/hooks/guard.sh", "blocking": true}]}`,
		"agent/hooks/guard.sh":   "#!/bin/bash\necho not today\nexit 1\n",
		"agent/rules.json":       `{"deny": ["plain"]}`,
		"scripts/go.sh":          "echo deployed\n",
		"ctxnest.json":           `{"version":"1","tools":{"a":{"description":"A","command":["echo","a"]},"b":{"description":"B","command":["echo","b"]}}}`,
	}
}

// newShop is a trusted shop; its hook's script may run.
func newShop(t *testing.T) *handBench {
	t.Helper()
	s := openFiles(t, shop())
	b := &handBench{t: t, o: s.o, s: s, dir: s.Dir(), person: &person{}}
	b.mode("agent/hooks/guard.sh", 0o755)
	if err := s.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.trust()
	return b
}

func (b *handBench) mode(name string, mode os.FileMode) {
	b.t.Helper()
	if err := os.Chmod(filepath.Join(b.dir, filepath.FromSlash(name)), mode); err != nil {
		b.t.Fatal(err)
	}
}

func (b *handBench) remove(name string) {
	b.t.Helper()
	if err := os.RemoveAll(filepath.Join(b.dir, filepath.FromSlash(name))); err != nil {
		b.t.Fatal(err)
	}
}

func (b *handBench) reload() {
	b.t.Helper()
	if err := b.s.Reload(b.t.Context()); err != nil {
		b.t.Fatal(err)
	}
}

// changed are the changes as "status kind/name".
func (b *handBench) changed() []string {
	var list []string
	for _, c := range b.s.Changes() {
		list = append(list, c.Status+" "+c.Kind+"/"+c.Name)
	}
	return list
}

// What changed is held back alone, whatever sort of thing it is.
func TestHeldBackAlone(t *testing.T) {
	for name, c := range map[string]struct {
		file, text string
		changed    []string
		held       []string // tools
	}{
		"a tool":                      {"agent/tools/plain.md", strings.Replace(shop()["agent/tools/plain.md"], "echo plain", "echo evil", 1), []string{"changed tool/plain"}, []string{"plain"}},
		"a script":                    {"scripts/go.sh", "echo evil\n", []string{"changed script/scripts/go.sh"}, []string{"deploy"}},
		"a tool that is new":          {"agent/tools/z.md", "---\nid: z\nname: Z\ndescription: d\ncommand: echo evil\n---\n", []string{"new tool/z"}, []string{"z"}},
		"one hand of two":             {"ctxnest.json", strings.Replace(shop()["ctxnest.json"], `"echo","b"`, `"echo","evil"`, 1), []string{"changed hand/b"}, []string{"b"}},
		"a file that only moved":      {"ctxnest.json", shop()["ctxnest.json"] + "\n\n", nil, nil},
		"another way to write it":     {"ctxnest.json", `{"version":"1","tools":{"b":{"command":["echo","b"],"description":"B"},"a":{"command":["echo","a"],"description":"A"}}}`, nil, nil},
		"a note of an agent":          {"MEMORY.md", "I noted this.", nil, nil},
		"a file that nothing names":   {"scripts/other.sh", "echo evil\n", nil, nil},
		"what the hooks have counted": {"agent/hooks/hook-states.json", `{}`, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(t)
			b.file(c.file, c.text)
			b.reload()
			if diff := cmp.Diff(c.changed, b.changed()); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			var held []string
			for _, e := range b.s.Registry().Entries() {
				if e.State == tools.Held {
					held = append(held, e.Info.Name)
				}
			}
			if diff := cmp.Diff(c.held, held); diff != "" {
				t.Errorf("held back (-want +got):\n%s", diff)
			}
			if b.s.Trust() != Trusted {
				t.Errorf("the space is %s", b.s.Trust())
			}
			if len(c.changed) == 0 {
				return
			}
			change := b.s.Changes()[0]
			if !strings.Contains(change.Diff, "\n+") || change.ID == "" || !strings.Contains(change.Reason, "you have looked") {
				t.Errorf("%+v", change)
			}
			if change.Status == StatusChanged {
				if err := b.s.Restore(t.Context(), c.file); err != nil {
					t.Fatal(err)
				}
				if left := b.changed(); len(left) != 0 {
					t.Errorf("after it was put back: %v", left)
				}
			}
		})
	}
}

// What an agent is told is what was trusted, and so is what limits it.
func TestHeldBackTextsReachNoPrompt(t *testing.T) {
	b := newShop(t)
	b.file("agent/config.md", "---\nid: keeper\n---\nObey.")
	b.file("agent/new.md", "---\nid: new\n---\nObey.")
	b.file("agent/skills/sell.md", "---\nname: sell\ndescription: how to steal\n---\nSteal.")
	b.file("agent/skills/new.md", "---\nname: new\ndescription: how to steal\n---\nSteal.")
	b.file("space.manifest.json", `{"id": "other", "name": "Obey"}`)
	b.reload()
	agents := b.s.Agents()
	if len(agents) != 1 || agents[0].Prompt != "You keep the shop." || !slices.Contains(agents[0].BlockedTools, "bash") {
		t.Errorf("agents: %+v", agents)
	}
	d := b.s.Declared()
	if len(d.Skills) != 1 || d.Skills[0].Description != "how to sell" {
		t.Errorf("skills: %+v", d.Skills)
	}
	if d.ID != "shop" || d.Name != "Shop" {
		t.Errorf("it is called %s, %s", d.ID, d.Name)
	}
	b.remove("agent/config.md") // the default agent has no blockedTools
	b.reload()
	if agents := b.s.Agents(); len(agents) != 1 || agents[0].ID != "keeper" {
		t.Errorf("an agent that is gone: %+v", agents)
	}
}

// Nothing that happens to a blocking hook opens what it guards.
func TestBlockingHooksStayShut(t *testing.T) {
	const hook = "agent/hooks/a.json"
	for name, change := range map[string]func(b *handBench){
		"untouched":      func(*handBench) {},
		"gone":           func(b *handBench) { b.remove(hook) },
		"all hooks gone": func(b *handBench) { b.remove("agent/hooks") },
		"not blocking":   func(b *handBench) { b.file(hook, strings.Replace(shop()[hook], "true", "false", 1)) },
		"disabled":       func(b *handBench) { b.file(hook, strings.Replace(shop()[hook], "true", `true, "enabled": false`, 1)) },
		"other tools":    func(b *handBench) { b.file(hook, strings.Replace(shop()[hook], "guarded", "nothing", 1)) },
		"other command":  func(b *handBench) { b.file(hook, strings.Replace(shop()[hook], "agent/hooks/guard.sh", "true", 1)) },
		"other script":   func(b *handBench) { b.file("agent/hooks/guard.sh", "#!/bin/bash\nexit 0\n") },
		"script gone":    func(b *handBench) { b.remove("agent/hooks/guard.sh") },
		"script may not": func(b *handBench) { b.mode("agent/hooks/guard.sh", 0o644) },
		"no JSON":        func(b *handBench) { b.file(hook, "{") },
		"one before it": func(b *handBench) {
			b.file("agent/hooks/0.json", `{"hooks": [{"id": "zero", "type": "pre_tool", "command": "exit 1"}]}`)
		},
		"an own id stolen": func(b *handBench) {
			b.file("agent/hooks/0.json", strings.Replace(shop()[hook], "agent/hooks/guard.sh", "true", 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(t)
			change(b)
			b.reload()
			if r := b.call("guarded", `{}`); code(r) != tools.Blocked {
				t.Errorf("%+v", r)
			}
		})
	}
}

// The order of hooks counts like a hook.
func TestOrderOfHooks(t *testing.T) {
	b := newShop(t)
	one := `{"id": "one", "type": "pre_tool", "tools": ["guarded"], "command": "exit 1", "blocking": true}`
	other := `{"id": "two", "type": "pre_tool", "tools": ["guarded"], "command": "exit 1"}`
	b.file("agent/hooks/a.json", `{"hooks": [`+one+`,`+other+`]}`)
	b.reload()
	b.trust()
	if left := b.changed(); len(left) != 0 {
		t.Fatal(left)
	}
	b.file("agent/hooks/a.json", `{"hooks": [`+other+`,`+one+`]}`)
	b.reload()
	if diff := cmp.Diff([]string{"changed hook/" + orderName}, b.changed()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := b.call("guarded", `{}`); code(r) != tools.Blocked {
		t.Errorf("%+v", r)
	}
	b.trust()
	if left := b.changed(); len(left) != 0 {
		t.Errorf("after it was approved: %v", left)
	}
}

// Of rules that changed the stricter hold; where the old ones cannot be read any
// more, only reading is allowed.
func TestRulesOnlyTighten(t *testing.T) {
	b := newShop(t)
	deny := func(tool string) bool { return code(b.call(tool, `{}`)) == tools.PermissionDenied }
	for name, text := range map[string]string{"others": `{"deny": ["deploy"]}`, "none": `{}`, "an allow": `{"allow": ["plain"]}`} {
		b.file("agent/rules.json", text)
		b.reload()
		if !deny("plain") || deny("deploy") != (name == "others") {
			t.Errorf("%s: plain is denied: %v, deploy: %v", name, deny("plain"), deny("deploy"))
		}
	}
	b.remove("agent/rules.json")
	b.reload()
	if !deny("plain") {
		t.Error("without the file the rule is gone")
	}
	if err := os.RemoveAll(filepath.Join(b.o.c.Dirs.Data, pinsKept)); err != nil {
		t.Fatal(err)
	}
	b.reload()
	if b.s.Mode() != guard.ReadOnly {
		t.Errorf("the rules are lost, and the mode is %s", b.s.Mode())
	}
}

// The rules of a space that declares nothing else are kept as well.
func TestRulesOfABareSpace(t *testing.T) {
	s := openFiles(t, map[string]string{"agent/rules.json": `{"deny": ["listdir"]}`, "a.txt": "a"})
	b := &handBench{t: t, o: s.o, s: s, dir: s.Dir(), person: &person{}}
	b.remove("agent/rules.json")
	b.reload()
	if r := b.call("listdir", `{"path":"."}`); code(r) != tools.PermissionDenied || s.Trust() != NotNeeded {
		t.Errorf("%+v, %s", r, s.Trust())
	}
	b.trust()
	if r := b.call("listdir", `{"path":"."}`); code(r) != "" {
		t.Errorf("after its removal was approved: %+v", r)
	}
}

// What an earlier version has trusted stays so if it is still that.
func TestTrustOfAnEarlierVersion(t *testing.T) {
	for name, c := range map[string]struct {
		change bool
		want   Trust
	}{"the same": {false, Trusted}, "another one": {true, Untrusted}} {
		t.Run(name, func(t *testing.T) {
			s := openFiles(t, shop())
			if err := s.o.store.SetState(t.Context(), trustKind, s.dir, earlierDigest(s.Declared())); err != nil {
				t.Fatal(err)
			}
			b := &handBench{t: t, o: s.o, s: s, dir: s.Dir(), person: &person{}}
			if c.change {
				b.file("scripts/go.sh", "echo evil\n")
			}
			b.reload()
			if s.Trust() != c.want {
				t.Errorf("it is %s", s.Trust())
			}
			b.file("scripts/go.sh", "echo evil again\n")
			b.reload()
			if s.Trust() != c.want || c.want == Trusted && len(s.Changes()) != 1 {
				t.Errorf("later: %s, %v", s.Trust(), b.changed())
			}
		})
	}
}

// A process that is killed while it trusts a space leaves it as it was.
func TestKilledWhileTrusting(t *testing.T) {
	s := openFiles(t, shop())
	b := &handBench{t: t, o: s.o, s: s, dir: s.Dir(), person: &person{}}
	if err := s.keep(s.Declared().Inventory()); err != nil { // and here it is killed
		t.Fatal(err)
	}
	b.reload()
	if s.Trust() != Untrusted {
		t.Errorf("contents alone make it %s", s.Trust())
	}
	raw, err := json.Marshal(pinned{Version: 1, Items: []pin{pinOf(s.Declared().Inventory()[0])}})
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []string{string(raw[:len(raw)/2]), `{}`, `{"version":2}`} {
		if err := s.o.store.SetState(t.Context(), pinsKind, s.dir, half); err != nil {
			t.Fatal(err)
		}
		b.reload()
		if s.Trust() != Untrusted {
			t.Errorf("%.20s makes it %s", half, s.Trust())
		}
	}
	b.trust()
	b.file("scripts/go.sh", "echo evil\n") // what was shown is not what is there
	if err := s.keep(s.Declared().Inventory()); err == nil || !strings.Contains(err.Error(), "has changed since it was shown") {
		t.Errorf("another script was pinned: %v", err)
	}
	if data, exec, err := s.trustedScript(s.current.Load(), "scripts/go.sh"); err != nil || string(data) != "echo deployed\n" || exec || pins.Sum(data) == "" {
		t.Errorf("the trusted script: %q, %v, %v", data, exec, err)
	}
}
