package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
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
