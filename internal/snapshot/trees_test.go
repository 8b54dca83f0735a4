package snapshot

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestSizesOfFiles(t *testing.T) {
	root := t.TempDir()
	sizes := []int{0, 1, streamFrom - 1, streamFrom, streamFrom + 1}
	for _, n := range sizes {
		write(t, filepath.Join(root, fmt.Sprint(n)), strings.Repeat("x", n))
	}
	s := open(t, t.TempDir())
	v := look(t, s.Tree(TreeConfig{Root: root}))
	reader := open(t, s.root)
	total := int64(0)
	for _, n := range sizes {
		total += int64(n)
		if got := text(t, reader, hashOf(t, v, fmt.Sprint(n))); got != strings.Repeat("x", n) {
			t.Errorf("of %d bytes, %d are read", n, len(got))
		}
	}
	if n, bytes := v.Files(); n != len(sizes) || bytes != total {
		t.Errorf("%d files with %d bytes", n, bytes)
	}
	sound(t, s)
}

// A large file with nothing in it is read through, and not held in memory.
// SNAPSHOT_SPARSE=5 makes it one of 5 GB.
func TestASparseFile(t *testing.T) {
	size := int64(300 << 20)
	if os.Getenv("SNAPSHOT_SPARSE") == "5" {
		size = 5 << 30
	}
	root := t.TempDir()
	write(t, filepath.Join(root, "sparse"), "")
	if err := os.Truncate(filepath.Join(root, "sparse"), size); err != nil {
		t.Fatal(err)
	}
	s := open(t, t.TempDir())
	var v *View
	began := time.Now()
	took := allocated(func() { v = look(t, s.Tree(TreeConfig{Root: root, Limits: Limits{Bytes: 8 << 30}})) })
	t.Logf("%d MB: %v, %d KB of memory, %d KB in the store", size>>20, time.Since(began), took>>10, s.size()>>10)
	if took > 40<<20 {
		t.Errorf("it took %d bytes of memory", took)
	}
	if _, bytes := v.Files(); bytes != size || s.size() > size/1000 {
		t.Errorf("%d bytes are kept, in %d", bytes, s.size())
	}
	whole := &Set{Roots: []Root{{Changes: Between(&View{folders: map[string]*folder{"": {}}}, v)}}}
	for _, h := range whole.hashes() {
		r, err := s.Open(h)
		if err != nil {
			t.Fatal(err)
		}
		n := int64(0)
		took := allocated(func() {
			buf := make([]byte, 1<<20)
			for err == nil {
				var more int
				more, err = r.Read(buf)
				n += int64(more)
			}
		})
		if n != size || took > 40<<20 {
			t.Errorf("%d bytes are read, with %d bytes of memory: %v", n, took, err)
		}
		_ = r.Close()
	}
}

// What Secret does is done between the moment when a file is opened and the moment when it
// is read.
func TestAFileThatIsWrittenWhileItIsRead(t *testing.T) {
	for what, c := range map[string]struct {
		size int
		lost bool // it never comes to rest
	}{
		"small, once": {10, false}, "small, always": {10, true}, "streamed, once": {streamFrom, false}, "streamed, always": {streamFrom, true}, "empty, once": {0, false}, "empty, always": {0, true},
	} {
		t.Run(what, func(t *testing.T) {
			root, times := t.TempDir(), 0
			path := filepath.Join(root, "f")
			write(t, path, strings.Repeat("x", c.size))
			s := open(t, t.TempDir())
			tree := s.Tree(TreeConfig{Root: root, Secret: func(string) bool {
				if times++; times == 1 || c.lost {
					f, err := os.OpenFile(path, os.O_APPEND|os.O_WRONLY, 0)
					if err == nil {
						_, err = f.WriteString("more")
						_ = f.Close()
					}
					if err != nil {
						t.Error(err)
					}
				}
				return false
			}})
			v := look(t, tree)
			n := nodeOf(v, "f")
			if c.lost && (n.sum != (sum{}) || n.lost != errMoving.Error()) {
				t.Errorf("it is kept as %s, lost is %q", n.sum, n.lost)
			}
			if !c.lost && text(t, s, hashOf(t, v, "f")) != strings.Repeat("x", c.size)+"more" {
				t.Error("it is kept as it was before")
			}
			if packs := list(t, s.dir("packs")); len(packs) > 1 || c.lost && len(packs) > 0 {
				t.Errorf("%q lie in the store", packs)
			}
			tree.c.Secret = nil
			if got := look(t, tree); text(t, s, hashOf(t, got, "f")) != contentOf(t, path) {
				t.Error("the next look keeps another content")
			}
		})
	}
}

func contentOf(t testing.TB, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// A file that is written anew with the same size within the same tick, and given the time
// that it had, is another one all the same.
func TestTheSameSizeAndTime(t *testing.T) {
	for _, rested := range []bool{false, true} {
		root := t.TempDir()
		path := filepath.Join(root, "f")
		tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root})
		write(t, path, "000")
		if rested {
			settle(t, root)
		}
		last := look(t, tree)
		for i := 1; i < 30; i++ {
			at := modTime(t, path)
			write(t, path, fmt.Sprintf("%03d", i))
			if err := os.Chtimes(path, at, at); err != nil {
				t.Fatal(err)
			}
			now := look(t, tree)
			if got := said(Between(last, now)); !slices.Equal(got, []string{"changed f"}) {
				t.Fatalf("change %d: %q", i, got)
			}
			last = now
		}
	}
}

// A clock that was set back leaves times to come behind.
func TestTimesToCome(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "d/f")
	tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root})
	write(t, path, "one")
	at := time.Now().Add(300 * 24 * time.Hour)
	for _, p := range []string{path, filepath.Dir(path)} {
		if err := os.Chtimes(p, at, at); err != nil {
			t.Fatal(err)
		}
	}
	before := look(t, tree)
	if got := Between(before, look(t, tree)); len(got) > 0 {
		t.Errorf("nothing happened: %q", said(got))
	}
	write(t, path, "two")
	write(t, filepath.Join(root, "d/g"), "new")
	if got := said(Between(before, look(t, tree))); !slices.Equal(got, []string{"changed d/f", "new d/g"}) {
		t.Errorf("it sees %q", got)
	}
}

func TestWhenAStampCounts(t *testing.T) {
	now := time.Date(2026, 5, 5, 12, 0, 0, 500, time.UTC)
	for age, want := range map[time.Duration]bool{
		0: false, settleFine: false, settleFine + 1: true, time.Hour: true, -time.Second: false, -time.Minute: false, -time.Minute - 1: true,
		500: false, settleCoarse: true, // of a whole second
		time.Second + 500: false, 2*time.Second + 500: false, 3*time.Second + 500: true,
	} {
		s := stamp{kind: isFile, ctime: now.Add(-age).UnixNano()}
		if got := s.settled(now.UnixNano()); got != want {
			t.Errorf("%v ago: %v", age, got)
		}
	}
}

func TestNames(t *testing.T) {
	root := t.TempDir()
	tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root})
	before := look(t, tree)
	names := []string{"line\nbreak", "\xff\xfe", strings.Repeat("x", 255), " ", "-rf", "tab\t", "ünï", "u\u0308", "..a", "a\\b", "*", "\"", "\x1b[31m", "con"}
	var made []string
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(root, name), []byte(name), 0o600); err != nil {
			t.Logf("%q is no name here: %v", name, err)
			continue
		}
		made = append(made, "new "+name)
	}
	if len(made) < 5 {
		t.Fatalf("only %q can be made", made)
	}
	slices.Sort(made)
	s := tree.s
	changes := Between(before, look(t, tree))
	if got := said(changes); !slices.Equal(got, made) {
		t.Errorf("got  %q\nwant %q", got, made)
	}
	if err := s.Keep(&Set{ID: "call", Run: "run", Roots: []Root{{Path: root, Changes: changes}}}); err != nil {
		t.Fatal(err)
	}
	set, err := s.Set("run", "call")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range set.Roots[0].Changes {
		if text(t, s, c.After.Hash) != string(c.Path) {
			t.Errorf("%q holds another name", c.Path)
		}
	}
	again := look(t, open(t, s.root).Tree(tree.c))
	if got := said(Between(before, again)); !slices.Equal(got, made) {
		t.Errorf("another process sees %q", got)
	}
}

// A folder that is exchanged for a link while it is looked at leads nobody outside.
func TestAFolderExchangedForALink(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	write(t, filepath.Join(outside, "f"), "outside")
	for i := range 20 {
		write(t, filepath.Join(root, fmt.Sprint("d", i), "f"), "inside")
	}
	s := open(t, t.TempDir())
	tree := s.Tree(TreeConfig{Root: root})
	stop := make(chan struct{})
	var all sync.WaitGroup
	all.Go(func() {
		for {
			for i := range 20 {
				select {
				case <-stop:
					return
				default:
				}
				d := filepath.Join(root, fmt.Sprint("d", i))
				if os.Rename(d, d+".away") != nil || os.Symlink(outside, d) != nil || os.Remove(d) != nil || os.Rename(d+".away", d) != nil {
					t.Error("the folders cannot be exchanged")
					return
				}
			}
		}
	})
	for range 60 {
		v := look(t, tree)
		for at, f := range v.folders {
			for _, n := range f.nodes {
				if n.stamp.kind == isFile && n.sum != (sum{}) && n.stamp.size != int64(len("inside")) {
					t.Errorf("%s is from outside", join(at, n.name))
				}
			}
		}
	}
	close(stop)
	all.Wait()
	last := look(t, tree)
	if n, bytes := last.Files(); n != 20 || bytes != 20*6 || len(last.Partial()) > 0 {
		t.Errorf("at the end there are %d files with %d bytes, %q", n, bytes, last.Partial())
	}
}

// A look that is ended keeps nothing back, and the next one is whole.
func TestALookThatIsEnded(t *testing.T) {
	root := t.TempDir()
	for i := range 200 {
		write(t, filepath.Join(root, fmt.Sprint(i%100), fmt.Sprint(i)), fmt.Sprint(i))
	}
	s := open(t, t.TempDir())
	errEnded := errors.New("the person ended it")
	ctx, cancel := context.WithCancelCause(t.Context())
	tree := s.Tree(TreeConfig{Root: root, Secret: func(string) bool {
		cancel(errEnded)
		return false
	}})
	if _, err := tree.Look(ctx); err == nil || !strings.Contains(err.Error(), errEnded.Error()) {
		t.Errorf("it goes on: %v", err)
	}
	if n, _ := look(t, tree).Files(); n != 200 {
		t.Errorf("then there are %d files", n)
	}
	sound(t, s)
}
