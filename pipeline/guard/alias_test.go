package guard

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/tools"
)

// An alias of the person's own settings is judged as what it stands for; one that the repository, the script or nobody known says, asks.
func TestAliasesOfThePerson(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name, text string) {
		t.Helper()
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	at("plain/.git/config", "[core]\n\tbare = false\n")
	at("own/.git/config", "[alias]\n\tst = !evil\n")
	at("including/.git/config", "[include]\n\tpath = other\n")
	at("broken/.git/config", "[core\n")
	at("tree/.git", "gitdir: ../plain/.git/worktrees/tree\n")
	at("plain/.git/worktrees/tree/commondir", "../..\n")
	at("odd/.git", "gitdir: ../own/.git/worktrees/odd\n")
	at("own/.git/worktrees/odd/commondir", "../..\n")
	at("bare/HEAD", "ref: refs/heads/main\n")
	at("bare/objects/x", "")
	at("bare/refs/x", "")
	at("none/x", "")
	g := New(Config{Roots: func() []string { return []string{dir} }, Home: "/home/kim", Walls: standing, Aliases: func() map[string]string {
		return map[string]string{"st": "'status' '-sb'", "force": "'push' '--force'", "lg": "'log' '--format=%h; rm -rf $HOME'", "two": "'st' '-b'", "round": "'round'", "pg": "'-c' 'core.pager=rm -rf ~' 'log'", "log": "'push' '--force'"}
	}})
	for _, tt := range []struct {
		in, command string
		want        Outcome
	}{
		{"plain", "git st", Allow}, {"plain", "git ST", Allow}, {"plain", "git --no-pager st && ls", Allow}, {"plain", "git lg", Allow}, {"plain", "git two", Allow}, {"plain", "git log", Allow},
		{"tree", "git st", Allow}, {"none", "git st", Allow}, {"plain/sub", "git st", Ask},
		{"plain", "git force", Deny}, {"plain", "git pg", Deny}, {"plain", "git round", Ask}, {"plain", "git unknown", Ask},
		{"own", "git st", Ask}, {"including", "git st", Ask}, {"broken", "git st", Ask}, {"odd", "git st", Ask}, {"bare", "git st", Ask}, {"gone", "git st", Ask},
		{"plain", "cd ../own && git st", Ask}, {"plain", "git -C ../own st", Ask}, {"plain", "git config alias.st '!x'; git st", Ask}, {"plain", "HOME=. git st", Ask}, {"plain", "export HOME=.; git st", Ask},
		{"plain", "GIT_DIR=../own/.git git st", Ask}, {"plain", "env GIT_DIR=../own/.git git st", Ask}, {"plain", "export GIT_DIR=../own/.git; git st", Ask}, {"plain", "echo x >>.git/config; git st", Ask}, {"plain", "git clone a b; cd b; git st", Ask}, {"plain", "git -c alias.st='push -f' st", Deny},
	} {
		folder := filepath.Join(dir, tt.in)
		if got := g.look(tools.Call{}, tools.Entry{}, tools.Preview{Shell: tt.command, Folder: folder}).shell; got.Outcome != tt.want {
			t.Errorf("in %s, %s: %s by %s (%s), want %s", tt.in, tt.command, got.Outcome, got.By, strings.ReplaceAll(got.Reason.String(), dir, "DIR"), tt.want)
		}
	}
}
