package walls_test

import (
	"encoding/json"
	"os"
	"path/filepath"
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

// A program makes a repository, and makes it again after the person has removed it, in this process or a later one: each time what it sets is taken out,
// whatever is remembered of the place.
func TestARepositoryThatAProgramMakesAgain(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	again := "mkdir -p again && git -C again init -q && git -C again config core.sshCommand " + evil
	for _, later := range []bool{false, true, false} {
		if later {
			g.reopened(false)
			g.listen()
		}
		g.ended(again)
		g.S.Walls().Settled()
		if text := g.read("again/.git/config"); strings.Contains(text, "sshCommand") {
			t.Fatalf("later %t: it kept\n%s", later, text)
		}
		if text := g.heard(); !strings.Contains(text, "sshcommand") {
			t.Errorf("later %t: the person was told: %q", later, text)
		}
		if err := os.RemoveAll(filepath.Join(g.Dir, "again")); err != nil {
			t.Fatal(err)
		}
		g.ended("true")
		g.S.Walls().Settled()
	}
}

// What an .envrc, or mise, reads in a folder below the space that is no repository is kept from programs as at its top, and so from file tools: they ask.
func TestWhatAFolderReadsThatIsEntered(t *testing.T) {
	b := newBench(t, "", nil)
	for _, dir := range []string{"pkg", "apps/web"} {
		b.File(dir+"/.envrc", ". ./env.sh\n")
		b.File(dir+"/env.sh", "export A=1\n")
		b.File(dir+"/own.sh", "b\n")
	}
	b.File("tool/mise.toml", "[env]\n_.source = \"env.sh\"\n")
	b.File("tool/env.sh", "export A=1\n")
	for _, dir := range []string{"pkg", "apps/web", "tool"} {
		if r := b.Bash("echo evil >> " + dir + "/env.sh"); !strings.Contains(r.Content, "ead-only") {
			t.Errorf("%s: a program changed it: %+v", dir, r)
		}
		b.Questions()
		calls := b.Agent()
		_, _, _ = calls.Call(t.Context(), "read", json.RawMessage(`{"path":"`+dir+`/env.sh"}`), tools.Scope{})
		_, _, _ = calls.Call(t.Context(), "edit", json.RawMessage(`{"path":"`+dir+`/env.sh","old_string":"export A=1","new_string":"evil"}`), tools.Scope{})
		if asked := b.Questions(); asked != 1 {
			t.Errorf("%s: edit asked %d times", dir, asked)
		}
	}
	if r := b.Bash("echo more >> pkg/own.sh"); operatortest.Code(r) != "" {
		t.Errorf("%+v", r)
	}
}
