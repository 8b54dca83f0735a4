package builtin

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is left out is what Git leaves out. Git itself is asked where it is
// installed; the lists below are what it says.
func TestIgnoringAsGit(t *testing.T) {
	cases := []struct {
		name  string
		rules map[string]string
		files []string
		kept  []string
	}{
		{"names", map[string]string{".gitignore": "*.log\nbuild\n# a comment\n\n\\#odd\n"},
			[]string{"a.log", "sub/b.log", "build/x", "sub/build/y", "a.txt", "#odd", "builds/z"}, []string{"a.txt", "builds/z"}},
		{"folders only", map[string]string{".gitignore": "out/\n"}, []string{"out/x", "sub/out/y", "lib/out"}, []string{"lib/out"}},
		{"anchored", map[string]string{".gitignore": "/top\nsub/mid\n"}, []string{"top", "sub/top", "sub/mid", "deep/sub/mid"}, []string{"deep/sub/mid", "sub/top"}},
		{"negated", map[string]string{".gitignore": "*.log\n!keep.log\n"}, []string{"a.log", "keep.log", "sub/keep.log"}, []string{"keep.log", "sub/keep.log"}},
		{"a folder cannot be taken back", map[string]string{".gitignore": "out/\n!out/keep\n"}, []string{"out/keep", "x"}, []string{"x"}},
		{"nested", map[string]string{".gitignore": "*.tmp\n", "sub/.gitignore": "!a.tmp\n/b\n"},
			[]string{"a.tmp", "sub/a.tmp", "sub/b", "sub/deep/b", "b", "sub/deep/a.tmp"}, []string{"b", "sub/a.tmp", "sub/deep/a.tmp", "sub/deep/b"}},
		{"stars", map[string]string{".gitignore": "**/gen\ndocs/**\na/**/z\n?.q\n[xy].r\n"},
			[]string{"gen", "sub/gen", "docs/x/y", "a/z", "a/b/z", "a/b/c/z", "1.q", "12.q", "x.r", "z.r"}, []string{"12.q", "z.r"}},
		{"CRLF and BOM", map[string]string{".gitignore": "\ufeff*.log\r\nbuild\r\n"}, []string{"a.log", "build/x", "c"}, []string{"c"}},
		{"exclude file", map[string]string{".git/info/exclude": "secret\n"}, []string{"secret", "sub/secret", "c"}, []string{"c"}},
		{"dot files are shown", map[string]string{".gitignore": "x\n"}, []string{".env", ".github/w.yml", "x"}, []string{".env", ".github/w.yml"}},
	}
	git, gitErr := exec.LookPath("git")
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			d := newDesk(t, nil)
			if gitErr == nil {
				if out, err := exec.Command(git, "-C", d.space, "init", "-q").CombinedOutput(); err != nil {
					t.Fatalf("%v: %s", err, out)
				}
			}
			for name, text := range c.rules {
				d.put(name, text)
			}
			for _, name := range c.files {
				d.put(name, "x\n")
			}
			mine := func(list []string) []string {
				kept := []string{}
				for _, name := range list {
					if name = filepath.ToSlash(strings.TrimSpace(name)); name != "" && filepath.Base(name) != ".gitignore" && !strings.HasPrefix(name, "(") {
						kept = append(kept, name)
					}
				}
				return sorted(kept)
			}
			if diff := cmp.Diff(c.kept, mine(lines(d.must("glob", input{"pattern": "**"})))); diff != "" {
				t.Errorf("glob (-want +got):\n%s", diff)
			}
			if gitErr != nil {
				return
			}
			cmd := exec.Command(git, "-C", d.space, "-c", "core.excludesFile=", "ls-files", "--others", "--exclude-standard")
			out, err := cmd.Output()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.kept, mine(lines(string(out)))); diff != "" {
				t.Errorf("git sees it otherwise (-this test +git):\n%s", diff)
			}
		})
	}
}

// Rules above the folder where a search begins hold there, too.
func TestIgnoringFromAbove(t *testing.T) {
	d := newDesk(t, map[string]string{
		".gitignore": "*.log\n/a/b/skip\n", "a/.gitignore": "*.tmp\n", "a/b/x.log": "", "a/b/x.tmp": "", "a/b/skip/f": "", "a/b/f": "",
	})
	if got := d.must("glob", input{"pattern": "**", "path": "a/b"}); got != "a/b/f\n" {
		t.Errorf("below a/b: %q", got)
	}
}
