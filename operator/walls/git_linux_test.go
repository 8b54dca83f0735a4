package walls_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/news"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A gitBench is a bench whose space is a repository, and a person who uses git
// outside of it.
type gitBench struct {
	*bench

	canary string // exists once something has run outside that a program has set
	told   chan string
	env    []string
}

// newGitBench makes a repository with two commits, husky's folders, a submodule and a
// worktree. Its person says no to everything.
func newGitBench(t *testing.T) *gitBench {
	t.Helper()
	g := &gitBench{bench: newBench(t, "", nil), told: make(chan string, 64)}
	g.canary = filepath.Join(filepath.Dir(g.Options.Home), "canary")
	g.env = append(os.Environ(), "HOME="+g.Options.Home, "GIT_CONFIG_NOSYSTEM=1", "GIT_TERMINAL_PROMPT=0", "EDITOR=true")
	g.listen()
	operatortest.WriteFile(t, filepath.Join(g.Options.Home, ".gitconfig"), "[user]\n\tname = Kim\n\temail = kim@example.com\n[init]\n\tdefaultBranch = main\n[protocol \"file\"]\n\tallow = always\n")
	lib := filepath.Join(g.Options.Home, "lib")
	g.outside(g.Options.Home, "init", "-q", "lib")
	operatortest.WriteFile(t, filepath.Join(lib, "lib.txt"), "lib\n")
	g.outside(lib, "add", ".")
	g.outside(lib, "commit", "-qm", "lib")
	g.outside(g.Options.Home, "clone", "-q", "--bare", "lib", "origin.git")
	g.outside(g.Dir, "init", "-q")
	g.outside(g.Dir, "remote", "add", "origin", filepath.Join(g.Options.Home, "origin.git"))
	g.File(".husky/pre-commit", "true\n")
	g.File(".husky/_/pre-commit", "#!/bin/sh\n. \"$(dirname \"$0\")/h\"\n")
	g.File(".husky/_/h", "#!/bin/sh\nsh -e .husky/pre-commit\n")
	g.File(".gitignore", ".husky/_\nwt\n*.put-aside*\n")
	g.Mode(".husky/_/pre-commit", 0o755)
	g.outside(g.Dir, "config", "core.hooksPath", ".husky/_")
	g.outside(g.Dir, "submodule", "--quiet", "add", "--name", "deep/lib", lib, "vendor/lib")
	g.outside(g.Dir, "add", ".")
	g.outside(g.Dir, "commit", "-qm", "first")
	g.outside(g.Dir, "worktree", "add", "-q", "-b", "feature", "wt")
	return g
}

// listen hears what the person is told from now on.
func (g *gitBench) listen() {
	g.T.Cleanup(g.O.News().Listen(func(e news.Event) {
		if e.Kind == news.OnNotice {
			g.told <- e.Notice.Text
		}
	}))
}

// outside runs git as the person does.
func (g *gitBench) outside(dir string, args ...string) string {
	g.T.Helper()
	c := exec.CommandContext(g.T.Context(), "git", args...)
	c.Dir, c.Env = dir, g.env
	out, err := c.CombinedOutput()
	if err != nil {
		g.T.Fatalf("git %s: %v\n%s", strings.Join(args, " "), err, out)
	}
	return string(out)
}

// ask is outside for commands that may fail.
func (g *gitBench) ask(dir string, args ...string) string {
	c := exec.CommandContext(g.T.Context(), "git", args...)
	c.Dir, c.Env = dir, g.env
	out, _ := c.CombinedOutput()
	return string(out)
}

// live is what a person, and an editor, do all day in every repository below the
// space. Nothing that a program has set may run.
func (g *gitBench) live(after string) {
	g.T.Helper()
	var trees []string
	_ = filepath.WalkDir(g.Dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && d.Name() == ".git" {
			trees = append(trees, filepath.Dir(path))
		}
		return nil
	})
	operatortest.WriteFile(g.T, filepath.Join(g.Dir, "mine.txt"), "mine "+after)
	for _, dir := range trees {
		for _, args := range [][]string{
			{"status", "--porcelain"}, {"commit", "--allow-empty", "-qm", "mine"}, {"checkout", "-q", "--detach"},
		} {
			out := g.ask(dir, args...)
			if _, err := os.Stat(g.canary); err == nil {
				g.T.Fatalf("after %s: git %s in %s runs what a program has set\n%s", after, strings.Join(args, " "), dir, out)
			}
		}
	}
}

// judgeSees fails the test if what the person sets would not be seen either.
func (g *gitBench) judgeSees(evil string) {
	g.T.Helper()
	dir := g.Dir
	if strings.Contains(g.ask(dir, "rev-parse"), "fatal:") { // a program has taken it apart
		dir = filepath.Join(g.Options.Home, "judge")
		g.outside(g.Options.Home, "init", "-q", dir)
	}
	out := g.ask(dir, "-c", "core.fsmonitor="+evil, "status")
	if _, err := os.Stat(g.canary); err != nil {
		g.T.Fatalf("the judge is blind: %v\n%s", err, out)
	}
	if err := os.Remove(g.canary); err != nil {
		g.T.Fatal(err)
	}
}

// run runs a command as an agent does; it must succeed.
func (g *gitBench) run(command string) {
	g.T.Helper()
	r := g.Bash(command)
	if operatortest.Code(r) != "" || !strings.Contains(r.Content, `"exit_code":0`) {
		g.T.Fatalf("%s: %+v", command, r)
	}
}

// evil is a script that leaves the canary, outside of rooms only.
func (g *gitBench) evil() string {
	path := filepath.Join(g.Dir, "evil.sh")
	operatortest.WriteFile(g.T, path, "#!/bin/sh\necho ran \"$@\" >> "+g.canary+"\nexit 0\n")
	if err := os.Chmod(path, 0o755); err != nil { //nolint:gosec // it is a program
		g.T.Fatal(err)
	}
	return path
}

func no(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
}

// noToGit lets every command run, and allows nothing of what it wants of git.
func noToGit(ctx context.Context, q tools.Question) (tools.Answer, error) {
	if strings.HasSuffix(q.ID, "/git") {
		return no(ctx, q)
	}
	return operatortest.Yes(ctx, q)
}

// An agent works with git for a day, and nobody is asked anything.
func TestAnOrdinaryDayWithGit(t *testing.T) {
	g := newGitBench(t)
	for _, command := range []string{
		"git status --porcelain && git log --oneline -1",
		"echo a > a.txt && git add a.txt && git commit -qm 'add a'",
		"git switch -q -c topic && echo b > b.txt && git add . && git commit -qm 'add b'",
		"git push -q -u origin topic || git config branch.topic.remote origin && git config branch.topic.merge refs/heads/topic",
		"git branch -q --track tracked topic && git branch -q --set-upstream-to=main tracked && git branch -q --unset-upstream tracked",
		"git switch -q main && git merge -q --no-edit topic",
		"git switch -q --track -c tracking main",
		"git branch -q -m tracking renamed && git branch -q -D renamed 2>/dev/null; git switch -q main && git branch -q -D renamed",
		"echo c >> a.txt && git stash -q && git stash pop -q && git commit -qam 'more a'",
		"git switch -q -c rebased HEAD~1 && echo r > r.txt && git add . && git commit -qm r && git rebase -q main",
		"git switch -q main && git reset -q --hard rebased",
		"git worktree add -q other -b other && git -C other commit -q --allow-empty -m other && git worktree list",
		"git worktree remove other && git branch -q -D other",
		"git -C wt commit -q --allow-empty -m feature",
		"git submodule deinit -q -f vendor/lib 2>/dev/null; git submodule update --init -q",
		"git -C vendor/lib status --porcelain && git -C vendor/lib checkout -q -B work",
		"git init -q tool && cd tool && echo t > t.txt && git add . && git commit -qm t && git config user.name Agent",
		"git tag v1 && git describe --tags && git cherry-pick --allow-empty topic >/dev/null 2>&1 || git cherry-pick --abort || true",
		"printf '#!/bin/sh\\n. \"$(dirname \"$0\")/h\"\\n' > .husky/_/pre-commit && git config core.hooksPath .husky/_", // as npm install does
		"git config status.short true && cd tool && git config pull.rebase true && git config user.email agent@example.com",
		"git switch -q -c alone && git rm -q --cached vendor/lib && git rm -q .gitmodules && git commit -qm alone && git switch -q main && test -e .gitmodules && git switch -q alone && git switch -q main",
		"git gc -q && git fsck --no-progress >/dev/null",
	} {
		g.run(command)
		if len(g.Person.Asked) > 0 {
			t.Fatalf("%s: asked %s", command, (<-g.Person.Asked).Preview.Detail)
		}
	}
	if got := g.outside(g.Dir, "config", "branch.topic.remote"); !slices.Contains([]string{"origin\n", ".\n"}, got) {
		t.Errorf("the upstream is %q outside", got)
	}
	if got := g.outside(g.Dir, "config", "status.short") + g.outside(filepath.Join(g.Dir, "tool"), "config", "pull.rebase"); got != "true\ntrue\n" {
		t.Errorf("settings that start nothing are %q outside", got)
	}
	g.live("a day")
	if len(g.told) > 0 {
		t.Errorf("the person was told: %s", <-g.told)
	}
}

// A program's own list of submodules approves none of them, however often it is written:
// their addresses are asked about, and the person is told.
func TestAProgramsSubmodulesAreNotApproved(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	before := g.read(".git/config")
	g.run("git config -f .gitmodules submodule.deep/lib.url https://elsewhere.example/lib && cat .gitmodules")
	g.S.Walls().Settled()
	if text := <-g.told; !strings.Contains(text, "https://elsewhere.example/lib") {
		t.Errorf("the person was told: %s", text)
	}
	g.run("git config --unset submodule.deep/lib.url; git submodule init vendor/lib && git config submodule.deep/lib.url")
	if q := <-g.Person.Asked; !strings.Contains(q.Preview.Detail, "https://elsewhere.example/lib") {
		t.Errorf("the person was asked: %s", q.Preview.Detail)
	}
	if after := g.read(".git/config"); strings.Contains(after, "elsewhere.example") {
		t.Errorf("the settings were\n%s\nand are\n%s", before, after)
	}
}

// Whoever changes what git runs, and is not allowed to, is told that it did not last.
func TestTheCallerHearsThatASettingWasNotKept(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = noToGit
	if r := g.Bash("git config core.hooksPath elsewhere"); !strings.Contains(r.Content, `"exit_code":0`) || !strings.Contains(r.Content, "not kept: .git/config") || !strings.Contains(r.Content, "elsewhere") {
		t.Errorf("the caller was told: %s", r.Content)
	}
	if r := g.Bash("git config status.short true"); strings.Contains(r.Content, "note") {
		t.Errorf("of a setting that is kept the caller was told: %s", r.Content)
	}
}

// settingsThatStart are lines each of which runs a program, or leads to one.
func settingsThatStart(evil string) []string {
	return []string{
		"core.fsmonitor=" + evil, "core.sshCommand=" + evil, "core.hooksPath=" + filepath.Dir(evil), "core.pager=" + evil, "core.editor=" + evil, "core.askPass=" + evil, "core.gitProxy=" + evil, "core.alternateRefsCommand=" + evil,
		"core.attributesFile=x", "core.worktree=/", "core.bare=true", "filter.x.clean=" + evil, "filter.x.smudge=" + evil, "filter.x.process=" + evil, "diff.external=" + evil, "diff.x.textconv=" + evil, "diff.x.command=" + evil, "merge.x.driver=" + evil,
		"alias.status=!" + evil, "alias.st=!" + evil, "include.path=../evil.config", "includeIf.gitdir:**.path=../evil.config", "gpg.program=" + evil, "gpg.ssh.program=" + evil, "commit.gpgSign=true", "credential.helper=!" + evil, "credential.https://example.com.helper=" + evil,
		"url.ext::sh.insteadOf=https://", "remote.origin.url=ext::" + evil, "remote.origin.uploadpack=" + evil, "remote.origin.receivepack=" + evil, "remote.origin.vcs=evil", "remote.evil.url=/tmp/x", "branch.main.remote=ext::" + evil, "branch.main.pushRemote=ext::x", "branch.main.mergeOptions=-s evil",
		"protocol.ext.allow=always", "protocol.allow=always", "submodule.deep/lib.update=!" + evil, "submodule.deep/lib.url=ext::" + evil, "submodule.evil.url=https://evil.example.com/x", "extensions.worktreeConfig=true", "extensions.partialClone=origin",
		"pager.status=" + evil, "sequence.editor=" + evil, "interactive.diffFilter=" + evil, "difftool.x.cmd=" + evil, "mergetool.x.cmd=" + evil, "man.x.cmd=" + evil, "browser.x.cmd=" + evil, "trailer.x.command=" + evil, "uploadpack.packObjectsHook=" + evil,
		"sendemail.sendmailCmd=" + evil, "instaweb.httpd=" + evil, "rebase.instructionFormat=x", "receive.procReceiveRefs=x", "core.notesRef=x", "init.templateDir=" + filepath.Dir(evil), "safe.directory=*", "http.proxy=http://evil", "http.sslVerify=false", "push.gpgSign=true", "tag.gpgSign=true", "gc.recentObjectsHook=" + evil, "maintenance.x.command=" + evil, "lfs.customtransfer.x.path=" + evil, "lfs.url=https://evil", "color.ui=!" + evil, "user.signingKey=x", "pull.rebase=!" + evil,
	}
}

// No line that starts something reaches git outside, in the repository, in a
// worktree, in a submodule or in a repository inside.
func TestSettingsThatStartSomethingStayInTheRoom(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = no
	evil := g.evil()
	g.File("evil.config", "[core]\n\tfsmonitor = "+evil+"\n")
	g.outside(g.Dir, "init", "-q", "inner")
	g.outside(filepath.Join(g.Dir, "inner"), "commit", "-q", "--allow-empty", "-m", "x")
	before := map[string]string{}
	files := []string{".git/config", ".git/modules/deep/lib/config", "inner/.git/config"}
	for _, file := range files {
		before[file] = g.read(file)
	}
	for _, dir := range []string{".", "wt", "vendor/lib", "inner"} {
		var script strings.Builder
		for _, line := range settingsThatStart(evil) {
			name, value, _ := strings.Cut(line, "=")
			script.WriteString("git -C " + dir + " config --replace-all '" + name + "' '" + value + "'\n")
		}
		g.Bash(script.String() + "true")
		for _, file := range files {
			if got := g.read(file); got != before[file] {
				t.Fatalf("in %s: %s is changed:\n%s", dir, file, got)
			}
		}
	}
	g.Questions()
	g.live("settings")
	g.judgeSees(evil)
}

func (g *gitBench) read(name string) string {
	g.T.Helper()
	raw, err := os.ReadFile(filepath.Join(g.Dir, filepath.FromSlash(name)))
	if err != nil {
		g.T.Fatal(err)
	}
	return string(raw)
}

// While a call runs, git outside reads what the person has, and git in the room what
// the call has set.
func TestThereIsNoMomentInWhichALineCounts(t *testing.T) {
	g := newGitBench(t)
	g.Person.Answer = no
	evil := g.evil()
	fifo := filepath.Join(g.Dir, "go")
	g.File("ready.txt", "")
	r := make(chan tools.Result, 1)
	if out, err := exec.CommandContext(t.Context(), "mkfifo", fifo).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	ready := filepath.Join(g.Dir, "ready")
	if out, err := exec.CommandContext(t.Context(), "mkfifo", ready).CombinedOutput(); err != nil {
		t.Fatalf("%v %s", err, out)
	}
	go func() {
		r <- g.Bash("git config core.fsmonitor '" + evil + "'; git config core.fsmonitor; echo on > ready; cat go")
	}()
	if _, err := os.ReadFile(ready); err != nil { // returns when the call has set it
		t.Fatal(err)
	}
	if got := g.ask(g.Dir, "config", "core.fsmonitor"); got != "" {
		t.Errorf("outside it is %q", got)
	}
	g.live("a line, while the call runs")
	if err := os.WriteFile(fifo, []byte("go\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := operatortest.Stdout(t, <-r); !strings.HasPrefix(got, evil) {
		t.Errorf("in the room it is %q", got)
	}
	g.live("a line")
}

// A line that starts something is shown and asked once, and counts when it is allowed.
func TestALineThatIsAllowedCounts(t *testing.T) {
	g := newGitBench(t)
	var asked []tools.Question
	g.Person.Answer = func(ctx context.Context, q tools.Question) (tools.Answer, error) {
		asked = append(asked, q)
		return no(ctx, q)
	}
	set := "git config alias.l 'log --oneline' && printf '#!/bin/sh\\nexit 0\\n' > .husky/_/pre-push"
	g.run(set)
	g.run(set)
	if len(asked) != 1 || !strings.Contains(asked[0].Preview.Detail, "alias.l = log --oneline") || !strings.Contains(asked[0].Preview.Detail, "#!/bin/sh") {
		t.Fatalf("asked %d times: %+v", len(asked), asked)
	}
	if got := g.ask(g.Dir, "config", "alias.l"); got != "" {
		t.Errorf("it counts though it was not allowed: %q", got)
	}
	g.Person.Answer = operatortest.Yes
	g.run("git config alias.m 'log -m' && echo x > .husky/_/post-merge")
	if got := g.ask(g.Dir, "config", "alias.m"); got != "log -m\n" {
		t.Errorf("it does not count though it was allowed: %q", got)
	}
	if got := g.read(".husky/_/post-merge"); got != "x\n" {
		t.Errorf("the hook is %q", got)
	}
	if got := operatortest.Stdout(t, g.Bash("git config alias.m; git config alias.l; ls .husky/_/pre-push")); got != "log -m\n" {
		t.Errorf("the next call sees %q", got)
	}
}
