package walls_test

import (
	"strings"
	"testing"
)

// Git takes files beside its refs for names, and reads ids in capitals and old lists of packs: what comes by them is told, and so is each further
// name that comes to mean what was told of another one.
func TestNamesThatGitWritesNowhere(t *testing.T) {
	g := newGitBench(t)
	g.scripts()
	g.outside(g.Dir, "update-ref", "refs/remotes/origin/main", "HEAD")
	for _, x := range []struct{ script, want string }{
		{plumb("refs/agent/a", "tools/clean.sh"), "refs/agent/a brings"},
		{"mkdir .git/origin && git rev-parse refs/agent/a >.git/origin/main", ".git/origin/main brings"},
		{"mkdir .git/heads && git rev-parse refs/agent/a >.git/heads/feature", ".git/heads/feature brings"},
		{"git rev-parse refs/agent/a | tr a-f A-F >.git/refs/heads/feature", "refs/heads/feature brings"},
		{plumb("refs/heads/old", ".githooks/pre-commit") + "; git -c pack.indexVersion=1 repack -adq", "refs/heads/old brings"},
		{"echo 1111111111111111111111111111111111111111 >.git/refs/heads/later", "refs/heads/later means"},
	} {
		r := g.Bash(x.script)
		if heard := g.heard(); !strings.Contains(heard, x.want) || !strings.Contains(r.Content, x.want) {
			t.Errorf("%s:\nthe person was told: %s\nthe caller: %s", x.want, heard, r.Content)
		}
	}
	for _, script := range []string{"git status; git log --oneline | cat", "git switch -qc mine main && echo x >x && git add x && git commit -qm x && git tag y && git gc -q"} {
		g.Bash(script)
		if heard := g.heard(); heard != "" {
			t.Errorf("%s: the person was told: %s", script, heard)
		}
	}
}
