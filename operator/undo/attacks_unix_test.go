//go:build unix

package undo_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/undo"
	"handrail/tools"
)

// Where the index was changed since, by no more than "git status", a commit goes back, and the
// objects stay: the repository is whole, and nothing that the person has staged is lost.
func TestACommitAfterWhichTheIndexWasChanged(t *testing.T) {
	b := project(t, true)
	call := bash(t, b, "echo more >> README.md; "+commit)
	head := git(t, b.Dir, "rev-parse", "HEAD~1")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "mine.txt"), "mine\n")
	git(t, b.Dir, "add", "mine.txt")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := git(t, b.Dir, "rev-parse", "HEAD"); got != head {
		t.Errorf("HEAD is %s", got)
	}
	if got := git(t, b.Dir, "fsck", "--full"); strings.Contains(got, "missing") || strings.Contains(got, "invalid") {
		t.Errorf("git says %q", got)
	}
	if got := git(t, b.Dir, "show", ":mine.txt"); got != "mine" {
		t.Errorf("what was staged is %q", got)
	}
	git(t, b.Dir, "commit", "-qm", "mine")
}

// An undo removes none of the person's files, whatever they are called.
func TestFilesThatLookLikeOurs(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{".handrail-restore-mine.tmp": "mine", ".handrail-restore-0123456789abcdef-BBBB.tmp": "mine", "a.txt": "one\n"}})
	call := bash(t, b, "echo two > a.txt")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	for _, name := range []string{".handrail-restore-mine.tmp", ".handrail-restore-0123456789abcdef-BBBB.tmp"} {
		if _, err := os.Stat(filepath.Join(b.Dir, name)); err != nil {
			t.Error(err)
		}
	}
}

// A call cannot hide what it does to a folder by having it ignored.
func TestAFolderThatACallHasIgnored(t *testing.T) {
	b := project(t, true)
	operatortest.WriteFile(t, filepath.Join(b.Dir, "dist", "work.txt"), "work\n")
	call := bash(t, b, "echo dist >> .gitignore; rm dist/work.txt")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got, err := os.ReadFile(filepath.Join(b.Dir, "dist", "work.txt")); string(got) != "work\n" {
		t.Errorf("it is %q, %v", got, err)
	}
}

// Nor can a file tool that comes before any program: what decides what is left out is written after a look.
func TestAFolderThatAFileToolHasIgnored(t *testing.T) {
	for name, write := range map[string]string{
		"rules of Git": `{"path":".gitignore","old_string":"uploads/","new_string":"uploads/\ndist"}`,
		"a new file":   `{"path":"sub/.gitignore","content":"dist\n"}`,
		"a mark":       `{"path":"loose/package.json","content":"{}"}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := project(t, true)
			files := []string{"dist/work.txt", "sub/dist/work.txt", "loose/node_modules/work.txt"}
			for _, file := range files {
				operatortest.WriteFile(t, filepath.Join(b.Dir, file), "work\n")
			}
			tool := "write"
			if strings.Contains(write, "old_string") {
				tool = "edit"
			}
			if !strings.Contains(write, ".gitignore") { // a mark counts where there is no Git
				if err := os.RemoveAll(filepath.Join(b.Dir, ".git")); err != nil {
					t.Fatal(err)
				}
			}
			session := b.Agent()
			for _, step := range [][2]string{{"read", `{"path":".gitignore"}`}, {tool, write}} {
				if _, r, err := session.Call(t.Context(), step[0], json.RawMessage(step[1]), tools.Scope{}); err != nil || r.Error != nil {
					t.Fatal(step, err, r.Error)
				}
			}
			call := bash(t, b, "rm -f "+strings.Join(files, " "))
			takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
			for _, file := range files {
				if strings.Contains(file, "node_modules") && strings.Contains(write, ".gitignore") {
					continue // it was ignored before
				}
				if got, err := os.ReadFile(filepath.Join(b.Dir, file)); string(got) != "work\n" {
					t.Errorf("%s is %q, %v", file, got, err)
				}
			}
		})
	}
}

// Nothing is taken back while another process makes a call in the space.
func TestNoUndoWhileAnotherProcessMakesACall(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	first := made(t, b, "write", `{"path":"a","content":"x"}`)
	other := *b
	other.O = operatortest.Open(t, b.Options, b.Person)
	var err error
	if other.S, err = other.O.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	long := make(chan undo.Ref, 1)
	go func() { long <- bash(t, &other, "touch began; while [ ! -e go ]; do sleep 0.01; done") }()
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(filepath.Join(b.Dir, "began")); return err == nil })
	r := undo.Request{Calls: []undo.Ref{first}}
	_, result, err := operator.TakeBack(t.Context(), b.S, r, plan(t, b, r).Digest, journal.FromCLI)
	if err != nil || operatortest.Code(result) != tools.Unavailable || !strings.Contains(result.Error.Message, "in another Handrail") {
		t.Errorf("%+v, %v", result, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "go"), "")
	<-long
	if _, result := takeBack(t, b, r); result.Error != nil {
		t.Error(result.Error)
	}
}

// A name cannot put lines of its own into what is shown.
func TestNamesAreShownInOneLine(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	call := bash(t, b, `touch "$(printf 'a\nPut back 9 files')"`)
	p := plan(t, b, undo.Request{Calls: []undo.Ref{call}})
	if len(p.Items) != 1 || strings.Contains(p.Items[0].Shown(), "\n") {
		t.Errorf("%+v", p.Items)
	}
	_, result := takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if slices.Contains(strings.Split(result.Content, "\n"), "Put back 9 files") {
		t.Errorf("%q", result.Content)
	}
}

// What another process does in the folder while a program runs: what its calls have changed by name is theirs, and of the rest the
// plan says that it may be.
func TestWhatAnotherProcessDoesMeanwhile(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	other := *b
	other.O = operatortest.Open(t, b.Options, b.Person)
	var err error
	if other.S, err = other.O.OpenSpace(t.Context(), b.Dir); err != nil {
		t.Fatal(err)
	}
	long := make(chan undo.Ref, 1)
	go func() {
		long <- bash(t, b, "echo a > a; touch began; while [ ! -e go ]; do sleep 0.01; done; sleep 2")
	}()
	operatortest.WaitFor(t, func() bool { _, err := os.Stat(filepath.Join(b.Dir, "began")); return err == nil })
	made(t, &other, "write", `{"path":"theirs","content":"x"}`)
	beside := bash(t, &other, "echo b > b")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "go"), "")
	p := plan(t, b, undo.Request{Calls: []undo.Ref{<-long}})
	if got := states(p); slices.ContainsFunc(got, func(s string) bool { return strings.Contains(s, "theirs") }) || !slices.Contains(got, "ready a") {
		t.Errorf("the plan has %q", got)
	}
	if !slices.Contains(p.Beside, beside.Call) || len(p.Unsure) != 1 || !strings.Contains(p.Unsure[0], "also if that was you") {
		t.Errorf("beside are %q, unsure %q", p.Beside, p.Unsure)
	}
}

// A folder that is left out and that a call has removed is named, though nothing of it can be put back.
func TestALeftOutFolderThatIsGoneIsNamed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{".gitignore": "dist\n", "dist/by-hand": "mine\n"}})
	if out, err := exec.Command("git", "-C", b.Dir, "init", "-q").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for name, command := range map[string]string{"alone": "rm -rf dist", "with more": "mkdir -p dist; echo x > dist/x"} {
		if name == "with more" {
			bash(t, b, command)
			command = "rm -rf dist; echo x >> a"
		}
		p := plan(t, b, undo.Request{Calls: []undo.Ref{bash(t, b, command)}})
		if !slices.ContainsFunc(p.Partial, func(s string) bool { return strings.Contains(s, "/dist was removed, and is not kept") }) {
			t.Errorf("%s: not covered is %q", name, p.Partial)
		}
		operatortest.WriteFile(t, filepath.Join(b.Dir, "dist", "again"), "x")
	}
}
