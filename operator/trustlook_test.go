package operator

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/pipeline/guard"
	"handrail/tools"
)

// A space that is not trusted can be looked at: nothing of it runs, none of its
// words reaches a model, and nothing is written.
func TestUntrustedSpaceIsSafeToLookAt(t *testing.T) {
	files := shop()
	const bait = "BAIT"
	files["MEMORY.md"] = bait
	files["agent/config.md"] = "---\nid: keeper\nname: " + bait + "\n---\n" + bait
	files["agent/skills/sell.md"] = "---\nname: sell\ndescription: " + bait + "\n---\n" + bait
	files["space.manifest.json"] = `{"id": "shop", "name": "` + bait + `"}`
	files[".mcp.json"] = `{"mcpServers": {"evil": {"command": "touch", "args": ["ran-server"]}}}`
	files["agent/hooks/a.json"] = `{"hooks": [{"id": "guard", "type": "pre_tool", "command": "touch ran-hook"}]}`
	files["agent/tools/deploy.md"] = "---\nid: deploy\nname: Deploy\ndescription: d\ncommand: touch ran-tool\n---\n"
	files["ctxnest.json"] = `{"version":"1","tools":{"a":{"description":"A","command":["touch","ran-hand"]}}}`
	s := openFiles(t, files)
	before := listing(t, s.Dir())
	b := &handBench{t: t, o: s.o, s: s, dir: s.Dir(), person: &person{}}
	for _, e := range s.Registry().Entries() {
		if (e.Info.Source == "custom" || e.Info.Source == "hand") && e.State != tools.Barred {
			t.Errorf("%s is %s", e.Info.Name, e.State)
		}
	}
	for _, tool := range []string{"deploy", "a"} {
		if r := b.call(tool, `{}`); code(r) != tools.PermissionDenied || !strings.Contains(r.Error.Message, "not trusted") {
			t.Errorf("%s: %+v", tool, r)
		}
		s.Forecast(t.Context(), tool, `{}`)
	}
	if r := b.call("listdir", `{"path":"."}`); code(r) != "" { // its hook does not run, either
		t.Errorf("listdir: %+v", r)
	}
	if r := b.call("write", `{"path":"x","content":"y"}`); code(r) != tools.PermissionDenied || s.Mode() != guard.ReadOnly {
		t.Errorf("write: %+v", r)
	}
	if a := s.Agents(); len(a) != 1 || a[0].File != "" {
		t.Errorf("agents: %+v", a)
	}
	s.Inventory()
	s.Changes()
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

// A difference is shown whole up to its limit, and then says how much more there
// is.
func TestDifferences(t *testing.T) {
	b := newShop(t)
	b.file("scripts/go.sh", strings.Repeat("echo evil\n", 20_000))
	b.reload()
	diff := b.s.Changes()[0].Diff
	if len(diff) > diffLimit+200 || !strings.Contains(diff, "bytes more; look at the file itself") || !strings.HasPrefix(diff, "--- scripts/go.sh as trusted\n") {
		t.Errorf("%d bytes: %.200s … %s", len(diff), diff, diff[len(diff)-100:])
	}
	b.file("scripts/go.sh", "\x7fELF\xff\xfe")
	b.reload()
	if diff := b.s.Changes()[0].Diff; !strings.Contains(diff, "not text: it had 14 bytes and now has 6") {
		t.Errorf("%s", diff)
	}
	b.file("scripts/go.sh", shop()["scripts/go.sh"])
	b.mode("scripts/go.sh", 0o755)
	b.reload()
	if diff := b.s.Changes()[0].Diff; !strings.Contains(diff, "may be executed: false, and now true") {
		t.Errorf("%s", diff)
	}
	if err := b.s.Restore(t.Context(), "scripts/go.sh"); err != nil {
		t.Fatal(err)
	}
	if left := b.changed(); len(left) != 0 {
		t.Errorf("after it was put back: %v", left)
	}
	b.remove("ctxnest.json")
	b.reload()
	if c := b.s.Changes(); len(c) != 2 || c[0].Status != StatusRemoved || !c[0].Restorable || !strings.Contains(c[0].Diff, "\n-") {
		t.Errorf("%+v", c)
	}
}

// What is put back is a file of the space that was trusted, and nothing is written
// through a link.
func TestRestoreRefuses(t *testing.T) {
	b := newShop(t)
	outside := filepath.Join(t.TempDir(), "deploy.md")
	writeFile(t, outside, "theirs")
	for name, c := range map[string]struct {
		change     func()
		file, want string
	}{
		"a file that is not trusted": {func() {}, "notes.txt", "not among the files"},
		"a file outside":             {func() {}, "../x", "not among the files"},
		"a link that leads out": {func() {
			b.remove("agent/tools/deploy.md")
			if err := os.Symlink(outside, filepath.Join(b.dir, "agent", "tools", "deploy.md")); err != nil {
				t.Fatal(err)
			}
		}, "agent/tools/deploy.md", "is a link"},
		"a folder that is a link": {func() {
			if err := os.Rename(filepath.Join(b.dir, "scripts"), filepath.Join(b.dir, "away")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("away", filepath.Join(b.dir, "scripts")); err != nil {
				t.Fatal(err)
			}
		}, "scripts/go.sh", "is a link"},
		"what is not kept": {func() { b.remove("../data/pins") }, "agent/tools/plain.md", "cannot be put back"},
	} {
		if name == "what is not kept" {
			defer func() {
				c.change()
				if err := b.s.Restore(t.Context(), c.file); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v", name, err)
				}
			}()
			continue
		}
		c.change()
		if err := b.s.Restore(t.Context(), c.file); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if raw, err := os.ReadFile(outside); err != nil || string(raw) != "theirs" {
		t.Errorf("outside: %q, %v", raw, err)
	}
}

// Two processes that approve at the same time lose nothing of each other.
func TestApproveInTwoProcesses(t *testing.T) {
	b := newShop(t)
	other, err := Open(t.Context(), b.o.c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	b.file("agent/tools/plain.md", newPlainTool("new"))
	b.file("scripts/go.sh", "echo new\n")
	b.reload()
	s, err := other.OpenSpace(t.Context(), b.dir)
	if err != nil {
		t.Fatal(err)
	}
	digest := s.Inventory().Digest
	if err := b.s.Approve(t.Context(), digest, "tool/plain"); err != nil {
		t.Fatal(err)
	}
	if err := s.Approve(t.Context(), digest, "script/scripts/go.sh"); err != nil {
		t.Fatal(err)
	}
	b.reload()
	if left := b.changed(); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	b.file("scripts/go.sh", "echo newer\n")
	if err := s.Approve(t.Context(), digest); err == nil || !strings.Contains(err.Error(), "changed since it was shown") {
		t.Errorf("what nobody has seen was approved: %v", err)
	}
}

func newPlainTool(words string) string {
	return "---\nid: plain\nname: Plain\ndescription: d\ncommand: echo " + words + "\n---\n"
}
