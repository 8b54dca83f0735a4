package git_test

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

	"handrail/internal/git"
)

// A folder becomes one of git's by the names that it lacks: as long as one of them is missing, git does not take it for one.
func TestBegins(t *testing.T) {
	for _, c := range []struct{ there, comes, begins []string }{
		{nil, []string{"HEAD", "objects", "refs", "config"}, []string{"HEAD"}},
		{nil, []string{"HEAD", "commondir"}, []string{"HEAD"}},
		{[]string{"objects", "refs", "config"}, []string{"HEAD"}, []string{"HEAD"}},
		{[]string{"HEAD"}, []string{"objects", "refs"}, []string{"objects", "refs", "commondir"}},
		{[]string{"HEAD", "objects"}, []string{"refs"}, []string{"refs", "commondir"}},
		{[]string{"HEAD", "config"}, []string{"commondir"}, []string{"objects", "refs", "commondir"}},
		{[]string{"HEAD", "objects", "refs"}, []string{"HEAD", "commondir"}, nil},
		{nil, []string{"HEAD", "README"}, nil},
		{nil, []string{"objects", "refs", "config"}, nil},
	} {
		dir := t.TempDir()
		for _, name := range c.there {
			if err := os.Mkdir(filepath.Join(dir, name), 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if got := git.Begins(dir, func(name string) bool { return slices.Contains(c.comes, name) }); !slices.Equal(got, c.begins) {
			t.Errorf("with %v there, and %v: %v", c.there, c.comes, got)
		}
	}
}

// What leads git by being there is told by its name.
func TestLeads(t *testing.T) {
	for name, leads := range map[string]string{
		"commondir": "commondir", "gitdir": "gitdir", "commondir/x": "commondir", "lazygit.yml": "lazygit.yml", "hooks": "hooks", "hooks/pre-commit": "hooks/pre-commit",
		"hooks/sub/x": "hooks/sub", "remotes/origin": "remotes/origin", "branches/x/y": "branches/x", "info/attributes": "info/attributes", "info/sparse-checkout": "info/sparse-checkout",
		"info/exclude": "", "HEAD": "", "index": "", "refs/heads/hooks/x": "", "logs/HEAD": "", "COMMIT_EDITMSG": "", "worktrees/w/commondir": "", "config": "",
	} {
		if got := git.Leads(name, false, false); got != leads {
			t.Errorf("%s: %q", name, got)
		}
	}
	for _, name := range []string{"hooks", "remotes", "branches", "info", "refs/heads/x"} {
		if got := git.Leads(name, true, false); got != "" {
			t.Errorf("the folder %s: %q", name, got)
		}
	}
	for name, leads := range map[string]string{"HEAD": "HEAD", "anything": "anything", "refs/heads/x": "refs/heads/x", "logs/refs/heads/x": "logs/refs/heads/x", "annex/x": ""} {
		if got := git.Leads(name, false, true); got != leads {
			t.Errorf("the link %s: %q", name, got)
		}
	}
}
