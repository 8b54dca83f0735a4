package git_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/git"
)

// A conflict is found in the index while it lasts, and when it was resolved.
func TestUnmerged(t *testing.T) {
	dir := t.TempDir()
	run := func(args ...string) string {
		cmd := exec.CommandContext(t.Context(), "git", append([]string{"-C", dir, "-c", "user.name=a", "-c", "user.email=a@b"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		out, err := cmd.Output()
		if err != nil && args[0] != "merge" {
			t.Fatalf("git %v: %v", args, err)
		}
		return strings.TrimSpace(string(out))
	}
	write := func(name, text string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run("init", "-q", "-b", "main")
	write("a", "one\n")
	write("b", "one\n")
	run("add", "-A")
	run("commit", "-qm", "x")
	run("switch", "-qc", "work")
	write("a", "theirs\n")
	write("new", "theirs\n")
	run("add", "-A")
	run("commit", "-qm", "x")
	run("switch", "-q", "main")
	write("a", "ours\n")
	write("new", "ours\n")
	run("add", "-A")
	run("commit", "-qm", "x")
	at := filepath.Join(dir, ".git")
	if c, found := git.Unmerged(at, "a"); found {
		t.Errorf("without a merge: %+v", c)
	}
	ours, theirs := run("rev-parse", "main:a"), run("rev-parse", "work:a")
	run("merge", "work")
	for _, name := range []string{"a", "new"} {
		if c, found := git.Unmerged(at, name); !found || c != (git.Conflict{Ours: ours, Theirs: theirs}) {
			t.Errorf("%s: %+v, %v", name, c, found)
		}
	}
	if c, found := git.Unmerged(at, "b"); found {
		t.Errorf("what has no conflict: %+v", c)
	}
	write("a", "both\n")
	write("new", "both\n")
	run("add", "-A")
	for _, name := range []string{"a", "new"} {
		if c, found := git.Unmerged(at, name); !found || c != (git.Conflict{Ours: ours, Theirs: theirs, Resolved: true}) {
			t.Errorf("%s, resolved: %+v, %v", name, c, found)
		}
	}
}
