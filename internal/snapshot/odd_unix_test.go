//go:build unix

package snapshot

import (
	"errors"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// asNobody runs the test that calls it in a process without rights, if this one may do
// anything; then it returns false.
func asNobody(t *testing.T) bool {
	t.Helper()
	if os.Getuid() != 0 {
		return true
	}
	dir, err := os.MkdirTemp("", "snapshot-nobody-") //nolint:usetesting // whose folders nobody else may enter
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	if err := os.Chmod(dir, 0o777); err != nil { //nolint:gosec // nobody writes there
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	copyFile(t, self(t), program)
	again(t, program, dir, &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: 65534, Gid: 65534}})
	return false
}

func copyFile(t testing.TB, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o755) //nolint:gosec // a program
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

// again runs this test once more, by another program or as another user.
func again(t *testing.T, program, dir string, how *syscall.SysProcAttr) {
	t.Helper()
	c := exec.Command(program, "-test.run=^"+t.Name()+"$", "-test.v")
	c.Dir, c.SysProcAttr = dir, how
	c.Env = append(os.Environ(), "SNAPSHOT_AGAIN=1", "TMPDIR="+dir)
	out, err := c.CombinedOutput()
	if errors.Is(err, syscall.EPERM) || errors.Is(err, syscall.ENOSPC) {
		t.Skipf("this system does not let a test do that: %v", err)
	}
	if strings.Contains(string(out), "--- SKIP") {
		t.Skipf("there:\n%s", out)
	}
	if err != nil || !strings.Contains(string(out), "--- PASS: "+t.Name()) {
		t.Errorf("%v:\n%s", err, out)
	}
}

// What cannot be read is not covered, and that is said; nothing below it is said to be gone.
func TestWhatCannotBeRead(t *testing.T) {
	if !asNobody(t) {
		return
	}
	root := t.TempDir()
	for _, name := range []string{"file", "closed/a", "listed/b", "open/c"} {
		write(t, filepath.Join(root, name), name)
	}
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root})
	modes := func(file, closed, listed os.FileMode) {
		t.Helper()
		for name, mode := range map[string]os.FileMode{"file": file, "closed": closed, "listed": listed} {
			if err := os.Chmod(filepath.Join(root, name), mode); err != nil {
				t.Fatal(err)
			}
		}
	}
	before := look(t, tree)
	modes(0, 0, 0o400)
	t.Cleanup(func() { modes(0o600, 0o700, 0o700) })
	shut := look(t, tree)
	if got := said(Between(before, shut)); !slices.Equal(got, []string{"mode closed", "mode file", "mode listed"}) {
		t.Errorf("once it is shut, it says %q", got)
	}
	if got := strings.Join(shut.Partial(), "\n"); !strings.Contains(got, filepath.Join(root, "closed")+" cannot be read: permission denied") || !strings.Contains(got, filepath.Join(root, "listed", "b")+" cannot be read: permission denied") {
		t.Errorf("it says that it does not cover %s", got)
	}
	write(t, filepath.Join(root, "open/d"), "d")
	other := open(t, s.root).Tree(TreeConfig{Root: root}) // never saw it open
	if err := os.Remove(tree.file()); err != nil {
		t.Fatal(err)
	}
	v := look(t, other)
	if n := nodeOf(v, "file"); n.sum != (sum{}) || n.lost != "it cannot be read: permission denied" {
		t.Errorf("a file that cannot be read is %s, %q", n.sum, n.lost)
	}
	modes(0o600, 0o700, 0o700)
	opened := look(t, tree)
	if got := said(Between(shut, opened)); !slices.Equal(got, []string{"mode closed", "mode file", "mode listed", "new open/d"}) {
		t.Errorf("once it is open again, it says %q", got)
	}
	if len(opened.Partial()) > 0 || text(t, s, hashOf(t, opened, "listed/b")) != "listed/b" {
		t.Errorf("it does not cover %q", opened.Partial())
	}
	if got := said(Between(v, look(t, other))); !slices.Equal(got, []string{"mode closed", "mode file", "mode listed"}) {
		t.Errorf("the other says %q", got)
	}
}

// What its owner has closed is opened where that is asked for: a folder for good, a file while it is read. So nothing is lost that is
// changed and removed there, or in a call after the one that closed it.
func TestWhatItsOwnerHasClosedIsOpened(t *testing.T) {
	if !asNobody(t) {
		return
	}
	root := t.TempDir()
	at := func(name string) string { return filepath.Join(root, name) }
	closed := map[string]os.FileMode{"file": 0, "never/seen": 0o311, "never": 0o100, "entered": 0o311, "listed": 0o600}
	for _, name := range []string{"file", "never/seen/a", "entered/b", "entered/gone", "listed/c"} {
		write(t, at(name), name)
	}
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root, Opens: true})
	before := look(t, tree)
	write(t, at("entered/b"), "other")
	if err := os.Remove(at("entered/gone")); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"file", "never/seen", "never", "entered", "listed"} {
		if err := os.Chmod(at(name), closed[name]); err != nil {
			t.Fatal(err)
		}
	}
	for of, shut := range map[string]*View{"the same tree": look(t, tree), "another": look(t, open(t, s.root).Tree(TreeConfig{Root: root, Opens: true}))} {
		if len(shut.Partial()) > 0 {
			t.Errorf("%s does not cover %q", of, shut.Partial())
		}
		got := said(Between(before, shut))
		for _, want := range []string{"mode file", "gone entered/gone"} {
			if !slices.Contains(got, want) {
				t.Errorf("%s says %q, and not %s", of, got, want)
			}
		}
		if text(t, s, hashOf(t, shut, "entered/b")) != "other" || text(t, s, hashOf(t, shut, "file")) != "file" || text(t, s, hashOf(t, shut, "never/seen/a")) != "never/seen/a" {
			t.Errorf("%s has other contents", of)
		}
	}
	if e, err := s.Capture(root, "file", false); err != nil || e == nil || text(t, s, e.Hash) != "file" {
		t.Errorf("what was captured is %+v, %v", e, err)
	}
	if info, err := os.Stat(at("file")); err != nil || info.Mode().Perm() != 0 {
		t.Errorf("the file is %v now, %v", info.Mode(), err)
	}
}

// A store in a folder where nobody may write fails and says so.
func TestAStoreWithoutPermission(t *testing.T) {
	if !asNobody(t) {
		return
	}
	s, tree := filled(t)
	for _, name := range []string{"users", "packs", "trees", "sets"} {
		write(t, filepath.Join(tree.Root(), "new "+name), name)
		if err := os.Chmod(s.dir(name), 0); err != nil {
			t.Fatal(err)
		}
		_, errLook := tree.Look(t.Context())
		_, errPut := s.Put(strings.NewReader(name), int64(len(name)), false)
		errKeep := s.Keep(&Set{ID: "call", Run: "run"})
		_, errSweep := s.Sweep(t.Context(), Bounds{})
		_, errOpen := Open(Config{Dir: s.dir("sets", "new"), Key: testKey})
		if err := os.Chmod(s.dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		for what, err := range map[string]error{"look": errLook, "put": errPut, "keep": errKeep, "sweep": errSweep, "open": errOpen} {
			fails := map[string]string{"users": "look keep sweep", "packs": "look put sweep", "trees": "look sweep", "sets": "keep sweep open"}[name]
			if strings.Contains(fails, what) != errors.Is(err, os.ErrPermission) {
				t.Errorf("%s without %s: %v", what, name, err)
			}
		}
		look(t, tree)
	}
	for i := range 4 {
		whole(t, s, "run", "call"+string(rune('0'+i)))
	}
	sound(t, s)
}

func TestLinksPipesAndSockets(t *testing.T) {
	root := t.TempDir()
	for from, to := range map[string]string{"self": "self", "here": ".", "above": "..", "a": "b", "b": "a", "nowhere": "\xff/none", "d/back": "../d"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(root, from)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Symlink(to, filepath.Join(root, from)); err != nil {
			t.Skipf("no such links here: %v", err)
		}
	}
	long := strings.Repeat("x/", 1000)
	if err := os.Symlink(long, filepath.Join(root, "long")); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(filepath.Join(root, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	short, err := os.MkdirTemp("", "s") //nolint:usetesting // the name of a socket is short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(short) })
	l, err := net.Listen("unix", filepath.Join(short, "socket"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	if err := os.Rename(filepath.Join(short, "socket"), filepath.Join(root, "socket")); err != nil {
		t.Fatal(err)
	}
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root})
	v := look(t, tree)
	if n, _ := v.Files(); n != 8 || nodeOf(v, "pipe") != nil || nodeOf(v, "socket") != nil || len(v.Partial()) > 0 {
		t.Errorf("%d links, %v, %q", n, v.folders[""].nodes, v.Partial())
	}
	if nodeOf(v, "long").target != long || nodeOf(v, "nowhere").target != "\xff/none" {
		t.Error("a link leads elsewhere")
	}
	if err := os.Remove(filepath.Join(root, "self")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("other", filepath.Join(root, "self")); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(filepath.Join(root, "pipe")); err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "pipe"), "a file now")
	if got := said(Between(v, look(t, tree))); !slices.Equal(got, []string{"new pipe", "changed self"}) {
		t.Errorf("it sees %q", got)
	}
}

// What was a file when it was looked at, and is a pipe when it is read, keeps nobody waiting.
func TestAPipeInPlaceOfAFile(t *testing.T) {
	root := t.TempDir()
	write(t, filepath.Join(root, "a"), "a")
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root})
	w := &walk{t: tree, batch: s.packs.batch()}
	h, _, err := openHandle(root)
	if err != nil {
		t.Fatal(err)
	}
	defer h.close()
	v := &visit{w: w, h: h}
	st, err := h.stat("a")
	if err != nil {
		t.Fatal(err)
	}
	for what, swap := range map[string]func(string) error{
		"a pipe": func(p string) error { return syscall.Mkfifo(p, 0o600) }, "a link": func(p string) error { return os.Symlink("/etc/passwd", p) },
		"a folder": func(p string) error { return os.Mkdir(p, 0o700) }, "nothing": func(string) error { return nil },
	} {
		if err := os.Remove(filepath.Join(root, "a")); err != nil && what != "nothing" && !os.IsNotExist(err) {
			t.Fatal(err)
		}
		if err := swap(filepath.Join(root, "a")); err != nil {
			t.Fatal(err)
		}
		n := node{name: "a", stamp: st}
		v.content(&n)
		if n.sum != (sum{}) || n.lost == "" {
			t.Errorf("%s is kept as %s", what, n.sum)
		}
	}
}

// A folder may have more folders than a process may have files open.
func TestMoreFoldersThanOpenFiles(t *testing.T) {
	if os.Getenv("SNAPSHOT_AGAIN") == "" {
		again(t, self(t), t.TempDir(), nil)
		return
	}
	root := t.TempDir()
	for i := range 300 {
		write(t, filepath.Join(root, "wide", strings.Repeat("d", 1+i%200)+string(rune('a'+i/200)), "f"), "text")
	}
	deep := root
	for range 40 {
		deep = filepath.Join(deep, "deep")
		write(t, filepath.Join(deep, "f"), "text")
	}
	s := open(t, t.TempDir())
	limit := syscall.Rlimit{Cur: 100, Max: 100}
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
		t.Fatal(err)
	}
	v := look(t, s.Tree(TreeConfig{Root: root}))
	if n, _ := v.Files(); n != 340 || len(v.Partial()) > 0 {
		t.Errorf("%d files, %.300q", n, v.Partial())
	}
	for at, f := range v.folders {
		for _, n := range f.nodes {
			if n.lost != "" {
				t.Fatalf("%s: %s", join(at, n.name), n.lost)
			}
		}
	}
}
