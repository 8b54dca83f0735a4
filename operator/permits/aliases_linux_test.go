package permits_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"handrail/operator/operatortest"
)

// The person's own aliases of git are judged as what they stand for, as git itself reads them; those that an agent could have written, that start a program or
// that hold under a condition ask.
func TestGitAliasesOfThePerson(t *testing.T) {
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home = filepath.Join(home, "home")
	if err := os.MkdirAll(filepath.Join(home, "space"), 0o700); err != nil {
		t.Fatal(err)
	}
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Home: home, Files: map[string]string{"a": "a\n"}})
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", b.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	b.Person.Answer = refuse
	asks := func(command string) bool { b.Questions(); b.Bash(command); return b.Questions() > 0 }
	settings := filepath.Join(home, ".gitconfig")
	for _, tt := range []struct {
		name, text, command string
		want                bool
	}{
		{"none", "", "git st", true},
		{"harmless", "[alias]\n\tst = status -sb\n", "git st", false},
		{"with quotes", "[alias]\n\tlg = \"log --pretty=format:'%h; $(x) %s' -n3\"\n", "git lg", false},
		{"of several", "[alias]\n\tst = status\n\tco = checkout\n", "git co -b x", false},
		{"the last counts", "[alias]\n\tst = status\n\tst = !evil\n", "git st", true},
		{"that pushes", "[alias]\n\tup = push --force-with-lease\n", "git up", true},
		{"that starts a program", "[alias]\n\tst = \"!evil\"\n", "git st", true},
		{"in another form", "[alias \"st\"]\n\tcommand = status\n", "git st", true},
		{"under a condition", "[alias]\n\tst = status\n[includeIf \"gitdir:/x/\"]\n\tpath = more\n", "git st", true},
		{"included", "[include]\n\tpath = more\n", "git st", true},
		{"included from the space", "[alias]\n\tst = status\n[include]\n\tpath = space/a\n", "git st", true},
		{"that cannot be read", "[alias\n", "git st", true},
	} {
		operatortest.WriteFile(t, filepath.Join(home, "more"), "[alias]\n\tst = !evil\n")
		operatortest.WriteFile(t, settings, tt.text)
		if got := asks(tt.command); got != tt.want {
			t.Errorf("%s: it asks: %v, want %v", tt.name, got, tt.want)
		}
	}
	operatortest.WriteFile(t, filepath.Join(home, "more"), "[alias]\n\tst = status\n")
	operatortest.WriteFile(t, settings, "[include]\n\tpath = more\n")
	if asks("git st") {
		t.Error("an alias of an included file of the person's asks")
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "gitconfig"), "[alias]\n\tst = status\n")
	if err := os.Remove(settings); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(b.Dir, "gitconfig"), settings); err != nil {
		t.Fatal(err)
	}
	if !asks("git st") {
		t.Error("an alias that an agent could have written does not ask")
	}
}
