//go:build unix

package confine

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
)

// replace puts a link to target in name's place.
func replace(t testing.TB, name, target string) {
	t.Helper()
	if err := os.Rename(name, name+".moved"); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, name); err != nil {
		t.Fatal(err)
	}
}

// A link that is put in the way after Resolve leads nowhere: not outside, and
// not to another place inside, which nobody was shown.
func TestLinkPutThereAfterResolve(t *testing.T) {
	cases := []struct{ name, target string }{
		{"dir", "$TOP/out"},
		{"dir", "../out"},
		{"dir", "other"},
		{"dir", "dir.moved"},
		{"dir/sub", "$TOP/out"},
		{"dir/sub", "../other"},
		{"dir/sub/f", "$TOP/out/f"},
		{"dir/sub/f", "../../other/f"},
		{"dir/sub/f", "f.moved"},
	}
	for _, c := range cases {
		t.Run(c.name+" to "+c.target, func(t *testing.T) {
			top := realTemp(t)
			makeTree(t, top, map[string]string{
				"space/dir/sub/f": "right", "space/other/f": "wrong", "space/other/sub/f": "wrong",
				"out/f": "secret", "out/sub/f": "secret",
			})
			space := filepath.Join(top, "space")
			r := open(t, Config{Base: space})
			file, folder := resolve(t, r, "dir/sub/f"), resolve(t, r, "dir/sub")
			fresh := resolve(t, r, "dir/sub/new/file")
			target := c.target
			if strings.HasPrefix(target, "$TOP") {
				target = top + target[len("$TOP"):]
			}
			replace(t, filepath.Join(space, c.name), target)

			var escape *EscapeError
			if _, _, err := r.ReadFile(file, 100); !errors.As(err, &escape) {
				t.Errorf("ReadFile = %v, want an EscapeError", err)
			}
			if err := r.WriteAtomic(file, []byte("bad"), WriteOptions{}); !errors.As(err, &escape) {
				t.Errorf("WriteAtomic = %v, want an EscapeError", err)
			}
			if err := r.Chmod(file, 0o777); !errors.As(err, &escape) {
				t.Errorf("Chmod = %v, want an EscapeError", err)
			}
			if c.name != "dir/sub/f" {
				if _, err := r.ReadDir(folder); !errors.As(err, &escape) {
					t.Errorf("ReadDir = %v, want an EscapeError", err)
				}
				if err := r.Remove(file); !errors.As(err, &escape) {
					t.Errorf("Remove = %v, want an EscapeError", err)
				}
				if err := r.WriteAtomic(fresh, []byte("bad"), WriteOptions{}); !errors.As(err, &escape) {
					t.Errorf("WriteAtomic of a new file = %v, want an EscapeError", err)
				}
			}
			for name, want := range map[string]string{
				"out/f": "secret", "out/sub/f": "secret", "space/other/f": "wrong", "space/other/sub/f": "wrong",
			} {
				if got := read(t, filepath.Join(top, name)); got != want {
					t.Errorf("%s holds %q", name, got)
				}
			}
		})
	}
}

// A staged file does not land elsewhere if its folder is exchanged before Commit.
func TestFolderExchangedBetweenStageAndCommit(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/dir/f": "old", "out/f": "secret"})
	r := open(t, Config{Base: filepath.Join(top, "space")})
	s, err := r.Stage(resolve(t, r, "dir/f"), []byte("new"), WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	replace(t, filepath.Join(top, "space/dir"), filepath.Join(top, "out"))
	if err := errors.Join(s.Commit(), s.Discard()); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(top, "out/f")); got != "secret" {
		t.Errorf("the file outside holds %q", got)
	}
	if got := read(t, filepath.Join(top, "space/dir.moved/f")); got != "new" {
		t.Errorf("the folder that was checked holds %q", got)
	}
}

// While someone exchanges a folder with a link to the outside as fast as they
// can, no read and no write gets there.
func TestSwapRace(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/dir/f": "right", "out/f": "secret", "link": "->$TOP/out"})
	space := filepath.Join(top, "space")
	r := open(t, Config{Base: space})
	file := resolve(t, r, "dir/f")

	var stop atomic.Bool
	var wg sync.WaitGroup
	wg.Go(func() {
		dir, aside, link := filepath.Join(space, "dir"), filepath.Join(top, "aside"), filepath.Join(top, "link")
		for !stop.Load() {
			for _, move := range [][2]string{{dir, aside}, {link, dir}, {dir, link}, {aside, dir}} {
				for os.Rename(move[0], move[1]) != nil {
					// A write has just made the missing folder anew, and may be in it still.
					_ = os.RemoveAll(dir)
				}
			}
		}
	})
	reads := 0
	for range 5000 {
		if data, _, err := r.ReadFile(file, 100); err == nil {
			reads++
			if string(data) == "secret" {
				t.Error("read the file outside")
				break
			}
		}
		if p, err := r.Resolve("dir/f"); err == nil && p != file {
			t.Errorf("Resolve = %s", p)
			break
		}
	}
	for range 200 {
		_ = r.WriteAtomic(file, []byte("right"), WriteOptions{})
	}
	stop.Store(true)
	wg.Wait()
	if reads == 0 {
		t.Error("no read ever succeeded: the test shows nothing")
	}
	if got := read(t, filepath.Join(top, "out/f")); got != "secret" {
		t.Errorf("the file outside holds %q", got)
	}
	left, err := os.ReadDir(filepath.Join(top, "out"))
	if err != nil || len(left) != 1 {
		t.Errorf("the folder outside holds %v, %v", left, err)
	}
}

// Nothing hangs on a pipe without a writer, and nothing reads a device.
func TestSpecialFiles(t *testing.T) {
	top := realTemp(t)
	fifo := filepath.Join(top, "fifo")
	if err := syscall.Mkfifo(fifo, 0o644); err != nil {
		t.Fatal(err)
	}
	// The name of a socket is at most 104 bytes; a temporary folder's may be longer.
	t.Chdir(top)
	l, err := net.Listen("unix", "sock")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	makeTree(t, top, map[string]string{"dir/": "", "null": "->/dev/null"})
	r := open(t, Config{Base: top})
	for _, name := range []string{"fifo", "sock", "dir", "."} {
		p := resolve(t, r, name)
		var kind *KindError
		if _, err := r.Open(p); !errors.As(err, &kind) {
			t.Errorf("Open(%s) = %v, want a KindError", name, err)
		}
		if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); !errors.As(err, &kind) {
			t.Errorf("WriteAtomic(%s) = %v, want a KindError", name, err)
		}
		if _, err := r.State(p); !errors.As(err, &kind) {
			t.Errorf("State(%s) = %v, want a KindError", name, err)
		}
	}
	if _, err := r.ReadDir(resolve(t, r, "fifo")); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("ReadDir(fifo) = %v", err)
	}
	if _, err := r.Open(Path{Root: top, Rel: "fifo/x", Abs: filepath.Join(fifo, "x")}); !errors.Is(err, syscall.ENOTDIR) {
		t.Errorf("Open(fifo/x) = %v", err)
	}
	if err := r.Grant("/dev/null", Grant{Change: true}); err == nil {
		t.Error("a device was granted")
	}
	if err := r.Grant(fifo, Grant{Change: true}); err == nil {
		t.Error("a pipe was granted")
	}
	if _, err := r.Resolve("null"); err == nil {
		t.Error("a link to a device was resolved")
	}
}
