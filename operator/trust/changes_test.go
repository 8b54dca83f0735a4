package trust_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/trust"
	"handrail/operator/trust/trusttest"
)

// A difference is shown whole up to its limit, and then says how much more there
// is.
func TestDifferences(t *testing.T) {
	b := newShop(t)
	b.File("scripts/go.sh", strings.Repeat("echo evil\n", 20_000))
	b.Reload()
	diff := b.S.Trust().Changes()[0].Diff
	if len(diff) > trust.DiffLimit+200 || !strings.Contains(diff, "more bytes; open the file to see them") || !strings.HasPrefix(diff, "--- scripts/go.sh as trusted\n") {
		t.Errorf("%d bytes: %.200s … %s", len(diff), diff, diff[len(diff)-100:])
	}
	b.File("scripts/go.sh", "\x7fELF\xff\xfe")
	b.Reload()
	if diff := b.S.Trust().Changes()[0].Diff; !strings.Contains(diff, "not text: was 14 bytes, now 6") {
		t.Errorf("%s", diff)
	}
	b.File("scripts/go.sh", trusttest.Shop()["scripts/go.sh"])
	b.Mode("scripts/go.sh", 0o755)
	b.Reload()
	if diff := b.S.Trust().Changes()[0].Diff; !strings.Contains(diff, "executable: was false, now true") {
		t.Errorf("%s", diff)
	}
	if err := b.S.Trust().Restore(t.Context(), "scripts/go.sh"); err != nil {
		t.Fatal(err)
	}
	if left := changed(b); len(left) != 0 {
		t.Errorf("after it was put back: %v", left)
	}
	b.Remove("ctxnest.json")
	b.Reload()
	if c := b.S.Trust().Changes(); len(c) != 2 || c[0].Status != trust.StatusRemoved || !c[0].Restorable || !strings.Contains(c[0].Diff, "\n-") {
		t.Errorf("%+v", c)
	}
}

// What is put back is a file of the space that was trusted, and nothing is written
// through a link.
func TestRestoreRefuses(t *testing.T) {
	b := newShop(t)
	outside := filepath.Join(t.TempDir(), "deploy.md")
	operatortest.WriteFile(t, outside, "theirs")
	for name, c := range map[string]struct {
		change     func()
		file, want string
	}{
		"a file that is not trusted": {func() {}, "notes.txt", "not among the files"},
		"a file outside":             {func() {}, "../x", "not among the files"},
		"a link that leads out": {func() {
			b.Remove("agent/tools/deploy.md")
			if err := os.Symlink(outside, filepath.Join(b.Dir, "agent", "tools", "deploy.md")); err != nil {
				t.Fatal(err)
			}
		}, "agent/tools/deploy.md", "is a link"},
		"a folder that is a link": {func() {
			if err := os.Rename(filepath.Join(b.Dir, "scripts"), filepath.Join(b.Dir, "away")); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink("away", filepath.Join(b.Dir, "scripts")); err != nil {
				t.Fatal(err)
			}
		}, "scripts/go.sh", "is a link"},
		"what is not kept": {func() {
			if err := os.RemoveAll(filepath.Join(b.Options.Dirs.Data, trust.ContentsFolder)); err != nil {
				t.Fatal(err)
			}
		}, "agent/tools/plain.md", "can't restore"},
	} {
		if name == "what is not kept" {
			defer func() {
				c.change()
				if err := b.S.Trust().Restore(t.Context(), c.file); err == nil || !strings.Contains(err.Error(), c.want) {
					t.Errorf("%s: %v", name, err)
				}
			}()
			continue
		}
		c.change()
		if err := b.S.Trust().Restore(t.Context(), c.file); err == nil || !strings.Contains(err.Error(), c.want) {
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
	other := operatortest.Open(t, b.Options, b.Person)
	b.File("agent/tools/plain.md", newPlainTool("new"))
	b.File("scripts/go.sh", "echo new\n")
	b.Reload()
	s, err := other.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	digest := s.Trust().State().Inventory().Digest
	if err := b.S.Trust().Approve(t.Context(), digest, "tool/plain"); err != nil {
		t.Fatal(err)
	}
	if err := s.Trust().Approve(t.Context(), digest, "script/scripts/go.sh"); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	if left := changed(b); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	b.File("scripts/go.sh", "echo newer\n")
	if err := s.Trust().Approve(t.Context(), digest); err == nil || !strings.Contains(err.Error(), "changed after you saw it") {
		t.Errorf("what nobody has seen was approved: %v", err)
	}
}

func newPlainTool(words string) string {
	return "---\nid: plain\nname: Plain\ndescription: d\ncommand: echo " + words + "\n---\n"
}
