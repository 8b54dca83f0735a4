package scaffold_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/confine"
	"handrail/internal/dev/effort"
	"handrail/spaces/scaffold"
)

// TestHostile holds that a source that cannot be used is skipped with its
// reason, while the others are proposed.
func TestHostile(t *testing.T) {
	const fine = "lint:\n\ttrue\n"
	many := func(n int, line string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, line, i)
		}
		return b.String()
	}
	tests := []struct {
		name  string
		files map[string]string
		want  string // in a reason
		hands int
	}{
		{"a package.json of 50 MB", map[string]string{"package.json": strings.Repeat(" ", 50<<20), "Makefile": fine}, "package.json has 52428800 bytes; at most 1048576 are read", 1},
		{"a Makefile of 100,000 targets", map[string]string{"Makefile": many(100_000, "t%d:\n")}, "Makefile holds 99900 more; at most 100 hands", 100},
		{"100,000 targets of .PHONY", map[string]string{"Makefile": ".PHONY: " + many(100_000, "t%d ") + "\n" + fine + ".PHONY: lint\n"}, "", 1},
		{"30,000 scripts that call each other", map[string]string{"package.json": `{"scripts":{` + many(30_000, `"s%d":"npm run s1",`) + `"z":""}}`}, "package.json holds 29901 more", 100},
		{"90,000 names that are not plain", map[string]string{"Makefile": many(90_000, "%d|:\n")}, "Makefile 89900 more were skipped for such reasons", 0},
		{"a target that needs itself", map[string]string{"Makefile": "a: b\nb: a\n"}, "", 2},
		{"one line of 1 MB", map[string]string{"Makefile": strings.Repeat("a ", 500_000) + ":\n"}, "", 1},
		{"a recipe of 1 MB", map[string]string{"Makefile": "a:\n" + strings.Repeat("\techo vercel fly deploy\n", 40_000)}, "", 1},
		{"70,000 targets with one recipe", map[string]string{"Makefile": many(70_000, "t%d ") + ":\n" + strings.Repeat("\ta\n", 150_000)}, "Makefile holds 69900 more", 100},
		{"60,000 targets that need each other", map[string]string{"Makefile": many(60_000, "t%d ") + ": " + many(60_000, "t%d ") + "\n"}, "Makefile holds 59900 more", 100},
		{"one need, 300,000 times", map[string]string{"Makefile": many(900, "t%d ") + ": " + strings.Repeat("t1 ", 300_000) + "\n"}, "Makefile holds 800 more", 100},
		{"a recipe of many lines in a justfile", map[string]string{"justfile": "a:\n" + strings.Repeat(" b\n", 300_000)}, "", 1},
		{"a text that never ends", map[string]string{"justfile": "a:\n    true\nx := '''\nb:\n"}, "", 1},
		{"objects in each other", map[string]string{"package.json": strings.Repeat(`{"scripts":`, 90_000), "Makefile": fine}, "package.json is not valid JSON", 1},
		{"lists in each other", map[string]string{"Taskfile.yml": "tasks: " + strings.Repeat("[", 200_000), "Makefile": fine}, "Taskfile.yml is not valid YAML", 1},
		{"references that grow", map[string]string{"Taskfile.yml": "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b]\ntasks: *c\n", "Makefile": fine}, "Taskfile.yml has no tasks", 1},
		{"not UTF-8", map[string]string{"justfile": "a\xff:\n", "Makefile": fine}, "justfile is not valid UTF-8", 1},
		{"NUL", map[string]string{"Makefile": "a\x00b:\nlint:\n\ttrue\x00\n"}, "Makefile:1 \"a\\x00b\": its name has characters", 1},
		{"only a BOM", map[string]string{"package.json": "\ufeff", "Makefile": fine}, "package.json is not valid JSON", 1},
		{"scripts that are a list", map[string]string{"package.json": `{"scripts":["a"]}`, "Makefile": fine}, "package.json:1 scripts: must be a JSON object", 1},
		{"a list", map[string]string{"package.json": `[]`, "Makefile": fine}, "package.json must be a JSON object", 1},
		{"a scalar", map[string]string{"Taskfile.yml": "5", "Makefile": fine}, "Taskfile.yml has no tasks", 1},
		{"a define that never ends", map[string]string{"Makefile": fine + "define x\na:\n"}, "", 1},
		{"a backslash at the end", map[string]string{"Makefile": fine + "a: \\"}, "", 2},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			end := effort.Limit(t, 10*time.Second)
			p := propose(t, project(t, tt.files))
			end()
			sound(t, "", p)
			expect(t, p, tt.want, tt.hands)
		})
	}
}

func expect(t *testing.T, p scaffold.Proposal, want string, hands int) {
	t.Helper()
	if len(p.Hands) != hands {
		t.Errorf("%d hands, want %d", len(p.Hands), hands)
	}
	if len(p.Skipped) > 600 {
		t.Errorf("%d are skipped one by one", len(p.Skipped))
	}
	var reasons []string
	for _, s := range p.Skipped {
		reason := s.From + " " + s.Why
		if s.Name != "" {
			reason = s.From + " " + s.Name + ": " + s.Why
		}
		reasons = append(reasons, reason)
	}
	if want != "" && !slices.ContainsFunc(reasons, func(r string) bool { return strings.Contains(r, want) }) {
		t.Errorf("no reason has %q:\n%s", want, strings.Join(reasons, "\n"))
	}
}

// TestLinks holds that a link is followed inside the project only, and that
// folders are no files.
func TestLinks(t *testing.T) {
	outside := filepath.Join(t.TempDir(), "Makefile")
	if err := os.WriteFile(outside, []byte("stolen:\n\ttrue\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, link, to string
		want           string
		hands          int
	}{
		{"out of the project", "Makefile", outside, "Makefile is a link that leads out of the project", 1},
		{"to nothing", "Makefile", "nowhere", "Makefile is a link to something that is not there", 1},
		{"to itself", "Makefile", "Makefile", "Makefile cannot be read", 1},
		{"inside", "Makefile", "build.mk", "", 2},
		{"to a folder", "Makefile", ".", "Makefile is a folder, not a file", 1},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := project(t, map[string]string{"justfile": "fine:\n    true\n", "build.mk": "inside:\n\ttrue\n"})
			if err := os.Symlink(tt.to, filepath.Join(dir, tt.link)); err != nil {
				t.Skip("this system makes no links here:", err)
			}
			expect(t, propose(t, dir), tt.want, tt.hands)
		})
	}
	t.Run("ctxnest.json", func(t *testing.T) {
		dir := project(t, map[string]string{"Makefile": "a:\n\ttrue\n", "mine.json": "{}"})
		if err := os.Symlink("mine.json", filepath.Join(dir, scaffold.FileName)); err != nil {
			t.Skip("this system makes no links here:", err)
		}
		p := propose(t, dir)
		if want := "ctxnest.json is a link, which is not replaced; put a file in its place"; p.Blocked != want || p.File != "" {
			t.Errorf("blocked is %q, want %q", p.Blocked, want)
		}
	})
	t.Run("folder", func(t *testing.T) {
		dir := project(t, map[string]string{"Makefile": "a:\n\ttrue\n"})
		if err := os.Mkdir(filepath.Join(dir, "package.json"), 0o755); err != nil {
			t.Fatal(err)
		}
		expect(t, propose(t, dir), "package.json is a folder, not a file", 1)
	})
}

// TestBlocked holds that a ctxnest.json that cannot be added to is said, and
// never written to.
func TestBlocked(t *testing.T) {
	tests := map[string]string{
		"":                                "ctxnest.json is empty; remove it, or write {} into it",
		" \n":                             "ctxnest.json is empty",
		"[]":                              "ctxnest.json must be a JSON object",
		"{":                               "ctxnest.json is not valid JSON",
		"{}x":                             "ctxnest.json goes on after the end",
		"{} {}":                           "ctxnest.json goes on after the end",
		"{\"a\":\"\xff\"}":                "ctxnest.json is not valid UTF-8",
		`{"version":1}`:                   `ctxnest.json has a version that is not the text "1"`,
		`{"version":"2","tools":{}}`:      `ctxnest.json has a version that is not the text "1"`,
		`{"version":"1","tools":[]}`:      "ctxnest.json has tools that are no object of hands",
		`{"version":"1","tools":null}`:    "ctxnest.json has tools that are no object of hands",
		`{"tools":{"a":{}}}`:              "ctxnest.json has hands and no version",
		`{"tools":{},"tools":{}}`:         "ctxnest.json gives tools twice",
		`{"version":"1","version":"1"}`:   "ctxnest.json gives version twice",
		strings.Repeat(`{"a":`, 60) + "1": "ctxnest.json is not valid JSON",
		`{"a":` + strings.Repeat("[", 40) + strings.Repeat("]", 40) + "}": "ctxnest.json cannot be added to as it is",
		`{"a":"` + strings.Repeat("a", 1<<20) + `"}`:                      "ctxnest.json has 1048584 bytes; at most 1048576 are read",
		`{"a":"` + strings.Repeat("a", 1<<20-100) + `"}`:                  "ctxnest.json would have",
	}
	for old, want := range tests {
		p := propose(t, project(t, map[string]string{"Makefile": "lint:\n\ttrue\n", scaffold.FileName: old}))
		if !strings.HasPrefix(p.Blocked, want) || p.File != "" || len(p.Hands) != 1 {
			t.Errorf("%.60q: blocked is %q with %d hands, want %q with one", old, p.Blocked, len(p.Hands), want)
		}
		if err := scaffold.Write(p); err == nil {
			t.Errorf("%.60q: it was written", old)
		}
	}
}

// TestWrite holds that what was shown is what is written, and that a file that
// changed meanwhile is left alone.
func TestWrite(t *testing.T) {
	read := func(dir string) string {
		data, err := os.ReadFile(filepath.Join(dir, scaffold.FileName))
		if err != nil && !errors.Is(err, os.ErrNotExist) {
			t.Fatal(err)
		}
		return string(data)
	}
	tests := []struct {
		name        string
		old, change string // "": no file, no change
		refused     bool
	}{
		{"new", "", "", false},
		{"added to", `{"version":"1","tools":{}}`, "", false},
		{"made meanwhile", "", `{"mine": true}`, true},
		{"changed meanwhile", `{"version":"1"}`, `{"version":"1" }`, true},
		{"changed to the same size", `{"version":"1"}`, `{"version":"2"}`, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			files := map[string]string{"Makefile": "lint:\n\ttrue\n"}
			if tt.old != "" {
				files[scaffold.FileName] = tt.old
			}
			dir := project(t, files)
			p := propose(t, dir)
			want := p.File
			if tt.change != "" {
				want = tt.change
				if err := os.WriteFile(filepath.Join(dir, scaffold.FileName), []byte(tt.change), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			err := scaffold.Write(p)
			var changed *confine.ChangedError
			if errors.As(err, &changed) != tt.refused || (err != nil) != tt.refused {
				t.Errorf("refused is %v: %v", err != nil, err)
			}
			if got := read(dir); got != want {
				t.Errorf("the file holds\n%s\nwant\n%s", got, want)
			}
			if entries, err := os.ReadDir(dir); err != nil || len(entries) != 2 {
				t.Errorf("something was left behind: %v %v", entries, err)
			}
			if again := propose(t, dir); !tt.refused && (len(again.Hands) != 0 || again.File != "") {
				t.Errorf("it proposes again: %+v", again.Hands)
			}
		})
	}
}

// TestRemoved holds that a file that was taken away meanwhile is not made again.
func TestRemoved(t *testing.T) {
	dir := project(t, map[string]string{"Makefile": "lint:\n\ttrue\n", scaffold.FileName: "{}"})
	p := propose(t, dir)
	if err := os.Remove(filepath.Join(dir, scaffold.FileName)); err != nil {
		t.Fatal(err)
	}
	if err := scaffold.Write(p); err == nil {
		t.Error("it was made again")
	}
}

func TestNoFolder(t *testing.T) {
	if _, err := scaffold.Propose(t.Context(), filepath.Join(t.TempDir(), "nowhere")); err == nil {
		t.Error("a folder that is not there gives a proposal")
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := scaffold.Propose(ctx, t.TempDir()); !errors.Is(err, context.Canceled) {
		t.Errorf("a cancelled proposal ends with %v", err)
	}
}
