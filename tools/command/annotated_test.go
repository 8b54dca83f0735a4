package command

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// TestAnnotatedExampleRuns runs the annotated example of the reference as it
// stands there: real git, real rm, and a stand-in for npx.
func TestAnnotatedExampleRuns(t *testing.T) {
	data, err := os.ReadFile("describe/annotated.json")
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t)
	bin := t.TempDir()
	npx := "#!/bin/sh\nfor a; do printf '<%s>' \"$a\"; done\n[ \"$3\" != fail ]\n"
	if err := os.WriteFile(filepath.Join(bin, "npx"), []byte(npx), 0o700); err != nil {
		t.Fatal(err)
	}
	b.c.Env = []string{"PATH=" + bin + ":" + os.Getenv("PATH"), "HOME=" + b.dir, "LANG=C.UTF-8"}
	b.file("src/a.ts", "export {}\n", 0o600)
	b.file("tmp/scratch/old.log", "x", 0o600)
	for _, args := range [][]string{{"init", "-q"}, {"add", "src"}} {
		git := exec.CommandContext(t.Context(), "git", args...)
		git.Dir = b.dir
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s", args, err, out)
		}
	}
	hand := func(name string) tools.Tool { return b.handOf(string(data), name) }

	if r := b.ran(hand("list-files"), `{}`); r.Status != "success" || r.Stdout != "src/a.ts\n" || filepath.Base(r.Argv[0]) != "git" || r.Folder != b.dir {
		t.Errorf("list-files: %+v", r)
	}
	for input, want := range map[string]string{
		`{}`:                     "<vitest><--reporter=verbose>",
		`{"filter":""}`:          "<vitest><--reporter=verbose>",
		`{"filter":"math sums"}`: "<vitest><--reporter=verbose><math sums>",
	} {
		if r := b.ran(hand("run-tests"), input); r.Status != "success" || r.Stdout != want {
			t.Errorf("run-tests with %s: %+v", input, r)
		}
	}
	if r := b.ran(hand("run-tests"), `{"filter":"fail"}`); r.Status != "failed" || r.ExitCode != 1 || r.code != tools.ExecutionFailed {
		t.Errorf("run-tests that fail: %+v", r)
	}
	if r := b.ran(hand("run-tests"), `{"filter":"$(id)"}`); r.code != tools.InvalidArgs || r.Status != "" {
		t.Errorf("run-tests with a filter that its pattern forbids: %+v", r)
	}
	r := b.ran(hand("remove-temp"), `{"name":"old.log"}`)
	if diff := cmp.Diff([]string{"--", "old.log"}, r.Argv[1:]); r.Status != "success" || diff != "" {
		t.Errorf("remove-temp: %+v %s", r, diff)
	}
	if _, err := os.Stat(filepath.Join(b.dir, "tmp", "scratch", "old.log")); err == nil {
		t.Error("remove-temp has not removed it")
	}
	if r := b.ran(hand("remove-temp"), `{"name":"../../src/a.ts"}`); r.code != tools.InvalidArgs {
		t.Errorf("remove-temp with a way out: %+v", r)
	}
	if inv, err := b.prepare(b.handConfirmed(string(data)), `{}`); err != nil || !inv.Preview().Confirm {
		t.Errorf("deploy-staging does not ask: %v", err)
	}
	hands, _ := ParseHands(data, HandsFile)
	list, err := NewHandSource(b.c, "proj", hands.List).Tools(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, tool := range list {
		if name := tool.Info().Name; strings.Contains(name, "production") {
			t.Errorf("%s is registered", name)
		}
	}
}

// TestTheReferenceIsWhole: every chapter that an author needs is in what describe_hands_schema
// gives: schema, fields, rules, promises, limits, warnings, advice, and the example as it stands
// in the file, whole.
func TestTheReferenceIsWhole(t *testing.T) {
	example, err := os.ReadFile("describe/annotated.json")
	if err != nil {
		t.Fatal(err)
	}
	text := HandsReference()
	if _, rest, _ := strings.Cut(text, "## 8. Annotated example\n\n```json\n"); !strings.HasPrefix(rest, string(example)+"```\n") {
		t.Errorf("the example is not in the reference, which ends with\n%s", rest)
	}
	after := text
	for _, chapter := range []string{"Overview", "JSON Schema (draft 2020-12)", "Fields", "Validation", "Guarantees", "Limitations", "Authoring warnings", "Annotated example"} {
		_, rest, found := strings.Cut(after, ". "+chapter+"\n\n")
		if body, _, _ := strings.Cut(rest, "\n## "); !found || len(strings.TrimSpace(body)) < 100 {
			t.Errorf("the chapter %q is missing, empty or out of order", chapter)
		}
		after = rest
	}
	// What an author is told to beware of, and to do.
	for _, advice := range []string{
		`["sh", "-c", "{{anything}}"], defeats the guarantees`, "may hold instructions for the agent. Treat it as text of a stranger", "can write ctxnest.json where no wall keeps it from that",
		"A parameter that the command never uses", "permits ../../etc/passwd", "sh -c {{x}}", "(deploy, push, publish, drop, upload) without confirm: true",
		"disabled: true on high-danger tools", "prefer ^[a-z]+$ to .*", "argSeparator where a value stands next to an option that takes a path",
		"the shortest plausible timeout, above all for what waits for a server", "under version control and review its changes like infrastructure",
	} {
		if !strings.Contains(text, advice) {
			t.Errorf("the reference does not say %q", advice)
		}
	}
}

// handConfirmed is deploy-staging of the example with a gcloud that is there.
func (b *bench) handConfirmed(file string) tools.Tool {
	return b.handOf(strings.Replace(file, `"gcloud"`, `"true"`, 1), "deploy-staging")
}
