package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// scripts makes what the person's settings of git name: hooks, and a filter.
func (g *gitBench) scripts() {
	g.T.Helper()
	for _, name := range []string{".githooks/post-checkout", "tools/clean.sh"} {
		g.File(name, "#!/bin/sh\ncat\n")
		g.Mode(name, 0o755)
	}
	g.outside(g.Dir, "config", "core.hooksPath", ".githooks")
	g.outside(g.Dir, "config", "filter.x.clean", "./tools/clean.sh")
	g.outside(g.Dir, "add", ".")
	g.outside(g.Dir, "commit", "-qm", "scripts")
}

// heard is all that the person was told so far.
func (g *gitBench) heard() (text string) {
	g.S.Walls().Settled()
	for {
		select {
		case one := <-g.told:
			text += one + "\n"
		default:
			return text
		}
	}
}

// plumb makes a commit of files that programs cannot change, and has a name mean it.
func plumb(name string, files ...string) string {
	script := "export GIT_INDEX_FILE=$PWD/ix; git read-tree HEAD; b=$(echo evil | git hash-object -w --stdin); "
	for _, file := range files {
		script += "git update-index --add --cacheinfo 100755,$b," + file + "; "
	}
	return script + "git update-ref " + name + " $(git commit-tree -p HEAD -m work $(git write-tree)); rm ix"
}

// What commits of a program bring of files that run unasked is told, whatever name leads to them, once; what lies there as it was committed is not.
func TestWhatCommitsBringIsTold(t *testing.T) {
	for name, x := range map[string]struct {
		script string
		want   []string // none: nothing is told
	}{
		"a branch":         {plumb("refs/heads/work", ".githooks/post-checkout", "tools/clean.sh"), []string{"refs/heads/work", ".githooks/post-checkout", "tools/clean.sh"}},
		"a new hook":       {plumb("refs/heads/work", ".githooks/pre-commit"), []string{".githooks/pre-commit"}},
		"what others run":  {plumb("refs/heads/work", "lefthook.yml", "web/.envrc"), []string{"lefthook.yml", "web/.envrc"}},
		"a worktree's":     {plumb("refs/heads/x", "tools/clean.sh") + "; git -C wt update-ref --no-deref HEAD x; git update-ref -d refs/heads/x", []string{"HEAD"}},
		"a remote's":       {plumb("refs/remotes/origin/main", ".github/workflows/ci.yml"), []string{"refs/remotes/origin/main", ".github/workflows/ci.yml"}},
		"what is out":      {plumb("HEAD", "tools/clean.sh"), []string{"refs/heads/main", "tools/clean.sh"}},
		"packed":           {plumb("refs/heads/work", "tools/clean.sh") + "; git pack-refs --all --prune; git gc -q", []string{"refs/heads/work", "tools/clean.sh"}},
		"a tag":            {plumb("refs/heads/work", "tools/clean.sh") + "; git tag -am t t work; git update-ref -d refs/heads/work", []string{"refs/tags/t", "tools/clean.sh"}},
		"a link":           {"export GIT_INDEX_FILE=$PWD/ix; git read-tree HEAD; git rm -q --cached -r tools; b=$(printf evil | git hash-object -w --stdin); git update-index --add --cacheinfo 120000,$b,tools; git update-ref refs/heads/work $(git commit-tree -p HEAD -m work $(git write-tree)); rm ix", []string{"refs/heads/work", "tools"}},
		"another object":   {"b=$(echo evil | git hash-object -w --stdin); git replace -f HEAD:tools/clean.sh $b", []string{"refs/replace/"}},
		"the index":        {"b=$(echo evil | git hash-object -w --stdin); git update-index --cacheinfo 100755,$b,tools/clean.sh", []string{"tools/clean.sh", "stayed as they were"}},
		"sources":          {"git switch -qc work && echo y > notes.txt && git add . && git commit -qm y && git switch -q main", nil},
		"an older commit":  {"git branch old HEAD^", nil},
		"a protected file": {"mkdir web && echo x > web/AGENTS.md && git add . && git commit -qm x", nil},
		"of a worktree":    {"cd wt && mkdir web && echo x > web/AGENTS.md && git add . && git commit -qm x", []string{"refs/heads/feature", "web/AGENTS.md"}},
		"its own":          {"git commit -q --allow-empty -m x; git tag x; git branch y; git stash -q; git log >/dev/null", nil},
	} {
		t.Run(name, func(t *testing.T) {
			g := newGitBench(t)
			g.scripts()
			g.run("true")
			if text := g.heard(); text != "" {
				t.Fatalf("nothing has moved: %s", text)
			}
			got := g.Bash(x.script)
			text := g.heard()
			if len(x.want) == 0 && strings.Contains(text, "moved git") {
				t.Fatalf("the person was told: %s; %+v", text, got)
			}
			for _, want := range x.want {
				if !strings.Contains(text, want) {
					t.Errorf("of %s the person was told: %q; %+v", want, text, got)
				}
			}
			g.run("git status")
			if text := g.heard(); strings.Contains(text, "moved git") {
				t.Errorf("it was told again: %s", text)
			}
		})
	}
}

// A switch that cannot put a read-only file into place says so, though git ends well; what the person does with git is not told.
func TestASwitchThatFilesDoNotFollowIsTold(t *testing.T) {
	g := newGitBench(t)
	g.scripts()
	g.outside(g.Dir, "switch", "-qc", "b")
	g.File("tools/clean.sh", "#!/bin/sh\ncat #b\n")
	g.File("notes.txt", "b\n")
	g.outside(g.Dir, "add", ".")
	g.outside(g.Dir, "commit", "-qm", "b")
	g.outside(g.Dir, "switch", "-q", "main")
	g.run("true")
	if text := g.heard(); text != "" {
		t.Fatalf("of the person's own the person was told: %s", text)
	}
	got := g.Bash("git switch b")
	raw, err := os.ReadFile(filepath.Join(g.Dir, "tools", "clean.sh"))
	if err != nil || strings.Contains(string(raw), "#b") || !g.exists("notes.txt") {
		t.Fatalf("git did not switch, or wholly: %s, %v; %+v", raw, err, got)
	}
	if text := g.heard(); !strings.Contains(text, "tools/clean.sh") || !strings.Contains(text, "stayed as they were") || strings.Contains(text, "notes.txt") {
		t.Errorf("the person was told: %q; %+v", text, got)
	}
	g.run("git add -- ':/tools/clean.sh' && git switch - && test -z \"$(git status --porcelain -uno)\"") // as it was told
	g.heard()
	g.File("mine.sh", "#!/bin/sh\n")
	g.outside(g.Dir, "switch", "-qc", "c")
	g.outside(g.Dir, "rm", "-q", "tools/clean.sh")
	g.outside(g.Dir, "commit", "-qm", "c")
	g.outside(g.Dir, "switch", "-q", "main")
	g.run("git switch c")
	if text := g.heard(); !strings.Contains(text, "git add -- ':/tools/clean.sh' && git switch -") {
		t.Errorf("of a file that is not on the other branch the person was told: %q", text)
	}
	g.run("git add -- ':/tools/clean.sh' && git switch - && test -z \"$(git status --porcelain -uno)\"")
}
