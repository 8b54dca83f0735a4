package walls_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"handrail/operator/operatortest"
)

// leave runs a command that is left running behind a finished call; it begins when the file
// "go" is there.
func (g *gitBench) leave(command string) {
	g.T.Helper()
	g.run("(while [ ! -e go ]; do sleep 0.05; done; " + command + ") >/dev/null 2>&1 &")
}

// wait waits until something holds.
func (g *gitBench) wait(what string, holds func() bool) {
	g.T.Helper()
	for deadline := time.Now().Add(30 * time.Second); !holds(); time.Sleep(20 * time.Millisecond) {
		if time.Now().After(deadline) {
			g.T.Fatalf("it never came to this: %s", what)
		}
	}
}

// What a finished call has left running makes a file that leads git elsewhere. It is put aside
// without another call.
func TestWhatIsLeftRunningLeadsGitNowhere(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	g.outside(g.Dir, "config", "extensions.worktreeConfig", "true")
	g.run("git init -q --bare fake; git -C fake config core.fsmonitor " + evil + "; git -C fake config core.bare false")
	g.S.Walls().Settled()
	for len(g.told) > 0 {
		<-g.told
	}
	for name, text := range map[string]string{
		".git/commondir":                        "../fake\n",
		".git/config.worktree":                  "[core]\n\tfsmonitor = " + evil + "\n",
		".git/worktrees/wt/config.worktree":     "[core]\n\tfsmonitor = " + evil + "\n",
		".git/modules/deep/lib/config.worktree": "[core]\n\tfsmonitor = " + evil + "\n",
	} {
		_ = os.Remove(filepath.Join(g.Dir, "go"))
		g.File("planted", text)
		g.leave("cp -f planted " + name + ".new; mv -f " + name + ".new " + name + "; touch done; sleep 600")
		g.S.Walls().Settled()
		g.File("go", "")
		g.wait("the program is done", func() bool { return g.exists("done") })
		g.wait(name+" is put aside", func() bool {
			raw, err := os.ReadFile(filepath.Join(g.Dir, name))
			return err != nil || string(raw) != text
		})
		g.live(name)
		_ = os.Remove(filepath.Join(g.Dir, "done"))
		for len(g.told) > 0 {
			t.Log(<-g.told)
		}
	}
	g.judgeSees(evil)
}

// The person's git puts another file in the place of its settings, which a program that was
// left running then reaches: what it writes there is taken out.
func TestTheSettingsThatThePersonsGitPutsInPlaceAreNotAPrograms(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	settings := func() string { // there is a moment in which they are not there
		raw, _ := os.ReadFile(filepath.Join(g.Dir, ".git", "config"))
		return string(raw)
	}
	g.leave("while :; do printf '[core]\\n\\tfsmonitor = " + evil + "\\n' >> .git/config; sleep 0.3; done")
	g.File("go", "")
	g.wait("it writes", func() bool { left, err := g.O.Walls().Left(); return err == nil && len(left) == 1 })
	g.outside(g.Dir, "remote", "add", "mine", "https://example.com/mine.git")
	g.wait("it reaches the settings", func() bool {
		return strings.Contains(settings(), "fsmonitor") || g.exists(".git/config.put-aside")
	})
	left, err := g.O.Walls().Left()
	if err != nil || len(left) != 1 {
		t.Fatalf("left running: %v, %v", left, err)
	}
	if err := g.O.Walls().EndLeft(left[0].ID); err != nil {
		t.Fatal(err)
	}
	g.wait("the settings are clean", func() bool { text := settings(); return text != "" && !strings.Contains(text, "fsmonitor") })
	if !strings.Contains(g.read(".git/config"), "[remote \"mine\"]") {
		t.Errorf("the person's own line is gone: %s", g.read(".git/config"))
	}
	g.run("true")
	g.S.Walls().Settled()
	g.live("the person's own change")
	for len(g.told) > 0 {
		<-g.told
	}
	if !g.exists("evil.sh") {
		t.Error("a script that only a program has named was put aside")
	}
	g.judgeSees(evil)
}

// What a call has done is the call's, also where somebody looks between its end and its own look.
func TestWhoLooksFirstTakesACallForNobodyElse(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	g.outside(g.Dir, "config", "extensions.worktreeConfig", "true")
	g.run("git init -q --bare fake; git -C fake config core.fsmonitor " + evil + "; git -C fake config core.bare false")
	g.S.Walls().Settled()
	inTheMiddle := func(command string) {
		t.Helper()
		_ = os.Remove(filepath.Join(g.Dir, "go"))
		_ = os.Remove(filepath.Join(g.Dir, "begun"))
		done := make(chan struct{})
		go func() {
			defer close(done)
			g.Bash("touch begun; while [ ! -e go ]; do sleep 0.05; done; " + command)
		}()
		g.wait("the program runs", func() bool { return g.exists("begun") })
		g.S.Walls().LookFirst(func() {
			g.File("go", "")
			g.wait("the program has ended", func() bool { return g.S.Walls().Programs() == 0 })
		})
		<-done
	}
	inTheMiddle("git worktree add -q other -b other")
	g.run("git worktree remove other && git branch -q -D other")
	g.File("planted", "../fake\n")
	inTheMiddle("cp planted .git/commondir")
	if g.exists(".git/commondir") {
		t.Error("what a call wrote was taken for the person's")
	}
	g.live("a look in the middle")
}

// What a finished call has left running leads git nowhere either once the app has ended, and nobody looks: it goes on, and
// writes what it likes but for what git reads.
func TestWhatIsLeftRunningWhenTheAppEnds(t *testing.T) {
	g := newGitBench(t)
	evil := g.evil()
	g.outside(g.Dir, "config", "extensions.worktreeConfig", "true")
	g.once("git init -q --bare fake; git -C fake config core.fsmonitor " + evil + "; git -C fake config core.bare false; cp -r .git/objects .git/refs fake/")
	line := "[core]\n\tfsmonitor = " + evil + "\n"
	g.File("plant.sh", strings.Join([]string{
		"echo ../fake >.git/commondir", "printf '" + line + "' >.git/config.worktree", "printf '" + line + "' >>.git/config",
		"printf '" + line + "' >.git/c && mv -f .git/c .git/config", "cp evil.sh .git/hooks/post-checkout", "cp evil.sh .husky/_/pre-commit",
		"printf '" + line + "' >.git/worktrees/wt/config.worktree", "printf '" + line + "' >>.git/modules/deep/lib/config", "mv .git away && cp -r fake .git",
		"cd wt; echo gitdir: ../fake >.git; cd ..; mv wt wt2; mkdir wt; echo gitdir: ../fake >wt/.git",
	}, "\n")+"\n")
	g.once("(while [ ! -e go ]; do sleep 0.05; done; bash plant.sh; echo mine >mine-too; touch done; until [ -e stop ]; do sleep 0.05; done) >/dev/null 2>&1 &")
	g.Close()
	g.File("go", "")
	g.wait("the program is done", func() bool { return g.exists("done") })
	for _, dir := range []string{g.Dir, filepath.Join(g.Dir, "wt"), filepath.Join(g.Dir, "vendor/lib")} {
		for _, args := range [][]string{{"status"}, {"commit", "--allow-empty", "-qm", "mine"}, {"checkout", "-q", "--detach"}} {
			if out := g.ask(dir, args...); strings.Contains(out, "fatal:") || strings.Contains(out, "error:") {
				t.Errorf("git %v in %s: %s", args, dir, out)
			}
		}
	}
	if g.exists("../../canary") {
		t.Error("something ran that a program had set")
	}
	if !g.exists("mine-too") {
		t.Error("the program could not write its own file")
	}
	g.File("stop", "")
	g.judgeSees(evil)
}

// once is run for an app that the test closes.
func (g *gitBench) once(command string) {
	g.T.Helper()
	raw, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		g.T.Fatal(err)
	}
	if r := g.Once("bash", string(raw)); operatortest.Code(r) != "" || !strings.Contains(r.Content, `"exit_code":0`) {
		g.T.Fatalf("%s: %+v", command, r)
	}
}

// A protected file that the person saves as editors do, by another one in its place, makes anew, or gives a second name, is
// protected from what a finished call has left running, too.
func TestWhatIsSavedAnewIsProtectedAgain(t *testing.T) {
	b := newBench(t, "", nil)
	b.File(".envrc", "mine\n")
	const try = `for f in .envrc .mcp.json second; do (echo evil >>$f) 2>/dev/null || touch kept$f; (mv $f moved && mv moved $f) 2>/dev/null || touch stays$f; done`
	if r := b.Bash("(until [ -e go ]; do sleep 0.02; done; while [ -e go ] && [ ! -e stop ]; do [ -e try ] && rm try && { " + try + "; touch tried; }; sleep 0.02; done) >/dev/null 2>&1 &"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.File("new", "mine anew\n")
	if err := os.Rename(filepath.Join(b.Dir, "new"), filepath.Join(b.Dir, ".envrc")); err != nil {
		t.Fatal(err)
	}
	b.File(".mcp.json", "{}\n")
	if err := os.Link(filepath.Join(b.Dir, ".envrc"), filepath.Join(b.Dir, "second")); err != nil {
		t.Fatal(err)
	}
	b.File("go", "")
	there := func(name string) bool { _, err := os.Stat(filepath.Join(b.Dir, name)); return err == nil }
	for name, saved := range map[string]string{".envrc": "mine anew\n", ".mcp.json": "{}\n", "second": "mine anew\n"} {
		operatortest.WaitUntil(t, name+" is protected again", func() bool {
			if name == "second" { // the program has moved it, and where it was then it may have come to be protected
				_ = os.Remove(filepath.Join(b.Dir, name))
				if err := os.Link(filepath.Join(b.Dir, ".envrc"), filepath.Join(b.Dir, name)); err != nil {
					t.Fatal(err)
				}
			}
			b.File(name, saved) // in place, after what the program may have added
			_ = os.Remove(filepath.Join(b.Dir, "tried"))
			b.File("try", "")
			operatortest.WaitUntil(t, "it is tried", func() bool { return there("tried") })
			raw, err := os.ReadFile(filepath.Join(b.Dir, name))
			return err == nil && string(raw) == saved && there("kept"+name) && there("stays"+name)
		})
	}
	b.File("stop", "")
}

// What is left running is looked after from the moment in which another app opens the space, however long it takes to read that.
func TestWhatIsLeftRunningWhileASpaceIsRead(t *testing.T) {
	b := newBench(t, "", nil)
	b.File("agent/tools/big.md", "---\nid: big\nname: big\ndescription: d\ncommand: bash big.sh\n---\n")
	b.File("big.sh", "")
	if err := os.Truncate(filepath.Join(b.Dir, "big.sh"), 100<<20); err != nil { // to pin it takes longer than the first look
		t.Fatal(err)
	}
	b.Reload()
	b.Trust()
	if r := b.Once("bash", `{"command":"(until [ -e stop ]; do sleep 0.02; done) >/dev/null 2>&1 &"}`); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	b.Close()
	b.O = b.another()
	s, err := b.O.OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	b.S = s
	if r := b.Bash("touch stop"); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
}

// What a finished call has left running writes all the time what leads git astray: when the app ends, what lies there is looked at
// once nothing can be written any more, and what comes in between two looks is never taken for the person's.
func TestWhatIsWrittenAllTheTime(t *testing.T) {
	for name, pause := range map[string]string{"at once": "", "now and then": "; sleep 0.03"} {
		t.Run(name, func(t *testing.T) {
			g := newGitBench(t)
			evil := g.evil()
			g.outside(g.Dir, "config", "extensions.worktreeConfig", "true")
			line := "[core]\\n\\tfsmonitor = " + evil + "\\n"
			g.once("(while [ ! -e stop ]; do printf '" + line + "' >.git/config.worktree; printf '" + line + "' >.git/worktrees/wt/config.worktree; cp evil.sh .git/hooks/post-index-change; n=$((n+1)); echo $n >count" + pause + "; done) >/dev/null 2>&1 &")
			many := func() {
				n, _ := os.ReadFile(filepath.Join(g.Dir, "count"))
				g.wait("it writes", func() bool {
					m, _ := os.ReadFile(filepath.Join(g.Dir, "count"))
					return len(m) > 0 && string(m) != string(n)
				})
			}
			many()
			g.S.Walls().Settled()
			many()
			g.Close()
			look := func(when string) {
				t.Helper()
				for _, dir := range []string{g.Dir, filepath.Join(g.Dir, "wt")} {
					g.ask(dir, "status")
				}
				if _, err := os.Stat(g.canary); err == nil {
					t.Errorf("%s: something ran that a program had set", when)
					_ = os.Remove(g.canary)
				}
			}
			look("after the end")
			g.O = g.another()
			s, err := g.O.OpenSpace(t.Context(), g.Dir)
			if err != nil {
				t.Fatal(err)
			}
			g.S = s
			g.run("true")
			g.S.Walls().Settled()
			look("after the next call")
			g.File("stop", "")
			g.judgeSees(evil)
		})
	}
}

// What a finished call has left running makes an ordinary folder a repository, between two calls, and ends: that is found without a call, by a call that does
// nothing, and as Handrail ends.
func TestWhatIsLeftMakesAFolderARepository(t *testing.T) {
	for name, x := range map[string]struct {
		delay string
		after func(g *gitBench)
	}{
		"no call": {"0.7", func(g *gitBench) {
			g.wait("the setting is out", func() bool {
				return g.exists("docs/.git/config") && !strings.Contains(g.read("docs/.git/config"), "fsmonitor")
			})
		}},
		"a quiet call": {"0.1", func(g *gitBench) {
			g.wait("there is a repository", func() bool { return g.exists("done") })
			g.ended("echo quiet")
			g.S.Walls().Settled()
			g.wait("the setting is out", func() bool { return !strings.Contains(g.read("docs/.git/config"), "fsmonitor") })
		}},
		"the end": {"0.1", func(g *gitBench) {
			g.wait("there is a repository", func() bool { return g.exists("done") })
			g.Close()
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			g := newGitBench(t)
			evil := g.evil()
			g.File("docs/a.md", "a\n")
			g.Once("bash", `{"command":"(sleep `+x.delay+`; git init -q docs; git -C docs config core.fsmonitor `+evil+`; touch done) >/dev/null 2>&1 </dev/null &"}`)
			x.after(g)
			if text := g.read("docs/.git/config"); strings.Contains(text, "fsmonitor") {
				t.Errorf("it kept\n%s", text)
			}
			g.ask(filepath.Join(g.Dir, "docs"), "status")
			if _, err := os.Stat(g.canary); err == nil {
				t.Error("git ran what a program has set")
			}
		})
	}
}
