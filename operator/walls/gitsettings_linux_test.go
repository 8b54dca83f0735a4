package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Settings by which the person's git takes, leaves out or sends something else are asked about, and a list of what is checked out is the person's.
func TestSettingsThatChangeWhatGitTakesAlong(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	for _, setting := range []string{"core.ignoreCase true", "core.sparseCheckout true", "push.default matching", "status.showUntrackedFiles no", "submodule.deep/lib.ignore all", "user.email a@example.com", "rerere.enabled true"} {
		r := g.Bash("git config " + setting)
		name, _, _ := strings.Cut(setting, " ")
		if len(g.Person.Asked) == 0 || !strings.Contains(r.Content, "not kept") {
			t.Errorf("%s: asked %d, the caller was told %s", setting, len(g.Person.Asked), r.Content)
		}
		for len(g.Person.Asked) > 0 {
			<-g.Person.Asked
		}
		if strings.Contains(strings.ToLower(g.read(".git/config")), strings.ToLower("\t"+name[strings.LastIndexByte(name, '.')+1:]+" = "+setting[len(name)+1:])) {
			t.Errorf("%s is kept:\n%s", setting, g.read(".git/config"))
		}
	}
	g.heard()
	g.Bash("printf '/*\\n!/.husky/\\n' >.git/info/sparse-checkout")
	if heard := g.heard(); !strings.Contains(heard, "sparse-checkout") {
		t.Errorf("the person was told: %s", heard)
	}
	if _, err := os.Stat(filepath.Join(g.Dir, ".git", "info", "sparse-checkout")); err == nil {
		t.Error("the list is still there")
	}
	g.outside(g.Dir, "sparse-checkout", "set", "--no-cone", "/*")
	for _, script := range []string{"git worktree add -q sparse -b sparse && git -C sparse status --short", "git sparse-checkout list; git status --short"} {
		g.Bash(script)
		if heard := g.heard(); heard != "" {
			t.Errorf("%s: the person was told: %s", script, heard)
		}
	}
	if r := g.Bash("echo '!/.husky/' >>.git/info/sparse-checkout"); !strings.Contains(r.Content, "Read-only") {
		t.Errorf("the person's list could be written: %s", r.Content)
	}
}

// Who makes a repository of one that is there changes nothing of it: in a room, git takes the link to its settings for a file system without rights.
func TestInitOfARepositoryThatIsThere(t *testing.T) {
	g := newGitBench(t)
	before := g.read(".git/config")
	for _, script := range []string{"git init -q", "git init -q . && git commit -q --allow-empty -m again"} {
		g.Bash(script)
		if len(g.Person.Asked) > 0 {
			t.Fatalf("%s: the person was asked: %+v", script, <-g.Person.Asked)
		}
	}
	if heard := g.heard(); heard != "" {
		t.Errorf("the person was told: %s", heard)
	}
	if now := g.read(".git/config"); now != before {
		t.Errorf("the settings are now\n%s", now)
	}
}
