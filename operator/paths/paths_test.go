package paths

import (
	"os"
	"path/filepath"
	"testing"
)

// Below answers as filepath.EvalSymlinks does.
func TestBelow(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"space/a/b/c.txt", "space/.git/config", "outside/x"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	space := filepath.Join(dir, "space")
	for from, to := range map[string]string{"link": "a/b", "out": "../outside", "dangling": "nothing", "loop": "loop", "a/up": "..", "file": "a/b/c.txt"} {
		if err := os.Symlink(filepath.FromSlash(to), filepath.Join(space, filepath.FromSlash(from))); err != nil {
			t.Skipf("links cannot be made here: %v", err)
		}
	}
	for _, name := range []string{
		"a", "a/", "a/b/c.txt", ".git/config", ".git/hooks/", "missing", "a/missing/x", "link", "link/", "link/c.txt", "out", "out/x", "out/missing",
		"dangling", "loop", "loop/x", "a/up", "a/up/a/b", "file", "a/../a", "../outside/x", "out/../space/a",
	} {
		want, err := filepath.EvalSymlinks(filepath.Join(space, filepath.FromSlash(name)))
		got, ok := Below(space, name)
		if ok != (err == nil) || ok && got != want {
			t.Errorf("%s: %q, %t; want %q, %v", name, got, ok, want, err)
		}
	}
}

// All that has an absolute path lies in the root, which ends in a separator by itself.
func TestWithin(t *testing.T) {
	root := filepath.VolumeName(t.TempDir()) + string(filepath.Separator)
	here := filepath.Join(root, "a", "b")
	for _, tt := range []struct {
		path, other string
		want        bool
	}{
		{here, root, true}, {root, root, true}, {here, filepath.Dir(here), true}, {here, here, true},
		{here + "c", here, false}, {filepath.Dir(here), here, false}, {root, here, false}, {here, "", false}, {"a", root, false},
	} {
		if got := Within(tt.path, []string{tt.other}); got != tt.want {
			t.Errorf("%q within %q: %t", tt.path, tt.other, got)
		}
	}
}
