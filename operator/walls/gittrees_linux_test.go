package walls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// namesScripts has settings name hooks and a filter's script by paths that count in each work tree.
func (g *gitBench) namesScripts(where string) {
	g.T.Helper()
	for _, set := range []string{"core.hooksPath=.githooks", "filter.x.clean=./tools/clean.sh", "filter.x.smudge=./tools/clean.sh", "diff.x.textconv=sh ./tools/clean.sh"} {
		name, value, _ := strings.Cut(set, "=")
		g.outside(g.Dir, "config", where, name, value)
	}
}

// Scripts that the person's settings name are looked after in each work tree that a program makes: what it writes there is put aside.
func TestScriptsOfSettingsInWorkTreesOfPrograms(t *testing.T) {
	for _, where := range []string{"--local", "--global"} {
		t.Run(where, func(t *testing.T) {
			g := newGitBench(t)
			g.scripts()
			g.namesScripts(where)
			g.File(".gitattributes", "*.txt filter=x diff=x\n")
			g.outside(g.Dir, "add", ".")
			g.outside(g.Dir, "commit", "-qm", "attributes")
			g.evil()
			plant := func(dir string) string {
				return fmt.Sprintf("mkdir -p %[1]s/tools %[1]s/.githooks; for f in tools/clean.sh .githooks/post-checkout .githooks/pre-commit; do rm -f %[1]s/$f; cp evil.sh %[1]s/$f; done; echo '*.txt filter=x diff=x' >%[1]s/.gitattributes; echo x >%[1]s/new.txt; ", dir)
			}
			made := []string{"w", "w3"}
			script := "git worktree add -q w HEAD; git worktree add -q w2 HEAD && mv w2 w3; " + plant("w") + plant("w3")
			if where == "--global" {
				made = append(made, "c", "n", "deep/er/n")
				script += "git clone -q . c; git init -q n; mkdir -p deep/er && git init -q deep/er/n; " + plant("c") + plant("n") + plant("deep/er/n")
			}
			script += "mkdir x && echo 'gitdir: ../.git' >x/.git; " + plant("x")
			made = append(made, "x")
			g.Bash(script)
			g.S.Walls().Settled()
			g.Bash("true")
			for _, dir := range made {
				for _, name := range []string{"tools/clean.sh", ".githooks/post-checkout", ".githooks/pre-commit"} {
					if raw, err := os.ReadFile(filepath.Join(g.Dir, dir, name)); err == nil && strings.Contains(string(raw), "canary") {
						t.Errorf("%s/%s is what the program wrote", dir, name)
					}
				}
			}
			g.live("scripts of settings")
			for _, dir := range made {
				for _, args := range [][]string{{"status"}, {"add", "."}, {"log", "-p"}, {"diff", "HEAD"}, {"commit", "-qam", "x"}, {"checkout", "-q", "--", "."}} {
					g.ask(filepath.Join(g.Dir, dir), args...)
				}
			}
			if g.exists("../../canary") {
				t.Error("a script of a program's ran")
			}
			text := g.heard()
			for _, dir := range made {
				if !strings.Contains(text, dir+"/tools/clean.sh") {
					t.Errorf("of %s the person was told: %s", dir, text)
				}
			}
			g.Bash(plant("w")) // once more, in a later call
			g.S.Walls().Settled()
			if raw, err := os.ReadFile(filepath.Join(g.Dir, "w/tools/clean.sh")); err == nil && strings.Contains(string(raw), "canary") {
				t.Error("in a later call it stays")
			}
		})
	}
}

// What git checks out as the person has it stays in a work tree of a program's, and nobody is told of it; so does what the person changes there.
func TestScriptsThatGitChecksOutStay(t *testing.T) {
	for _, where := range []string{"--local", "--global"} {
		t.Run(where, func(t *testing.T) {
			g := newGitBench(t)
			g.scripts()
			g.namesScripts(where)
			g.outside(g.Dir, "config", "alias.tidy", "!sh ./tools/tidy.sh")
			g.File("tools/real.sh", "#!/bin/sh\n")
			if err := os.Symlink("real.sh", filepath.Join(g.Dir, "tools/tidy.sh")); err != nil {
				t.Fatal(err)
			}
			g.outside(g.Dir, "add", ".")
			g.outside(g.Dir, "commit", "-qm", "link")
			g.outside(g.Dir, "branch", "before")
			g.File("tools/clean.sh", "#!/bin/sh\ncat # newer\n")
			g.File(".githooks/post-checkout", "#!/bin/sh\n: newer\n")
			g.outside(g.Dir, "commit", "-qam", "newer")
			names := []string{"tools/clean.sh", "tools/tidy.sh", "tools/real.sh", ".githooks/post-checkout"}
			g.run("git worktree add -q w HEAD && git -C w commit -q --allow-empty -m x && git clone -q . c && git -C c log --oneline -1 && git worktree add -q o before && git worktree add -q p HEAD~1")
			g.S.Walls().Settled()
			g.run("git -C w status && git -C c status")
			g.S.Walls().Settled()
			for _, dir := range []string{"w", "c", "o", "p"} {
				for _, name := range names {
					if _, err := os.Stat(filepath.Join(g.Dir, dir, name)); err != nil {
						t.Errorf("%v", err)
					}
				}
			}
			mine := filepath.Join(g.Dir, "w/tools/clean.sh")
			operatortest.WriteFile(t, mine, "#!/bin/sh\ncat # mine\n")
			g.run("git -C w status")
			g.S.Walls().Settled()
			if raw, err := os.ReadFile(mine); err != nil || !strings.Contains(string(raw), "mine") {
				t.Errorf("what the person changed is %s, %v", raw, err)
			}
			g.run("git -C c checkout -q -b work && cd w && rm -r tools && git checkout -q HEAD -- tools && cd .. && git worktree remove --force w")
			if text := g.heard(); strings.Contains(text, "nobody allowed") || strings.Contains(text, "put-aside") {
				t.Errorf("the person was told: %s", text)
			}
		})
	}
}

// What a program brings by a commit of its own is put aside in a work tree, also in a later call.
func TestScriptsThatAProgramHasCommitted(t *testing.T) {
	g := newGitBench(t)
	g.scripts()
	g.run("true")
	g.Bash(plumb("refs/heads/work", "tools/clean.sh", ".githooks/post-checkout"))
	g.Bash("git worktree add -q w work || git -c filter.x.clean=cat worktree add -q w work")
	g.Bash("cd w && git checkout -q work -- .")
	text := g.heard()
	for _, name := range []string{"w/tools/clean.sh", "w/.githooks/post-checkout"} {
		if raw, err := os.ReadFile(filepath.Join(g.Dir, name)); err == nil && string(raw) == "evil\n" {
			t.Errorf("%s is what the program wrote; the person was told: %s", name, text)
		}
	}
}
