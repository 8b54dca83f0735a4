package rehearsal_test

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/operator/rehearsal"
	"handrail/operator/walls"
	"handrail/tools"
)

// treeHash names all that lies in a folder: names, kinds, modes, times of files, contents.
func treeHash(t *testing.T, dir string) string {
	t.Helper()
	h := sha256.New()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(h, "%q %v", path, info.Mode())
		switch {
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(path)
			fmt.Fprintf(h, " %q", target)
			return err
		case !d.IsDir():
			data, err := os.ReadFile(path)
			fmt.Fprintf(h, " %v %x", info.ModTime(), sha256.Sum256(data))
			return err
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return hex.EncodeToString(h.Sum(nil))
}

// newBench opens a space with files and a repository.
func newBench(t *testing.T, settings string) *operatortest.Bench {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Walls: true, Settings: settings, Files: map[string]string{
		"notes.txt": "mine\n", "src/a.go": "package a\n", "src/deep/b.go": "package b\n", "empty": "", "tool.sh": "#!/bin/sh\necho ran\n",
	}})
	if why := walls.CannotRehearse(b.O.Walls()); why != "" {
		t.Fatalf("this machine rehearses nothing: %s", why)
	}
	return b
}

// calls begins a run of the person's calls.
func calls(b *operatortest.Bench) *operator.Calls {
	b.T.Helper()
	c, err := b.S.Calls(operator.CallsConfig{})
	if err != nil {
		b.T.Fatal(err)
	}
	b.T.Cleanup(func() { _ = c.Close() })
	return c
}

// rehearse rehearses a command.
func rehearse(b *operatortest.Bench, command string) (rehearsal.Rehearsal, tools.Result) {
	b.T.Helper()
	raw, _ := json.Marshal(map[string]string{"command": command}) // plain data
	r, _, result, err := calls(b).Rehearse(b.T.Context(), "bash", raw, tools.Scope{})
	if err != nil {
		b.T.Fatal(err)
	}
	return r, result
}

// files are the changes by path, in a word.
func files(b *operatortest.Bench, r rehearsal.Rehearsal) map[string]string {
	b.T.Helper()
	list, err := operator.RehearsalsOf(b.O).Files(r, 100)
	if err != nil {
		b.T.Fatal(err)
	}
	out := map[string]string{}
	for _, f := range list {
		out[f.Path] = f.What + " " + f.Kind
	}
	return out
}

// keep keeps what was rehearsed.
func keep(b *operatortest.Bench, id string, only ...string) tools.Result {
	b.T.Helper()
	f, err := operator.ForecastKeep(b.T.Context(), b.S, id, only)
	if err != nil {
		b.T.Fatal(err)
	}
	_, result, err := calls(b).KeepRehearsed(b.T.Context(), id, only, f.Preview.Digest)
	if err != nil {
		b.T.Fatal(err)
	}
	return result
}

// everything is what a program may do to a folder.
const everything = `set -e
rm -rf src
sed -i s/mine/yours/ notes.txt
chmod 755 tool.sh
ln -s notes.txt link
ln notes.txt hard
mkdir -p new/deep && echo made > new/deep/file && : > new/zero
mkdir gone && rmdir gone
printf x > "$(printf 'odd\377name')"
printf y > 'new
line'
mkfifo pipe
rm empty && mkdir empty && echo in > empty/in
git init -q . && git add -A notes.txt && git -c user.name=k -c user.email=k@example.com commit -qm first
git log --oneline | wc -l
./tool.sh`

func TestEverythingStaysOnTheLayer(t *testing.T) {
	b := newBench(t, "")
	before := treeHash(t, b.Dir)
	r, result := rehearse(b, everything)
	if result.Error != nil || !strings.Contains(result.Content, "ran") {
		t.Fatalf("%+v", result)
	}
	if treeHash(t, b.Dir) != before {
		t.Fatal("the space itself was changed")
	}
	got := files(b, r)
	want := map[string]string{
		"src": "gone folder", "src/a.go": "gone file", "src/deep": "gone folder", "src/deep/b.go": "gone file", "notes.txt": "changed file", "tool.sh": "mode file",
		"link": "new link", "hard": "new file", "new": "new folder", "new/deep": "new folder", "new/deep/file": "new file", "new/zero": "new file",
		"odd\xffname": "new file", "new\nline": "new file", "empty": "kind folder", "empty/in": "new file", ".git/HEAD": "new file",
	}
	for name, what := range want {
		if got[name] != what {
			t.Errorf("%q is %q, not %q", name, got[name], what)
		}
	}
	if _, there := got["gone"]; there {
		t.Error("what was made and removed is a change")
	}
	for name := range got {
		if _, ok := want[name]; !ok && !strings.HasPrefix(name, ".git") {
			t.Errorf("%q is %q, and nobody did that", name, got[name])
		}
	}
	if odd := r.Layers[0].Odd; len(odd) != 1 || odd[0].Path != "pipe" {
		t.Errorf("odd: %v", odd)
	}

	kept := keep(b, r.ID)
	if kept.Error != nil {
		t.Fatalf("%+v", kept)
	}
	text := func(name string) string {
		data, err := os.ReadFile(filepath.Join(b.Dir, name))
		if err != nil {
			t.Error(err)
		}
		return string(data)
	}
	if text("notes.txt") != "yours\n" || text("new/deep/file") != "made\n" || text("empty/in") != "in\n" || text("odd\xffname") != "x" {
		t.Error("what was kept is not what was rehearsed")
	}
	if _, err := os.Lstat(filepath.Join(b.Dir, "src")); !os.IsNotExist(err) {
		t.Errorf("src is there: %v", err)
	}
	if out := operatortest.Stdout(t, b.Bash("git log --oneline | wc -l; git status --porcelain notes.txt; git fsck 2>&1 | grep -v notice")); strings.TrimSpace(out) != "1" {
		t.Errorf("the repository that was kept: %q", out)
	}
	if _, err := operator.RehearsalsOf(b.O).Get(r.ID); err == nil {
		t.Error("what was kept is still a rehearsal")
	}
	if left, _ := os.ReadDir(filepath.Join(b.Options.Dirs.Data, "rehearsals")); len(left) > 0 {
		t.Errorf("left over: %v", left)
	}
}

// TestKeepSome shows that a part can be kept, the rest later, and that what somebody has
// changed meanwhile is refused.
func TestKeepSome(t *testing.T) {
	b := newBench(t, "")
	r, result := rehearse(b, "echo a >> notes.txt; mkdir -p new/deep; echo n > new/deep/n; echo m > new/m; rm src/a.go; echo z > empty")
	if result.Error != nil {
		t.Fatalf("%+v", result)
	}
	at := func(name string) string { return filepath.Join(b.Dir, name) }
	if kept := keep(b, r.ID, at("new/deep")); kept.Error != nil || !strings.Contains(kept.Content, "kept 3 of 3") {
		t.Fatalf("%+v", kept)
	}
	if data, err := os.ReadFile(at("new/deep/n")); err != nil || string(data) != "n\n" {
		t.Errorf("%q, %v", data, err)
	}
	if _, err := os.Lstat(at("new/m")); !os.IsNotExist(err) {
		t.Errorf("new/m was not wanted: %v", err)
	}
	b.File("notes.txt", "mine, and more\n")
	kept := keep(b, r.ID)
	if operatortest.Code(kept) != tools.ExecutionFailed || !strings.Contains(kept.Error.Message, "notes.txt") || !strings.Contains(kept.Content, "changed meanwhile") {
		t.Errorf("%+v", kept)
	}
	if data, _ := os.ReadFile(at("notes.txt")); string(data) != "mine, and more\n" {
		t.Errorf("the person's own change is gone: %q", data)
	}
	if data, _ := os.ReadFile(at("empty")); string(data) != "z\n" {
		t.Errorf("empty holds %q", data)
	}
	if left, err := operator.RehearsalsOf(b.O).Get(r.ID); err != nil || left.Changes() != 1 {
		t.Errorf("%+v, %v", left, err)
	}
	if f, err := operator.ForecastKeep(t.Context(), b.S, r.ID, []string{at("nothing")}); err != nil || f.Refusal == nil {
		t.Errorf("a path that is no change: %+v, %v", f, err)
	}
	if err := operator.RehearsalsOf(b.O).Drop(r.ID); err != nil {
		t.Error(err)
	}
	if list, err := operator.RehearsalsOf(b.O).List(b.Dir); err != nil || len(list) != 0 {
		t.Errorf("%v, %v", list, err)
	}
}

// TestChangedWhileRehearsed shows that a file that the person saves while the call is
// rehearsed is never overwritten by what the programs have made of the old one.
func TestChangedWhileRehearsed(t *testing.T) {
	b := newBench(t, "")
	done := make(chan struct{})
	go func() {
		defer close(done)
		for late := time.Now().Add(30 * time.Second); time.Now().Before(late); runtime.Gosched() {
			if begun, _ := filepath.Glob(filepath.Join(b.Options.Dirs.Data, "rehearsals", "*", "*", "own", "go")); len(begun) > 0 {
				b.File("notes.txt", "saved meanwhile\n")
				b.File("empty", "go on\n") // which nobody has changed on the layer: it shows through
				return
			}
		}
	}()
	r, result := rehearse(b, `echo layer >> notes.txt; : > go; i=0; until grep -q on empty || [ $i -gt 400 ]; do sleep 0.05; i=$((i+1)); done; grep -c on empty`)
	<-done
	if result.Error != nil || *result.Meta.ExitCode != 0 {
		t.Fatalf("%+v", result)
	}
	if !slices.Contains(r.Layers[0].Moved, "notes.txt") {
		t.Fatalf("moved: %v", r.Layers[0].Moved)
	}
	if kept := keep(b, r.ID); operatortest.Code(kept) != tools.ExecutionFailed {
		t.Errorf("%+v", kept)
	}
	if data, _ := os.ReadFile(filepath.Join(b.Dir, "notes.txt")); string(data) != "saved meanwhile\n" {
		t.Errorf("it holds %q", data)
	}
}

// TestWallsHoldOnTheLayer shows that what is protected, concealed and hidden is so there, too.
func TestWallsHoldOnTheLayer(t *testing.T) {
	b := newBench(t, `{"rules":{"deny":["read(secret.txt)"]}}`)
	b.File(".vscode/tasks.json", "{}")
	b.File("secret.txt", "hidden")
	for _, command := range []string{
		"echo x > .vscode/tasks.json", "mv .vscode gone", "cat secret.txt; false", "cat " + b.Options.Dirs.Data + "/journal.db", "ls " + filepath.Join(b.Options.Dirs.Data, "rehearsals") + "/h_*",
	} {
		r, result := rehearse(b, command)
		if result.Meta.ExitCode == nil || *result.Meta.ExitCode == 0 || strings.Contains(result.Content, "hidden") || strings.Contains(result.Content, "SQLite") {
			t.Errorf("%s: %+v", command, result)
		}
		if n := r.Changes(); n > 0 {
			t.Errorf("%s changes %v", command, files(b, r))
		}
	}
}

// TestNothingElseHappens shows that denied calls stay denied, that what asks runs without a
// question and without a network, and that what acts elsewhere is not done.
func TestNothingElseHappens(t *testing.T) {
	b := newBench(t, `{"network":"on","rules":{"deny":["bash(rm -rf src)"],"ask":["bash(curl *)","bash(echo *)"]}}`)
	if _, result := rehearse(b, "rm -rf src"); operatortest.Code(result) != tools.PermissionDenied {
		t.Errorf("denied: %+v", result)
	}
	r, result := rehearse(b, "echo asked")
	if result.Error != nil || len(b.Person.Asked) != 0 || r.Network != "off" {
		t.Errorf("asked: %+v, network %s, %d questions", result, r.Network, len(b.Person.Asked))
	}
	if r, result := rehearse(b, "true"); result.Error != nil || r.Network != "on" {
		t.Errorf("allowed: %+v, network %s", result, r.Network)
	}
	before := treeHash(t, b.Dir)
	for tool, in := range map[string]string{
		"write": `{"path":"x","content":"x"}`, "memory_write": `{"text":"x"}`, "web_fetch": `{"url":"https://example.com/"}`, "bash": `{"command":"sleep 9","background":true}`, "read": `{"path":"notes.txt"}`,
	} {
		r, _, result, err := calls(b).Rehearse(t.Context(), tool, json.RawMessage(in), tools.Scope{})
		if err != nil || operatortest.Code(result) != tools.Unavailable && operatortest.Code(result) != tools.InvalidArgs || r.ID != "" {
			t.Errorf("%s: %+v, %v", tool, result, err)
		}
	}
	if treeHash(t, b.Dir) != before {
		t.Error("the space was changed")
	}
	left, _ := os.ReadDir(filepath.Join(b.Options.Dirs.Data, "rehearsals"))
	if want := 2; len(left) != want { // the two that ran
		t.Errorf("%d folders are left, not %d", len(left), want)
	}
}

// TestRecord shows that no record of a rehearsal looks as if it had happened.
func TestRecord(t *testing.T) {
	b := newBench(t, "")
	r, _ := rehearse(b, "echo x > made; (sleep 300 &)")
	events, err := b.O.History().Events(t.Context(), r.Run, 0, 100)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, e := range events {
		var data struct {
			Rehearsal  string `json:"rehearsal"`
			SideEffect bool   `json:"side_effect"`
			Meta       struct {
				Rehearsal string `json:"rehearsal"`
			} `json:"meta"`
		}
		if err := json.Unmarshal(e.Data, &data); err != nil {
			continue
		}
		if data.Rehearsal == r.ID || data.Meta.Rehearsal == r.ID {
			seen[string(e.Kind)] = true
		}
		if data.SideEffect {
			t.Errorf("%s says that it had a side effect", e.Kind)
		}
	}
	for _, kind := range []string{"called", "started", "finished"} {
		if !seen[kind] {
			t.Errorf("%s does not say that it was rehearsed: %v", kind, slices.Collect(maps.Keys(seen)))
		}
	}
	if left, err := b.O.Walls().Left(); err != nil || len(left) > 0 {
		t.Errorf("what the rehearsal left running: %v, %v", left, err)
	}
}

// TestSwept shows that what a killed process has left of a rehearsal goes at the next start, and
// that what is complete stays.
func TestSwept(t *testing.T) {
	b := newBench(t, "")
	r, _ := rehearse(b, "echo x > made")
	dead := filepath.Join(b.Options.Dirs.Data, "rehearsals", "h_aaaaaaaaaa")
	closed := filepath.Join(dead, "x", "work", "work")
	if err := os.MkdirAll(closed, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(b.Options.Dirs.Data, "rehearsals", "h_bbbbbbbbbb")
	operatortest.WriteFile(t, filepath.Join(empty, "record.json"), "")
	operatortest.WriteFile(t, filepath.Join(empty, "begun.json"), `{"id":"h_bbbbbbbbbb","session":"s_x"}`) // a conversation that ended at a power cut
	operator.RehearsalsOf(b.O).Sweep()
	if _, err := os.Lstat(empty); !os.IsNotExist(err) {
		t.Errorf("an empty record is there: %v", err)
	}
	if _, err := os.Lstat(dead); !os.IsNotExist(err) {
		t.Errorf("it is there: %v", err)
	}
	if _, err := operator.RehearsalsOf(b.O).Get(r.ID); err != nil {
		t.Error(err)
	}
	if _, err := operator.RehearsalsOf(b.O).Get("../../x"); err == nil {
		t.Error("a path is an id")
	}
}
