package rehearsal_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/snapshot"
	"handrail/operator/operatortest"
	"handrail/pipeline/guard"
	"handrail/tools"
)

// TestKeptGitRunsNothing shows that what git would run unasked of what was kept is put aside, as
// after a call.
func TestKeptGitRunsNothing(t *testing.T) {
	b := newBench(t, "")
	ran := filepath.Join(t.TempDir(), "ran")
	evil := filepath.Join(t.TempDir(), "evil")
	operatortest.WriteFile(t, evil, "#!/bin/sh\necho > "+ran+"\n")
	if err := os.Chmod(evil, 0o755); err != nil {
		t.Fatal(err)
	}
	script := "set -e; for d in . inner deep/er; do mkdir -p $d; git init -q $d; git config -f $d/.git/config core.fsmonitor " + evil +
		"; for h in pre-commit post-index-change; do printf '#!/bin/sh\nexec " + evil + "\n' > $d/.git/hooks/$h; chmod 755 $d/.git/hooks/$h; done; done"
	r, result := rehearse(b, script)
	if result.Error != nil || *result.Meta.ExitCode != 0 {
		t.Fatalf("%+v", result)
	}
	if kept := keep(b, r.ID); kept.Error != nil {
		t.Fatalf("%+v", kept)
	}
	for _, d := range []string{".", "inner", "deep/er"} {
		for _, args := range [][]string{{"status"}, {"add", "-A", "."}, {"-c", "user.name=k", "-c", "user.email=k@example.com", "commit", "-q", "--allow-empty", "-m", "x"}} {
			cmd := exec.Command("git", append([]string{"-C", filepath.Join(b.Dir, d)}, args...)...)
			out, err := cmd.CombinedOutput()
			if _, gone := os.Lstat(filepath.Join(b.Dir, d, ".git", "HEAD")); gone != nil {
				t.Fatalf("%s: what was kept is no repository: %v", d, gone)
			}
			if _, there := os.Lstat(ran); there == nil {
				t.Fatalf("git %q in %s ran what a program has left: %s, %v", args, d, out, err)
			}
		}
	}
}

// TestDraftsAreNotCarriedOver shows that what a rehearsed program writes into git's settings is told,
// and neither lands in the settings nor in the copy that real calls see.
func TestDraftsAreNotCarriedOver(t *testing.T) {
	b := newBench(t, "")
	if r := b.Bash("git init -q ."); operatortest.Code(r) != "" {
		t.Fatalf("%+v", r)
	}
	config := filepath.Join(b.Dir, ".git", "config")
	if out, err := exec.Command("git", "-C", b.Dir, "config", "user.name", "kim").CombinedOutput(); err != nil {
		t.Fatalf("%s, %v", out, err)
	}
	before, err := os.ReadFile(config)
	if err != nil {
		t.Fatal(err)
	}
	r, result := rehearse(b, "git config branch.x.merge refs/heads/x; git config --get branch.x.merge")
	if result.Error != nil || !strings.Contains(result.Content, "refs/heads/x") {
		t.Fatalf("%+v", result)
	}
	if !slices.Contains(r.Apart, config) && !slices.ContainsFunc(r.Layers[0].Changes, func(c snapshot.Change) bool { return c.Path == ".git/config" }) {
		t.Errorf("it is not told: %+v", r)
	}
	if out := operatortest.Stdout(t, b.Bash("git config --get branch.x.merge; true")); out != "" {
		t.Errorf("a real call sees %q", out)
	}
	if after, err := os.ReadFile(config); err != nil || string(after) != string(before) {
		t.Errorf("the settings are %q, %v", after, err)
	}
}

// TestRulesHoldWhatIsKept shows that keeping is judged like any change of the same files.
func TestRulesHoldWhatIsKept(t *testing.T) {
	b := newBench(t, `{"rules":{"deny":["write(held.txt)"]}}`)
	r, result := rehearse(b, "echo x > held.txt; echo y > free.txt")
	if result.Error != nil {
		t.Fatalf("%+v", result)
	}
	held, free := filepath.Join(b.Dir, "held.txt"), filepath.Join(b.Dir, "free.txt")
	if kept := keep(b, r.ID); operatortest.Code(kept) != tools.PermissionDenied {
		t.Errorf("all of it: %+v", kept)
	}
	for _, path := range []string{held, free} {
		if _, err := os.Lstat(path); !os.IsNotExist(err) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if kept := keep(b, r.ID, free); kept.Error != nil {
		t.Errorf("the rest: %+v", kept)
	}
	if _, err := os.Lstat(free); err != nil {
		t.Error(err)
	}
	if err := b.S.Permits().SetMode(t.Context(), guard.ReadOnly); err != nil {
		t.Fatal(err)
	}
	if kept := keep(b, r.ID, held); operatortest.Code(kept) != tools.PermissionDenied {
		t.Errorf("read-only: %+v", kept)
	}
}

// TestToolsOfTheSpaceAreRehearsed shows that hands and declared tools run on the layer, too, also
// those that always ask.
func TestToolsOfTheSpaceAreRehearsed(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Walls: true, Trusted: true, Files: map[string]string{
		"ctxnest.json":           `{"version":"1","tools":{"format":{"description":"Formats.","command":["sh","-c","echo formatted > hand.txt"],"confirm":true}}}`,
		"agent/tools/declare.md": "---\nid: declare\nname: Declare\ndescription: d\ncommand: echo declared > declared.txt\n---\n",
	}})
	before := treeHash(t, b.Dir)
	for tool, file := range map[string]string{"format": "hand.txt", "declare": "declared.txt"} {
		r, _, result, err := calls(b).Rehearse(t.Context(), tool, json.RawMessage("{}"), tools.Scope{})
		if err != nil || result.Error != nil {
			t.Fatalf("%s: %+v, %v", tool, result, err)
		}
		if got := files(b, r); len(got) != 1 || got[file] != "new file" {
			t.Errorf("%s would change %v", tool, got)
		}
	}
	if treeHash(t, b.Dir) != before || b.Questions() != 0 {
		t.Error("the space was changed, or somebody was asked")
	}
}
