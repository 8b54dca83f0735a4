package operator_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// A trusted script has a second name, by which a program writes while its shell reads it piece by piece.
func TestAScriptIsWrittenByItsSecondName(t *testing.T) {
	const begin = "touch started\nuntil [ -e go ]; do sleep 0.01; done\n"
	b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{
		"scripts/deploy.sh": begin + "echo good-ran\n", "evil": begin + "echo evil-ran\n",
		"agent/tools/deploy.md": "---\nid: deploy\nname: Deploy\ndescription: d\ncommand: bash scripts/deploy.sh\n---\n",
	}})
	script, second := filepath.Join(b.Dir, "scripts", "deploy.sh"), filepath.Join(b.Dir, "second")
	if err := os.Link(script, second); err != nil {
		t.Fatal(err)
	}
	b.Reload()
	b.Trust()
	done := make(chan tools.Result)
	calls := b.Agent()
	go func() {
		_, r, err := calls.Call(t.Context(), "deploy", json.RawMessage(`{}`), tools.Scope{})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	operatortest.WaitUntil(t, "the script runs", func() bool { _, err := os.Lstat(filepath.Join(b.Dir, "started")); return err == nil })
	if r := b.Bash("cat evil >second && cat second && touch go"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "evil-ran") {
		t.Fatalf("nobody can write by the second name: %+v", r)
	}
	if r := <-done; operatortest.Code(r) != "" || strings.Contains(r.Content, "evil-ran") || !strings.Contains(r.Content, "good-ran") {
		t.Errorf("it ran %q: %+v", r.Content, r.Error)
	}
}

// Files that rooms keep from programs have second names in the space. Programs change them by none of these, and work with all
// other files that have several, as ever.
func TestProtectedFilesAreKeptByAllTheirNames(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{
		".vscode/tasks.json": "{}\n", ".envrc": "true\n", "tools/pre-commit": "#!/bin/sh\n", "src/one": "one\n", "deep/er/x": "x\n",
	}})
	at := func(name string) string { return filepath.Join(b.Dir, filepath.FromSlash(name)) }
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", b.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	for _, l := range [][2]string{
		{".vscode/tasks.json", "tools/tasks"}, {".envrc", "deep/er/envrc"}, {"tools/pre-commit", ".git/hooks/pre-commit"},
		{".git/config", "gitconfig"}, {"src/one", "src/two"},
	} {
		if err := os.MkdirAll(filepath.Dir(at(l[1])), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Link(at(l[0]), at(l[1])); err != nil {
			t.Fatal(err)
		}
	}
	before, err := os.ReadFile(at(".git/config"))
	if err != nil {
		t.Fatal(err)
	}
	names := "tools/tasks deep/er/envrc tools/pre-commit gitconfig"
	r := b.Bash(`for f in ` + names + `; do echo evil >>$f && echo "WROTE $f"; mv $f away && echo "MOVED $f"; rm -f $f && echo "GONE $f"; done; mv deep gone && echo "MOVED deep"; echo two >src/two && cat src/one && git status --short >/dev/null && echo fine`)
	for _, word := range []string{"WROTE", "MOVED", "GONE"} {
		if strings.Contains(r.Content, word) {
			t.Errorf("a program changes a protected file by its second name: %s", r.Content)
		}
	}
	if !strings.Contains(r.Content, "two") || !strings.Contains(r.Content, "fine") {
		t.Errorf("another file with two names cannot be written: %+v", r)
	}
	for name, want := range map[string]string{".vscode/tasks.json": "{}\n", ".envrc": "true\n", ".git/hooks/pre-commit": "#!/bin/sh\n", ".git/config": string(before), "src/one": "two\n"} {
		if got, err := os.ReadFile(at(name)); err != nil || string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if r := b.Bash("git config user.name Kim && git config user.name"); operatortest.Code(r) != "" || !strings.Contains(r.Content, "Kim") {
		t.Errorf("git cannot work with settings that have two names: %+v", r)
	}
}

// File tools put another file in the place of the one they write: its other names keep what they say.
func TestFileToolsWriteOneName(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{".envrc": "true\n"}})
	for name, call := range map[string]string{
		"write": `{"path":"NAME","content":"evil\n"}`, "edit": `{"path":"NAME","old_string":"true","new_string":"evil"}`,
		"patch": `{"patch":"--- a/NAME\n+++ b/NAME\n@@ -1 +1 @@\n-true\n+evil\n"}`,
	} {
		if err := os.Link(filepath.Join(b.Dir, ".envrc"), filepath.Join(b.Dir, name)); err != nil {
			t.Fatal(err)
		}
		calls := b.Agent()
		for _, step := range [][2]string{{"read", `{"path":"NAME"}`}, {name, call}} {
			if _, r, err := calls.Call(t.Context(), step[0], json.RawMessage(strings.ReplaceAll(step[1], "NAME", name)), tools.Scope{}); err != nil || r.Error != nil {
				t.Fatalf("%s: %v, %+v", step[0], err, r.Error)
			}
		}
		if got, err := os.ReadFile(filepath.Join(b.Dir, name)); err != nil || string(got) != "evil\n" {
			t.Errorf("%s wrote %q, %v", name, got, err)
		}
		if got, err := os.ReadFile(filepath.Join(b.Dir, ".envrc")); err != nil || string(got) != "true\n" {
			t.Errorf("%s wrote another name, too: %q, %v", name, got, err)
		}
	}
}

// A hook has its second name where no room of this space writes. Who has changed it meanwhile is not known, so it is put aside.
func TestAHookIsChangedByANameElsewhere(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{"one": "one\n"}})
	hook, other := filepath.Join(b.Dir, ".git", "hooks", "pre-commit"), filepath.Join(filepath.Dir(b.Dir), "elsewhere")
	if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", b.Dir).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	operatortest.WriteFile(t, other, "#!/bin/sh\n")
	if err := errors.Join(os.MkdirAll(filepath.Dir(hook), 0o755), os.Link(other, hook)); err != nil {
		t.Fatal(err)
	}
	b.Bash("true") // it is known from here on
	calls, done := b.Agent(), make(chan error)
	go func() {
		_, _, err := calls.Call(t.Context(), "bash", json.RawMessage(`{"command":"touch started; until [ -e go ]; do sleep 0.01; done"}`), tools.Scope{})
		done <- err
	}()
	operatortest.WaitUntil(t, "the call runs", func() bool { _, err := os.Lstat(filepath.Join(b.Dir, "started")); return err == nil })
	operatortest.WriteFile(t, other, "#!/bin/sh\ntouch evil\n")
	b.File("go", "")
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	operatortest.WaitUntil(t, "the hook is put aside", func() bool { _, err := os.Lstat(hook); return os.IsNotExist(err) })
}

// The person's own settings of git lie in the space, or name what does. No program writes what git then reads or runs, also
// where it is not there yet; what git only reads as data can be written.
func TestFilesThatGitsSettingsName(t *testing.T) {
	for name, repository := range map[string]bool{"a repository": true, "none": false} {
		t.Run(name, func(t *testing.T) {
			top, err := filepath.EvalSymlinks(t.TempDir())
			if err != nil {
				t.Fatal(err)
			}
			home, space := filepath.Join(top, "home"), filepath.Join(top, "home", "space")
			settings := "[init]\n\ttemplateDir = ~/space/conf/template\n[gc]\n\trecentObjectsHook = " + space + "/tools/recent\n[blame]\n\tignoreRevsFile = " + space + "/conf/revs\n"
			b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Home: home, Files: map[string]string{
				"conf/gitconfig": settings, "conf/template/description": "mine\n", "tools/recent": "true\n", "conf/revs": "# none\n",
			}})
			if repository {
				if out, err := exec.CommandContext(t.Context(), "git", "init", "-q", b.Dir).CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			if err := errors.Join(os.MkdirAll(filepath.Join(home, ".config", "git"), 0o755), os.Symlink("../../space/conf/later", filepath.Join(home, ".config", "git", "config")),
				os.Symlink(filepath.Join(b.Dir, "conf", "gitconfig"), filepath.Join(home, ".gitconfig"))); err != nil {
				t.Fatal(err)
			}
			r := b.Bash(`for f in conf/gitconfig conf/template/config conf/template/description tools/recent; do echo evil >>$f && echo "WROTE $f"; done
mkdir -p conf/template/hooks && echo WROTE hooks; printf '[core]\n\tfsmonitor = evil\n' >conf/later; echo abc >>conf/revs && echo fine`)
			if strings.Contains(r.Content, "WROTE") || !strings.Contains(r.Content, "fine") {
				t.Errorf("%+v", r)
			}
			operatortest.WaitUntil(t, "what was made is put aside", func() bool { _, err := os.Lstat(filepath.Join(b.Dir, "conf", "later")); return os.IsNotExist(err) })
			if got, err := os.ReadFile(filepath.Join(b.Dir, "conf", "gitconfig")); err != nil || string(got) != settings {
				t.Errorf("the settings are %q, %v", got, err)
			}
			b.Questions()
			for _, file := range []string{"conf/later", "conf/template/config", "conf/template/hooks/x"} {
				b.Call("write", `{"path":"`+file+`","content":"evil"}`)
				if b.Questions() == 0 {
					t.Errorf("a file tool writes %s unasked", file)
				}
			}
		})
	}
}

// A script that is too large to be kept is pinned by what it says. It is changed by its second name: while it runs, and before
// it runs without a sign in its times.
func TestALargeScriptRunsAsItWasTrusted(t *testing.T) {
	const begin = "touch started\nuntil [ -e go ]; do sleep 0.01; done\n"
	rest := "exit 0\n" + strings.Repeat("#"+strings.Repeat(".", 1022)+"\n", 17<<10)
	b := operatortest.New(t, operatortest.Options{Walls: true, Files: map[string]string{
		"deploy.sh": begin + "echo good-ran\n" + rest, "evil": begin + "echo evil-ran\n" + rest, "agent/tools/deploy.md": deployTool,
		"silent.sh": "echo good-ran\n" + rest, "agent/tools/silent.md": strings.ReplaceAll(deployTool, "deploy", "silent"),
	}})
	second, third := filepath.Join(b.Dir, "second"), filepath.Join(b.Dir, "third")
	if err := errors.Join(os.Link(filepath.Join(b.Dir, "deploy.sh"), second), os.Link(filepath.Join(b.Dir, "silent.sh"), third)); err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(third, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	mapped, err := syscall.Mmap(int(f.Fd()), 0, 4096, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_SHARED)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = syscall.Munmap(mapped) }()
	syscall.Sync()
	mapped[0] = 'e' // the page is dirty from here on, and its times stay
	b.Reload()
	b.Trust()
	copy(mapped, "echo evil-ran\n")
	if r := b.Call("silent", `{}`); strings.Contains(r.Content, "evil-ran") {
		t.Errorf("it ran what was changed unseen: %+v", r)
	}
	copy(mapped, "echo good-ran\n")
	b.Reload() // the system may have written the page out meanwhile, and then the first change had a sign in its times
	if r := b.Call("silent", `{}`); !strings.Contains(r.Content, "good-ran") {
		t.Errorf("it does not run as it was trusted: %+v", r)
	}
	calls, done := b.Agent(), make(chan tools.Result)
	go func() {
		_, r, err := calls.Call(t.Context(), "deploy", json.RawMessage(`{}`), tools.Scope{})
		if err != nil {
			t.Error(err)
		}
		done <- r
	}()
	operatortest.WaitUntil(t, "the script runs", func() bool { _, err := os.Lstat(filepath.Join(b.Dir, "started")); return err == nil })
	if r := b.Bash("cat evil >second && touch go"); operatortest.Code(r) != "" {
		t.Fatalf("nobody can write by the second name: %+v", r)
	}
	if r := <-done; strings.Contains(r.Content, "evil-ran") || !strings.Contains(r.Content, "good-ran") {
		t.Errorf("it ran %q: %+v", r.Content, r.Error)
	}
	b.Reload()
	if r := b.Call("deploy", `{}`); operatortest.Code(r) != tools.PermissionDenied {
		t.Errorf("it is not held back: %+v", r)
	}
}

const deployTool = "---\nid: deploy\nname: deploy\ndescription: d\ncommand: bash deploy.sh\n---\n"

// A link in the room's /tmp leads back into the space: deleting by it deletes the person's files, and asks. Deleting what lies in /tmp does not.
func TestDeletingByALinkInTheRoomsTemp(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{"src/main.go": "package main\n"}})
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	if r := b.Bash(`ln -s "$PWD" /tmp/link && mkdir -p /tmp/work/deep && touch /tmp/link/src/main.go && echo "$TMPDIR"`); operatortest.Code(r) != "" || b.Questions() != 0 {
		t.Fatalf("%+v", r)
	}
	for _, command := range []string{"rm -rf /tmp/link/src", "cd /tmp/link && rm -rf src", `rm -rf "/tmp/link/src"`} {
		if r, n := b.Bash(command), b.Questions(); operatortest.Code(r) == "" || n != 1 {
			t.Errorf("%s: %d questions, %+v", command, n, r)
		}
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "src", "main.go")); err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"rm -rf /tmp/work/deep && test ! -e /tmp/work/deep", `d=$(mktemp -d); touch "$d/a"; rm -rf "$d"; test ! -e "$d"`, "rm -rf /tmp/link /tmp/work"} {
		if r, n := b.Bash(command), b.Questions(); operatortest.Code(r) != "" || n != 0 {
			t.Errorf("%s: %d questions, %+v", command, n, r)
		}
	}
}
