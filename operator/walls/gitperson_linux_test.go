package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// What the person sets in git by hand between two calls is theirs: in one process, in the next one, and where two have the space open.
func TestWhatThePersonSetsInGitBetweenCallsStays(t *testing.T) {
	g := newGitBench(t)
	opened := func(o *operator.Operator) *operator.Space {
		t.Helper()
		s, err := o.OpenSpace(t.Context(), g.Dir)
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	stays := func(name string, in *operator.Space) {
		t.Helper()
		g.outside(g.Dir, "config", "alias."+name, "status --short")
		g.S = in
		g.once("git status")
		g.S.Walls().Settled()
		if got := g.ask(g.Dir, "config", "alias."+name); got != "status --short\n" {
			t.Errorf("the person's alias %s is %q, and git's settings are\n%s", name, got, g.read(".git/config"))
		}
	}
	g.once("git status")
	g.S.Walls().Settled()
	stays("one", g.S)
	g.Close()
	g.O = g.another()
	second := opened(g.O)
	stays("two", second)
	third := opened(g.another())
	stays("three", third)
	stays("four", second)
	stays("five", second)
	stays("six", third)
	for len(g.told) > 0 {
		t.Errorf("told: %s", <-g.told)
	}
}

// Where husky is not installed yet, its folder of hooks is made before anything could run there. Git, which removes what is untracked, leaves it alone:
// an agent puts its work on the shelf and takes it back.
func TestGitStashWhereHuskyIsNotInstalled(t *testing.T) {
	b := newBench(t, "", nil)
	g := &gitBench{bench: b}
	g.env = append(os.Environ(), "HOME="+b.Options.Home, "GIT_CONFIG_NOSYSTEM=1")
	g.outside(b.Dir, "init", "-q")
	b.File(".husky/pre-commit", "true\n")
	b.File("notes.txt", "notes\n")
	for _, args := range [][]string{{"config", "user.name", "Kim"}, {"config", "user.email", "kim@example.com"}, {"add", "."}, {"commit", "-qm", "first"}} {
		g.outside(b.Dir, args...)
	}
	g.run("echo more >> notes.txt; echo new > new.txt; git stash -u -q && test ! -e new.txt && git stash pop -q && test -e new.txt && git clean -qfd && test ! -e new.txt")
	if out := g.outside(b.Dir, "status", "--porcelain"); out != " M notes.txt\n" {
		t.Errorf("git says\n%s", out)
	}
}

// Where husky is not installed, an agent's npm install installs it: that works in the room, and the hooks that it makes, and the setting, are told and
// not kept.
func TestHuskyIsInstalledInARoom(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.outside(g.Dir, "config", "--unset", "core.hooksPath")
	if err := os.RemoveAll(filepath.Join(g.Dir, ".husky", "_")); err != nil {
		t.Fatal(err)
	}
	const husky = "mkdir -p .husky/_ && printf '*' > .husky/_/.gitignore && printf 'true\\n' > .husky/_/h && printf 'true\\n' > .husky/_/pre-commit && chmod +x .husky/_/pre-commit && git config core.hooksPath .husky/_ && echo installed"
	for range 2 {
		if r := g.Bash(husky); operatortest.Code(r) != "" || !strings.Contains(r.Content, "installed") {
			t.Fatalf("%+v", r)
		}
		g.S.Walls().Settled()
	}
	if g.exists(".husky/_/pre-commit") || g.exists(".husky/_/h") || strings.Contains(g.read(".git/config"), "hooksPath") {
		t.Errorf("what nobody allowed was kept: %s", g.read(".git/config"))
	}
	if r := g.Bash("echo x > .husky/pre-commit; echo done"); !strings.Contains(r.Content, "may not change") {
		t.Errorf("%+v", r)
	}
}
