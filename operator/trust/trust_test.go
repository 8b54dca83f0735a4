package trust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/pins"
	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/operator/trust/trusttest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// newShop is a trusted shop; its hook's script may run.
func newShop(t *testing.T) *operatortest.Bench {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Files: trusttest.Shop()})
	b.Mode("agent/hooks/guard.sh", 0o755)
	b.Reload()
	b.Trust()
	return b
}

// changed are the changes as "status kind/name".
func changed(b *operatortest.Bench) []string {
	var list []string
	for _, c := range b.S.Trust().Changes() {
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
		"a tool":                      {"agent/tools/plain.md", strings.Replace(trusttest.Shop()["agent/tools/plain.md"], "echo plain", "echo evil", 1), []string{"changed tool/plain"}, []string{"plain"}},
		"a script":                    {"scripts/go.sh", "echo evil\n", []string{"changed script/scripts/go.sh"}, []string{"deploy"}},
		"a tool that is new":          {"agent/tools/z.md", "---\nid: z\nname: Z\ndescription: d\ncommand: echo evil\n---\n", []string{"new tool/z"}, []string{"z"}},
		"one hand of two":             {"ctxnest.json", strings.Replace(trusttest.Shop()["ctxnest.json"], `"echo","b"`, `"echo","evil"`, 1), []string{"changed hand/b"}, []string{"b"}},
		"a file that only moved":      {"ctxnest.json", trusttest.Shop()["ctxnest.json"] + "\n\n", nil, nil},
		"another way to write it":     {"ctxnest.json", `{"version":"1","tools":{"b":{"command":["echo","b"],"description":"B"},"a":{"command":["echo","a"],"description":"A"}}}`, nil, nil},
		"a note of an agent":          {"MEMORY.md", "I noted this.", nil, nil},
		"a file that nothing names":   {"scripts/other.sh", "echo evil\n", nil, nil},
		"what the hooks have counted": {"agent/hooks/hook-states.json", `{}`, nil, nil},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(t)
			b.File(c.file, c.text)
			b.Reload()
			if diff := cmp.Diff(c.changed, changed(b)); diff != "" {
				t.Errorf("changes (-want +got):\n%s", diff)
			}
			var held []string
			for _, e := range b.S.Registry().Entries() {
				if e.State == tools.Held {
					held = append(held, e.Info.Name)
				}
			}
			if diff := cmp.Diff(c.held, held); diff != "" {
				t.Errorf("held back (-want +got):\n%s", diff)
			}
			if b.S.Trust().State().Level() != trust.Trusted {
				t.Errorf("the space is %s", b.S.Trust().State().Level())
			}
			if len(c.changed) == 0 {
				return
			}
			change := b.S.Trust().Changes()[0]
			if !strings.Contains(change.Diff, "\n+") || change.ID == "" || !strings.Contains(change.Reason, "you review it") {
				t.Errorf("%+v", change)
			}
			if change.Status == trust.StatusChanged {
				if err := b.S.Trust().Restore(t.Context(), c.file); err != nil {
					t.Fatal(err)
				}
				if left := changed(b); len(left) != 0 {
					t.Errorf("after it was put back: %v", left)
				}
			}
		})
	}
}

// Nothing that happens to a blocking hook opens what it guards.
func TestBlockingHooksStayShut(t *testing.T) {
	const hook = "agent/hooks/a.json"
	for name, change := range map[string]func(b *operatortest.Bench){
		"untouched":      func(*operatortest.Bench) {},
		"gone":           func(b *operatortest.Bench) { b.Remove(hook) },
		"all hooks gone": func(b *operatortest.Bench) { b.Remove("agent/hooks") },
		"not blocking":   func(b *operatortest.Bench) { b.File(hook, strings.Replace(trusttest.Shop()[hook], "true", "false", 1)) },
		"disabled": func(b *operatortest.Bench) {
			b.File(hook, strings.Replace(trusttest.Shop()[hook], "true", `true, "enabled": false`, 1))
		},
		"other tools": func(b *operatortest.Bench) {
			b.File(hook, strings.Replace(trusttest.Shop()[hook], "guarded", "nothing", 1))
		},
		"other command": func(b *operatortest.Bench) {
			b.File(hook, strings.Replace(trusttest.Shop()[hook], "agent/hooks/guard.sh", "true", 1))
		},
		"other script":   func(b *operatortest.Bench) { b.File("agent/hooks/guard.sh", "#!/bin/bash\nexit 0\n") },
		"script gone":    func(b *operatortest.Bench) { b.Remove("agent/hooks/guard.sh") },
		"script may not": func(b *operatortest.Bench) { b.Mode("agent/hooks/guard.sh", 0o644) },
		"no JSON":        func(b *operatortest.Bench) { b.File(hook, "{") },
		"one before it": func(b *operatortest.Bench) {
			b.File("agent/hooks/0.json", `{"hooks": [{"id": "zero", "type": "pre_tool", "command": "exit 1"}]}`)
		},
		"an own id stolen": func(b *operatortest.Bench) {
			b.File("agent/hooks/0.json", strings.Replace(trusttest.Shop()[hook], "agent/hooks/guard.sh", "true", 1))
		},
	} {
		t.Run(name, func(t *testing.T) {
			b := newShop(t)
			change(b)
			b.Reload()
			if r := b.Call("guarded", `{}`); operatortest.Code(r) != tools.Blocked {
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
	b.File("agent/hooks/a.json", `{"hooks": [`+one+`,`+other+`]}`)
	b.Reload()
	b.Trust()
	if left := changed(b); len(left) != 0 {
		t.Fatal(left)
	}
	b.File("agent/hooks/a.json", `{"hooks": [`+other+`,`+one+`]}`)
	b.Reload()
	if diff := cmp.Diff([]string{"changed hook/" + trust.OrderName}, changed(b)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if r := b.Call("guarded", `{}`); operatortest.Code(r) != tools.Blocked {
		t.Errorf("%+v", r)
	}
	b.Trust()
	if left := changed(b); len(left) != 0 {
		t.Errorf("after it was approved: %v", left)
	}
}

// Of rules that changed the stricter hold; where the old ones cannot be read any
// more, only reading is allowed.
func TestRulesOnlyTighten(t *testing.T) {
	b := newShop(t)
	deny := func(tool string) bool { return operatortest.Code(b.Call(tool, `{}`)) == tools.PermissionDenied }
	for name, text := range map[string]string{"others": `{"deny": ["deploy"]}`, "none": `{}`, "an allow": `{"allow": ["plain"]}`} {
		b.File("agent/rules.json", text)
		b.Reload()
		if !deny("plain") || deny("deploy") != (name == "others") {
			t.Errorf("%s: plain is denied: %v, deploy: %v", name, deny("plain"), deny("deploy"))
		}
	}
	b.Remove("agent/rules.json")
	b.Reload()
	if !deny("plain") {
		t.Error("without the file the rule is gone")
	}
	if err := os.RemoveAll(filepath.Join(b.Options.Dirs.Data, trust.ContentsFolder)); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	if b.S.Mode() != guard.ReadOnly {
		t.Errorf("the rules are lost, and the mode is %s", b.S.Mode())
	}
}

// The rules of a space that declares nothing else are kept as well.
func TestRulesOfABareSpace(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"agent/rules.json": `{"deny": ["listdir"]}`, "a.txt": "a"}})
	s := b.S
	b.Remove("agent/rules.json")
	b.Reload()
	if r := b.Call("listdir", `{"path":"."}`); operatortest.Code(r) != tools.PermissionDenied || s.Trust().State().Level() != trust.NotNeeded {
		t.Errorf("%+v, %s", r, s.Trust().State().Level())
	}
	b.Trust()
	if r := b.Call("listdir", `{"path":"."}`); operatortest.Code(r) != "" {
		t.Errorf("after its removal was approved: %+v", r)
	}
}

// What an earlier version has trusted stays so if it is still that.
func TestTrustOfAnEarlierVersion(t *testing.T) {
	for name, c := range map[string]struct {
		change bool
		want   trust.Level
	}{"the same": {false, trust.Trusted}, "another one": {true, trust.Untrusted}} {
		t.Run(name, func(t *testing.T) {
			b := operatortest.New(t, operatortest.Options{Files: trusttest.Shop()})
			s := b.S
			if err := s.Trust().SetKept(t.Context(), trust.TrustKind, trust.EarlierDigest(s.Declared())); err != nil {
				t.Fatal(err)
			}
			if c.change {
				b.File("scripts/go.sh", "echo evil\n")
			}
			b.Reload()
			if s.Trust().State().Level() != c.want {
				t.Errorf("it is %s", s.Trust().State().Level())
			}
			b.File("scripts/go.sh", "echo evil again\n")
			b.Reload()
			if s.Trust().State().Level() != c.want || c.want == trust.Trusted && len(s.Trust().Changes()) != 1 {
				t.Errorf("later: %s, %v", s.Trust().State().Level(), changed(b))
			}
		})
	}
}

// A process that is killed while it trusts a space leaves it as it was.
func TestKilledWhileTrusting(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: trusttest.Shop()})
	s := b.S
	if err := s.Trust().KeepContents(s.Declared().Inventory()); err != nil { // and here it is killed
		t.Fatal(err)
	}
	b.Reload()
	if s.Trust().State().Level() != trust.Untrusted {
		t.Errorf("contents alone make it %s", s.Trust().State().Level())
	}
	raw, err := trust.PinsOf(s.Declared().Inventory()[0])
	if err != nil {
		t.Fatal(err)
	}
	for _, half := range []string{raw[:len(raw)/2], `{}`, `{"version":2}`} {
		if err := s.Trust().SetKept(t.Context(), trust.PinsKind, half); err != nil {
			t.Fatal(err)
		}
		b.Reload()
		if s.Trust().State().Level() != trust.Untrusted {
			t.Errorf("%.20s makes it %s", half, s.Trust().State().Level())
		}
	}
	b.Trust()
	b.File("scripts/go.sh", "echo evil\n") // what was shown is not what is there
	if err := s.Trust().KeepContents(s.Declared().Inventory()); err == nil || !strings.Contains(err.Error(), "changed after you saw it") {
		t.Errorf("another script was pinned: %v", err)
	}
	if data, exec, err := s.Trust().TrustedScript("scripts/go.sh"); err != nil || string(data) != "echo deployed\n" || exec || pins.Sum(data) == "" {
		t.Errorf("the trusted script: %q, %v, %v", data, exec, err)
	}
}
