package walls_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// Git follows links in its folder. Whatever a program puts there as one leads the person's git nowhere.
func TestLinksInAGitFolderLeadNowhere(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	evil := g.evil()
	file := filepath.Join(g.Options.Home, "file") // of the person's, outside
	folder := filepath.Join(g.Options.Home, "folder")
	operatortest.WriteFile(t, file, "mine\n")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	git := []string{".git", ".git/worktrees/wt", ".git/modules/deep/lib"}
	for _, dir := range git {
		for _, name := range []string{"COMMIT_EDITMSG", "FETCH_HEAD", "logs/HEAD", "logs/refs/heads/main", "index", "packed-refs", "refs/heads/fresh", "MERGE_MSG", "unheard-of", "info/exclude"} {
			at := dir + "/" + name
			g.Bash("mkdir -p $(dirname " + at + "); rm -f " + at + "; ln -s " + file + " " + at)
			g.S.Walls().Settled()
			if isLink(filepath.Join(g.Dir, at)) {
				t.Errorf("%s is still a link", at)
			}
		}
		for _, name := range []string{"refs", "objects", "logs", "info", "rebase-merge", "rebase-apply", "sequencer", "objects/pack", "objects/aa", "refs/heads/new", "modules/new", "worktrees/new", "rr-cache"} {
			at := dir + "/" + name
			g.Bash("mkdir -p $(dirname " + at + "); mv " + at + " kept 2>/dev/null; ln -s " + folder + " " + at)
			g.S.Walls().Settled()
			if isLink(filepath.Join(g.Dir, at)) {
				t.Errorf("%s is still a link", at)
			}
			if err := os.RemoveAll(filepath.Join(g.Dir, at)); err != nil {
				t.Fatal(err)
			}
			if _, err := os.Stat(filepath.Join(g.Dir, "kept")); err == nil {
				if err := os.Rename(filepath.Join(g.Dir, "kept"), filepath.Join(g.Dir, at)); err != nil {
					t.Fatal(err)
				}
			}
		}
	}
	if text := <-g.told; !strings.Contains(text, file) {
		t.Errorf("the person was told: %s", text)
	}
	g.live("links")
	g.judgeSees(evil)
	if got, err := os.ReadFile(file); err != nil || string(got) != "mine\n" {
		t.Errorf("the person's file holds %q, %v", got, err)
	}
	if entries, err := os.ReadDir(folder); err != nil || len(entries) > 0 {
		t.Errorf("git has written %v into a folder of the person's, %v", entries, err)
	}
}

// A rebase's list is one too behind a link that stands for its folder.
func TestARebaseBehindALinkRunsNothingOutside(t *testing.T) {
	for _, folder := range []string{"rebase-merge", "sequencer"} {
		g := newGitBench(t)
		g.Person.Answer = noToGit
		evil := g.evil()
		g.stopped("rebase", "main")
		g.Bash("echo solved > notes.txt; git add notes.txt; mkdir -p .git/" + folder + "; mv .git/" + folder + " taken; ln -s ../taken .git/" + folder +
			"; for f in git-rebase-todo todo; do { echo exec " + evil + "; cat taken/$f; } > v; cat v > taken/$f; done")
		g.S.Walls().Settled()
		g.ask(g.Dir, "rebase", "--continue")
		g.live("a rebase behind a link")
		g.judgeSees(evil)
	}
}

// What the person's own git folder has for links stays, and git works in rooms as ever.
func TestThePersonsLinksInAGitFolderStay(t *testing.T) {
	g := newGitBench(t)
	for _, name := range []string{"objects", "logs"} {
		if err := os.Rename(filepath.Join(g.Dir, ".git", name), filepath.Join(g.Dir, "store-"+name)); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink("../store-"+name, filepath.Join(g.Dir, ".git", name)); err != nil {
			t.Fatal(err)
		}
	}
	g.File(".gitignore", "store-*\nwt\n")
	g.run("echo a > a.txt && git add a.txt && git commit -qm 'add a' && git switch -q -c topic && git gc -q")
	g.run("rm -f .git/logs || true; git log --oneline")
	g.S.Walls().Settled()
	for _, name := range []string{"objects", "logs"} {
		if !isLink(filepath.Join(g.Dir, ".git", name)) {
			t.Errorf("%s is no link any more", name)
		}
	}
	for len(g.told) > 0 {
		if text := <-g.told; strings.Contains(text, "taken away") {
			t.Errorf("the person was told: %s", text)
		}
	}
}

func isLink(path string) bool {
	info, err := os.Lstat(path)
	return err == nil && info.Mode()&os.ModeSymlink != 0
}
