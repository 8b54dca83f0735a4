package floors

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// house is the small architecture that the cases in testdata are held against.
func house() Table {
	return Table{
		Module: "example.org/house",
		Rows: []Row{
			{Package: "ground", Floor: 1},
			{Package: "noun", Floor: 2, May: []string{"ground"}},
			{Package: "noun/second", Floor: 2},
			{Package: "kind", Floor: 3, May: []string{"noun", "ground"}, Tests: []string{"verb"}},
			{Package: "kind/other", Floor: 3, May: []string{"noun"}},
			{Package: "verb", Floor: 4, May: []string{"noun"}},
			{Package: ".", Floor: 6, May: []string{"verb"}},
		},
		Fences: []Fence{
			{Library: "os/exec", Only: []string{"ground"}, Tests: true, Why: "a process starts only in ground"},
			{Library: "C", Why: "no cgo"},
			{Library: "example.com/lib", Only: []string{"kind"}, Why: "kind owns it"},
			{Library: "example.com/lib/open", Only: []string{"kind", "verb"}, Why: "kind and verb own it"},
			{Library: "example.com/compare", Tests: true, Why: "it is for tests"},
		},
		Bans: []Ban{
			{Functions: []string{"os.StartProcess"}, Except: []string{"ground"}, Why: "a process starts only in ground"},
			{Functions: []string{"os.ReadFile"}, In: []string{"kind"}, Tests: true, Why: "a tool reads through ground"},
			{Functions: []string{".Prepare"}, Except: []string{"verb"}, Why: "only verb settles a call"},
			{Functions: []string{"panic"}, Tests: true, Why: "return an error"},
		},
		MaxLines: 20,
		Loners:   []int{2, 3},
	}
}

// TestCheck plants trees that break the table, and some that do not. Each case
// is one file in testdata: a tree, and in "want" what Check must say about it.
func TestCheck(t *testing.T) {
	cases, err := filepath.Glob(filepath.Join("testdata", "*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	if len(cases) == 0 {
		t.Fatal("no cases in testdata")
	}
	for _, name := range cases {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			root := t.TempDir()
			want, seen := "", false
			for _, f := range archive.Files {
				if f.Name == "want" {
					want, seen = string(f.Data), true
					continue
				}
				write(t, filepath.Join(root, f.Name), f.Data)
			}
			if !seen {
				t.Fatal("the case has no file want")
			}
			found, err := Check(root, house())
			got := ""
			for _, v := range found {
				got += v.String() + "\n"
			}
			if err != nil {
				got += "error: " + err.Error() + "\n"
			}
			if diff := cmp.Diff(want, strings.ReplaceAll(got, root, "ROOT")); diff != "" {
				t.Errorf("%s\n(-want +got):\n%s", archive.Comment, diff)
			}
		})
	}
}

func write(t *testing.T, name string, data []byte) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// TestLines tests the length of a file at, below and above the limit.
func TestLines(t *testing.T) {
	for _, c := range []struct{ lines, want int }{{19, 0}, {20, 0}, {21, 1}} {
		root := t.TempDir()
		text := "package ground\n" + strings.Repeat("\n", c.lines-1)
		write(t, filepath.Join(root, "ground", "a.go"), []byte(text))
		found, err := Check(root, house())
		if err != nil {
			t.Fatal(err)
		}
		if len(found) != c.want {
			t.Errorf("%d lines: %d violations %v, want %d", c.lines, len(found), found, c.want)
		}
	}
}

// TestTable tests that a table that contradicts itself is refused, so that
// nobody can allow a cycle by writing it down.
func TestTable(t *testing.T) {
	cases := []struct {
		name   string
		change func(*Table)
		want   string
	}{
		{"sound", func(*Table) {}, ""},
		{"up", func(tb *Table) { tb.Rows[2].May = []string{"verb"} }, "noun/second on floor 2 may not look up to verb on floor 4"},
		{"neighbour", func(tb *Table) { tb.Rows[3].May = []string{"kind/other"} }, "kind may not import its neighbour kind/other: the packages of floor 3 never know each other"},
		{"a part of its neighbour", func(tb *Table) {
			tb.Rows[3].May = []string{"kind/other"}
			tb.Rows = append(tb.Rows, Row{Package: "kind/third", Floor: 3, Of: "kind", May: []string{"kind"}})
		}, "kind may not import its neighbour kind/other: the packages of floor 3 never know each other"},
		{"parts of one kind", func(tb *Table) {
			tb.Rows = append(tb.Rows, Row{Package: "kind/a", Floor: 3, Of: "kind", May: []string{"kind"}}, Row{Package: "kind/b", Floor: 3, Of: "kind", May: []string{"kind", "kind/a"}})
		}, ""},
		{"a part of a noun", func(tb *Table) { tb.Rows = append(tb.Rows, Row{Package: "kind/a", Floor: 3, Of: "noun"}) }, "kind/a is a part of noun, which is no package of floor 3 with parts"},
		{"no row", func(tb *Table) { tb.Rows[1].May = []string{"cellar"} }, "noun may import cellar, which has no row"},
		{"no row for a test", func(tb *Table) { tb.Rows[1].Tests = []string{"cellar"} }, "the tests of noun may import cellar, which has no row"},
		{"twice", func(tb *Table) { tb.Rows = append(tb.Rows, Row{Package: "noun", Floor: 2}) }, "a package has two rows"},
		{"fenced twice", func(tb *Table) { tb.Fences = append(tb.Fences, Fence{Library: "C", Why: "no cgo"}) }, "C has two fences"},
		{"circle", func(tb *Table) {
			tb.Rows = append(tb.Rows, Row{Package: "verb/a", Floor: 4, May: []string{"verb/b"}}, Row{Package: "verb/b", Floor: 4, May: []string{"verb/a"}})
		}, "a circle: verb/a -> verb/b -> verb/a\na circle: verb/b -> verb/a -> verb/b"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table := house()
			c.change(&table)
			got := ""
			if err := table.sound(); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
