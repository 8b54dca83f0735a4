package walls_test

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// What the person has made in git cannot be removed by programs. They are told so in words that lead on, also where
// git says nothing of it, or ends well.
func TestWhyAPersonsRepositoryCannotBeRemoved(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	for _, command := range []string{"git worktree remove wt", "git rm -q vendor/lib", "rm -r vendor/lib", "mv vendor v2"} {
		if r := g.Bash(command); operatortest.Code(r) != tools.PermissionDenied || !strings.Contains(r.Error.ForModel(), "may not remove or move") || !strings.Contains(r.Error.ForModel(), "terminal of their own") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	for _, command := range []string{"git submodule deinit -q -f vendor/lib", "rm -r wt; echo done"} {
		if r := g.Bash(command); operatortest.Code(r) != "" || !strings.Contains(r.Content, "may not remove or move") {
			t.Errorf("%s: %+v", command, r)
		}
	}
	if r := g.Bash("echo x >>.husky/pre-commit; echo done"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "may not change") {
		t.Errorf("%+v", r)
	}
	if r := g.Bash("cat .gitignore; git status -s"); strings.Contains(r.Content, `"note"`) {
		t.Errorf("a note about nothing: %+v", r)
	}
}
