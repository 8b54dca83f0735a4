package walls_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/internal/proc"
	"handrail/operator"
	"handrail/operator/operatortest"
)

// A folder of the person's PATH that lies in the space is nobody's to change unasked: not by its own name, by that of a folder around it, by a link, nor by
// a file tool. One that a program makes is told, and kept from then on.
func TestFoldersOfThePersonsPath(t *testing.T) {
	b := newBench(t, "", func(c *operator.Config) {
		dir := filepath.Join(c.Home, "space")
		path := os.Getenv("PATH")
		for _, name := range []string{"deep/venv/bin", "made/bin", "linked/bin"} {
			path = filepath.Join(dir, name) + string(filepath.ListSeparator) + path
		}
		c.Environ.Vars = proc.SetEnv(c.Environ.Vars, "PATH", path)
		operatortest.WriteFile(t, filepath.Join(dir, "deep/venv/bin/pip"), "mine\n")
		operatortest.WriteFile(t, filepath.Join(dir, "other/bin/x"), "mine\n")
		operatortest.WriteFile(t, filepath.Join(dir, ".envrc"), "PATH_add tools\n")
		if err := os.Symlink("other", filepath.Join(dir, "linked")); err != nil {
			t.Fatal(err)
		}
	})
	for _, script := range []string{
		"echo evil >>deep/venv/bin/pip", "echo evil >deep/venv/bin/git", "mv deep away && mkdir -p deep/venv/bin && echo evil >deep/venv/bin/git", "mv deep/venv v2", "rm linked && mkdir -p linked/bin", "echo evil >other/bin/x", "mv other away",
	} {
		if r := b.Bash(script); operatortest.Code(r) == "" {
			t.Errorf("%s: %+v", script, r)
		}
	}
	b.Questions()
	for _, name := range []string{"deep/venv/bin/git", "made/bin/git", "tools/git", "linked/bin/y"} {
		b.Person.Answer = no
		if r := b.Call("write", fmt.Sprintf(`{"path":%q,"content":"evil"}`, name)); b.Questions() != 1 {
			t.Errorf("%s is written unasked: %+v", name, r)
		}
	}
	b.Person.Answer = operatortest.Yes
	if r := b.Bash("mkdir -p node_modules/.bin venv2/bin && echo x >node_modules/.bin/x && echo x >venv2/bin/pip && echo x >deep/venv/cfg && mkdir tools && echo x >tools/x && echo done"); !strings.Contains(r.Content, "done") || b.Questions() != 0 {
		t.Errorf("ordinary work: %+v", r)
	}
	if r := b.Bash("mkdir -p made/bin; echo evil >made/bin/git"); !strings.Contains(r.Content, "made/bin") || !strings.Contains(r.Content, "person was told") {
		t.Errorf("a folder of PATH that came was not told: %+v", r)
	}
	if r := b.Bash("echo more >>made/bin/git"); operatortest.Code(r) == "" {
		t.Errorf("it can still be written: %+v", r)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "deep/venv/bin/pip")); err != nil || string(got) != "mine\n" {
		t.Errorf("%q, %v", got, err)
	}
}
