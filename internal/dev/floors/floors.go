// Package floors checks the architecture: who may import whom, which package
// owns which library, and the few limits that files, types and packages keep.
//
// It parses the source files itself, all of them, whatever their build tag or
// operating system. A check built on `go list` sees one system at a time, and
// is answered from the test cache with a violation in place.
package floors

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// A Table is the architecture: what Check holds a source tree against.
type Table struct {
	Module string // the module's path: an import below it is one of ours
	Rows   []Row
	Fences []Fence
	Bans   []Ban
	// MaxLines is the length that no source file exceeds, tests included. 0: no limit.
	MaxLines int
	// MaxMethods is the number of methods that no type exceeds. 0: no limit.
	MaxMethods int
	// MaxFiles is the number of product files that no package exceeds. 0: no limit.
	MaxFiles int
	// Exceptions are the types and packages above these two limits.
	Exceptions []Exception
	// Orders are the floors inside of packages.
	Orders []Order
	// Loners are the floors whose packages never import each other, unless one is a
	// part of the other, or both are parts of the same package.
	Loners []int
	// Exact refuses a right that nobody uses, a row whose package is not there, and rows
	// that do not stand from the ground up, each after those that it may import.
	Exact bool
}

// A Row is one package: the floor it stands on and what of ours it may import.
type Row struct {
	Package string   // folder below the module's root; "." is the root
	Floor   int      // imports go to this floor or lower ones, never higher
	Of      string   // the package of the same floor that this one is a part of; "": none
	May     []string // packages that its files may import
	Tests   []string // what its _test.go files may import besides
}

// A Fence says which packages may import a library. Every import that is
// neither ours nor of the standard library needs one.
type Fence struct {
	Library string   // import path; what lies below it is meant too
	Only    []string // packages that may import it
	Tests   bool     // any _test.go file may import it
	Why     string   // ends the message: "a process starts only in internal/proc"
}

// A Ban says where a function must not be used: a fence for parts of a
// package that everybody needs.
type Ban struct {
	Functions []string // "os.StartProcess" by import path; "panic", built in; ".Prepare", any method of that name
	In        []string // only in these packages; none: everywhere
	Except    []string // packages that may use it
	Tests     bool     // any _test.go file may use it
	Why       string
}

// A Violation is one place that breaks the table.
type Violation struct {
	File string // relative to the root, with slashes
	Line int
	Text string // what is wrong, why it matters, what to do
}

// String gives a line that editors can jump to.
func (v Violation) String() string { return fmt.Sprintf("%s:%d: %s", v.File, v.Line, v.Text) }

// Check reads every Go file below root and returns what breaks the table: what
// single files break in the order of files and lines, then what types, packages
// and the files of a package among themselves do, then what an exact table allows
// in vain. The error says that the tree could not be read or parsed, or that the
// table contradicts itself.
func Check(root string, table Table) ([]Violation, error) {
	if err := table.sound(); err != nil {
		return nil, err
	}
	files, err := parseTree(root)
	if err != nil {
		return nil, err
	}
	if len(files) == 0 {
		return nil, fmt.Errorf("no Go files below %s: nothing was checked", root)
	}
	c := checker{table: table, rows: table.byPackage(), used: map[right]bool{}}
	for _, f := range files {
		c.file(f)
	}
	c.limits(files)
	c.orders(files)
	if table.Exact {
		c.rights(files)
	}
	return c.found, nil
}

func (t Table) byPackage() map[string]Row {
	rows := make(map[string]Row, len(t.Rows))
	for _, r := range t.Rows {
		rows[r.Package] = r
	}
	return rows
}

// sound reports a table that contradicts itself: a package with two rows, a
// library with two fences, an import that goes up or sideways, a circle, a right given twice,
// an exception that is none.
func (t Table) sound() error {
	var errs []error
	rows := t.byPackage()
	if len(rows) != len(t.Rows) {
		errs = append(errs, errors.New("a package has two rows"))
	}
	fenced := map[string]bool{}
	for _, f := range t.Fences {
		if fenced[f.Library] {
			errs = append(errs, fmt.Errorf("%s has two fences", f.Library))
		}
		fenced[f.Library] = true
	}
	for _, row := range t.Rows {
		for _, name := range row.May {
			to, ok := rows[name]
			switch {
			case !ok:
				errs = append(errs, fmt.Errorf("%s may import %s, which has no row", row.Package, name))
			case to.Floor > row.Floor:
				errs = append(errs, fmt.Errorf("%s on floor %d may not look up to %s on floor %d", row.Package, row.Floor, name, to.Floor))
			case to.Floor == row.Floor && slices.Contains(t.Loners, row.Floor) && to.house() != row.house():
				errs = append(errs, fmt.Errorf("%s may not import its neighbour %s: the packages of floor %d never know each other", row.Package, name, row.Floor))
			}
		}
		if of, ok := rows[row.Of]; row.Of != "" && (!ok || of.Floor != row.Floor || of.Of != "") {
			errs = append(errs, fmt.Errorf("%s is a part of %s, which is no package of floor %d with parts", row.Package, row.Of, row.Floor))
		}
		for _, name := range row.Tests {
			if _, ok := rows[name]; !ok {
				errs = append(errs, fmt.Errorf("the tests of %s may import %s, which has no row", row.Package, name))
			}
		}
		if path := circle(rows, row.Package); path != nil {
			errs = append(errs, fmt.Errorf("a circle: %s", strings.Join(path, " -> ")))
		}
	}
	errs = append(errs, t.soundRights(), t.soundExceptions())
	return errors.Join(errs...)
}

// house is the package that a row is a part of; a package without parts is one itself.
func (r Row) house() string { return cmp.Or(r.Of, r.Package) }

// circle returns a way from start back to start, or nil.
func circle(rows map[string]Row, start string) []string {
	seen := map[string]bool{}
	var walk func(name string) []string
	walk = func(name string) []string {
		for _, next := range rows[name].May {
			if next == start {
				return []string{name, next}
			}
			if seen[next] {
				continue
			}
			seen[next] = true
			if rest := walk(next); rest != nil {
				return append([]string{name}, rest...)
			}
		}
		return nil
	}
	return walk(start)
}
