package floors

import (
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// flat is an exact table of three packages that use all that it allows them.
func flat() Table {
	return Table{
		Module: "example.org/flat",
		Rows: []Row{
			{Package: "cellar", Floor: 1},
			{Package: "hall", Floor: 1, May: []string{"cellar"}},
			{Package: "roof", Floor: 2, May: []string{"hall"}, Tests: []string{"cellar"}},
		},
		Fences: []Fence{{Library: "example.com/lamp", Only: []string{"hall"}, Tests: true, Why: "hall lights it"}},
		Bans:   []Ban{{Functions: []string{"os.Exit", "panic"}, Except: []string{"cellar"}, Tests: true, Why: "only cellar ends it"}},
		Exact:  true,
	}
}

const flatTree = `
-- cellar/cellar_windows.go --
package cellar

func Do() { panic("out") }
-- hall/hall.go --
//go:build never

package hall

import (
	"example.com/lamp"
	"example.org/flat/cellar"
)

var _, _ = lamp.X, cellar.X
-- roof/roof.go --
package roof

import "example.org/flat/hall"

var _ = hall.X
-- roof/roof_test.go --
package roof

import "example.org/flat/cellar"

var _ = cellar.X
`

// TestRights tests that an exact table allows nothing in vain. Files for every system and
// build tag count as use; a test counts only for what is allowed to tests.
func TestRights(t *testing.T) {
	cases := []struct {
		name   string
		change func(*Table)
		add    string
		want   string
	}{
		{"exact", func(*Table) {}, "", ""},
		{"not exact", func(tb *Table) { tb.Exact, tb.Rows[2].May, tb.Rows[2].Tests = false, []string{"hall", "cellar"}, nil }, "", ""},
		{"an unused import", func(tb *Table) { tb.Rows[2].May, tb.Rows[2].Tests = []string{"hall", "cellar"}, nil }, "",
			"roof:1: its row lets it import cellar, and none of its product files does: remove the right, or list it for its tests"},
		{"an unused import of a test", func(tb *Table) { tb.Rows[1].Tests, tb.Rows[1].May = []string{"cellar"}, nil }, "-- hall/hall.go --\npackage hall\n\nimport _ \"example.com/lamp\"\n",
			"hall:1: its row lets its tests import cellar, and none does: remove the right"},
		{"a row without a package", func(tb *Table) { tb.Rows = append(tb.Rows, Row{Package: "tower", Floor: 2, May: []string{"hall"}}) }, "",
			"tower:1: it has a row in the table of floors, and is not there: remove the row"},
		{"an unused library", func(tb *Table) { tb.Fences[0].Only = []string{"hall", "roof"} }, "-- roof/b_test.go --\npackage roof\n\nimport _ \"example.com/lamp\"\n",
			"roof:1: the fence of example.com/lamp lets it in, and it does not import it: remove it from the fence"},
		{"an unused exception", func(tb *Table) { tb.Bans[0].Except = []string{"cellar", "roof"} }, "-- roof/b_test.go --\npackage roof\n\nfunc x() { panic(0) }\n",
			"roof:1: it is excepted from the ban of os.Exit, panic, and uses none of them: remove it from the ban"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table := flat()
			c.change(&table)
			root := t.TempDir()
			for _, f := range txtar.Parse([]byte(flatTree + c.add)).Files {
				write(t, filepath.Join(root, f.Name), f.Data)
			}
			found, err := Check(root, table)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, v := range found {
				got = append(got, v.String())
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("got  %q\nwant %q", text, c.want)
			}
		})
	}
}

// TestSoundRights tests that a table that gives a right twice, or to nobody, is refused,
// and an exact one whose rows are not sorted.
func TestSoundRights(t *testing.T) {
	cases := []struct {
		name   string
		change func(*Table)
		want   string
	}{
		{"sound", func(*Table) {}, ""},
		{"an import twice", func(tb *Table) { tb.Rows[1].May = []string{"cellar", "cellar"} }, "the row of hall lists cellar twice"},
		{"an import again for tests", func(tb *Table) { tb.Rows[2].Tests = []string{"hall"} }, "the row of roof lists hall twice"},
		{"in a fence twice", func(tb *Table) { tb.Fences[0].Only = []string{"hall", "hall"} }, "the fence of example.com/lamp lists hall twice"},
		{"in a fence without a row", func(tb *Table) { tb.Fences[0].Only = []string{"tower"} }, "the fence of example.com/lamp lists tower, which has no row"},
		{"banned twice", func(tb *Table) { tb.Bans[0].In = []string{"hall", "hall"} }, "the ban of os.Exit, panic lists hall twice"},
		{"excepted without a row", func(tb *Table) { tb.Bans[0].Except = []string{"tower"} }, "the ban of os.Exit, panic lists tower, which has no row"},
		{"a lower floor after a higher one", func(tb *Table) { tb.Rows = append(tb.Rows, Row{Package: "well", Floor: 1}) }, "well on floor 1 stands after roof on floor 2: sort the rows from the ground up"},
		{"before what it imports", func(tb *Table) { tb.Rows[0], tb.Rows[1] = tb.Rows[1], tb.Rows[0] }, "hall may import cellar, which stands after it: sort the rows from the ground up"},
		{"unsorted and not exact", func(tb *Table) { tb.Exact, tb.Rows[0], tb.Rows[1] = false, tb.Rows[1], tb.Rows[0] }, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			table := flat()
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
