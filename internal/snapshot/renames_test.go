package snapshot

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/dev/effort"
)

func TestRenames(t *testing.T) {
	for what, c := range map[string]struct {
		before map[string]string
		rename [][2]string
		write  map[string]string
		want   []string
	}{
		"a file":                     {map[string]string{"a": "x"}, [][2]string{{"a", "b"}}, nil, []string{"gone a", "new b from a"}},
		"empty files":                {map[string]string{"a": ""}, [][2]string{{"a", "b"}}, nil, []string{"gone a", "new b"}},
		"a file that changed, too":   {map[string]string{"a": "x"}, [][2]string{{"a", "b"}}, map[string]string{"b": "y"}, []string{"gone a", "new b"}},
		"a copy is none":             {map[string]string{"a": "x"}, nil, map[string]string{"b": "x"}, []string{"new b"}},
		"a folder":                   {map[string]string{"d/a": "x", "d/b": "y"}, [][2]string{{"d", "e"}}, nil, []string{"gone d", "gone d/a", "gone d/b", "new e", "new e/a from d/a", "new e/b from d/b"}},
		"the same name goes first":   {map[string]string{"p/one": "x", "q/two": "x"}, [][2]string{{"p/one", "r-one"}, {"q/two", "m"}, {"r-one", "n"}}, nil, []string{"new m from p/one", "new n from q/two", "gone p/one", "gone q/two"}},
		"a name of later takes none": {map[string]string{"p/two": "x", "q/one": "x"}, [][2]string{{"p/two", "s-two"}, {"q/one", "aaa"}, {"s-two", "z/two"}}, nil, []string{"new aaa from q/one", "gone p/two", "gone q/one", "new z/two from p/two"}},
		"the same content twice": {map[string]string{"d/__init__": "x", "e/__init__": "x"}, [][2]string{{"d", "f"}, {"e", "g"}}, nil, []string{
			"gone d", "gone d/__init__", "gone e", "gone e/__init__", "new f", "new f/__init__ from d/__init__", "new g", "new g/__init__ from e/__init__",
		}},
		"one becomes two": {map[string]string{"a": "x"}, [][2]string{{"a", "b"}}, map[string]string{"c": "x"}, []string{"gone a", "new b from a", "new c"}},
		"onto another":    {map[string]string{"a": "x", "b": "y"}, [][2]string{{"a", "b"}}, nil, []string{"gone a", "changed b"}},
		"two change places": {map[string]string{"a": "x", "b": "y"}, [][2]string{{"a", "c"}, {"b", "a"}, {"c", "b"}}, nil, []string{
			"changed a", "changed b",
		}},
	} {
		t.Run(what, func(t *testing.T) {
			root := t.TempDir()
			for name, text := range c.before {
				write(t, filepath.Join(root, name), text)
			}
			if strings.Contains(fmt.Sprint(c.rename), "z/") {
				write(t, filepath.Join(root, "z/keep"), "")
			}
			tree := open(t, t.TempDir()).Tree(TreeConfig{Root: root})
			before := look(t, tree)
			for _, r := range c.rename {
				if err := os.Rename(filepath.Join(root, r[0]), filepath.Join(root, r[1])); err != nil {
					t.Fatal(err)
				}
			}
			for name, text := range c.write {
				write(t, filepath.Join(root, name), text)
			}
			if got := said(Between(before, look(t, tree))); !slices.Equal(got, c.want) {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}

// A folder of many files with one content, renamed, takes time in proportion.
func TestManyRenamesOfOneContent(t *testing.T) {
	var list []Change
	const n = 50_000
	e := &Entry{Kind: File, Size: 1, Hash: "x"}
	for i := range n {
		list = append(list, Change{Path: Name(fmt.Sprint("old/", i)), Before: e}, Change{Path: Name(fmt.Sprint("new/b", i)), After: e})
	}
	end := effort.Limit(t, 10*time.Second)
	sortChanges(list)
	end()
	for _, c := range list {
		if c.After != nil && c.From == "" {
			t.Fatalf("%s comes from nowhere", c.Path)
		}
	}
}
