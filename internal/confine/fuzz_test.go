package confine

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// FuzzNoNameLeavesARoot states the property of the package: whatever the name,
// what Resolve gives lies in a root, what Open reads is not from outside, and
// what WriteAtomic writes does not change the outside.
func FuzzNoNameLeavesARoot(f *testing.F) {
	for _, name := range []string{
		"a.txt", "../out/secret", "out-rel/secret", "nope/../../out/x", "dir/../../out/secret", "/proc/self/root/etc/passwd",
		"/proc/self/cwd", "$TOP/space/../out/secret", "$TOP/granted/g.txt", "chain/secret", "self/self/up/out/secret",
		"dangling", "out-new", "top/$TOP/out/secret", "~", "a\x00b", "", "...", "dir/deep/../../../out/secret", "/", "//", "./././",
		"nope/nope/../..", "nope/../out-abs/secret", "to-granted/../out/secret", "a.txt/../../out/secret", "SPACE/../out",
	} {
		f.Add(name)
	}
	top, r := escapeTree(f)
	inside := []string{filepath.Join(top, "space"), filepath.Join(top, "granted")}
	f.Fuzz(func(t *testing.T, name string) {
		p, err := r.Resolve(strings.ReplaceAll(name, "$TOP", top))
		if err != nil {
			return
		}
		if !isInside(p.Abs, inside) {
			t.Fatalf("Resolve(%q) = %s", name, p)
		}
		// The system agrees: what exists of the path has no link in it.
		existing := p.Abs
		for {
			if _, err := os.Lstat(existing); err == nil {
				break
			}
			existing = filepath.Dir(existing)
		}
		if real, err := filepath.EvalSymlinks(existing); err != nil || real != existing {
			t.Fatalf("Resolve(%q) = %s, of which %s is really %s, %v", name, p, existing, real, err)
		}
		if again, err := r.Resolve(p.Abs); err != nil || again != p {
			t.Fatalf("Resolve(%q) = %s, and of that %s, %v", name, p, again, err)
		}
		data, _, err := r.ReadFile(p, 1000)
		if bytes.Contains(data, []byte("secret")) {
			t.Fatalf("ReadFile(%q) = %q", name, data)
		}
		if err == nil {
			return
		}
		s, err := r.Stage(p, []byte("fuzz"), WriteOptions{})
		if err != nil {
			return
		}
		if err := s.Commit(); err == nil {
			if err := r.Remove(p); err != nil {
				t.Fatalf("Remove(%q): %v", name, err)
			}
		}
		s.done = false // take the parents away again, so that each input meets the same tree
		if err := s.Discard(); err != nil {
			t.Fatal(err)
		}
		checkOutside(t, top)
	})
}

func isInside(path string, folders []string) bool {
	for _, f := range folders {
		if path == f || strings.HasPrefix(path, f+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

func checkOutside(t *testing.T, top string) {
	t.Helper()
	for folder, want := range map[string]int{".": 4, "out": 2, "out/sub": 1, "space2": 1} {
		entries, err := os.ReadDir(filepath.Join(top, folder))
		if err != nil || len(entries) != want {
			t.Fatalf("%s holds %v, %v", folder, entries, err)
		}
	}
	for _, file := range []string{"out/secret", "out/sub/secret", "space2/secret"} {
		if data, err := os.ReadFile(filepath.Join(top, file)); err != nil || string(data) != "secret" {
			t.Fatalf("%s holds %q, %v", file, data, err)
		}
	}
}
