package origins_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"handrail/journal/sqlite"
	"handrail/operator/origins"
)

// committed is a repository in which a file of a call was committed, as written says by whom.
func committed(t testing.TB, w *written) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"commit", "-q", "-m", "x"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = w.dir
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// A commit ends labels only where surely nothing of ours could have made it, and those of the memory, too.
func TestWhoseCommitItIs(t *testing.T) {
	for name, x := range map[string]struct {
		written func(time.Time) func(string) bool
		want    bool // the labels stay
	}{
		"surely the person's": {func(time.Time) func(string) bool { return func(string) bool { return false } }, false},
		"nobody can tell":     {func(time.Time) func(string) bool { return func(string) bool { return true } }, true},
		"nobody is asked":     {nil, true},
	} {
		t.Run(name, func(t *testing.T) {
			w := writtenIn(t).keeping()
			w.files.Written = x.written
			w.call("write", agent, evil, map[string]string{"a.md": text, "b.md": other, "MEMORY.md": "what the page says\n"}, nil)
			if err := os.Rename(filepath.Join(w.dir, "b.md"), filepath.Join(t.TempDir(), "b.md")); err != nil {
				t.Fatal(err)
			}
			committed(t, w)
			w.put("b.md", other) // not committed
			if err := w.files.Settle(t.Context()); err != nil {
				t.Fatal(err)
			}
			w.holds("b.md", "web evil.example")
			if x.want {
				w.holds("a.md", "web evil.example")
				w.holds("MEMORY.md", "web evil.example")
				return
			}
			w.holds("a.md")
			w.holds("MEMORY.md")
		})
	}
}

// A worktree that a call makes holds what its commit does, and so does the space: nothing of what the conversation has read. What differs, and what
// is in a repository of its own, does.
func TestAFileOfAnotherWorktreeIsAsItWasCommitted(t *testing.T) {
	w := writtenIn(t).keeping()
	third := "all: ; echo something else that is as long again\n"
	w.put("Makefile", text)
	w.put("third.mk", third)
	committed(t, w)
	git := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = w.dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	w.bases = w.files.Heads()
	git("worktree", "add", "-q", "wt/fix", "-b", "fix")
	git("init", "-q", "own")
	w.call("bash", agent, evil, map[string]string{"wt/fix/Makefile": text, "wt/fix/justfile": other, "own/third.mk": third}, nil)
	w.holds("wt/fix/Makefile")
	w.holds("wt/fix/justfile", "web evil.example")
	w.holds("own/third.mk", "web evil.example")
}

// BenchmarkSettle is what each call pays before it begins: without labels, and with some in a repository where nothing was committed.
func BenchmarkSettle(b *testing.B) {
	for _, labels := range []bool{false, true} {
		b.Run(map[bool]string{false: "no labels", true: "labels"}[labels], func(b *testing.B) {
			dir := b.TempDir()
			store, err := sqlite.Open(b.Context(), sqlite.Config{Path: filepath.Join(b.TempDir(), "journal.db")})
			if err != nil {
				b.Fatal(err)
			}
			defer store.Close()
			files := origins.NewFiles(dir, sqlite.LabelsIn(store))
			files.Written = func(time.Time) func(string) bool { return func(string) bool { return true } }
			w := &written{dir: dir, files: files}
			if err := os.WriteFile(filepath.Join(dir, "a.md"), []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
			committed(b, w)
			if labels {
				if err := sqlite.LabelsIn(store).Put(b.Context(), dir, []sqlite.Label{{Path: filepath.Join(dir, "a.md"), Origins: "[]", Time: time.Now()}}); err != nil {
					b.Fatal(err)
				}
			}
			for b.Loop() {
				if err := files.Settle(b.Context()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
