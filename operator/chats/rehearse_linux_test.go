package chats

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
)

// aims is the space of TestAWholeRunIsRehearsed: a repository with sources, a hand, a server.
func aims(t *testing.T, turns string) *operatortest.Bench {
	t.Helper()
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true,
		Settings: `{"tools":{"mcp_servers":{"peer":` + operatortest.Peer(t, `"internal_only":false`) + `}},"rules":{"allow":["*__*"]}}`,
		Files: map[string]string{
			"notes.txt": "mine\n", "more.txt": "mine, too\n", "src/a.go": "package a\n", "src/deep/b.go": "package b\n", "turns.jsonl": turns,
			"ctxnest.json": `{"version":"1","tools":{"tidy":{"description":"Formats.","command":["sh","-c","for f in *.txt; do tr a-z A-Z < $f > $f.new && mv $f.new $f; done"],"sideEffect":true}}}`,
		}})
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A", ":!turns.jsonl"}, {"-c", "user.name=k", "-c", "user.email=k@example.com", "commit", "-q", "-m", "first"}} {
		cmd := exec.Command("git", append([]string{"-C", b.Dir}, args...)...)
		cmd.Env = append(os.Environ(), dates...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s, %v", args, out, err)
		}
	}
	return b
}

// dates make commits of two repositories the same.
var dates = []string{"GIT_AUTHOR_DATE=2026-01-02T03:04:05Z", "GIT_COMMITTER_DATE=2026-01-02T03:04:05Z"}

// deeds are the acts of TestAWholeRunIsRehearsed, each one answer of the model.
func deeds(t *testing.T) string {
	t.Helper()
	var out strings.Builder
	answer := func(tool string, input map[string]any) {
		raw, err := json.Marshal(map[string]any{"text": "next", "calls": []any{map[string]any{"name": tool, "arguments": input}}})
		if err != nil {
			t.Fatal(err)
		}
		out.Write(append(raw, '\n'))
	}
	answer("bash", map[string]any{"command": "rm -rf src"})
	answer("bash", map[string]any{"command": "find . -name '*.txt' -type f -exec sed -i s/mine/yours/ {} +"})
	answer("bash", map[string]any{"command": "set -e; mkdir -p node_modules/.bin; for i in $(seq 60); do mkdir -p node_modules/p$i/lib; echo \"module.exports=$i\" > node_modules/p$i/lib/index.js; printf '#!/bin/sh\\n' > node_modules/p$i/cli.sh; chmod 755 node_modules/p$i/cli.sh; ln -s ../p$i/cli.sh node_modules/.bin/p$i; done; echo node_modules > .gitignore"})
	answer("bash", map[string]any{"command": strings.Join(dates, " ") + " sh -c 'git add -A && git -c user.name=k -c user.email=k@example.com commit -q -m second'"})
	answer("peer__write", map[string]any{"value": "SPACE/by-server.txt"})
	answer("tidy", map[string]any{})
	answer("write", map[string]any{"path": "out/report.md", "content": "# Report\n"})
	answer("memory_write", map[string]any{"content": "The sources are gone."})
	answer("bash", map[string]any{"command": "cat notes.txt out/report.md MEMORY.md > all.txt; git log --oneline | wc -l >> all.txt; ls src 2>&1 | wc -l >> all.txt"})
	out.WriteString(`{"text":"Done."}` + "\n")
	return out.String()
}

// play lets an agent do the deeds, and returns its run.
func play(b *operatortest.Bench, all *Chats, c *Chat, err error) journal.Run {
	b.T.Helper()
	if err == nil {
		err = c.SetModel("scripted/turns.jsonl")
	}
	if err != nil {
		b.T.Fatal(err)
	}
	run, err := c.Send("Do it.")
	if err == nil {
		run, err = c.Wait(b.T.Context(), run.ID)
	}
	if err != nil || run.State != journal.Done {
		b.T.Fatalf("%+v, %v", run, err)
	}
	err = b.O.History().EachEvent(b.T.Context(), run.ID, func(e journal.Event) error {
		var d journal.ReturnedData
		if e.Kind == journal.Returned && json.Unmarshal(e.Data, &d) == nil && d.Error != "" {
			b.T.Errorf("%s: %s", e.Call, d.Error)
		}
		return nil
	})
	if err != nil {
		b.T.Fatal(err)
	}
	return run
}

// contentsOf are the names of a folder with what they are, but for times and what git notes of them.
func contentsOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		rel, what := strings.TrimPrefix(path, dir), info.Mode().String()
		switch {
		case rel == "/.git/index" || rel == "/turns.jsonl":
			return nil
		case d.Type() == fs.ModeSymlink:
			target, err := os.Readlink(path)
			out[rel] = what + " " + target
			return err
		case !d.IsDir():
			data, err := os.ReadFile(path)
			out[rel] = fmt.Sprintf("%s %x", what, sha256.Sum256([]byte(strings.ReplaceAll(string(data), dir, "SPACE"))))
			return err
		}
		out[rel] = what
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	status, err := exec.Command("git", "-C", dir, "status", "--porcelain").CombinedOutput()
	if err != nil {
		t.Fatalf("%s, %v", status, err)
	}
	out["git status"] = string(status)
	return out
}

// TestAWholeRunIsRehearsed shows that a run that removes sources, edits everything, installs packages,
// commits, and lets a server and a hand write leaves the folder as it is until it is kept, and that
// keeping it gives what running it in earnest gives.
func TestAWholeRunIsRehearsed(t *testing.T) {
	script := func(b *operatortest.Bench) { // it names the folder, and so is not committed
		b.File(".git/info/exclude", "turns.jsonl\n")
		b.File("turns.jsonl", strings.ReplaceAll(deeds(t), "SPACE", b.Dir))
	}
	real := aims(t, "")
	script(real)
	all := New(real.O)
	c, err := all.Start(real.Dir, "")
	play(real, all, c, err)

	b := aims(t, "")
	script(b)
	before := contentsOf(t, b.Dir)
	all = New(b.O)
	c, err = all.Rehearse(t.Context(), b.Dir, "")
	run := play(b, all, c, err)
	if n := len(b.Person.Asked); n > 0 {
		t.Errorf("the rehearsal has asked %d times, first about %+v", n, <-b.Person.Asked)
	}
	r, err := EndRehearsal(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if now := contentsOf(t, b.Dir); !maps.Equal(now, before) {
		t.Fatal("the rehearsal has changed the folder")
	}
	if _, err := c.Send("More."); err == nil || !strings.Contains(err.Error(), "was rehearsed as "+r.ID) {
		t.Errorf("it goes on in earnest: %v", err)
	}
	if c, err := New(b.O).Find(t.Context(), c.Session().ID); err != nil {
		t.Error(err)
	} else if _, err := c.Send("More."); err == nil {
		t.Error("it goes on in earnest after a restart")
	}
	if _, err := all.PointOf(t.Context(), run.ID, -1); err == nil {
		t.Error("it can be branched")
	}
	calls, err := b.S.Calls(operator.CallsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	defer calls.Close()
	f, err := operator.ForecastKeep(t.Context(), b.S, r.ID, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, result, err := calls.KeepRehearsed(t.Context(), r.ID, nil, f.Preview.Digest); err != nil || result.Error != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	kept := contentsOf(t, b.Dir)
	for _, path := range []string{"/by-server.txt", "/MEMORY.md", "/node_modules/.bin/p60", "/all.txt"} {
		if kept[path] == "" {
			t.Errorf("%s is not there", path)
		}
	}
	if d := cmp.Diff(contentsOf(t, real.Dir), kept); d != "" {
		t.Errorf("kept (+) and done in earnest (-) differ:\n%s", d)
	}
}

// TestASubagentWorksOnTheLayer shows that a task that is given in a rehearsed conversation is done on its
// layer: with what the caller has done before, seen by the caller afterwards, and kept with it.
func TestASubagentWorksOnTheLayer(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: teamOf(
		line("lead", "", `write {"path":"plan.md","content":"the plan\n"}`)+line("lead", "", give("helper", "Do the plan."))+
			line("lead", "", `bash {"command":"cat by-helper.txt > seen-by-lead.txt"}`)+line("lead", "Thanks.")+
			line("helper", "", `bash {"command":"cat plan.md > by-helper.txt; rm notes.txt"}`)+line("helper", "", `read {"path":"by-helper.txt"}`)+line("helper", "", `edit {"path":"by-helper.txt","old_string":"plan","new_string":"work"}`)+line("helper", "Done."), nil)})
	before := treeOf(t, b.Dir)
	all := New(b.O)
	c, err := all.Rehearse(t.Context(), b.Dir, "")
	run := play(b, all, c, err)
	below, err := b.O.History().Children(t.Context(), run.ID)
	if err != nil || len(below) != 1 || below[0].Calls != 3 {
		t.Errorf("%+v, %v", below, err)
	}
	r, err := EndRehearsal(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if now := treeOf(t, b.Dir); !maps.Equal(now, before) {
		t.Errorf("the rehearsal has changed the folder:\n%s", cmp.Diff(before, now))
	}
	if result, err := operator.KeepShown(t.Context(), b.O, r, nil, ""); err != nil || result.Error != nil {
		t.Fatalf("%+v, %v", result, err)
	}
	want := maps.Clone(before)
	delete(want, "notes.txt")
	want["plan.md"], want["by-helper.txt"], want["seen-by-lead.txt"] = "the plan\n", "the work\n", "the work\n"
	if now := treeOf(t, b.Dir); !maps.Equal(now, want) {
		t.Errorf("kept:\n%s", cmp.Diff(want, now))
	}
}

// treeOf are the files of a folder with what they hold.
func treeOf(t *testing.T, dir string) map[string]string {
	t.Helper()
	out := map[string]string{}
	err := fs.WalkDir(os.DirFS(dir), ".", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(filepath.Join(dir, path))
		out[path] = string(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}
