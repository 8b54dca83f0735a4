package objects_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/git/objects"
)

// gitIn runs git in a repository of the test's own.
func gitIn(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What git says of files in commits is what is read, loose and packed, with differences that stand on each other.
func TestBlobs(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q")
	var commits []string
	for n := range 30 {
		var text strings.Builder
		for line := range 400 {
			fmt.Fprintf(&text, "line %d of %d\n", line, n*(line%40/39))
		}
		write(t, filepath.Join(dir, "deep", "er", "a.txt"), text.String())
		write(t, filepath.Join(dir, "b.txt"), fmt.Sprint(n/10))
		for i := range 40 {
			write(t, filepath.Join(dir, "many", fmt.Sprintf("%02d.txt", i)), fmt.Sprint(i*(1+n/29)))
		}
		gitIn(t, dir, "add", "-A")
		gitIn(t, dir, "commit", "-q", "--allow-empty", "-m", "x")
		commits = append(commits, gitIn(t, dir, "rev-parse", "HEAD"))
	}
	check := func(how string) {
		t.Helper()
		s := objects.Open(filepath.Join(dir, ".git"))
		defer s.Close()
		for _, commit := range commits {
			for _, path := range []string{"deep/er/a.txt", "b.txt", "many/07.txt"} {
				if got, err := s.Blob(commit, path); err != nil || got != gitIn(t, dir, "rev-parse", commit+":"+path) {
					t.Fatalf("%s: %s of %s: %q, %v", how, path, commit, got, err)
				}
			}
		}
		for _, path := range []string{"deep", "deep/er", "nothing", "b.txt/x", "", "deep/er/a.txt/"} {
			if got, err := s.Blob(commits[0], path); got != "" {
				t.Errorf("%s: %q is %q, %v", how, path, got, err)
			}
		}
		if _, err := s.Blob(strings.Repeat("a", 40), "b.txt"); err == nil {
			t.Errorf("%s: a commit that is not there is known", how)
		}
	}
	check("loose")
	gitIn(t, dir, "-c", "pack.depth=20", "gc", "-q", "--aggressive", "--prune=now")
	check("packed")
	raw, err := os.ReadFile(filepath.Join(dir, "deep/er/a.txt"))
	if err != nil || objects.BlobID(raw) != gitIn(t, dir, "hash-object", "deep/er/a.txt") {
		t.Errorf("the content is called %q, %v", objects.BlobID(raw), err)
	}

	beside := filepath.Join(t.TempDir(), "beside")
	gitIn(t, dir, "worktree", "add", "-q", "--detach", beside)
	at := strings.TrimPrefix(gitIn(t, beside, "rev-parse", "--git-dir"), "gitdir: ")
	s := objects.Open(at)
	defer s.Close()
	if got, err := s.Blob(commits[3], "b.txt"); err != nil || got == "" {
		t.Errorf("in a worktree beside: %q, %v", got, err)
	}
}

// Whatever somebody has written into a repository, nothing breaks.
func TestBrokenObjects(t *testing.T) {
	dir := t.TempDir()
	gitIn(t, dir, "init", "-q")
	for n := range 20 {
		write(t, filepath.Join(dir, "a.txt"), strings.Repeat(fmt.Sprint("text ", n), 500))
		gitIn(t, dir, "add", "-A")
		gitIn(t, dir, "commit", "-q", "-m", "x")
	}
	head := gitIn(t, dir, "rev-parse", "HEAD")
	gitIn(t, dir, "gc", "-q")
	files, err := filepath.Glob(filepath.Join(dir, ".git/objects/pack/*"))
	if err != nil || len(files) < 2 {
		t.Fatal(files, err)
	}
	for _, name := range files {
		whole, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, 0o600); err != nil {
			t.Fatal(err)
		}
		for at := 0; at < len(whole); at += 1 + len(whole)/300 {
			broken := bytes.Clone(whole)
			broken[at] ^= 0xff
			write(t, name, string(broken[:max(at, len(whole)*(at%3)/2)]))
			s := objects.Open(filepath.Join(dir, ".git"))
			_, _ = s.Blob(head, "a.txt")
			s.Close()
		}
		write(t, name, string(whole))
	}
}

func TestMoves(t *testing.T) {
	zeros, a, b := strings.Repeat("0", 40), strings.Repeat("a", 40), strings.Repeat("b", 40)
	log := zeros + " " + a + " Ann <ann@example.com> 1700000000 +0100\tcommit (initial): first\n" +
		a + " " + b + " Ann <ann@example.com> 1700000000 +0100\tcommit: second\tpart\n" +
		"nonsense\n" + a + " " + b + " Ann <a> 1 +0\tpull: fast-forward\n" + a + " " + b + " Ann <a> 1 +0\tcommit (amend): x\n" + a + " " + b + " no tab\n"
	got := objects.Moves(log)
	if len(got) != 4 || !got[0].First() || got[0].At != 1700000000 || got[2].At != 1 || !got[0].Commits() || !got[1].Commits() || got[1].First() || got[1].What != "commit: second\tpart" || got[2].Commits() || !got[3].Commits() {
		t.Errorf("%+v", got)
	}
}
