package tips

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// must runs git in a folder.
func must(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, err := gitIn(t, dir, args...)
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(out)
}

// gitMay is must for what may fail.
func gitMay(t *testing.T, dir string, args ...string) string {
	t.Helper()
	out, _ := gitIn(t, dir, args...)
	return out
}

func gitIn(t *testing.T, dir string, args ...string) (string, error) {
	t.Helper()
	c := exec.CommandContext(t.Context(), "git", args...)
	c.Dir = dir
	c.Env = append(os.Environ(), "HOME="+dir, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := c.CombinedOutput()
	return string(out), err
}

// The names are read as git has them, loose and packed, and what has not changed is not read again.
func TestTheNamesAreThoseOfGit(t *testing.T) {
	dir := t.TempDir()
	all := func(string) bool { return true }
	must(t, dir, "init", "-q", "-b", "main")
	must(t, dir, "commit", "-q", "--allow-empty", "-m", "one")
	must(t, dir, "branch", "deep/er")
	must(t, dir, "pack-refs", "--all")
	must(t, dir, "commit", "-q", "--allow-empty", "-m", "two")
	must(t, dir, "tag", "-am", "t", "t")
	var last *Tips
	for range 2 {
		last = Read(filepath.Join(dir, ".git"), last, all)
		for _, name := range []string{"HEAD", "refs/heads/main", "refs/heads/deep/er", "refs/tags/t"} {
			if want := must(t, dir, "rev-parse", name); last.ids[name] != want {
				t.Errorf("%s: %q, not %q", name, last.ids[name], want)
			}
		}
		if len(last.ids) != 4 {
			t.Errorf("%v", last.ids)
		}
	}
	must(t, dir, "worktree", "add", "-q", "wt", "deep/er")
	beside := Read(filepath.Join(dir, ".git", "worktrees", "wt"), nil, all)
	if beside.ids["HEAD"] != last.ids["refs/heads/deep/er"] || len(beside.ids) != 4 || Common(filepath.Join(dir, ".git", "worktrees", "wt")) != filepath.Join(dir, ".git") {
		t.Errorf("a worktree: %v", beside.ids)
	}
}

// A commit of another commit of a submodule brings nothing if that is checked out there, and something if not.
func TestACommitOfASubmodule(t *testing.T) {
	dir := t.TempDir()
	sub := filepath.Join(dir, "lib")
	all := func(string) bool { return true }
	for _, d := range []string{dir, sub} {
		must(t, dir, "init", "-q", "-b", "main", d)
		must(t, d, "commit", "-q", "--allow-empty", "-m", "one")
	}
	must(t, dir, "add", "lib")
	must(t, dir, "commit", "-qm", "lib")
	before := Read(filepath.Join(dir, ".git"), nil, all)
	must(t, sub, "commit", "-q", "--allow-empty", "-m", "two")
	must(t, dir, "commit", "-qam", "newer")
	if got := Brought(filepath.Join(dir, ".git"), dir, false, before, Read(filepath.Join(dir, ".git"), nil, all), all); len(got) != 0 {
		t.Errorf("what is checked out is brought: %v", got)
	}
	must(t, sub, "switch", "-q", "--detach", "HEAD~1")
	if got := Brought(filepath.Join(dir, ".git"), dir, false, before, Read(filepath.Join(dir, ".git"), nil, all), all); len(got) != 1 || !slices.Equal(got[0].Paths, []string{"lib"}) {
		t.Errorf("what is not checked out is not brought: %v", got)
	}
}

// A commit brings what neither the work tree nor a commit of before has; an older one brings nothing.
func TestWhatACommitBrings(t *testing.T) {
	dir := t.TempDir()
	counts := func(name string) bool { return name == "run.sh" }
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "run.sh"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, dir, "add", "run.sh")
	}
	must(t, dir, "init", "-q", "-b", "main")
	for _, text := range []string{"one\n", "two\n"} {
		write(text)
		must(t, dir, "commit", "-qm", text)
	}
	store := filepath.Join(dir, ".git")
	before := Read(store, nil, counts)
	must(t, dir, "branch", "old", "HEAD^")
	must(t, dir, "switch", "-qc", "new")
	write("three\n")
	must(t, dir, "commit", "-qm", "three")
	if got := Brought(store, dir, false, before, Read(store, before, counts), counts); got != nil {
		t.Errorf("what lies there: %v", got)
	}
	must(t, dir, "switch", "-q", "main")
	after := Read(store, before, counts)
	if got := Brought(store, dir, false, before, after, counts); len(got) != 1 || got[0].Name != "refs/heads/new" || !slices.Equal(got[0].Paths, []string{"run.sh"}) {
		t.Errorf("%v", got)
	}
	if got := Behind(dir, before, after); got != nil {
		t.Errorf("the index is as it was, and %v", got)
	}
	must(t, dir, "read-tree", "new")
	if got := Behind(dir, before, Read(store, after, counts)); !slices.Equal(got, []string{"run.sh"}) {
		t.Errorf("the file stays, and %v", got)
	}
}

// What git am says to git apply makes a patch that stays as it was one of other files: told like a patch that is new.
func TestOptionsOfPatchesThatStay(t *testing.T) {
	counts := func(name string) bool { return strings.HasPrefix(name, "hk/") }
	for _, x := range []struct {
		patch, before, after string
		want                 []string
	}{
		{"docs/hk/post-commit", "", "'-p2'", []string{"hk/post-commit"}},
		{"docs/hk/post-commit", "'-p1'", "", []string{"hk/post-commit"}},
		{"docs/post-commit", "", "'--directory=hk' '-p2'", []string{"hk/docs/post-commit", "hk/post-commit"}},
		{"docs/post-commit", "", "'--dir' 'hk'", []string{"hk/docs/post-commit", "hk/post-commit"}},
		{"docs/post-commit", "", "'--direc=hk/it'\\''s one'", []string{"hk/it's one/docs/post-commit", "hk/it's one/post-commit"}},
		{"docs/post-commit", "", "'-p2'", nil},
		{"docs/hk/post-commit", "'-p1'", "'-p1'", nil},
	} {
		dir := t.TempDir()
		must(t, dir, "init", "-q", "-b", "main")
		store := filepath.Join(dir, ".git")
		lay := func(name, text string) {
			at := filepath.Join(store, "rebase-apply", name)
			if text == "" {
				_ = os.Remove(at) // it may not be there
			} else if err := errors.Join(os.MkdirAll(filepath.Dir(at), 0o700), os.WriteFile(at, []byte(text), 0o600)); err != nil {
				t.Fatal(err)
			}
		}
		lay("0001", "diff --git a/"+x.patch+" b/"+x.patch+"\nnew file mode 100755\n--- /dev/null\n+++ b/"+x.patch+"\n@@ -0,0 +1,1 @@\n+evil\n")
		lay("apply-opt", x.before)
		before := Read(store, nil, counts)
		lay("apply-opt", x.after)
		got := Brought(store, dir, false, before, Read(store, before, counts), counts)
		switch {
		case x.want == nil && len(got) > 0:
			t.Errorf("%s with %s: %v", x.patch, x.after, got)
		case x.want != nil && (len(got) != 1 || got[0].Name != "rebase-apply/apply-opt"):
			t.Errorf("%s with %s: %v", x.patch, x.after, got)
		case x.want != nil:
			for _, file := range x.want {
				if !slices.Contains(got[0].Paths, file) {
					t.Errorf("%s with %s is a patch of %v", x.patch, x.after, got[0].Paths)
				}
			}
		}
	}
}
