package confine

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// A place beside one that is held is in the very folder of that one, and only what lies there is; what may not
// be changed is not, and closing it leaves the folder open.
func TestBeside(t *testing.T) {
	dir := realTemp(t)
	makeTree(t, dir, map[string]string{"space/a/one": "1", "space/a/two": "2", "space/b/three": "3", "space/top": "t", "picked/file": "p"})
	r := open(t, Config{Base: filepath.Join(dir, "space")})
	held, err := r.Place(resolve(t, r, "a/one"))
	if err != nil {
		t.Fatal(err)
	}
	defer held.Close()
	for name, in := range map[string]bool{"a/two": true, "a/new": true, "b/three": false, "top": false, "a": false, ".": false} {
		p, err := r.ResolveEntry(name)
		if err != nil {
			t.Fatal(err)
		}
		beside, ok, err := held.Beside(p)
		if err != nil || ok != in {
			t.Errorf("%s: %v, %v", name, ok, err)
			continue
		}
		if ok && (beside.Dir != held.Dir || beside.Name != filepath.Base(name) || beside.Close() != nil) {
			t.Errorf("%s: %+v", name, beside)
		}
	}
	if _, err := held.Dir.Stat("one"); err != nil {
		t.Errorf("the folder was closed: %v", err)
	}
	two := resolve(t, r, "a/two")
	if err := os.Rename(filepath.Join(dir, "space", "a"), filepath.Join(dir, "space", "moved")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "picked"), filepath.Join(dir, "space", "a")); err != nil {
		if runtime.GOOS == "windows" { // where it is a right of its own
			t.Skip(err)
		}
		t.Fatal(err)
	}
	beside, ok, err := held.Beside(two)
	if err != nil || !ok {
		t.Fatalf("%v, %v", ok, err)
	}
	if _, err := beside.Dir.Stat("file"); err == nil {
		t.Error("a link that came meanwhile leads elsewhere")
	}
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, ok, err := held.Beside(two); ok || err == nil {
		t.Errorf("a root that is gone may be changed: %v, %v", ok, err)
	}
}
