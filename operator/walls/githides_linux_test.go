package walls_test

import (
	"strings"
	"testing"
)

// A list of what git leaves out, and marks in its index, by which the person's git status shows less, stay where a program sets them, and are told, once.
func TestWhatGitShowsLessIsTold(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.File("a.txt", "a\n")
	g.File("b.txt", "b\n")
	g.outside(g.Dir, "add", ".")
	g.outside(g.Dir, "commit", "-qm", "files")
	g.outside(g.Dir, "update-index", "--assume-unchanged", "b.txt")
	g.outside(g.Dir, "config", "core.bare", "false")
	g.Bash("git status")
	if heard := g.heard(); strings.Contains(heard, "shows less") {
		t.Errorf("of what the person has set they were told: %s", heard)
	}
	for _, x := range []struct{ script, want, not string }{
		{"echo '*.py' >>.git/info/exclude", "*.py", "# "},
		{"git update-index --skip-worktree a.txt", "a.txt", "b.txt"},
		{"git update-index --assume-unchanged .husky/pre-commit", ".husky/pre-commit", "a.txt"},
	} {
		g.Bash(x.script)
		heard := g.heard()
		if !strings.Contains(heard, "shows less") || !strings.Contains(heard, x.want) || strings.Contains(heard, x.not) {
			t.Errorf("%s: the person was told: %s", x.script, heard)
		}
		g.Bash("git status; echo more >>mine.txt; git add mine.txt")
		if heard := g.heard(); strings.Contains(heard, "shows less") {
			t.Errorf("%s: once more the person was told: %s", x.script, heard)
		}
	}
	if out := g.ask(g.Dir, "ls-files", "-v"); !strings.Contains(out, "S a.txt") || !strings.Contains(out, "h .husky/pre-commit") || !strings.Contains(g.read(".git/info/exclude"), "*.py") {
		t.Errorf("what was told of does not stay: %s", out)
	}
	g.Bash("git init -q n && echo '*.o' >n/.git/info/exclude && git clone -q . c && git worktree add -q w2 && git stash && git switch -qc next && git commit -q --allow-empty -m x")
	if heard := g.heard(); strings.Contains(heard, "shows less") {
		t.Errorf("of ordinary work the person was told: %s", heard)
	}
	g.outside(g.Dir, "sparse-checkout", "set", "--no-cone", "/*", "!/b.txt")
	g.Bash("git status && git switch -q main")
	if heard := g.heard(); strings.Contains(heard, "shows less") {
		t.Errorf("where little is checked out the person was told: %s", heard)
	}
}

// What a program makes in a folder below of the names that other programs run or obey is told.
func TestNamesInFoldersBelowAreTold(t *testing.T) {
	g := newGitBench(t)
	g.Bash("mkdir -p packages/app/.vscode sub/.hg; echo '{}' >packages/app/.vscode/tasks.json; echo /x >sub/.hg/sharedpath; echo x >sub/.lazygit.yml")
	heard := g.heard()
	for _, name := range []string{"packages/app/.vscode/tasks.json", "sub/.hg/sharedpath", "sub/.lazygit.yml"} {
		if !strings.Contains(heard, name) {
			t.Errorf("of %s the person was told: %s", name, heard)
		}
	}
}

// What leads version control to another repository's settings, and what other programs obey where they start, is told where a program makes it, and
// read-only where it is there. What Jujutsu keeps in a folder stays its own.
func TestPointersOfOtherVersionControlAreKept(t *testing.T) {
	g := newGitBench(t)
	g.File(".hg/requires", "store\n")
	g.File(".jj/repo/store/type", "git\n")
	g.File(".gdbinit", "\n")
	g.File(".direnv/flake.rc", "\n")
	g.Bash("true")
	if r := g.Bash("echo x >.jj/repo/store/type && mkdir -p .direnv/python && echo x >.direnv/python/x && echo made"); !strings.Contains(r.Content, "made") {
		t.Errorf("the repository could not be written: %s", r.Content)
	}
	for _, name := range []string{".gdbinit", ".direnv/flake.rc"} {
		if r := g.Bash("echo x >" + name); !strings.Contains(r.Content, "Read-only") {
			t.Errorf("%s could be written: %s", name, r.Content)
		}
	}
	g.heard()
	g.Bash("echo /x >.hg/sharedpath; echo shared >>.hg/requires; mv .jj/repo .jj/old; echo /x >.jj/repo; echo x >.lazygit.yml; echo x >.git/lazygit.yml")
	heard := g.heard()
	for _, name := range []string{".hg/sharedpath", ".jj/repo", ".lazygit.yml", ".git/lazygit.yml"} {
		if !strings.Contains(heard, name) {
			t.Errorf("of %s the person was told: %s", name, heard)
		}
	}
	if r := g.Bash("echo /y >.jj/repo"); !strings.Contains(r.Content, "Read-only") {
		t.Errorf("the pointer could be written again: %s", r.Content)
	}
}

// What the person's .envrc sources is theirs, as what settings of git name; what comes into a folder that it puts on PATH is told.
func TestWhatAnEnvrcNamesIsKept(t *testing.T) {
	g := newGitBench(t)
	for name, text := range map[string]string{
		".envrc":    "# source scripts/not.sh\nsource_env scripts/dev.envrc\nif has x; then source ./scripts/env.sh; fi\nsource_env_if_exists .envrc.local\ndotenv .env\nPATH_add bin\nexport PATH=\"$PWD/tools:$PATH\"\nwatch_file package.json\nexport DATA=./data\nexport X=$(sh scripts/x.sh)\n",
		"mise.toml": "[env]\n_.source = \"scripts/mise.sh\"\n_.path = [\"./bin\"]\nX = \"package.json\"\n[hooks]\nenter = \"sh scripts/enter.sh\"\n", "scripts/mise.sh": "\n", "scripts/enter.sh": "\n",
		"scripts/dev.envrc": "source more.sh\n", "scripts/more.sh": "\n", "scripts/env.sh": "\n", "scripts/not.sh": "\n", "scripts/x.sh": "\n", ".env": "A=1\n", "bin/dev": "#!/bin/sh\n", "tools/t": "\n", "package.json": "{}", "data/x": "x",
	} {
		g.File(name, text)
	}
	g.File(".gitignore", "bin/app\n")
	g.outside(g.Dir, "add", ".")
	g.Bash("true")
	g.heard()
	for _, name := range []string{".envrc", "scripts/dev.envrc", "scripts/more.sh", "scripts/env.sh", "scripts/x.sh", ".env", "bin/dev", "tools/t", "scripts/mise.sh", "scripts/enter.sh"} {
		if r := g.Bash("echo x >>" + name); !strings.Contains(r.Content, "Read-only") {
			t.Errorf("%s could be written: %s", name, r.Content)
		}
	}
	if r := g.Bash("echo x >>scripts/not.sh && echo x >>package.json && echo x >>data/x && echo x >bin/app && echo x >>bin/app && echo made"); !strings.Contains(r.Content, "made") {
		t.Errorf("ordinary files could not be written: %s", r.Content)
	}
	if heard := g.heard(); !strings.Contains(heard, "bin/app") {
		t.Errorf("of bin/app the person was told: %s", heard)
	}
	g.Bash("echo evil >.envrc.local; echo x >>bin/app")
	if heard := g.heard(); !strings.Contains(heard, ".envrc.local") || strings.Contains(heard, "bin/app") || g.exists(".envrc.local") {
		t.Errorf("of .envrc.local the person was told: %s", heard)
	}
}
