package floors

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A right is one thing that the table lets one package do.
type right struct {
	from string // the package
	to   string // what it may import: a package of ours or the library of a fence
	test bool   // for its _test.go files alone
	ban  int    // with an empty to: the number of the ban that does not hold for it, from 1
}

// rights checks an exact table, once every file has been checked: each row has a package,
// and each right somebody who uses it. Files for every system and build tag count.
// What only tests need is no right of the product's files.
func (c *checker) rights(files []source) {
	there := map[string]bool{}
	for _, f := range files {
		there[f.folder] = true
	}
	for _, row := range c.table.Rows {
		if !there[row.Package] {
			c.excess(row.Package, "it has a row in the table of floors, and is not there: remove the row")
			continue
		}
		for _, to := range row.May {
			if !c.used[right{from: row.Package, to: to}] {
				c.excess(row.Package, "its row lets it import %s, and none of its product files does: remove the right, or list it for its tests", to)
			}
		}
		for _, to := range row.Tests {
			if !c.used[right{from: row.Package, to: to, test: true}] {
				c.excess(row.Package, "its row lets its tests import %s, and none does: remove the right", to)
			}
		}
	}
	for _, fence := range c.table.Fences {
		for _, from := range fence.Only {
			if !c.used[right{from: from, to: fence.Library}] {
				c.excess(from, "the fence of %s lets it in, and it does not import it: remove it from the fence", fence.Library)
			}
		}
	}
	for i, ban := range c.table.Bans {
		for _, from := range ban.Except {
			if !c.used[right{from: from, ban: i + 1}] {
				c.excess(from, "it is excepted from the ban of %s, and uses none of them: remove it from the ban", strings.Join(ban.Functions, ", "))
			}
		}
	}
}

func (c *checker) excess(folder, format string, args ...any) {
	c.found = append(c.found, Violation{File: folder, Line: 1, Text: fmt.Sprintf(format, args...)})
}

// soundRights reports rights that are given twice, fences and bans that name a package
// without a row, and rows of an exact table that are not sorted.
func (t Table) soundRights() error {
	var errs []error
	twice := func(who string, names []string) {
		for i, name := range names {
			if slices.Contains(names[:i], name) {
				errs = append(errs, fmt.Errorf("%s lists %s twice", who, name))
			}
		}
	}
	for _, row := range t.Rows {
		twice("the row of "+row.Package, slices.Concat(row.May, row.Tests))
	}
	if t.Exact {
		errs = append(errs, t.sorted())
	}
	rows := t.byPackage()
	named := func(who string, names []string) {
		twice(who, names)
		for _, name := range names {
			if _, ok := rows[name]; !ok {
				errs = append(errs, fmt.Errorf("%s lists %s, which has no row", who, name))
			}
		}
	}
	for _, fence := range t.Fences {
		named("the fence of "+fence.Library, fence.Only)
	}
	for _, ban := range t.Bans {
		who := "the ban of " + strings.Join(ban.Functions, ", ")
		named(who, ban.In)
		named(who, ban.Except)
	}
	return errors.Join(errs...)
}

// sorted reports rows that do not stand from the ground up.
func (t Table) sorted() error {
	var errs []error
	place := map[string]int{}
	for i, row := range t.Rows {
		place[row.Package] = i
	}
	for i, row := range t.Rows {
		if i > 0 && t.Rows[i-1].Floor > row.Floor {
			errs = append(errs, fmt.Errorf("%s on floor %d stands after %s on floor %d: sort the rows from the ground up", row.Package, row.Floor, t.Rows[i-1].Package, t.Rows[i-1].Floor))
		}
		for _, name := range row.May {
			if place[name] > i {
				errs = append(errs, fmt.Errorf("%s may import %s, which stands after it: sort the rows from the ground up", row.Package, name))
			}
		}
	}
	return errors.Join(errs...)
}
