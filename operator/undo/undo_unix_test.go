//go:build unix

package undo_test

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
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

// tree is what lies below a folder: a line for each name, with mode, bytes and where a link
// leads. What is left out of snapshots is left out here.
func tree(t *testing.T, dir string, without ...string) string {
	t.Helper()
	var out []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel, err := filepath.Rel(dir, path)
		if err != nil || slices.Contains(without, rel) {
			return fs.SkipDir
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		line := fmt.Sprintf("%s %s", rel, info.Mode())
		switch {
		case d.Type()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			line += " -> " + target
		case d.Type().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += fmt.Sprintf(" %x", sha256.Sum256(data))
		}
		out = append(out, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return strings.Join(out, "\n")
}

// differ are the lines in which two trees differ.
func differ(got, want string) string {
	var out []string
	has := func(text, line string) bool { return slices.Contains(strings.Split(text, "\n"), line) }
	for line := range strings.SplitSeq(got, "\n") {
		if !has(want, line) {
			out = append(out, "has   "+line)
		}
	}
	for line := range strings.SplitSeq(want, "\n") {
		if !has(got, line) {
			out = append(out, "wants "+line)
		}
	}
	return strings.Join(out, "\n")
}

// made makes one call as an agent, and returns its place in the record.
func made(t *testing.T, b *operatortest.Bench, tool, input string) undo.Ref {
	t.Helper()
	calls := b.Agent()
	id, result, err := calls.Call(t.Context(), tool, json.RawMessage(input), tools.Scope{})
	if err != nil || result.Error != nil {
		t.Fatalf("%s %s: %v, %+v", tool, input, err, result.Error)
	}
	return undo.Ref{Run: calls.Run(), Call: id}
}

func bash(t *testing.T, b *operatortest.Bench, command string) undo.Ref {
	t.Helper()
	in, err := json.Marshal(map[string]string{"command": command})
	if err != nil {
		t.Fatal(err)
	}
	return made(t, b, "bash", string(in))
}

func plan(t *testing.T, b *operatortest.Bench, r undo.Request) *undo.Plan {
	t.Helper()
	p, err := operator.UndoOf(b.S).Plan(t.Context(), r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// takeBack does what a plan says, and returns its own place in the record.
func takeBack(t *testing.T, b *operatortest.Bench, r undo.Request) (undo.Ref, tools.Result) {
	t.Helper()
	p := plan(t, b, r)
	call, result, err := operator.TakeBack(t.Context(), b.S, r, p.Digest, journal.FromCLI)
	if err != nil {
		t.Fatal(err)
	}
	record, err := b.O.History().Call(t.Context(), call)
	if err != nil {
		t.Fatal(err)
	}
	return undo.Ref{Run: record.Run, Call: call}, result
}

// states are the items of a plan that are not as they were, a line each.
func states(p *undo.Plan) (out []string) {
	for _, i := range p.Items {
		out = append(out, string(i.State)+" "+string(i.Path))
	}
	return out
}

func git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-C", dir, "-c", "user.name=Kim", "-c", "user.email=kim@example.org", "-c", "init.defaultBranch=main"}, args...)...)
	cmd.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("git %v: %v: %s", args, err, out)
	}
	return strings.TrimSpace(string(out))
}

// project is a small project under git, with things that undo must get right.
func project(t *testing.T, walls bool) *operatortest.Bench {
	t.Helper()
	files := map[string]string{
		"README.md": "# Kite\n\nFly it.\n", "src/a.js": "const a = 1;\nconst b = 2;\n", "src/deep/b.js": "b()\n", ".gitignore": "node_modules/\nuploads/\n.env\n",
		".env": "PORT=1\n", "uploads/photo": "not really", "run.sh": "#!/bin/sh\n", "package.json": "{}\n", "empty": "",
	}
	b := operatortest.New(t, operatortest.Options{Files: files, Walls: walls})
	if err := os.Chmod(filepath.Join(b.Dir, "run.sh"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("src/a.js", filepath.Join(b.Dir, "main.js")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(b.Dir, "hollow"), 0o700); err != nil {
		t.Fatal(err)
	}
	git(t, b.Dir, "init", "-q")
	git(t, b.Dir, "add", "-A")
	git(t, b.Dir, "commit", "-qm", "first")
	return b
}

const commit = `git -c user.name=A -c user.email=a@example.org commit -qam agent`

// wild is what an agent that is let loose does.
var wild = []string{
	`rm -r src`,
	`find . -name '*.md' -o -name '*.json' -not -path './.git/*' | xargs sed -i 's/i/I/g'`,
	`mkdir -p node_modules/x && echo dep > node_modules/x/index.js && echo '{"lock":1}' > package-lock.json`,
	`rm empty main.js; ln -s nowhere main.js; mkdir empty; chmod 600 run.sh; rmdir hollow; mv README.md LIESMICH.md; echo PORT=2 > .env; rm -r uploads`,
	commit,
}

// Everything that an agent has done is taken back to the byte, one call after the other, and all
// of it at once; what tools make anew stays.
func TestLetLoose(t *testing.T) {
	for _, all := range []bool{false, true} {
		t.Run(fmt.Sprintf("all at once %v", all), func(t *testing.T) {
			b := project(t, true)
			before := []string{tree(t, b.Dir, "node_modules")}
			readme, err := os.Stat(filepath.Join(b.Dir, "README.md"))
			if err != nil {
				t.Fatal(err)
			}
			var calls []undo.Ref
			for _, command := range wild {
				calls = append(calls, bash(t, b, command))
				before = append(before, tree(t, b.Dir, "node_modules"))
			}
			if all {
				if _, r := takeBack(t, b, undo.Request{Calls: calls}); r.Error != nil {
					t.Fatal(r.Error)
				}
			}
			for n := len(calls) - 1; n >= 0 && !all; n-- {
				if _, r := takeBack(t, b, undo.Request{Calls: calls[n : n+1]}); r.Error != nil {
					t.Fatalf("%s: %v", wild[n], r.Error)
				}
				if got := tree(t, b.Dir, "node_modules"); got != before[n] {
					t.Fatalf("after taking back %s:\n%s", wild[n], differ(got, before[n]))
				}
			}
			if got := tree(t, b.Dir, "node_modules"); got != before[0] {
				t.Fatal(differ(got, before[0]))
			}
			if now, err := os.Stat(filepath.Join(b.Dir, "README.md")); err != nil || !now.ModTime().Equal(readme.ModTime()) {
				t.Errorf("README.md has another time, %v", err)
			}
			if _, err := os.Stat(filepath.Join(b.Dir, "node_modules", "x", "index.js")); err != nil {
				t.Errorf("what tools make anew is gone: %v", err)
			}
			if got := git(t, b.Dir, "status", "--porcelain") + git(t, b.Dir, "fsck", "--full"); got != "" {
				t.Errorf("git says %q", got)
			}
		})
	}
}

// The person's own edit in between stays, and the undo of a file that they have changed is a
// conflict, which they may decide.
func TestThePersonsEditStays(t *testing.T) {
	b := project(t, false)
	agent := bash(t, b, `sed -i 's/const a = 1/const a = 10/' src/a.js; echo agent > new.txt; echo agent > README.md`)
	operatortest.WriteFile(t, filepath.Join(b.Dir, "mine.txt"), "mine\n")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "README.md"), "agent\nand I\n")
	operatortest.WriteFile(t, filepath.Join(b.Dir, "src", "a.js"), "const a = 10;\nconst b = 2;\nconst mine = 3;\n")
	r := undo.Request{Calls: []undo.Ref{agent}}
	p := plan(t, b, r)
	if got, want := states(p), []string{"conflict README.md", "ready new.txt", "conflict src/a.js"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
	c, err := operator.UndoOf(b.S).Compare(t.Context(), p.Items[2])
	if err != nil || !c.Merged || c.Would != "const a = 1;\nconst b = 2;\nconst mine = 3;\n" || c.Then != "const a = 1;\nconst b = 2;\n" || !strings.Contains(c.Now, "mine") {
		t.Errorf("it compares %+v, %v", c, err)
	}
	if _, result := takeBack(t, b, r); result.Error != nil || !strings.Contains(result.Content, "README.md: it was changed meanwhile") {
		t.Errorf("%+v", result)
	}
	for name, want := range map[string]string{"mine.txt": "mine\n", "README.md": "agent\nand I\n"} {
		if got, err := os.ReadFile(filepath.Join(b.Dir, name)); string(got) != want {
			t.Errorf("%s is %q, %v", name, got, err)
		}
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "new.txt")); err == nil {
		t.Error("what the agent made is still there")
	}
	r.Over = []string{filepath.Join(b.Dir, "README.md")}
	again, result := takeBack(t, b, r)
	if got, err := os.ReadFile(filepath.Join(b.Dir, "README.md")); string(got) != "# Kite\n\nFly it.\n" {
		t.Fatalf("README.md is %q, %v, %+v", got, err, result)
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{again}}) // the undo itself
	if got, err := os.ReadFile(filepath.Join(b.Dir, "README.md")); string(got) != "agent\nand I\n" {
		t.Fatalf("README.md is %q, %v", got, err)
	}
}

// Only the ticked parts of a text go back.
func TestPartsOfAText(t *testing.T) {
	text := strings.Repeat("line\n", 30)
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "first\n" + text + "last\n"}})
	call := bash(t, b, `sed -i 's/first/FIRST/; s/last/LAST/' a.txt`)
	path := filepath.Join(b.Dir, "a.txt")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}, Parts: []undo.Pick{{Path: path, Parts: []int{2}}}})
	if got, err := os.ReadFile(path); string(got) != "FIRST\n"+text+"last\n" {
		t.Errorf("it is %q, %v", got, err)
	}
}

// A commit is taken back as a change of files only while nothing of the repository has moved.
func TestACommitThatIsBuiltUpon(t *testing.T) {
	b := project(t, true)
	call := bash(t, b, "echo more >> README.md; "+commit)
	operatortest.WriteFile(t, filepath.Join(b.Dir, "mine.txt"), "mine\n")
	git(t, b.Dir, "add", "-A")
	git(t, b.Dir, "commit", "-qm", "mine")
	head := git(t, b.Dir, "rev-parse", "HEAD")
	p := plan(t, b, undo.Request{Calls: []undo.Ref{call}})
	if p.Count(undo.Kept) == 0 {
		t.Errorf("nothing is held back: %q", states(p))
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := git(t, b.Dir, "rev-parse", "HEAD"); got != head {
		t.Errorf("HEAD has moved to %s", got)
	}
	if got := git(t, b.Dir, "fsck", "--full"); got != "" {
		t.Errorf("git says %q", got)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "README.md")); string(got) != "# Kite\n\nFly it.\n" {
		t.Errorf("README.md is %q, %v", got, err)
	}
}

// A branch that the person made of an agent's commit keeps what it needs.
func TestABranchOfACommit(t *testing.T) {
	b := project(t, true)
	call := bash(t, b, "echo more >> README.md; "+commit)
	git(t, b.Dir, "branch", "keep")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := git(t, b.Dir, "show", "keep:README.md"); !strings.HasSuffix(got, "more") {
		t.Errorf("the branch shows %q", got)
	}
}

// File tools keep just what they name, with the folders that they make.
func TestFileTools(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a.txt": "one\n"}})
	before := tree(t, b.Dir)
	call := made(t, b, "write", `{"path":"deep/er/b.txt","content":"x"}`)
	set, err := operator.UndoOf(b.S).Changed(t.Context(), call.Run, call.Call)
	if err != nil || !set.Exact || set.Count() != 3 {
		t.Fatalf("%+v, %v", set, err)
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "deep", "mine.txt"), "mine")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if _, err := os.Stat(filepath.Join(b.Dir, "deep", "er")); err == nil {
		t.Error("the folder that was made is still there")
	}
	if err := os.Remove(filepath.Join(b.Dir, "deep", "mine.txt")); err != nil {
		t.Fatalf("what the person put there is gone: %v", err)
	}
	takeBack(t, b, undo.Request{Calls: []undo.Ref{call}})
	if got := tree(t, b.Dir); got != before {
		t.Error(differ(got, before))
	}
}

// No agent can take anything back: it has no such tool, under any name.
func TestAgentsCannotUndo(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	call := made(t, b, "write", `{"path":"b.txt","content":"x"}`)
	in, err := json.Marshal(undo.Request{Calls: []undo.Ref{call}})
	if err != nil {
		t.Fatal(err)
	}
	if r := b.Call("undo", string(in)); operatortest.Code(r) != tools.NotFound {
		t.Errorf("it gets %+v", r)
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "b.txt")); err != nil {
		t.Error(err)
	}
}

// What an earlier undo has put back is no change of somebody else's: the rest can be taken back, too, and so can what a
// program that was left running has written again.
func TestAnUndoAfterAPartOfIt(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{"a": "zero\n"}})
	one, two := bash(t, b, "echo one >> a"), bash(t, b, "echo two >> a")
	three := bash(t, b, "mv a A2; echo x > c")
	takeBack(t, b, undo.Request{Calls: []undo.Ref{three}})
	all := undo.Request{Calls: []undo.Ref{one, two, three}}
	if _, result := takeBack(t, b, all); result.Error != nil {
		t.Error(result.Error)
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "a")); string(got) != "zero\n" {
		t.Errorf("a is %q, %v", got, err)
	}
	if p := plan(t, b, all); p.Count(undo.Ready) > 0 || slices.ContainsFunc(states(p), func(s string) bool { return !strings.HasPrefix(s, "already") }) {
		t.Errorf("once more, it would do %q", states(p))
	}
	operatortest.WriteFile(t, filepath.Join(b.Dir, "a"), "mine\n")
	if p := plan(t, b, all); !slices.Contains(states(p), "conflict a") {
		t.Errorf("after the person's change, it would do %q", states(p))
	}
}
