package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestLimits(t *testing.T) {
	const big = small + 1
	for what, c := range map[string]struct {
		l    Limits
		lost []string
	}{
		"usual":                             {Limits{}, nil},
		"one file is as large as it may":    {Limits{File: big}, nil},
		"one file is larger":                {Limits{File: big - 1}, []string{"big"}},
		"as many bytes as there are":        {Limits{Bytes: big + 30}, nil},
		"small ones have room, up to twice": {Limits{Bytes: 15}, []string{"big"}},
		"not even small ones":               {Limits{Bytes: 14}, []string{"big", "one of them"}},
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			write(t, filepath.Join(root, "big"), strings.Repeat("x", big))
			for i := range 3 {
				write(t, filepath.Join(root, fmt.Sprint("s", i)), strings.Repeat(fmt.Sprint(i), 10))
			}
			settle(t, root)
			s := open(t, t.TempDir())
			tree := s.Tree(TreeConfig{Root: root, Limits: c.l})
			v := look(t, tree)
			lost := 0
			for _, n := range v.folders[""].nodes {
				if (n.sum == sum{}) != (n.lost != "") {
					t.Errorf("%s: %s, %q", n.name, n.sum, n.lost)
				}
				if n.lost != "" {
					lost++
				}
			}
			if lost != len(c.lost) || (nodeOf(v, "big").lost != "") != slices.Contains(c.lost, "big") {
				t.Errorf("%d are lost, want %q; big: %q", lost, c.lost, nodeOf(v, "big").lost)
			}
			for range 3 { // they do not creep in, look by look
				if now := look(t, tree); now != v {
					t.Errorf("nothing happened, and %q", said(Between(v, now)))
				}
			}
			larger := open(t, s.root).Tree(TreeConfig{Root: root})
			now := look(t, larger)
			text(t, s, hashOf(t, now, "big"))
			if got := said(Between(v, now)); len(got) > 0 {
				t.Errorf("with more room, it says %q", got)
			}
		})
	}
}

// Bytes of files that went away are there for others.
func TestRoomThatIsFreeAgain(t *testing.T) {
	root := t.TempDir()
	tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root, Limits: Limits{Bytes: 3 << 20}})
	write(t, filepath.Join(root, "a"), strings.Repeat("a", 2<<20))
	look(t, tree)
	write(t, filepath.Join(root, "b"), strings.Repeat("b", 2<<20))
	if n := nodeOf(look(t, tree), "b"); n.lost == "" {
		t.Error("there is no room for b, and it is kept")
	}
	if err := os.Remove(filepath.Join(root, "a")); err != nil {
		t.Fatal(err)
	}
	look(t, tree)
	hashOf(t, look(t, tree), "b")
	write(t, filepath.Join(root, "b"), strings.Repeat("c", 3<<20)) // its own bytes are not in its way
	hashOf(t, look(t, tree), "b")
}

func TestLimitOfNames(t *testing.T) {
	for what, makeOne := range map[string]func(path string) error{
		"files":   func(p string) error { return os.WriteFile(p, nil, 0o600) },
		"folders": func(p string) error { return os.Mkdir(p, 0o700) },
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			if err := os.Mkdir(filepath.Join(root, "d"), 0o700); err != nil {
				t.Fatal(err)
			}
			tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root, Limits: Limits{Names: 10}})
			for i := range 11 {
				if err := makeOne(filepath.Join(root, []string{"", "d"}[i%2], fmt.Sprint("n", i))); err != nil {
					t.Fatal(err)
				}
				_, err := tree.Look(t.Context())
				if names := i + 2; (err != nil) != (names > 10) || err != nil && !strings.Contains(err.Error(), errTooMany.Error()) {
					t.Errorf("%d names: %v", names, err)
				}
			}
		})
	}
}

// What is not kept is compared by size and time.
func TestAFileThatIsNotKept(t *testing.T) {
	root := t.TempDir()
	path := filepath.Join(root, "f")
	write(t, path, "0123456789")
	tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root, Limits: Limits{File: 5}})
	v := look(t, tree)
	if got := said(Between(v, look(t, tree))); len(got) > 0 {
		t.Errorf("nothing happened: %q", got)
	}
	write(t, path, "0123456789a")
	after := look(t, tree)
	if got := said(Between(v, after)); !slices.Equal(got, []string{"changed f"}) {
		t.Errorf("it sees %q", got)
	}
	write(t, path, "0123")
	if got := said(Between(after, look(t, tree))); !slices.Equal(got, []string{"changed f"}) {
		t.Errorf("it sees %q", got)
	}
}

// A tree of many files is looked at in proportion: SNAPSHOT_MANY=200000 says how many.
func TestManyFiles(t *testing.T) {
	many, err := strconv.Atoi(os.Getenv("SNAPSHOT_MANY"))
	if err != nil {
		many = 3000
	}
	root := memory(t)
	for i := range many {
		dir := filepath.Join(root, fmt.Sprint("d", i/5000%50), fmt.Sprint("e", i/100))
		if i%100 == 0 {
			if err := os.MkdirAll(dir, 0o700); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprint(i)), fmt.Append(nil, "file ", i), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	settle(t, root)
	s := open(t, memory(t))
	tree := s.Tree(TreeConfig{Root: root})
	timed := func(what string, do func()) {
		began := time.Now()
		took := allocated(do)
		t.Logf("%s: %v, %d KB of memory", what, time.Since(began), took>>10)
	}
	var v, now *View
	timed("the first look", func() { v = look(t, tree) })
	if n, _ := v.Files(); n != many {
		t.Fatalf("%d files", n)
	}
	timed("the next", func() { now = look(t, tree) })
	if now != v {
		t.Error("it has changed")
	}
	timed("that of another process", func() { now = look(t, open(t, s.root).Tree(tree.c)) })
	if got := Between(v, now); len(got) > 0 {
		t.Errorf("another process sees %d changes", len(got))
	}
	if err := os.Rename(filepath.Join(root, "d0"), filepath.Join(root, "moved")); err != nil {
		t.Fatal(err)
	}
	timed("one after a folder was renamed", func() { now = look(t, tree) })
	var changes []Change
	timed("what differs", func() { changes = Between(v, now) })
	renamed := 0
	for _, c := range changes {
		if c.From != "" {
			renamed++
		}
	}
	if want := min(many, 5000); renamed != want {
		t.Errorf("%d files were renamed, want %d", renamed, want)
	}
	timed("the set", func() {
		if err := s.Keep(&Set{ID: "call", Run: "run", Roots: []Root{{Path: root, Changes: changes}}}); err != nil {
			t.Error(err)
		}
	})
	whole(t, s, "run", "call")
	timed("a sweep", func() { sweepAll(t, s, Bounds{}) })
	whole(t, s, "run", "call")
	t.Logf("the store has %d KB", s.size()>>10)
}

// What is kept leaves a part of the disk free: the record of calls stands there, too.
func TestTheReserveOfTheDisk(t *testing.T) {
	for _, size := range []int{1000, streamFrom + 1} {
		root := t.TempDir()
		write(t, filepath.Join(root, "old"), strings.Repeat("o", size))
		settle(t, root)
		s, err := Open(Config{Dir: t.TempDir(), Key: testKey, Reserve: 1 << 20})
		if err != nil {
			t.Fatal(err)
		}
		free := int64(1<<20 + size)
		s.packs.free = func(string) (int64, bool) { return free, true }
		tree := s.Tree(TreeConfig{Root: root})
		if v := look(t, tree); nodeOf(v, "old").lost != "" {
			t.Errorf("%d bytes with room: %q", size, nodeOf(v, "old").lost)
		}
		free--
		write(t, filepath.Join(root, "new"), strings.Repeat("n", size))
		write(t, filepath.Join(root, "twin"), strings.Repeat("n", size))
		settle(t, root)
		v := look(t, tree)
		for _, name := range []string{"new", "twin"} {
			if n := nodeOf(v, name); (n.sum != sum{}) || !strings.Contains(n.lost, "nearly full: 1 MB of it stay free") {
				t.Errorf("%d bytes without room: %s, %q", size, n.sum, n.lost)
			}
		}
		if nodeOf(v, "old").lost != "" {
			t.Error("what was kept is gone")
		}
		e, err := s.Capture(root, "new", false)
		if err != nil || e.Hash != "" || e.Lost == "" {
			t.Errorf("captured %+v, %v", e, err)
		}
		free++
		if v = look(t, tree); nodeOf(v, "new").lost != "" || nodeOf(v, "twin").lost != "" {
			t.Errorf("with room again: %q, %q", nodeOf(v, "new").lost, nodeOf(v, "twin").lost)
		}
	}
}
