package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// stopped makes two branches that differ in one file, and stops the person's rebase of
// one on the other.
func (g *gitBench) stopped(args ...string) {
	g.T.Helper()
	g.outside(g.Dir, "switch", "-q", "-c", "side")
	for _, text := range []string{"side", "more"} {
		g.File(text+".txt", text+"\n")
		g.File("notes.txt", text+"\n")
		g.outside(g.Dir, "add", ".")
		g.outside(g.Dir, "commit", "-qm", text)
	}
	g.outside(g.Dir, "switch", "-q", "main")
	g.File("notes.txt", "main\n")
	g.outside(g.Dir, "commit", "-qam", "main")
	g.outside(g.Dir, "switch", "-q", "side")
	if len(args) == 0 {
		return
	}
	if out := g.ask(g.Dir, args...); !strings.Contains(out, "CONFLICT") {
		g.T.Fatalf("there is no conflict: %s", out)
	}
}

// exists reports whether the space has a file.
func (g *gitBench) exists(name string) bool {
	_, err := os.Stat(filepath.Join(g.Dir, filepath.FromSlash(name)))
	return err == nil
}

// The person lets an agent resolve a conflict, and goes on with the rebase: git runs
// their own commands, and none that a program has added.
func TestARebaseGoesOnWithoutAProgramsCommands(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	g.outside(g.Dir, "config", "rerere.enabled", "false")
	g.stopped("rebase", "-x", "touch mine-ran", "main")
	const todo = ".git/rebase-merge/git-rebase-todo"
	for _, line := range []string{"exec " + evil, "x " + evil, " \\tx\\t" + evil, "exec " + evil + "\\r"} {
		g.run("printf '" + line + "\\n' >> " + todo)
		g.S.Walls().Settled()
		if text := <-g.told; !strings.Contains(text, evil) || !strings.Contains(text, todo) {
			t.Errorf("the person was told: %s", text)
		}
	}
	g.run("mv " + todo + " w; sed '1s,^,exec " + evil + "\\n,' w > v; ln -s ../../v " + todo)
	g.S.Walls().Settled()
	g.run("echo solved > notes.txt && git add notes.txt")
	for range 3 {
		g.ask(g.Dir, "rebase", "--continue")
		g.File("notes.txt", "solved\n")
		g.outside(g.Dir, "add", "notes.txt")
	}
	if g.exists(".git/rebase-merge") || !g.exists("mine-ran") {
		t.Errorf("the rebase did not go on as the person began it: %s", g.ask(g.Dir, "status"))
	}
	g.live("a rebase")
	g.judgeSees(evil)
}

// A rebase that a program begins is no rebase of the person's: what it would run is not left
// to them.
func TestARebaseThatAProgramBeginsRunsNothingOutside(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	g.stopped()
	g.run("git rebase -x " + evil + " main; git -C wt rebase -q -x false HEAD^ --root; git status >/dev/null")
	g.S.Walls().Settled()
	<-g.told
	g.run("echo solved > notes.txt && git add notes.txt")
	for range 3 {
		g.ask(g.Dir, "rebase", "--continue")
		g.File("notes.txt", "solved\n")
		g.outside(g.Dir, "add", "notes.txt")
	}
	g.live("a rebase")
	g.judgeSees(evil)
}

// An agent's own rebase stops at a conflict and goes on in later calls, and nobody is
// told of anything.
func TestAnAgentsRebaseGoesOn(t *testing.T) {
	g := newGitBench(t)
	g.stopped()
	for _, command := range []string{
		"git rebase -q main && exit 1 || test -s .git/rebase-merge/git-rebase-todo",
		"echo solved > notes.txt && git add notes.txt && GIT_EDITOR=true git rebase --continue && exit 1 || test -d .git/rebase-merge",
		"echo more > notes.txt && git add notes.txt && GIT_EDITOR=true git rebase --continue && test ! -e .git/rebase-merge",
		"git switch -q -c run HEAD && git rebase -q -x 'echo ran >> ran.txt' HEAD~1 && test -s ran.txt",
		"git switch -q -c pick main && git cherry-pick side side~1 && exit 1 || test -s .git/sequencer/todo",
		"git cherry-pick --abort && test ! -e .git/sequencer",
	} {
		g.run(command)
		g.S.Walls().Settled()
	}
	if len(g.told) > 0 {
		t.Errorf("the person was told: %s", <-g.told)
	}
}

// A folder of any name is a repository to git where the person stands in it, once it looks
// like one. Of that, too, nothing runs that a program has written.
func TestAFolderThatIsMadeARepositoryRunsNothingOutside(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	evil := g.evil()
	g.File("docs/guide/text.txt", "text\n")
	g.outside(g.Dir, "init", "-q", "--bare", "mine.git")
	before := g.read("mine.git/config")
	for name, script := range map[string]string{
		"a folder":        "cd docs; mkdir -p objects refs/heads; echo ref: refs/heads/main > HEAD; printf '[core]\nrepositoryformatversion = 0\nbare = false\nworktree = " + g.Dir + "\nfsmonitor = " + evil + "\n[alias]\nst = !" + evil + "\n' > config",
		"one of another":  "git init -q --bare new.git; git -C new.git config alias.st '!" + evil + "'; " + hook("new.git/hooks", evil),
		"by its pointer":  "mkdir -p far near; git init -q --bare far/x; git -C far/x config alias.st '!" + evil + "'; echo ref: refs/heads/main > near/HEAD; echo ../far/x > near/commondir",
		"of the person's": "git -C mine.git config alias.st '!" + evil + "'; " + hook("mine.git/hooks", evil),
	} {
		g.Bash(script)
		g.S.Walls().Settled()
		for _, dir := range []string{"docs", "docs/guide", "new.git", "near", "far/x", "mine.git"} {
			if !g.exists(dir) {
				continue
			}
			for _, args := range [][]string{{"status"}, {"st"}, {"commit", "--allow-empty", "-m", "x"}, {"log"}} {
				g.ask(filepath.Join(g.Dir, dir), args...)
			}
			if _, err := os.Stat(g.canary); err == nil {
				t.Fatalf("%s: git in %s runs what a program has set", name, dir)
			}
		}
	}
	if after := g.read("mine.git/config"); after != before {
		t.Errorf("the person's settings were\n%s\nand are\n%s", before, after)
	}
	g.judgeSees(evil)
	g.outside(filepath.Join(g.Dir, "mine.git"), "config", "alias.st", "!"+evil)
	g.ask(filepath.Join(g.Dir, "mine.git"), "st")
	if _, err := os.Stat(g.canary); err != nil {
		t.Errorf("git takes nothing from such a folder: %v", err)
	}
}

// What names a remote in git's older way says where the person's next push goes, as
// settings do.
func TestAnOlderRemoteOfAProgramsIsPutAside(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	g.File(".git/branches/team", "https://example.com/team\n")
	for _, file := range []string{".git/remotes/up", ".git/branches/up", ".git/branches/team", ".git/modules/deep/lib/remotes/up"} {
		g.Bash("mkdir -p $(dirname " + file + "); echo 'URL: ext::sh' > " + file)
		g.S.Walls().Settled()
		if file != ".git/branches/team" && g.exists(file) {
			t.Errorf("%s counts", file)
		}
	}
	if got := g.read(".git/branches/team"); got != "https://example.com/team\n" {
		t.Errorf("the person's remote is %q", got)
	}
	if out := g.ask(g.Dir, "remote", "get-url", "up"); strings.Contains(out, "ext::") {
		t.Errorf("the remote is %s", out)
	}
}
