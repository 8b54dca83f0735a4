package confine

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// makeTree makes files below dir: a name that ends in "/" is a folder, a value
// that starts with "->" a link, anything else a file's content.
func makeTree(t testing.TB, dir string, tree map[string]string) {
	t.Helper()
	for name, content := range tree {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		var err error
		if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else if target, ok := strings.CutPrefix(content, "->"); ok {
			err = os.Symlink(strings.ReplaceAll(target, "$TOP", dir), path)
		} else {
			err = os.WriteFile(path, []byte(content), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// realTemp is a temporary folder without links in its path.
func realTemp(t testing.TB) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

func open(t testing.TB, c Config) *Roots {
	t.Helper()
	r, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { r.Close() })
	return r
}

func resolve(t testing.TB, r *Roots, name string) Path {
	t.Helper()
	p, err := r.Resolve(name)
	if err != nil {
		t.Fatalf("Resolve(%q): %v", name, err)
	}
	return p
}

func read(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestNewRefuses(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{
		"home/user/space/a.txt":    "a",
		"home/user/.config/app/s":  "{}",
		"home/user/.config/app/d/": "",
		"home/user/homelink":       "->$TOP/home/user",
		"home/user/toplink":        "->/",
	})
	home := filepath.Join(top, "home/user")
	t.Setenv("HOME", home)
	t.Setenv("USERPROFILE", home)
	never := []string{filepath.Join(home, ".config/app"), filepath.Join(home, ".local/share/app-not-there-yet")}
	volume := filepath.VolumeName(top)

	cases := []struct {
		name, base string
		why        string // "" means it works
	}{
		{"a folder", "home/user/space", ""},
		{"home", "home/user", "home folder"},
		{"home by a link", "home/user/homelink", "home folder"},
		{"home with dots", "home/user/space/..", "home folder"},
		{"above home", "home", "home folder"},
		{"far above home", ".", "home folder"},
		{"the top", volume + string(filepath.Separator), "top of a drive"},
		{"the top by a link", "home/user/toplink", "top of a drive"},
		{"above settings", "home/user/.config", "own settings"},
		{"settings", "home/user/.config/app", "own settings"},
		{"inside settings", "home/user/.config/app/d", "own settings"},
		{"a file", "home/user/space/a.txt", "is a file"},
		{"not there", "home/user/nothing", "is a file; a space is a folder"},
		{"nor its parent", "home/user/nothing/at/all", "cannot be opened"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			base := c.base
			if !filepath.IsAbs(base) {
				base = top + string(filepath.Separator) + filepath.FromSlash(base)
			}
			r, err := New(Config{Base: base, Never: never})
			if c.why == "" {
				if err != nil {
					t.Fatal(err)
				}
				r.Close()
				return
			}
			var root *RootError
			if !errors.As(err, &root) || !strings.Contains(err.Error(), c.why) {
				t.Fatalf("New(%s) = %v, want a RootError with %q", base, err, c.why)
			}
		})
	}
}

func TestNewRefusesNamesThatAreNone(t *testing.T) {
	for _, base := range []string{"", "a\x00b", "~", "relative/folder", strings.Repeat("/a", 3000)} {
		if r, err := New(Config{Base: base}); err == nil {
			r.Close()
			t.Errorf("New(%.20q) works", base)
		}
	}
}

func TestOnlyTheAppItselfHasARootInItsData(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/": "", "data/run/": "", "data/file": "x"})
	c := Config{Base: filepath.Join(top, "space"), More: []string{filepath.Join(top, "data/run")}, Never: []string{filepath.Join(top, "data")}}
	r := open(t, c)
	if _, err := r.Resolve(filepath.Join(top, "data/run/x")); err != nil {
		t.Errorf("the run's own folder: %v", err)
	}
	for _, p := range []string{"data", "data/run/deeper", "data/file", "."} {
		if err := r.Grant(filepath.Join(top, p), Grant{Change: true}); err == nil {
			t.Errorf("Grant(%s) works", p)
		}
	}
	c.More = []string{filepath.Join(top, "data")}
	if _, err := New(c); err == nil {
		t.Error("the data folder itself became a root")
	}
}

func TestGrantAndRevoke(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{
		"space/":           "",
		"picked/a.txt":     "a",
		"picked/sub/b.txt": "b",
		"one/file.txt":     "one",
		"one/other.txt":    "other",
		"link":             "->picked",
	})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	at := func(name string) string { return filepath.Join(top, name) }
	for _, p := range []string{at("link"), at("one/file.txt"), at("one/new.txt"), at("link")} {
		if err := r.Grant(p, Grant{Change: true}); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{at("space"), at("picked"), at("one/file.txt"), at("one/new.txt")}
	if d := cmp.Diff(want, r.List()); d != "" {
		t.Errorf("List (-want +got):\n%s", d)
	}

	inFolder := resolve(t, r, at("picked/sub/b.txt"))
	inFile := resolve(t, r, at("one/file.txt"))
	if d := cmp.Diff(Path{Root: at("one/file.txt"), Rel: ".", Abs: at("one/file.txt")}, inFile); d != "" {
		t.Errorf("path of a granted file (-want +got):\n%s", d)
	}
	if data, _, err := r.ReadFile(inFile, 10); err != nil || string(data) != "one" {
		t.Errorf("ReadFile = %q, %v", data, err)
	}
	if err := r.WriteAtomic(resolve(t, r, at("one/new.txt")), []byte("new"), WriteOptions{}); err != nil {
		t.Errorf("write a granted name: %v", err)
	}
	if err := r.WriteAtomic(inFile, []byte("changed"), WriteOptions{}); err != nil || read(t, at("one/file.txt")) != "changed" {
		t.Errorf("write a granted file: %v", err)
	}
	for _, p := range []string{"one/other.txt", "one", "one/file.txt/x", "one/file.txtx"} {
		if got, err := r.Resolve(at(p)); err == nil {
			t.Errorf("Resolve(%s) = %v beside a granted file", p, got)
		}
	}

	if err := r.Revoke(at("link"), ""); err != nil {
		t.Fatal(err)
	}
	if err := r.Revoke(at("one/file.txt"), ""); err != nil {
		t.Fatal(err)
	}
	var escape *EscapeError
	for _, p := range []Path{inFolder, inFile} {
		if _, err := r.Open(p); !errors.As(err, &escape) {
			t.Errorf("Open(%s) after Revoke = %v, want an EscapeError", p, err)
		}
		if err := r.WriteAtomic(p, nil, WriteOptions{}); !errors.As(err, &escape) {
			t.Errorf("WriteAtomic(%s) after Revoke = %v, want an EscapeError", p, err)
		}
	}
	for _, p := range []string{at("space"), at("never-granted"), at("one/file.txt")} {
		if err := r.Revoke(p, ""); err == nil {
			t.Errorf("Revoke(%s) works", p)
		}
	}
}

func TestGrantRefuses(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/": "", "file": "x"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	for _, p := range []string{"", "relative", "~/x", filepath.Join(top, "file/below"), filepath.Join(top, "no/parent")} {
		if err := r.Grant(p, Grant{Change: true}); err == nil {
			t.Errorf("Grant(%q) works", p)
		}
	}
}

func TestClosedRootsAreNoUse(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"a": "x"})
	r := open(t, Config{Base: top})
	p := resolve(t, r, "a")
	if err := r.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(p); err == nil {
		t.Error("Open works after Close")
	}
	if _, err := r.Resolve("a"); err == nil {
		t.Error("Resolve works after Close")
	}
	if err := r.Grant(top, Grant{Change: true}); !errors.Is(err, fs.ErrClosed) {
		t.Errorf("Grant after Close = %v", err)
	}
	if err := r.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestDeletedRootSaysSoAndComesBack(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/a": "old", "else/a": "secret"})
	base := filepath.Join(top, "space")
	r := open(t, Config{Base: base})
	p := resolve(t, r, "a")

	if err := os.RemoveAll(base); err != nil {
		t.Fatal(err)
	}
	var root *RootError
	if _, err := r.Open(p); !errors.As(err, &root) || !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "put the folder back") {
		t.Errorf("Open in a deleted root = %v", err)
	}
	if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); !errors.As(err, &root) {
		t.Errorf("WriteAtomic in a deleted root = %v", err)
	}
	if _, err := r.State(p); !errors.As(err, &root) {
		t.Errorf("State in a deleted root = %v", err)
	}
	if _, err := os.Lstat(base); err == nil {
		t.Error("writing made the deleted root anew")
	}

	if err := os.Symlink(filepath.Join(top, "else"), base); err != nil {
		t.Fatal(err)
	}
	if data, _, err := r.ReadFile(p, 10); err == nil {
		t.Errorf("a link in place of the root gives %q", data)
	}

	if err := os.Remove(base); err != nil {
		t.Fatal(err)
	}
	makeTree(t, top, map[string]string{"space/a": "new"})
	if data, _, err := r.ReadFile(p, 10); err != nil || string(data) != "new" {
		t.Errorf("after the root came back: %q, %v", data, err)
	}
}

// Grants come and go while files are read and written: nothing breaks, and what
// is refused is refused as it should be.
func TestGrantsComeAndGo(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/a": "a", "picked/b": "b"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	picked := filepath.Join(top, "picked")
	var wg sync.WaitGroup
	wg.Go(func() {
		for range 300 {
			if err := errors.Join(r.Grant(picked, Grant{Change: true}), r.Revoke(picked, "")); err != nil {
				t.Error(err)
				return
			}
		}
	})
	for range 3 {
		wg.Go(func() {
			for range 300 {
				if data, _, err := r.ReadFile(resolve(t, r, "a"), 10); err != nil || string(data) != "a" {
					t.Errorf("a file in the space: %q, %v", data, err)
				}
				p, err := r.Resolve(filepath.Join(picked, "b"))
				var escape *EscapeError
				if err == nil {
					_, _, err = r.ReadFile(p, 10)
				}
				if err != nil && !errors.As(err, &escape) && !errors.Is(err, fs.ErrClosed) {
					t.Errorf("a file that is granted now and then: %v", err)
				}
			}
		})
	}
	wg.Wait()
}
