package servers_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// In a folder that the person lets a server write, it changes files, and nothing of what git and editors run there.
func TestWhatActsInAFolderThatAServerMayWrite(t *testing.T) {
	var proj string
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"write":["~/proj"]`), func(c *operator.Config) {
		proj = filepath.Join(c.Home, "proj")
		for _, repository := range []string{proj, filepath.Join(proj, "deep", "lib")} {
			if err := os.MkdirAll(repository, 0o700); err != nil {
				t.Fatal(err)
			}
			if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", "--template=", repository).CombinedOutput(); err != nil {
				t.Fatalf("%v: %s", err, out)
			}
		}
		operatortest.WriteFile(t, filepath.Join(proj, ".envrc"), "mine\n")
		operatortest.WriteFile(t, filepath.Join(proj, "deep", "lib", ".vscode", "tasks.json"), "{}\n")
	})
	operatortest.Said(t, b.S, "peer__write", filepath.Join(proj, "notes.txt"))
	operatortest.Said(t, b.S, "peer__write", filepath.Join(proj, ".git", "COMMIT_EDITMSG"))
	for _, name := range []string{".git/config", ".git/hooks/pre-commit", "deep/lib/.git/config", "deep/lib/.git/hooks/post-checkout", ".envrc", "deep/lib/.vscode/tasks.json"} {
		path := filepath.Join(proj, filepath.FromSlash(name))
		before, _ := os.ReadFile(path)
		if r := operatortest.Ask(t, b.S, "peer__write", path); r.Error == nil {
			t.Errorf("it writes %s", name)
		}
		if after, _ := os.ReadFile(path); string(after) != string(before) {
			t.Errorf("%s is %q", name, after)
		}
	}
}
