package doctor

import (
	"io/fs"
	"os"
	"slices"
	"testing"

	"handrail/operator/operatortest"
)

// A space that is not trusted can be examined: nothing of it runs, and nothing is
// written.
func TestTheDoctorOnlyLooks(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{
		".mcp.json":              `{"mcpServers": {"evil": {"command": "touch", "args": ["ran-server"]}}}`,
		"agent/hooks/a.json":     `{"hooks": [{"id": "guard", "type": "pre_tool", "command": "touch ran-hook"}]}`,
		"agent/tools/deploy.md":  "---\nid: deploy\nname: Deploy\ndescription: d\ncommand: touch ran-tool\n---\n",
		"agent/skills/broken.md": "no front matter",
	}})
	before := names(t, b.Dir)
	found := New(b.O).Examine(t.Context(), b.S)
	for _, want := range []Finding{{Area: "This space", Name: "trust", State: "warning"}, {Area: "This space", Name: "problems", State: "warning"}} {
		if !slices.ContainsFunc(found, func(f Finding) bool { return f.Area == want.Area && f.Name == want.Name && f.State == want.State }) {
			t.Errorf("there is no %+v in %+v", want, found)
		}
	}
	if after := names(t, b.Dir); !slices.Equal(before, after) {
		t.Errorf("before: %q, after: %q", before, after)
	}
}

func names(t *testing.T, dir string) (all []string) {
	t.Helper()
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, _ fs.DirEntry, err error) error {
		all = append(all, path)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}
