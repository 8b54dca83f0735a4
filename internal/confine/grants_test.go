package confine

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is granted to be read cannot be changed, in any way, and what lies there stays.
func TestAGrantForReading(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/": "", "picked/a": "a", "picked/link": "->a"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	picked := filepath.Join(top, "picked")
	if err := r.Grant(picked, Grant{}); err != nil {
		t.Fatal(err)
	}
	p, entry := resolve(t, r, filepath.Join(picked, "a")), resolve(t, r, filepath.Join(picked, "b", "c"))
	if data, _, err := r.ReadFile(p, 10); err != nil || string(data) != "a" {
		t.Errorf("ReadFile = %q, %v", data, err)
	}
	if _, err := r.ReadDir(resolve(t, r, picked)); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func() error{
		"write": func() error { return r.WriteAtomic(p, []byte("x"), WriteOptions{}) }, "create": func() error { return r.WriteAtomic(entry, nil, WriteOptions{}) },
		"remove": func() error { return r.Remove(p) }, "mode": func() error { return r.Chmod(p, 0o700) }, "folder": func() error { return r.Mkdir(entry) },
		"link": func() error { return r.Symlink("a", entry) }, "changeable": func() error { return r.Changeable(p) },
	} {
		var reading *ReadingError
		if err := change(); !errors.As(err, &reading) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if entries, err := os.ReadDir(picked); err != nil || len(entries) != 2 || read(t, filepath.Join(picked, "a")) != "a" {
		t.Errorf("it holds %v, %v", entries, err)
	}
	if err := r.Grant(picked, Grant{Change: true}); err != nil {
		t.Fatal(err)
	}
	if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); err != nil {
		t.Errorf("granted to be changed as well: %v", err)
	}
	if err := r.Grant(picked, Grant{}); err != nil || r.Changeable(p) != nil {
		t.Errorf("picked once more to be read: %v, %v", err, r.Changeable(p))
	}
}

// A file that is staged is not placed once it may only be read.
func TestAGrantThatEndsBeforeTheCommit(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/": "", "picked/a": "a"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	picked := filepath.Join(top, "picked")
	if err := errors.Join(r.Grant(picked, Grant{Session: "one", Change: true}), r.Grant(picked, Grant{})); err != nil {
		t.Fatal(err)
	}
	p := resolve(t, r.Of("one"), filepath.Join(picked, "a"))
	s, err := r.Stage(p, []byte("x"), WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	var escape *EscapeError
	if err := errors.Join(r.Revoke(picked, "one"), s.Commit(), s.Discard()); !errors.As(err, &escape) {
		t.Errorf("committed: %v", err)
	}
	if entries, err := os.ReadDir(picked); err != nil || len(entries) != 1 || read(t, filepath.Join(picked, "a")) != "a" {
		t.Errorf("it holds %v, %v", entries, err)
	}
}

// What is granted to one session is none of another's, and goes without what others have.
func TestAGrantOfASession(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/in": "", "picked/a": "a", "shared/a": "s"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	picked, shared, space := filepath.Join(top, "picked"), filepath.Join(top, "shared"), filepath.Join(top, "space")
	for _, err := range []error{
		r.Grant(picked, Grant{Session: "one", Change: true}), r.Grant(picked, Grant{Session: "two"}), r.Grant(shared, Grant{}), r.Grant(shared, Grant{Session: "two", Change: true}),
		r.Grant(filepath.Join(space, "in"), Grant{Session: "one"}),
	} {
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		session      string
		change, read []string
	}{
		{"", []string{space}, []string{shared}}, {"one", []string{space, picked}, []string{shared}},
		{"two", []string{space, shared}, []string{picked}}, {"three", []string{space}, []string{shared}},
	} {
		change, read := r.Of(c.session).Lists()
		if d := cmp.Diff([][]string{c.change, c.read}, [][]string{change, read}); d != "" {
			t.Errorf("%q (-want +got):\n%s", c.session, d)
		}
		for _, folder := range []string{picked, shared} {
			p, err := r.Of(c.session).Resolve(filepath.Join(folder, "a"))
			in := func(list []string) bool {
				return cmp.Equal(list, append([]string{space}, folder)) || len(list) > 0 && list[0] == folder
			}
			if (err == nil) != (in(c.change) || in(c.read)) || err == nil && (r.Changeable(p) == nil) != in(c.change) {
				t.Errorf("%q in %s: %v, %v", c.session, folder, p, err)
			}
		}
	}
	one, two := resolve(t, r.Of("one"), filepath.Join(picked, "a")), resolve(t, r.Of("two"), filepath.Join(picked, "a"))
	var escape *EscapeError
	if err := r.Revoke(picked, "one"); err != nil {
		t.Fatal(err)
	}
	if _, err := r.Open(one); !errors.As(err, &escape) {
		t.Errorf("revoked: %v", err)
	}
	if f, err := r.Open(two); err != nil {
		t.Errorf("of another: %v", err)
	} else if err := f.Close(); err != nil {
		t.Error(err)
	}
	if err := r.Revoke(picked, "one"); err == nil {
		t.Error("it is revoked twice")
	}
	if err := r.Revoke(picked, "two"); err != nil || len(r.List()) != 3 {
		t.Errorf("%v, left are %q", err, r.List())
	}
}
