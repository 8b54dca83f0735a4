package git_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/internal/git"
)

// What an index names as other repositories is what git itself says, in every version of
// the format, split or not, with either kind of object names.
func TestGitlinks(t *testing.T) {
	for _, c := range []struct {
		name   string
		format string
		setup  [][]string
		after  [][]string
	}{
		{name: "version 2", setup: [][]string{{"update-index", "--index-version", "2"}}},
		{name: "version 4", setup: [][]string{{"update-index", "--index-version", "4"}}},
		{name: "version 3", after: [][]string{{"add", "-N", "later.txt"}}},
		{name: "split", after: [][]string{{"update-index", "--split-index"}, {"update-index", "--add", "--cacheinfo", "160000,%s,late/node_modules/x"}}},
		{name: "SHA-256", format: "sha256"},
		{name: "SHA-256, version 4", format: "sha256", setup: [][]string{{"update-index", "--index-version", "4"}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			format, id := "sha1", strings.Repeat("12", 20)
			if c.format != "" {
				format, id = c.format, strings.Repeat("12", 32)
			}
			must(t, dir, "init", "-q", "--object-format="+format)
			for i := range 300 { // names that share their beginnings, and one longer than 127
				name := fmt.Sprintf("pkg/%d/%s.txt", i%7, strings.Repeat("n", i))
				if i < 200 {
					name = fmt.Sprintf("pkg/%d/file-%d.txt", i%7, i)
				}
				if len(filepath.Base(name)) > 200 {
					continue
				}
				write(t, filepath.Join(dir, name))
			}
			write(t, filepath.Join(dir, "later.txt"))
			must(t, dir, "add", "pkg")
			step := func(args []string) {
				for i, a := range args {
					if strings.Contains(a, "%s") {
						args[i] = fmt.Sprintf(a, id)
					}
				}
				must(t, dir, args...)
			}
			for _, args := range c.setup {
				step(args)
			}
			for _, name := range []string{"node_modules/a/b", "pkg/3/sub", "z"} {
				step([]string{"update-index", "--add", "--cacheinfo", "160000,%s," + name})
			}
			for _, args := range c.after {
				step(args)
			}
			var want []string
			for line := range strings.SplitSeq(must(t, dir, "ls-files", "-s", "-z"), "\x00") {
				if strings.HasPrefix(line, "160000 ") {
					_, name, _ := strings.Cut(line, "\t")
					want = append(want, name)
				}
			}
			got := git.Gitlinks(git.FolderOf(dir))
			slices.Sort(got)
			slices.Sort(want)
			if len(want) < 3 || !slices.Equal(got, want) {
				t.Errorf("it names %q, git says %q", got, want)
			}
		})
	}
}

// No index makes reading it fail, or take long.
func FuzzGitlinks(f *testing.F) {
	dir := f.TempDir()
	f.Add([]byte("DIRC\x00\x00\x00\x02\xff\xff\xff\xff"))
	f.Add([]byte("DIRC\x00\x00\x00\x04\x00\x00\x00\x01" + strings.Repeat("\x00", 100)))
	f.Fuzz(func(t *testing.T, raw []byte) {
		if err := os.WriteFile(filepath.Join(dir, "index"), raw, 0o600); err != nil {
			t.Fatal(err)
		}
		for _, name := range git.Gitlinks(dir) {
			if name == "" || strings.Contains(name, "\x00") {
				t.Errorf("it names %q", name)
			}
		}
	})
}

func write(t *testing.T, file string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
}
