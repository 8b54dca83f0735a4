package builtin

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// age sets times so that the first name is the newest.
func (d *desk) age(names ...string) {
	d.t.Helper()
	base := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for i, name := range names {
		at := base.Add(-time.Duration(i) * time.Hour)
		if err := os.Chtimes(filepath.Join(d.space, name), at, at); err != nil {
			d.t.Fatal(err)
		}
	}
}

func lines(s string) []string { return strings.Split(strings.TrimSuffix(s, "\n"), "\n") }

func TestGlob(t *testing.T) {
	d := newDesk(t, map[string]string{
		"main.go": "", "main_test.go": "", "README.md": "", ".hidden.go": "",
		"src/a.go": "", "src/deep/b.go": "", "src/deep/c.ts": "", "src/deep/er/d.go": "",
		"docs/x.md": "", "docs/[odd].md": "", ".git/config.go": "", "empty/": "",
	})
	d.age("src/deep/b.go", "main.go", "src/a.go", "main_test.go", "src/deep/er/d.go", ".hidden.go", "docs/x.md", "README.md", "docs/[odd].md", "src/deep/c.ts")
	for _, c := range []struct {
		in   input
		want []string
	}{
		{input{"pattern": "*.go"}, []string{"main.go", "main_test.go", ".hidden.go"}},
		{input{"pattern": "**/*.go"}, []string{"src/deep/b.go", "main.go", "src/a.go", "main_test.go", "src/deep/er/d.go", ".hidden.go"}},
		{input{"pattern": "src/**/*.go"}, []string{"src/deep/b.go", "src/a.go", "src/deep/er/d.go"}},
		{input{"pattern": "src/*.go"}, []string{"src/a.go"}},
		{input{"pattern": "src/*/*.go"}, []string{"src/deep/b.go"}},
		{input{"pattern": "*/*/*.{go,ts}"}, []string{"src/deep/b.go", "src/deep/c.ts"}},
		{input{"pattern": "**/?.go", "path": "src"}, []string{"src/deep/b.go", "src/a.go", "src/deep/er/d.go"}},
		{input{"pattern": "*.go", "path": "src/deep"}, []string{"src/deep/b.go"}},
		{input{"pattern": "../*.go", "path": "src"}, []string{"main.go", "main_test.go", ".hidden.go"}},
		{input{"pattern": filepath.Join(d.space, "src/*.go")}, []string{"src/a.go"}},
		{input{"pattern": "main.go"}, []string{"main.go"}},
		{input{"pattern": "./main.go"}, []string{"main.go"}},
		{input{"pattern": `docs/\[odd\].md`}, []string{"docs/[odd].md"}},
		{input{"pattern": "docs/[xy].md"}, []string{"docs/x.md"}},
		{input{"pattern": "nothing/**"}, []string{"(no file matches in nothing)"}},
		{input{"pattern": "*.rs"}, []string{"(no file matches in .)"}},
		{input{"pattern": ".git/**"}, []string{".git/config.go"}}, // what is named is meant
	} {
		if diff := cmp.Diff(c.want, lines(d.must("glob", c.in))); diff != "" {
			t.Errorf("glob %v (-want +got):\n%s", c.in, diff)
		}
	}
	d.refused(tools.InvalidArgs, "glob", input{"pattern": "[a"}, "not a pattern")
	d.refused(tools.InvalidArgs, "glob", input{"pattern": ""}, "not a pattern")
	d.refused(tools.InvalidPath, "glob", input{"pattern": "/etc/*"}, "outside")
	d.refused(tools.InvalidPath, "glob", input{"pattern": "../*"}, "outside")
	d.refused(tools.InvalidPath, "glob", input{"pattern": "*", "path": ".."}, "outside")
	d.refused(tools.FileNotFound, "glob", input{"pattern": "*", "path": "none"}, "does not exist")
	d.refused(tools.FileNotFound, "glob", input{"pattern": "*", "path": "main.go"})
}

func TestGlobRespectsGitignore(t *testing.T) {
	d := newDesk(t, map[string]string{
		".gitignore": "*.log\nnode_modules/\n", "a.log": "", "a.txt": "", "node_modules/x/index.js": "", "sub/.gitignore": "!keep.log\n", "sub/keep.log": "", "sub/b.log": "",
	})
	want := []string{".gitignore", "a.txt", "sub/.gitignore", "sub/keep.log"}
	got := lines(d.must("glob", input{"pattern": "**"}))
	if diff := cmp.Diff(want, sorted(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got = lines(d.must("glob", input{"pattern": "**", "respect_gitignore": false}))
	if len(got) != 7 {
		t.Errorf("without .gitignore: %v", got)
	}
	// A folder that is named is meant, even if it is left out elsewhere.
	if got := d.must("glob", input{"pattern": "node_modules/**/*.js"}); got != "node_modules/x/index.js\n" {
		t.Errorf("a folder that is named: %q", got)
	}
}

func TestGlobLimits(t *testing.T) {
	if l := usualLimits(); l.globFiles != 10_000 || l.globTime != 5*time.Second {
		t.Errorf("limits are %+v", l)
	}
	d := newDesk(t, nil, func(l *limits) { l.globFiles = 5 })
	for i := range 6 {
		d.put(fmt.Sprintf("f%d", i), "")
		var names []string
		for j := i; j >= 0; j-- {
			names = append(names, fmt.Sprintf("f%d", j))
		}
		d.age(names...)
		r, err := d.call("glob", input{"pattern": "*"})
		if err != nil {
			t.Fatal(err)
		}
		cut := i == 5
		if cut {
			names = append(names[:5], "(6 files match; these are the 5 newest: use a narrower pattern for the others)")
		}
		if diff := cmp.Diff(names, lines(r.Content)); diff != "" || r.Meta.Truncated != cut {
			t.Errorf("%d files, truncated %v (-want +got):\n%s", i+1, r.Meta.Truncated, diff)
		}
	}
	slow := newDesk(t, map[string]string{"f": ""}, func(l *limits) { l.globTime = 1 })
	slow.refused(tools.Timeout, "glob", input{"pattern": "**"}, "longer than 1ns")
}

func TestGlobLinks(t *testing.T) {
	d := newDesk(t, map[string]string{"real/f.go": ""})
	for name, target := range map[string]string{"link": "real", "loop": ".", "out": "/etc", "file.go": "real/f.go"} {
		if err := os.Symlink(target, filepath.Join(d.space, name)); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff([]string{"file.go", "link", "loop", "out", "real/f.go"}, sorted(lines(d.must("glob", input{"pattern": "**"})))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.must("glob", input{"pattern": "link/*.go"}); got != "real/f.go\n" {
		t.Errorf("through a link that is named: %q", got)
	}
	d.refused(tools.InvalidPath, "glob", input{"pattern": "out/*"})
}

func TestListdir(t *testing.T) {
	d := newDesk(t, map[string]string{"b.txt": "12345", "a/deep/f": "1", "a/x": "", ".hidden": "", ".git/objects/o": "", "empty/": ""})
	if err := os.Symlink("b.txt", filepath.Join(d.space, "link")); err != nil {
		t.Fatal(err)
	}
	d.age("b.txt", "a/x", "a/deep/f", ".hidden", "a/deep", "a", ".git", "empty")
	got := d.must("listdir", input{"path": "."})
	for _, want := range []string{
		"file            5  2026-01-01T00:00:00Z  b.txt\n", "file            0  2025-12-31T21:00:00Z  .hidden\n",
		"folder          -  2025-12-31T19:00:00Z  a/\n", "  link -> b.txt\n",
	} {
		if !strings.Contains(got, want) {
			t.Errorf("the list lacks %q:\n%s", want, got)
		}
	}
	names := func(list string) []string {
		var n []string
		for _, l := range lines(list) {
			n = append(n, l[41:])
		}
		return n
	}
	if diff := cmp.Diff([]string{".git/", ".hidden", "a/", "b.txt", "empty/", "link -> b.txt"}, names(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got = d.must("listdir", input{"path": ".", "recursive": true})
	if diff := cmp.Diff([]string{".git/", ".hidden", "a/", "a/deep/", "a/deep/f", "a/x", "b.txt", "empty/", "link -> b.txt"}, names(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if diff := cmp.Diff([]string{"deep/", "x"}, names(d.must("listdir", input{"path": "a"}))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got := d.must("listdir", input{"path": "empty/"}); got != "(the folder is empty)\n" {
		t.Errorf("an empty folder: %q", got)
	}
	d.refused(tools.ExecutionFailed, "listdir", input{"path": "b.txt"}, "is a file, not a folder", "use read")
	d.refused(tools.FileNotFound, "listdir", input{"path": "none"}, "does not exist")
	d.refused(tools.InvalidPath, "listdir", input{"path": "/"}, "outside")
}

func TestListdirLimits(t *testing.T) {
	if l := usualLimits(); l.listed != 10_000 || l.listedTime != 5*time.Second {
		t.Errorf("limits are %+v", l)
	}
	d := newDesk(t, nil, func(l *limits) { l.listed = 5 })
	for i := range 6 {
		d.put(fmt.Sprintf("f%d", i), "")
		r, err := d.call("listdir", input{"path": ".", "recursive": i%2 == 0})
		if err != nil {
			t.Fatal(err)
		}
		got := lines(r.Content)
		if i < 5 && (len(got) != i+1 || r.Meta.Truncated) {
			t.Errorf("%d entries: %v", i+1, got)
		}
		if i == 5 && (len(got) != 6 || !r.Meta.Truncated || !strings.HasSuffix(got[4], "f4") || !strings.HasPrefix(got[5], "(6 entries in all; these are the first 5")) {
			t.Errorf("6 entries: %v", got)
		}
	}
	slow := newDesk(t, map[string]string{"f": ""}, func(l *limits) { l.listedTime = 1 })
	slow.refused(tools.Timeout, "listdir", input{"path": "."}, "longer than 1ns")
}
