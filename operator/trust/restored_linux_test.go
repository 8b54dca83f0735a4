package trust_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// What git puts here is the person's if an agent could not have put it into git.
func TestWhatGitPutsHere(t *testing.T) {
	d := newDesk(t)
	git := personsGit(t, d.Dir)
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-qm", "first")
	git("switch", "-qc", "mine")
	d.File("agent/tools/plain.md", newPlainTool("mine"))
	d.expect("the person's edit", "")
	git("commit", "-qam", "second")
	d.agent("true")
	git("switch", "-q", "main")
	d.expect("back to what they had trusted before", "")
	git("switch", "-q", "mine")
	d.expect("and again to what they had written", "")
	d.agent(`blob=$(sed 's/echo mine/echo evil/; s/mine/evil/' agent/tools/plain.md | git hash-object -w --stdin) &&
		cp .git/index i && export GIT_INDEX_FILE=$PWD/i && git update-index --cacheinfo 100644,$blob,agent/tools/plain.md &&
		git branch theirs $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m x $(git write-tree)) && rm i`)
	git("switch", "-q", "theirs")
	d.expect("what an agent has committed", "agent/tools/plain.md")
	git("switch", "-q", "main")
	d.expect("another version that was trusted before", "")
	git("switch", "-q", "mine")
	d.expect("back again", "")
	d.File("scripts/old.sh", "echo newer\n")
	d.expect("the person's edit of a script", "")
	git("commit", "-qam", "third")
	d.agent(`blob=$(echo echo old | git hash-object -w --stdin) && cp .git/index i && export GIT_INDEX_FILE=$PWD/i && git update-index --cacheinfo 100644,$blob,release1/run.sh &&
		git branch crossed $(git -c user.name=a -c user.email=a@example.com commit-tree -p HEAD -m x $(git write-tree)) && rm i`)
	git("switch", "-q", "crossed")
	d.expect("what was trusted of another file before", "scripts/current/run.sh")
	git("switch", "-q", "mine")
	d.expect("back once more", "")
	git("repack", "-adq")
	git("switch", "-q", "theirs")
	d.expect("packed by the person meanwhile", "agent/tools/plain.md")
}

// Git puts a content here under another one's name if somebody has written it there. It is not what the person had trusted under that name.
func TestWhatGitTakesForAnotherContent(t *testing.T) {
	d := newDesk(t)
	git := personsGit(t, d.Dir)
	git("init", "-q", "-b", "main")
	git("add", "-A")
	git("commit", "-qm", "first")
	git("switch", "-qc", "mine")
	d.File("agent/tools/plain.md", newPlainTool("mine"))
	d.expect("the person's edit", "")
	git("commit", "-qam", "second")
	git("switch", "-q", "main")
	d.expect("back to what they had trusted before", "")
	d.agent(`blob=$(git rev-parse mine:agent/tools/plain.md) && evil=$(git cat-file blob $blob | sed 's/mine/evil/g' | git hash-object -w --stdin) &&
		mv -f .git/objects/${evil:0:2}/${evil:2} .git/objects/${blob:0:2}/${blob:2}`)
	aside, err := filepath.Glob(filepath.Join(d.Dir, ".git/objects/*/*.put-aside"))
	if err != nil || len(aside) != 1 {
		t.Fatalf("put aside are %v, %v", aside, err)
	}
	for again := range 20 { // whoever looks at what a program has written may come before git, and put it aside once more
		d.must(os.Rename(aside[0], strings.TrimSuffix(aside[0], ".put-aside"))) // the person has not read why
		git("switch", "-qf", "mine")
		text, err := os.ReadFile(filepath.Join(d.Dir, "agent/tools/plain.md"))
		if err == nil && strings.Contains(string(text), "evil") {
			break
		}
		if _, gone := os.Lstat(aside[0]); gone != nil || again == 19 {
			t.Fatalf("git has put %q here, %v; %v", text, err, gone)
		}
		git("switch", "-qf", "main")
	}
	d.expect("what an agent has forged", "agent/tools/plain.md")
	git("switch", "-qf", "main")
	d.expect("a version that was trusted before", "")
}

// personsGit runs git in a folder as the person does.
func personsGit(t *testing.T, dir string) func(args ...string) {
	return func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=kim", "-c", "user.email=kim@example.com"}, args...)...)
		cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}
