package confine

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// names lists a folder and everything below it.
func names(t testing.TB, dir string) []string {
	t.Helper()
	list := []string{}
	err := filepath.WalkDir(dir, func(path string, _ fs.DirEntry, err error) error {
		if path != dir {
			list = append(list, filepath.ToSlash(strings.TrimPrefix(path, dir+string(filepath.Separator))))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestWriteAtomic(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"old": "old content", "dir/": "", "link": "->dir/target", "dir/target": "t"})
	r := open(t, Config{Base: top})
	for _, c := range []struct{ name, at, data string }{
		{"old", "old", "new"},
		{"old", "old", ""},
		{"fresh", "fresh", "x"},
		{"a/b/c/fresh", "a/b/c/fresh", "deep"},
		{"dir/x", "dir/x", "\x00\xff\xfe"},
		{"link", "dir/target", "through"},
		{strings.Repeat("n", 255), strings.Repeat("n", 255), "long name"},
	} {
		if err := r.WriteAtomic(resolve(t, r, c.name), []byte(c.data), WriteOptions{}); err != nil {
			t.Errorf("write %.20s: %v", c.name, err)
			continue
		}
		if got := read(t, filepath.Join(top, c.at)); got != c.data {
			t.Errorf("%.20s holds %q, want %q", c.at, got, c.data)
		}
	}
	want := []string{"a", "a/b", "a/b/c", "a/b/c/fresh", "dir", "dir/target", "dir/x", "fresh", "link", strings.Repeat("n", 255), "old"}
	if d := cmp.Diff(want, names(t, top)); d != "" {
		t.Errorf("what lies there (-want +got):\n%s", d)
	}
	if info, err := os.Lstat(filepath.Join(top, "link")); err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced: %v, %v", info, err)
	}
}

func TestWriteKeepsMode(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // there are no modes to keep
	}
	top := realTemp(t)
	r := open(t, Config{Base: top})
	for _, mode := range []fs.FileMode{0o600, 0o640, 0o644, 0o755, 0o777, 0o200} {
		path := filepath.Join(top, mode.String())
		if err := os.WriteFile(path, []byte("old"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
		if err := r.WriteAtomic(resolve(t, r, mode.String()), []byte("new"), WriteOptions{Mode: 0o666}); err != nil {
			t.Errorf("%v: %v", mode, err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode() != mode || info.Size() != 3 {
			t.Errorf("mode is %v with %d bytes, want %v", info.Mode(), info.Size(), mode)
		}
	}
	if err := r.WriteAtomic(resolve(t, r, "script"), []byte("#!"), WriteOptions{Mode: 0o700}); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(filepath.Join(top, "script")); err != nil || info.Mode() != 0o700 {
		t.Errorf("a new file's mode is %v, %v", info.Mode(), err)
	}
}

func TestWriteRefusesReadOnly(t *testing.T) {
	top := realTemp(t)
	path := filepath.Join(top, "locked")
	if err := os.WriteFile(path, []byte("old"), 0o444); err != nil {
		t.Fatal(err)
	}
	r := open(t, Config{Base: top})
	err := r.WriteAtomic(resolve(t, r, "locked"), []byte("new"), WriteOptions{})
	if !errors.Is(err, fs.ErrPermission) || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("WriteAtomic = %v", err)
	}
	if d := cmp.Diff([]string{"locked"}, names(t, top)); d != "" || read(t, path) != "old" {
		t.Errorf("what lies there (-want +got):\n%s", d)
	}
}

func TestWriteBreaksHardLinks(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"space/": "", "out": "secret"})
	if err := os.Link(filepath.Join(top, "out"), filepath.Join(top, "space/hard")); err != nil {
		t.Fatal(err)
	}
	r := open(t, Config{Base: filepath.Join(top, "space")})
	if err := r.WriteAtomic(resolve(t, r, "hard"), []byte("mine"), WriteOptions{}); err != nil {
		t.Fatal(err)
	}
	if got := read(t, filepath.Join(top, "out")); got != "secret" {
		t.Errorf("the file outside holds %q", got)
	}
}

func TestExpect(t *testing.T) {
	absent := State{}
	old := StateOf([]byte("old"))
	cases := []struct {
		name   string
		expect State
		now    string // content right before Commit; "-" means no file
		why    string // "" means it is written
	}{
		{"unchanged", old, "old", ""},
		{"same size, other content", old, "odd", "other content"},
		{"longer", old, "older", "had 3 bytes and now has 5"},
		{"emptied", old, "", "now has 0"},
		{"deleted", old, "-", "deleted"},
		{"still absent", absent, "-", ""},
		{"made meanwhile", absent, "theirs", "someone else has created"},
		{"made empty meanwhile", absent, "", "someone else has created"},
		{"size alone, same", State{Exists: true, Size: 3}, "odd", ""},
		{"size alone, other", State{Exists: true, Size: 3}, "older", "now has 5"},
		{"time", State{Exists: true, Size: 3, ModTime: time.Unix(1, 0)}, "old", "modification time"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			top := realTemp(t)
			r := open(t, Config{Base: top})
			p := resolve(t, r, "d/f")
			s, err := r.Stage(p, []byte("new"), WriteOptions{Expect: &c.expect})
			if err != nil {
				t.Fatal(err)
			}
			if c.now != "-" {
				makeTree(t, top, map[string]string{"d/f": c.now})
			}
			err = s.Commit()
			if err := s.Discard(); err != nil {
				t.Errorf("Discard: %v", err)
			}
			if c.why == "" {
				if err != nil || read(t, p.Abs) != "new" {
					t.Fatalf("Commit = %v", err)
				}
				return
			}
			var changed *ChangedError
			if !errors.As(err, &changed) || !strings.Contains(err.Error(), c.why) {
				t.Fatalf("Commit = %v, want a ChangedError with %q", err, c.why)
			}
			want := []string{"d", "d/f"}
			if c.now == "-" {
				want = []string{}
			} else if got := read(t, p.Abs); got != c.now {
				t.Errorf("the file holds %q, want %q", got, c.now)
			}
			if d := cmp.Diff(want, names(t, top)); d != "" {
				t.Errorf("what lies there (-want +got):\n%s", d)
			}
		})
	}
}

func TestFileMadeWhileStagedIsNotReplaced(t *testing.T) {
	top := realTemp(t)
	r := open(t, Config{Base: top})
	p := resolve(t, r, "f")
	s, err := r.Stage(p, []byte("new"), WriteOptions{Expect: &State{}})
	if err != nil {
		t.Fatal(err)
	}
	makeTree(t, top, map[string]string{"f": "theirs"})
	var changed *ChangedError
	if err := s.place(); !errors.As(err, &changed) {
		t.Errorf("place = %v, want a ChangedError", err)
	}
	if err := s.Discard(); err != nil || read(t, p.Abs) != "theirs" {
		t.Errorf("Discard = %v; the file holds %q", err, read(t, p.Abs))
	}
}

func TestDiscardLeavesNothing(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"here/": ""})
	r := open(t, Config{Base: top})
	s, err := r.Stage(resolve(t, r, "here/a/b/f"), []byte("x"), WriteOptions{})
	if err != nil {
		t.Fatal(err)
	}
	makeTree(t, top, map[string]string{"here/a/theirs": "kept"})
	for range 2 {
		if err := s.Discard(); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Commit(); err == nil {
		t.Error("Commit after Discard works")
	}
	if d := cmp.Diff([]string{"here", "here/a", "here/a/theirs"}, names(t, top)); d != "" {
		t.Errorf("what lies there (-want +got):\n%s", d)
	}
}

func TestWriteRefusesBadPlaces(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"file": "x", "dir/": ""})
	r := open(t, Config{Base: top})
	for _, p := range []Path{
		{Root: top, Rel: "file/below", Abs: filepath.Join(top, "file/below")},
		{Root: top, Rel: "file/far/below", Abs: filepath.Join(top, "file/far/below")},
		{Root: top, Rel: "dir", Abs: filepath.Join(top, "dir")},
		{Root: top, Rel: ".", Abs: top},
	} {
		if err := r.WriteAtomic(p, []byte("x"), WriteOptions{}); err == nil {
			t.Errorf("WriteAtomic(%s) works", p)
		}
	}
	if err := r.Remove(Path{Root: top, Rel: ".", Abs: top}); err == nil {
		t.Error("the root itself was removed")
	}
	if err := r.Mkdir(resolve(t, r, "made/deep")); err != nil {
		t.Error(err)
	}
	if err := r.Mkdir(resolve(t, r, "made/deep")); err != nil {
		t.Errorf("Mkdir of a folder that is there: %v", err)
	}
	if err := r.Mkdir(resolve(t, r, "file")); err == nil {
		t.Error("Mkdir over a file works")
	}
	if err := r.Remove(resolve(t, r, "made")); err == nil {
		t.Error("Remove of a full folder works")
	}
	if d := cmp.Diff([]string{"dir", "file", "made", "made/deep"}, names(t, top)); d != "" {
		t.Errorf("what lies there (-want +got):\n%s", d)
	}
}

// Readers of a file that is written all the time see one content or the other.
func TestReadersSeeWholeContents(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"f": strings.Repeat("a", 100_000)})
	r := open(t, Config{Base: top})
	p := resolve(t, r, "f")
	var wg sync.WaitGroup
	for _, c := range []byte{'a', 'b'} {
		wg.Go(func() {
			for range 30 {
				if err := r.WriteAtomic(p, bytes.Repeat([]byte{c}, 100_000), WriteOptions{}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	done := make(chan struct{})
	go func() { wg.Wait(); close(done) }()
	for open := true; open; {
		select {
		case <-done:
			open = false
		default:
		}
		data, _, err := r.ReadFile(p, 1<<20)
		var escape *EscapeError
		if errors.As(err, &escape) {
			continue // it was replaced between the look and the open
		}
		if err != nil {
			t.Fatal(err)
		}
		if len(data) != 100_000 || bytes.Count(data, data[:1]) != len(data) {
			t.Fatalf("read a mixture of %d bytes", len(data))
		}
	}
}

func TestReadFileLimits(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"f": "12345", "empty": ""})
	r := open(t, Config{Base: top})
	p := resolve(t, r, "f")
	for _, c := range []struct {
		max int64
		ok  bool
	}{{4, false}, {5, true}, {6, true}, {0, false}} {
		data, info, err := r.ReadFile(p, c.max)
		var size *SizeError
		if c.ok && (err != nil || string(data) != "12345" || info.Size() != 5) || !c.ok && !errors.As(err, &size) {
			t.Errorf("ReadFile(%d) = %q, %v", c.max, data, err)
		}
	}
	if data, _, err := r.ReadFile(resolve(t, r, "empty"), 0); err != nil || len(data) != 0 {
		t.Errorf("empty file: %q, %v", data, err)
	}
	if _, _, err := r.ReadFile(resolve(t, r, "none"), 1); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	if s, err := r.State(resolve(t, r, "none/at/all")); err != nil || s != (State{}) {
		t.Errorf("State of nothing = %+v, %v", s, err)
	}
	s, err := r.State(p)
	if err != nil || !s.Same(StateOf([]byte("12345"))) && !StateOf([]byte("12345")).Same(s) {
		t.Errorf("State = %+v, %v", s, err)
	}
}

// What a room holds is rewritten and not replaced: it stays the file that it was, with its rights, and no other has a name on the way.
func TestWhatIsHeldIsRewritten(t *testing.T) {
	top := realTemp(t)
	makeTree(t, top, map[string]string{"held": "old content", "free": "old"})
	watched := filepath.Join(top, "held")
	r := open(t, Config{Base: top, Held: func(path string) bool { return path == watched }})
	for _, c := range []struct {
		name string
		same bool
	}{{"held", true}, {"free", runtime.GOOS == "windows"}} {
		for _, data := range []string{"new", "something that is longer than what was there", "", "x"} {
			path := filepath.Join(top, c.name)
			if err := os.Chmod(path, 0o640); err != nil {
				t.Fatal(err)
			}
			before, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			p := resolve(t, r, c.name)
			state, err := r.State(p)
			if err != nil {
				t.Fatal(err)
			}
			staged, err := r.Stage(p, []byte(data), WriteOptions{Expect: &state})
			if err != nil {
				t.Fatal(err)
			}
			if beside := len(names(t, top)); c.same && beside != 2 {
				t.Errorf("%s: %d files lie there while it waits", c.name, beside)
			}
			if err := errors.Join(staged.Commit(), staged.Discard()); err != nil {
				t.Fatal(err)
			}
			if err := staged.Commit(); err == nil {
				t.Errorf("%s was committed twice", c.name)
			}
			after, err := os.Stat(path)
			if err != nil || read(t, path) != data || after.Mode() != before.Mode() || runtime.GOOS != "windows" && os.SameFile(before, after) != c.same {
				t.Errorf("%s is %q, %v, the same file: %v, %v", c.name, read(t, path), after.Mode(), os.SameFile(before, after), err)
			}
		}
	}
	p := resolve(t, r, "held")
	state, err := r.State(p)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(watched, []byte("another's"), 0o600); err != nil {
		t.Fatal(err)
	}
	var changed *ChangedError
	if err := r.WriteAtomic(p, []byte("mine"), WriteOptions{Expect: &state}); !errors.As(err, &changed) || read(t, watched) != "another's" {
		t.Errorf("what somebody has changed meanwhile is %q, %v", read(t, watched), err)
	}
}
