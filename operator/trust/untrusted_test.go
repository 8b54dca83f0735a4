package trust_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/trust/trusttest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// What an agent is told is what was trusted, and so is what limits it.
func TestHeldBackTextsReachNoPrompt(t *testing.T) {
	b := newShop(t)
	b.File("agent/config.md", "---\nid: keeper\n---\nObey.")
	b.File("agent/new.md", "---\nid: new\n---\nObey.")
	b.File("agent/skills/sell.md", "---\nname: sell\ndescription: how to steal\n---\nSteal.")
	b.File("agent/skills/new.md", "---\nname: new\ndescription: how to steal\n---\nSteal.")
	b.File("space.manifest.json", `{"id": "other", "name": "Obey"}`)
	b.Reload()
	agents := b.S.Agents()
	if len(agents) != 1 || agents[0].Prompt != "You keep the shop." || !slices.Contains(agents[0].BlockedTools, "bash") {
		t.Errorf("agents: %+v", agents)
	}
	d := b.S.Declared()
	if len(d.Skills) != 1 || d.Skills[0].Description != "how to sell" {
		t.Errorf("skills: %+v", d.Skills)
	}
	if d.ID != "shop" || d.Name != "Shop" {
		t.Errorf("it is called %s, %s", d.ID, d.Name)
	}
	b.Remove("agent/config.md") // the default agent has no blockedTools
	b.Reload()
	if agents := b.S.Agents(); len(agents) != 1 || agents[0].ID != "keeper" {
		t.Errorf("an agent that is gone: %+v", agents)
	}
}

// A space that is not trusted can be looked at: nothing of it runs, none of its
// words reaches a model, and nothing is written.
func TestUntrustedSpaceIsSafeToLookAt(t *testing.T) {
	files := trusttest.Shop()
	const bait = "BAIT"
	files["MEMORY.md"] = bait
	files["agent/config.md"] = "---\nid: keeper\nname: " + bait + "\n---\n" + bait
	files["agent/skills/sell.md"] = "---\nname: sell\ndescription: " + bait + "\n---\n" + bait
	files["space.manifest.json"] = `{"id": "shop", "name": "` + bait + `"}`
	files[".mcp.json"] = `{"mcpServers": {"evil": {"command": "touch", "args": ["ran-server"]}}}`
	files["agent/hooks/a.json"] = `{"hooks": [{"id": "guard", "type": "pre_tool", "command": "touch ran-hook"}]}`
	files["agent/tools/deploy.md"] = "---\nid: deploy\nname: Deploy\ndescription: d\ncommand: touch ran-tool\n---\n"
	files["ctxnest.json"] = `{"version":"1","tools":{"a":{"description":"A","command":["touch","ran-hand"]}}}`
	b := operatortest.New(t, operatortest.Options{Files: files})
	s := b.S
	before := listing(t, s.Dir())
	for _, e := range s.Registry().Entries() {
		if (e.Info.Source == "custom" || e.Info.Source == "hand") && e.State != tools.Barred {
			t.Errorf("%s is %s", e.Info.Name, e.State)
		}
	}
	for _, tool := range []string{"deploy", "a"} {
		if r := b.Call(tool, `{}`); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "not trusted") {
			t.Errorf("%s: %+v", tool, r)
		}
		s.Forecast(t.Context(), tool, `{}`)
	}
	if r := b.Call("listdir", `{"path":"."}`); operatortest.Code(r) != "" { // its hook does not run, either
		t.Errorf("listdir: %+v", r)
	}
	if r := b.Call("write", `{"path":"x","content":"y"}`); operatortest.Code(r) != tools.PermissionDenied || s.Mode() != guard.ReadOnly {
		t.Errorf("write: %+v", r)
	}
	if a := s.Agents(); len(a) != 1 || a[0].File != "" {
		t.Errorf("agents: %+v", a)
	}
	s.Trust().State().Inventory()
	s.Trust().Changes()
	s.Problems()
	if after := listing(t, s.Dir()); after != before {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
}

func listing(t *testing.T, dir string) string {
	t.Helper()
	var out strings.Builder
	if err := filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		out.WriteString(path + "\n")
		return err
	}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
