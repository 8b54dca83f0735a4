package walls_test

import (
	"strings"
	"testing"
)

// dangling makes a commit of a hook that no name means: $c is the commit, $s one as git stash makes them.
const dangling = "export GIT_INDEX_FILE=$PWD/ix; git read-tree HEAD; b=$(echo evil | git hash-object -w --stdin); git update-index --add --cacheinfo 100755,$b,.githooks/post-checkout; " +
	"t=$(git write-tree); c=$(git commit-tree -p HEAD -m more $t); s=$(git commit-tree -p HEAD -p $(git commit-tree -p HEAD -m index HEAD^{tree}) -m WIP $t); rm ix; unset GIT_INDEX_FILE; "

// diverge makes two branches, side and main, that say different things in notes.txt; side is checked out, of two commits.
func (g *gitBench) diverge() {
	g.T.Helper()
	commit := func(name, text string) {
		g.File(name, text)
		g.outside(g.Dir, "add", ".")
		g.outside(g.Dir, "commit", "-qm", text)
	}
	g.outside(g.Dir, "branch", "side")
	commit("notes.txt", "two\n")
	g.outside(g.Dir, "switch", "-q", "side")
	commit("notes.txt", "three\n")
	commit("other.txt", "four\n")
}

// A file by which git goes on, gives up, or goes back, and that has come to name a commit which brings what runs unasked, is told like a branch.
func TestWhatGitWouldPutIntoPlaceIsTold(t *testing.T) {
	rebase, pick := [][]string{{"rebase", "main"}}, [][]string{{"switch", "-q", "main"}, {"cherry-pick", "side~2", "side~1"}}
	merge, apply := [][]string{{"merge", "main"}}, [][]string{{"rebase", "--apply", "main"}}
	bisect := [][]string{{"bisect", "start"}, {"bisect", "bad", "HEAD"}, {"bisect", "good", "HEAD~2"}}
	for name, x := range map[string]struct {
		stops  [][]string // of the person's git
		script string
		file   string // that is told
	}{
		"a merge's stash":      {merge, "echo $s >.git/MERGE_AUTOSTASH", ".git/MERGE_AUTOSTASH"},
		"a merge's commit":     {merge, "echo $c >.git/MERGE_HEAD", ".git/MERGE_HEAD"},
		"a merge that begins":  {nil, "echo $c >.git/MERGE_HEAD", ".git/MERGE_HEAD"},
		"a rebase's stash":     {rebase, "echo $s >.git/rebase-merge/autostash", ".git/rebase-merge/autostash"},
		"a rebase's list":      {rebase, "echo pick $c more >>.git/rebase-merge/git-rebase-todo", ".git/rebase-merge/git-rebase-todo"},
		"the list, in short":   {rebase, "echo pick $(echo $c | cut -c1-8) more >>.git/rebase-merge/git-rebase-todo", ".git/rebase-merge/git-rebase-todo"},
		"the list, in words":   {rebase, "echo 'pick :/more more' >>.git/rebase-merge/git-rebase-todo", ".git/rebase-merge/git-rebase-todo"},
		"the list, merging":    {rebase, "echo merge -C $c $c >>.git/rebase-merge/git-rebase-todo", ".git/rebase-merge/git-rebase-todo"},
		"the list, going back": {rebase, "echo reset $c >>.git/rebase-merge/git-rebase-todo", ".git/rebase-merge/git-rebase-todo"},
		"what a rebase was":    {rebase, "echo $c >.git/rebase-merge/orig-head; echo 'detached HEAD' >.git/rebase-merge/head-name", ".git/rebase-merge/orig-head"},
		"not there yet":        {rebase, "echo ${c%?????}12345 >.git/rebase-merge/orig-head", ".git/rebase-merge/orig-head"},
		"what was amended":     {rebase, "echo $c >.git/rebase-merge/stopped-sha", ".git/rebase-merge/stopped-sha"},
		"a label":              {rebase, "mkdir -p .git/refs/rewritten; echo $c >.git/refs/rewritten/x", "refs/rewritten/x"},
		"picks":                {pick, "echo pick $c more >>.git/sequencer/todo", ".git/sequencer/todo"},
		"where picks began":    {pick, "echo $c >.git/sequencer/head", ".git/sequencer/head"},
		"a pick":               {pick, "echo $c >.git/CHERRY_PICK_HEAD", ".git/CHERRY_PICK_HEAD"},
		"patches":              {apply, "git format-patch -1 --stdout $c >.git/rebase-apply/0002", ".git/rebase-apply/0002"},
		"patches in base64":    {apply, "(printf 'From x Mon Sep 17 00:00:00 2001\\nFrom: a <a@b>\\nSubject: x\\nContent-Transfer-Encoding:\\n base64\\n\\n'; git diff HEAD $c | base64) >.git/rebase-apply/0002", ".git/rebase-apply/0002"},
		"where patches began":  {apply, "echo $c >.git/ORIG_HEAD; echo $c >.git/rebase-apply/orig-head", ".git/ORIG_HEAD"},
		"a search":             {bisect, "echo $c >.git/BISECT_START", ".git/BISECT_START"},
		"a search, in words":   {bisect, "echo \"$(git branch x $c; git branch y $(git commit-tree -p x -m back HEAD^{tree}); git branch -qD x)y~1\" >.git/BISECT_START", ".git/BISECT_START"},
		"the branch of before": {nil, "printf '%s %s a <a@b> 1700000000 +0000\\tcheckout: moving from %s to main\\n' $(git rev-parse HEAD) $(git rev-parse HEAD) $c >>.git/logs/HEAD", ".git/logs/HEAD"},
		"a stash further back": {[][]string{{"stash", "push", "-q", "-m", "x", "--", "mine.txt"}}, "l=$(printf '%s %s a <a@b> 1700000000 +0000\\tWIP' $(git rev-parse HEAD) $s); printf '%s\\n%s\\n' \"$l\" \"$(cat .git/logs/refs/stash)\" >l; cp l .git/logs/refs/stash; rm l", ".git/logs/refs/stash"},
		"what was fetched":     {nil, "printf '%s\\t\\tbranch x of here\\n' $c >.git/FETCH_HEAD", ".git/FETCH_HEAD"},
		"with much behind it":  {nil, "(echo $c; yes | head -c 3000) >.git/refs/heads/work", "refs/heads/work"},
		"a graft":              {nil, "echo $(git rev-parse HEAD) $c >.git/info/grafts", ".git/info/grafts"},
		"a worktree's":         {nil, "echo $s >.git/worktrees/wt/MERGE_AUTOSTASH", ".git/worktrees/wt/MERGE_AUTOSTASH"},
		"a new worktree's":     {nil, "git worktree add -q w HEAD; echo $s >.git/worktrees/w/MERGE_AUTOSTASH", ".git/worktrees/w/MERGE_AUTOSTASH"},
		"a worktree's label":   {nil, "mkdir -p .git/worktrees/wt/refs/worktree; echo $c >.git/worktrees/wt/refs/worktree/x", "refs/worktree/x"},
		"objects beside":       {nil, "git init -q --bare beside; mv .git/objects/$(echo $c | cut -c1-2) .git/objects/$(echo $b | cut -c1-2) beside/objects/ 2>/dev/null; echo $PWD/beside/objects >.git/objects/info/alternates; git update-ref refs/heads/work $c", "refs/heads/work"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGitBench(t)
			g.scripts()
			g.diverge()
			g.File("mine.txt", "mine\n")
			g.outside(g.Dir, "add", "mine.txt")
			if len(x.stops) == 0 || x.stops[0][0] != "stash" {
				g.outside(g.Dir, "commit", "-qm", "mine")
			}
			for _, args := range x.stops {
				g.ask(g.Dir, args...) // it stops
			}
			g.run("true")
			if text := g.heard(); text != "" {
				t.Fatalf("nothing has moved: %s", text)
			}
			got := g.Bash(dangling + x.script)
			text := g.heard()
			if !strings.Contains(text, x.file+" ") || !strings.Contains(got.Content, x.file+" ") {
				t.Errorf("the person was told: %q; %+v", text, got)
			}
			g.run("git status")
			if text := g.heard(); strings.Contains(text, "moved git") {
				t.Errorf("it was told again: %s", text)
			}
		})
	}
}

// What an agent's own git leaves where it has stopped says nothing: of commits that were there, and of those of sources.
func TestAStoppedGitOfAnAgentsIsNotTold(t *testing.T) {
	for name, script := range map[string]string{
		"a rebase":     "git rebase main; git status; GIT_EDITOR=true git -c core.hooksPath=/dev/null rebase --skip; git rebase --abort",
		"an autostash": "echo x >>other.txt; git -c rebase.autoStash=true rebase main",
		"by patches":   "git rebase --apply main",
		"picks":        "git switch -q main; git cherry-pick side~1 side; git cherry-pick --skip",
		"a merge":      "git merge main",
		"a search":     "git bisect start; git bisect bad; git bisect good HEAD~2; git bisect reset",
		"an amended":   "mkdir web; for i in 1 2 3; do echo $i >web/AGENTS.md; git add .; git commit -qm $i; git commit -q --amend -m more; done",
		"taken back":   "mkdir web; echo 1 >web/AGENTS.md; git add .; git commit -qm 1; git reset -q --soft HEAD~1; echo 2 >web/AGENTS.md; git add .; git commit -qm 2",
		"stashes":      "for i in 1 2 3; do echo $i >>other.txt; git stash -q; done; git stash pop; git switch -q --detach main; git switch -q -; git stash pop",
		"a worktree":   "git worktree add -q w main; cd w; git switch -qc x; git merge side; git fetch -q .. side",
		"fetched":      "git fetch -q . main; git pull -q . main; git revert --no-edit HEAD",
		"in a series":  "GIT_SEQUENCE_EDITOR='sed -i 1s/pick/edit/' git rebase -q -i HEAD~2; git log -1",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGitBench(t)
			g.scripts()
			g.diverge()
			g.run("true")
			g.Bash(script)
			g.Bash("git rebase --abort || git merge --abort || git cherry-pick --abort; git log --oneline -3 >seen.txt")
			if text := g.heard(); strings.Contains(text, "moved git") || strings.Contains(text, "nobody allowed") {
				t.Errorf("the person was told: %s", text)
			}
		})
	}
}
