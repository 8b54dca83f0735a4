package tips

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// plumbed makes a repository in which main has run.sh, and a commit with another one that no name means.
func plumbed(t *testing.T) (dir, commit string) {
	t.Helper()
	dir = t.TempDir()
	write := func(text string) {
		if err := os.WriteFile(filepath.Join(dir, "run.sh"), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		must(t, dir, "add", "run.sh")
	}
	must(t, dir, "init", "-q", "-b", "main")
	write("one\n")
	must(t, dir, "commit", "-qm", "one")
	must(t, dir, "branch", "feature")
	write("two\n")
	commit = must(t, dir, "commit-tree", "-p", "HEAD", "-m", "two", must(t, dir, "write-tree"))
	must(t, dir, "reset", "-q", "--hard")
	return dir, commit
}

// put writes a file of a git folder.
func put(t *testing.T, dir, name, text string) {
	t.Helper()
	path := filepath.Join(dir, ".git", filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	_ = os.Remove(path) // git's own may be read-only
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// Whatever git takes for a name is one, in each form and at each place where it looks.
func TestEveryFormOfAName(t *testing.T) {
	counts := func(name string) bool { return name == "run.sh" }
	for name, x := range map[string]struct {
		make func(t *testing.T, dir, commit string)
		want string // the name; git must take it for the commit
	}{
		"capitals": {func(t *testing.T, dir, c string) { put(t, dir, "refs/heads/feature", strings.ToUpper(c)+"\n") }, "refs/heads/feature"},
		"packed, capitals": {func(t *testing.T, dir, c string) {
			put(t, dir, "packed-refs", strings.ToUpper(c)+" refs/heads/packed\n")
		}, "refs/heads/packed"},
		"packed, a tab": {func(t *testing.T, dir, c string) { put(t, dir, "packed-refs", c+"\trefs/heads/packed\n") }, "refs/heads/packed"},
		"a nul":         {func(t *testing.T, dir, c string) { put(t, dir, "refs/heads/feature", c+"\x00more\n") }, "refs/heads/feature"},
		"many blanks": {func(t *testing.T, dir, c string) {
			put(t, dir, "origin/x", c)
			put(t, dir, "refs/heads/feature", "ref:"+strings.Repeat(" ", 3000)+"origin/x\n")
		}, "refs/heads/feature"},
		"beside refs":      {func(t *testing.T, dir, c string) { put(t, dir, "origin/main", c) }, "origin/main"},
		"heads":            {func(t *testing.T, dir, c string) { put(t, dir, "heads/feature", c) }, "heads/feature"},
		"in a folder":      {func(t *testing.T, dir, c string) { put(t, dir, "info/x", c) }, "info/x"},
		"a name of a name": {func(t *testing.T, dir, c string) { put(t, dir, "info/y", c); put(t, dir, "info/x", "ref: info/y") }, "info/x"},
		"what is no branch": {func(t *testing.T, dir, c string) {
			put(t, dir, "FETCH_HEAD", c)
			put(t, dir, "refs/heads/feature", "ref: FETCH_HEAD")
		}, "refs/heads/feature"},
		"at the top": {func(t *testing.T, dir, c string) { put(t, dir, "odd", c) }, "odd"},
		"a link": {func(t *testing.T, dir, c string) {
			put(t, dir, "refs/agent/x", c)
			put(t, dir, "refs/heads/feature", "")
			at := filepath.Join(dir, ".git", "refs", "heads", "feature")
			if os.Remove(at) != nil || os.Symlink("refs/agent/x", at) != nil {
				t.Fatal("no link could be made")
			}
		}, "refs/heads/feature"},
		"an old list of a pack": {func(t *testing.T, dir, c string) {
			must(t, dir, "update-ref", "refs/heads/feature", c)
			must(t, dir, "-c", "pack.indexVersion=1", "repack", "-adq")
		}, "refs/heads/feature"},
	} {
		t.Run(name, func(t *testing.T) {
			dir, commit := plumbed(t)
			store := filepath.Join(dir, ".git")
			before := Read(store, nil, counts)
			x.make(t, dir, commit)
			if got := must(t, dir, "rev-parse", x.want); got != commit {
				t.Skipf("this git does not take it for a name: %s", got)
			}
			var names []string
			for _, b := range Brought(store, dir, false, before, Read(store, before, counts), counts) {
				names = append(append(names, b.Name), b.Also...)
			}
			if !slices.Contains(names, x.want) {
				t.Errorf("told of %v", names)
			}
		})
	}
}

// What git itself writes beside refs is no name, and what cannot be read is told.
func TestWhatIsNoNameAndWhatCannotBeRead(t *testing.T) {
	counts := func(name string) bool { return name == "run.sh" }
	dir, _ := plumbed(t)
	store := filepath.Join(dir, ".git")
	must(t, dir, "worktree", "add", "-q", "wt", "feature")
	must(t, dir, "gc", "-q")
	must(t, dir, "update-server-info")
	before := Read(store, nil, counts)
	for name := range before.apart {
		if name != "info/refs" { // begins as one
			t.Errorf("%s is a name", name)
		}
	}
	put(t, dir, "refs/heads/gone", strings.Repeat("1", 40)+"\n")
	must(t, dir, "tag", "text", must(t, dir, "rev-parse", "HEAD:run.sh"))
	got := Brought(store, dir, false, before, Read(store, before, counts), counts)
	if len(got) != 1 || got[0].Name != "refs/heads/gone" || got[0].Why == "" {
		t.Errorf("%+v", got)
	}
}

// That it was told of one name tells nothing of another, whether that comes with it or later.
func TestEachNameIsTold(t *testing.T) {
	counts := func(name string) bool { return name == "run.sh" }
	dir, commit := plumbed(t)
	store := filepath.Join(dir, ".git")
	before := Read(store, nil, counts)
	must(t, dir, "update-ref", "refs/agent/a", commit)
	must(t, dir, "update-ref", "refs/agent/b", commit)
	then := Read(store, before, counts)
	if got := Brought(store, dir, false, before, then, counts); len(got) != 1 || got[0].Name != "refs/agent/a" || !slices.Equal(got[0].Also, []string{"refs/agent/b"}) {
		t.Errorf("%+v", got)
	}
	told := then.With(map[string]string{"refs/agent/a": "", "refs/agent/b": ""})
	must(t, dir, "update-ref", "refs/heads/feature", must(t, dir, "commit-tree", "-p", commit, "-m", "on top", commit+"^{tree}"))
	must(t, dir, "update-ref", "refs/agent/a", "refs/heads/feature")
	if got := Brought(store, dir, false, told, Read(store, then, counts), counts); len(got) != 1 || got[0].Name != "refs/heads/feature" {
		t.Errorf("later: %+v", got)
	}
	must(t, dir, "update-ref", "refs/heads/feature", "main")
	must(t, dir, "merge", "-q", commit) // the person has taken it
	now := Read(store, then, counts)
	must(t, dir, "branch", "next")
	if got := Brought(store, dir, false, now.With(map[string]string{"refs/agent/a": ""}), Read(store, now, counts), counts); len(got) != 0 {
		t.Errorf("what is in main: %+v", got)
	}
}
