package walls_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// hook is a shell line that makes a hook in a folder.
func hook(dir, evil string) string {
	return "mkdir -p " + dir + "; printf '#!/bin/sh\nexec " + evil + "\n' > " + dir + "/pre-commit; chmod 755 " + dir + "/pre-commit; cp " + dir + "/pre-commit " + dir + "/post-checkout;"
}

// gitTricks are ways by which programs in a room try to make git outside run
// something. bad is a git folder of their own in the space.
func gitTricks(evil string) map[string]string {
	const bad = "bad"
	fsmonitor := "git config -f %s core.fsmonitor " + evil
	return map[string]string{
		"hooks":                           hook(".git/hooks", evil),
		"hooks that are gone for a while": "mv .git/hooks .git/h; rm -rf .git/hooks;" + hook(".git/hooks", evil),
		"a .git that is replaced":         "mv .git g; cp -r g .git; " + fmt.Sprintf(fsmonitor, ".git/config"),
		"a .git that is a link":           "mv .git g; ln -sfnT " + bad + " .git; rm .git",
		"commondir":                       "echo ../" + bad + " > .git/commondir",
		"config.worktree":                 fmt.Sprintf(fsmonitor, ".git/config.worktree") + "; git config extensions.worktreeConfig true; git config core.repositoryformatversion 1",
		"the copy of the settings":        "t=$(readlink .git/config); " + fmt.Sprintf(fsmonitor, "$t") + "; ln -sf " + bad + "/config $t; rm -f $t; mkdir $t",
		"the copy is huge":                "t=$(readlink -f .git/config); head -c 3000000 /dev/zero | tr '\\0' ' ' > $t",
		"the copy is a pipe":              "t=$(readlink -f .git/config); rm -f $t; mkfifo $t",
		"a lock that stays":               "touch .git/config.lock; git config -f $(readlink .git/config) branch.x.merge refs/heads/x; rm .git/config.lock",
		"sed on the settings":             "sed -i 's/bare/fsmonitor = x; bare/' .git/config; echo '[core]' >> .git/config; echo 'fsmonitor = " + evil + "' >> .git/config",
		"a worktree's .git":               "echo 'gitdir: ../" + bad + "' > wt/.git || { mv wt w; mkdir wt; echo 'gitdir: ../" + bad + "' > wt/.git; }",
		"a worktree's commondir":          "echo ../../../" + bad + " > .git/worktrees/wt/commondir",
		"a worktree's folder":             "mv .git/worktrees/wt .git/worktrees/w; cp -r " + bad + " .git/worktrees/wt",
		"a submodule's .git":              "rm -f vendor/lib/.git; echo 'gitdir: ../../" + bad + "' > vendor/lib/.git",
		"a submodule's hooks":             hook(".git/modules/deep/lib/hooks", evil),
		"a submodule's settings":          fmt.Sprintf(fsmonitor, ".git/modules/deep/lib/config"),
		"a submodule's folder":            "mv .git/modules/deep .git/modules/d; mkdir -p .git/modules/deep; cp -r " + bad + " .git/modules/deep/lib",
		"husky's hooks":                   hook(".husky/_", evil) + hook(".husky", evil),
		"husky's folder":                  "mv .husky h; rm -rf .husky;" + hook(".husky/_", evil),
		"attributes":                      "echo '* filter=x' > .git/info/attributes; git config filter.x.clean " + evil,
		"a new worktree":                  "git worktree add -q new" + "; echo ../../../" + bad + " > .git/worktrees/new/commondir; " + hook(".git/worktrees/new/hooks", evil),
		"a new worktree's .git":           "git worktree add -q new2; echo 'gitdir: ../" + bad + "' > new2/.git",
		"a new repository":                "git init -q inner; " + fmt.Sprintf(fsmonitor, "inner/.git/config") + "; " + hook("inner/.git/hooks", evil),
		"a new repository, moved":         "git init -q x1; " + fmt.Sprintf(fsmonitor, "x1/.git/config") + "; mkdir -p deep/er; mv x1 deep/er/x2",
		"a .git into the space":           "mkdir -p y1; echo 'gitdir: ../" + bad + "' > y1/.git",
		"a .git to a link":                "mkdir -p y2; ln -s ../" + bad + " y2/.git",
		"a repository of an earlier call": "mkdir -p z1; mv hidden z1/.git",
		"a new submodule":                 "mkdir -p .git/modules/new; cp -r " + bad + "/. .git/modules/new/; mkdir -p new3; echo 'gitdir: ../.git/modules/new' > new3/.git; git config -f .gitmodules submodule.new.path new3; git config -f .gitmodules submodule.new.url ./x; git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),new3",
		"a submodule below node_modules":  "git init -q node_modules/a/nm; git -C node_modules/a/nm commit -q --allow-empty -m nm; git update-index --add --cacheinfo 160000,$(git -C node_modules/a/nm rev-parse HEAD),node_modules/a/nm; " + fmt.Sprintf(fsmonitor, "node_modules/a/nm/.git/config"),
		"another strategy":                "mkdir -p git-merge-x .git/rebase-merge .git/sequencer; cp " + evil + " git-merge-x/evil; echo x/evil > .git/rebase-merge/strategy; printf '[options]\n\tstrategy = x/evil\n' > .git/sequencer/opts",
		"a hard link to new settings":     "git init -q linked; ln linked/.git/config held; (sleep 0.01; " + fmt.Sprintf(fsmonitor, "held") + ")",
		"the held settings":               "cat >> held <<< '[core]\n\tfsmonitor = " + evil + "'; printf '[core]\n\tfsmonitor = " + evil + "\n' >> held",
		"loops":                           "mkdir -p l1 l2; ln -s ../l2/.git l1/.git; ln -s ../l1/.git l2/.git; mkdir -p l3; echo 'gitdir: .git' > l3/.git; mkdir -p l4; echo 'gitdir: /proc/self/cwd' > l4/.git",
	}
}

// bad is a git folder that runs the script, as a program lays it ready.
func (g *gitBench) bad(evil string) {
	g.T.Helper()
	for _, name := range []string{"bad", "hidden"} {
		g.outside(g.Dir, "init", "-q", "tmp-bad")
		if err := os.Rename(filepath.Join(g.Dir, "tmp-bad", ".git"), filepath.Join(g.Dir, name)); err != nil {
			g.T.Fatal(err)
		}
		g.Remove("tmp-bad")
		g.outside(g.Dir, "config", "-f", name+"/config", "core.fsmonitor", evil)
		g.File(name+"/hooks/pre-commit", "#!/bin/sh\nexec "+evil+"\n")
		g.Mode(name+"/hooks/pre-commit", 0o755)
	}
}

func TestGitOutsideRunsNothingOfAPrograms(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	evil := g.evil()
	g.bad(evil)
	for name, script := range gitTricks(evil) {
		g.Bash(script)
		g.S.Walls().Settled()
		g.live(name)
		t.Log(name)
		g.judgeSees(evil)
	}
	g.Questions()
	if len(g.told) == 0 {
		t.Error("the person was not told")
	}
}

// Scripts that git runs by the person's own word are the person's: what a hook is a link to,
// and what settings name, whether it is there already or not.
func TestScriptsThatGitRunsAreKept(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	evil := g.evil()
	for _, name := range []string{"scripts/check.sh", "scripts/clean.sh", "tools/st.sh"} {
		g.File(name, "#!/bin/sh\ncat\nexit 0\n")
		g.Mode(name, 0o755)
	}
	g.outside(g.Dir, "config", "core.hooksPath", ".git/hooks")
	if err := os.Symlink("../../scripts/check.sh", filepath.Join(g.Dir, ".git/hooks/pre-commit")); err != nil {
		t.Fatal(err)
	}
	g.outside(g.Dir, "config", "filter.x.clean", "sh scripts/clean.sh %f")
	g.outside(g.Dir, "config", "filter.y.clean", "scripts/later.sh")
	g.outside(g.Dir, "config", "alias.st", "!exec './tools/st.sh'")
	g.File(".gitattributes", "*.x filter=x\n*.y filter=y\n")
	for _, name := range []string{"scripts/check.sh", "scripts/clean.sh", "tools/st.sh", "scripts/later.sh"} {
		for _, trick := range []string{"cp %[1]s %[2]s", "rm -f %[2]s; cp %[1]s %[2]s", "mv $(dirname %[2]s) away; mkdir $(dirname %[2]s); cp %[1]s %[2]s", "cp %[1]s new; mv -f new %[2]s", "ln -f %[1]s %[2]s", "(sleep 0.1; cp %[1]s %[2]s) &"} {
			if strings.Contains(trick, "&") && strings.HasSuffix(name, "later.sh") {
				continue // what is not there cannot be protected: SECURITY.md
			}
			g.Bash(fmt.Sprintf(trick, evil, name))
			g.S.Walls().Settled()
			g.File("mine.x", "x "+trick)
			g.File("mine.y", "y "+trick)
			g.ask(g.Dir, "add", ".")
			g.ask(g.Dir, "commit", "--allow-empty", "-qm", "mine")
			g.ask(g.Dir, "st")
			if _, err := os.Stat(g.canary); err == nil {
				t.Fatalf("%s after %s: git runs it", name, trick)
			}
		}
		if raw, err := os.ReadFile(filepath.Join(g.Dir, name)); strings.HasSuffix(name, "later.sh") != (err != nil) || strings.Contains(string(raw), "ran") {
			t.Errorf("%s holds %q, %v", name, raw, err)
		}
	}
	g.Bash("sleep 60 >/dev/null 2>&1 &")
	g.File("scripts/own.sh", "#!/bin/sh\ncat\n") // of the person, who names it only now
	g.outside(g.Dir, "config", "filter.z.clean", "scripts/own.sh")
	g.Bash("true")
	if _, err := os.Stat(filepath.Join(g.Dir, "scripts/own.sh")); err != nil {
		t.Errorf("a script that the person names was put aside: %v", err)
	}
	g.File("scripts/check.sh", "#!/bin/sh\nexec "+evil+"\n") // the person's own change counts
	g.Bash("true")
	g.ask(g.Dir, "commit", "--allow-empty", "-qm", "mine")
	g.judgeSees(evil)
}

// Programs in the room do at random what can be done to files of git's, with all the
// places at once, for many calls. Whatever comes of it, git outside runs nothing.
func TestRandomWorkOnGitsFilesRunsNothingOutside(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	evil := g.evil()
	g.bad(evil)
	seed := rand.Uint64()
	if again, err := strconv.ParseUint(os.Getenv("HANDRAIL_SEED"), 10, 64); err == nil {
		seed = again
	}
	t.Logf("seed %d: HANDRAIL_SEED=%[1]d plays it again", seed)
	r := rand.New(rand.NewPCG(seed, 2))
	places := []string{
		".git", ".git/config", ".git/config.worktree", ".git/commondir", ".git/gitdir", ".git/hooks", ".git/hooks/pre-commit", ".git/info/attributes", ".git/modules", ".git/modules/deep", ".git/modules/deep/lib",
		".git/modules/deep/lib/config", ".git/modules/deep/lib/hooks/pre-commit", ".git/worktrees/wt", ".git/worktrees/wt/commondir", ".git/worktrees/wt/gitdir", ".git/worktrees/wt/config.worktree", "wt", "wt/.git", "vendor/lib", "vendor/lib/.git",
		".husky", ".husky/_", ".husky/_/h", ".husky/_/pre-commit", ".husky/pre-commit", ".gitmodules", "bad", "hidden", "bad/config", "hidden/hooks", "new", "new/.git", "new/.git/config", "new/.git/hooks", "new/.git/hooks/post-checkout", "sub/new", "sub/new/.git", "x", "y",
		".git/refs", ".git/objects", ".git/logs", ".git/info", ".git/rebase-merge", ".git/rebase-merge/git-rebase-todo", ".git/sequencer", ".git/sequencer/todo", "bad/refs", "new/.git/rebase-merge",
	}
	place := func() string { return places[r.IntN(len(places))] }
	lines := settingsThatStart(evil)
	contents := []string{"gitdir: ../bad", "gitdir: bad", "../bad", "../../../bad", "[core]\n\tfsmonitor = " + evil, "#!/bin/sh\nexec " + evil, "[include]\n\tpath = ../bad/config", "* filter=x", "exec " + evil}
	for range 5 {
		var script strings.Builder
		for range 1 + r.IntN(8) {
			a, b := place(), place()
			line := lines[r.IntN(len(lines))]
			name, value, _ := strings.Cut(line, "=")
			switch r.IntN(12) {
			case 0:
				fmt.Fprintf(&script, "mv -T %s %s\n", a, b)
			case 1:
				fmt.Fprintf(&script, "cp -r %s %s\n", a, b)
			case 2:
				fmt.Fprintf(&script, "ln -sfn \"$PWD/%s\" %s\n", a, b)
			case 3:
				fmt.Fprintf(&script, "ln -f %s %s\n", a, b)
			case 4:
				fmt.Fprintf(&script, "rm -rf %s\n", place())
			case 5:
				fmt.Fprintf(&script, "mkdir -p %s\n", a)
			case 6, 7:
				fmt.Fprintf(&script, "mkdir -p $(dirname %s); printf '%s\\n' > %s; chmod 755 %s\n", a, contents[r.IntN(len(contents))], a, a)
			case 8, 9:
				fmt.Fprintf(&script, "git -C %s config '%s' '%s'\n", []string{".", "wt", "vendor/lib", "new", "sub/new"}[r.IntN(5)], name, value)
			case 10:
				fmt.Fprintf(&script, "git config -f %s '%s' '%s'\n", a, name, value)
			case 11:
				fmt.Fprintf(&script, "git init -q %s; git worktree add -q %s\n", []string{"new", "sub/new", "x"}[r.IntN(3)], []string{"y", "w2"}[r.IntN(2)])
			}
		}
		text := "exec 2>/dev/null\n" + script.String()
		g.Bash(text + "true")
		g.S.Walls().Settled()
		g.live(fmt.Sprintf("seed %d:\n%s", seed, text))
	}
	g.judgeSees(evil)
}
