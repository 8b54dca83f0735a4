//go:build unix

package operator_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A work tree whose repository lies elsewhere says that programs have no git in it, and what to do.
func TestAWorkTreeWithItsRepositoryElsewhere(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	said := func() string {
		t.Helper()
		if err := b.S.Reload(t.Context()); err != nil {
			t.Fatal(err)
		}
		for _, p := range b.S.Problems() {
			if p.File == ".git" {
				return p.Text
			}
		}
		return ""
	}
	git := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v: %s", args, err, out)
		}
	}
	if text := said(); text != "" {
		t.Errorf("without git: %s", text)
	}
	other, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	git(other, "init", "-q")
	git(other, "commit", "-q", "--allow-empty", "-m", "one")
	git(other, "worktree", "add", "-q", filepath.Join(other, "side"))
	pointer, err := os.ReadFile(filepath.Join(other, "side", ".git"))
	if err != nil {
		t.Fatal(err)
	}
	b.File(".git", string(pointer))
	if text := said(); !strings.Contains(text, filepath.Join(other, ".git", "worktrees", "side")) || !strings.Contains(text, `add "`+other+`" to this space's folders`) {
		t.Errorf("it says %q", text)
	}
	if err := os.Remove(filepath.Join(b.Dir, ".git")); err != nil {
		t.Fatal(err)
	}
	git(b.Dir, "init", "-q")
	if text := said(); text != "" {
		t.Errorf("with a repository of its own: %s", text)
	}
}
