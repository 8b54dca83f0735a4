package spaces_test

import (
	"bytes"
	"testing"
	"testing/fstest"

	"handrail/spaces"
)

// FuzzLoad states what Load promises whatever lies in a folder: it ends, with at
// least one agent; every Problem names a file and a line that are there, and says
// something; and a file that declares something is never overlooked.
func FuzzLoad(f *testing.F) {
	for _, seed := range []string{
		`{"id":"x","tools":[{"id":"a","name":"A","description":"d","command":"true"}]}`,
		"---\nid: a\nname: \"A\"\ndescription: d\ncommand: \"echo {{x}}\"\nparameters:\n  - name: x\n    type: string\n---\nText",
		`{"hooks":[{"id":"h","type":"pre_tool","command":"true","blocking":true}]}`,
		`{"mcpServers":{"s":{"command":"x"}}}`, `{"version":"1","tools":{"t":{"command":["x"]}}}`,
		"---\nname: s\ndescription: d\n---\n", "---\n", "", "\xff", "---\nid: [\n---", `{"id":`, "\ufeff{}", "---\r\nid: a\r\n---\r\nText",
	} {
		f.Add([]byte(seed))
	}
	files := []string{
		"space.manifest.json", "agent/config.md", "agent/helper.md", "agent/tools/t.md", "agent/hooks/h.json",
		"agent/skills/s.md", "skills/k/SKILL.md", ".mcp.json", "ctxnest.json", "MEMORY.md",
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		fsys := fstest.MapFS{}
		for _, name := range files {
			fsys[name] = &fstest.MapFile{Data: data}
		}
		space, problems := spaces.Load(t.Context(), fsys, "/fuzz")
		if len(space.Agents) == 0 || !space.Declares() {
			t.Errorf("%d agents, declares %v", len(space.Agents), space.Declares())
		}
		lines := 1 + bytes.Count(data, []byte("\n"))
		for _, p := range problems {
			if _, ok := fsys[p.File]; !ok || p.Text == "" || p.Line < 0 || p.Line > lines {
				t.Errorf("of %d lines: %+v", lines, p)
			}
		}
		for _, i := range space.Inventory() {
			if _, ok := fsys[i.File]; !ok || i.Kind == "" || i.Name == "" {
				t.Errorf("%+v", i)
			}
		}
	})
}
