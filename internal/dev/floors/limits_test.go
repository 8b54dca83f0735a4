package floors

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"
)

// street is a module whose types have at most three methods and whose packages
// have at most two files.
func street(exceptions ...Exception) Table {
	return Table{
		Module:     "example.org/street",
		Rows:       []Row{{Package: ".", Floor: 1}, {Package: "shop", Floor: 1}},
		MaxMethods: 3,
		MaxFiles:   2,
		Exceptions: exceptions,
	}
}

// shop is a package with one type of so many methods.
func shop(methods int) string {
	var b strings.Builder
	b.WriteString("-- shop/shop.go --\npackage shop\n\ntype till struct{}\n")
	for i := range methods {
		fmt.Fprintf(&b, "func (till) m%d() {}\n", i)
	}
	return b.String()
}

// files is a package of so many files.
func files(count int) string {
	var b strings.Builder
	for i := range count {
		fmt.Fprintf(&b, "-- shop/f%d.go --\npackage shop\n", i)
	}
	return b.String()
}

// TestLimits tests both limits below, at and above, and the ceilings of exceptions.
func TestLimits(t *testing.T) {
	till := Exception{Package: "shop", Type: "till", Max: 5, Why: "it is old"}
	crowd := Exception{Package: "shop", Max: 4, Why: "it is old"}
	cases := []struct {
		name       string
		tree       string
		exceptions []Exception
		want       string
	}{
		{"methods at the limit", shop(3), nil, ""},
		{"methods above the limit", shop(4), nil, "shop/shop.go:3: type till has 4 methods; the limit is 3: give some of them to a type of their own"},
		{"methods at the ceiling", shop(5), []Exception{till}, ""},
		{"methods above the ceiling", shop(6), []Exception{till}, "shop/shop.go:3: type till has 6 methods; its ceiling is 5 and may only shrink: give some of them to a type of their own"},
		{"methods below the ceiling", shop(4), []Exception{till}, "shop/shop.go:3: type till has 4 methods; its ceiling is 5: lower the ceiling to 4"},
		{"methods within the limit again", shop(3), []Exception{till}, "shop/shop.go:3: type till has 3 methods, which is within the limit of 3: remove its exception"},
		{"a type that is gone", files(1), []Exception{till}, "shop:1: there is an exception for the methods of shop.till, and there are none: remove it"},

		{"files at the limit", files(2), nil, ""},
		{"files above the limit", files(3), nil, "shop/f0.go:1: package shop has 3 product files; the limit is 2: move a subject into a package of its own"},
		{"files at the ceiling", files(4), []Exception{crowd}, ""},
		{"files above the ceiling", files(5), []Exception{crowd}, "shop/f0.go:1: package shop has 5 product files; its ceiling is 4 and may only shrink: move a subject into a package of its own"},
		{"files below the ceiling", files(3), []Exception{crowd}, "shop/f0.go:1: package shop has 3 product files; its ceiling is 4: lower the ceiling to 3"},
		{"files within the limit again", files(2), []Exception{crowd}, "shop/f0.go:1: package shop has 2 product files, which is within the limit of 2: remove its exception"},
		{"a package that is gone", "-- a.go --\npackage street\n", []Exception{crowd}, "shop:1: there is an exception for the files of shop, and there are none: remove it"},

		{"tests are not counted", files(2) + "-- shop/a_test.go --\npackage shop\n\ntype x struct{}\nfunc (x) a() {}\nfunc (x) b() {}\nfunc (x) c() {}\nfunc (x) d() {}\n", nil, ""},
		{"a method of two systems counts once", `
-- shop/a_linux.go --
package shop

type till[K, V any] struct{}

func (t *till[K, V]) a() {}
func (t till[_, _]) b()  {}
-- shop/b_windows.go --
package shop

func (t *till[K, V]) a() {}
func (t *till[K, V]) c() {}
`, nil, ""},
		{"methods of several files", `
-- shop/a.go --
package shop

func (t *till) a() {}
func (t *till) b() {}
-- shop/b.go --
package shop

type (
	other int
	till  struct{}
)

func (t *till) c() {}
func (t *till) d() {}
func (other) a()   {}
`, nil, "shop/b.go:5: type till has 4 methods; the limit is 3: give some of them to a type of their own"},
		{"the same name in two packages", shop(3) + "-- a.go --\npackage street\n\ntype till struct{}\nfunc (till) x() {}\n", nil, ""},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			root := t.TempDir()
			for _, f := range txtar.Parse([]byte(c.tree)).Files {
				write(t, filepath.Join(root, f.Name), f.Data)
			}
			found, err := Check(root, street(c.exceptions...))
			if err != nil {
				t.Fatal(err)
			}
			got := make([]string, 0, len(found))
			for _, v := range found {
				got = append(got, v.String())
			}
			if text := strings.Join(got, "\n"); text != c.want {
				t.Errorf("got  %q\nwant %q", text, c.want)
			}
		})
	}
}

// TestExceptions tests that an exception that is none is refused.
func TestExceptions(t *testing.T) {
	cases := []struct {
		name       string
		exceptions []Exception
		want       string
	}{
		{"sound", []Exception{{Package: "shop", Type: "till", Max: 4, Why: "old"}, {Package: "shop", Max: 3, Why: "old"}}, ""},
		{"at the limit", []Exception{{Package: "shop", Type: "till", Max: 3, Why: "old"}}, "the exception for the methods of shop.till is not above the limit of 3: remove it"},
		{"files at the limit", []Exception{{Package: "shop", Max: 2, Why: "old"}}, "the exception for the files of shop is not above the limit of 2: remove it"},
		{"no reason", []Exception{{Package: "shop", Max: 3}}, "the exception for the files of shop gives no reason"},
		{"twice", []Exception{{Package: "shop", Max: 3, Why: "old"}, {Package: "shop", Max: 4, Why: "new"}}, "the files of shop have two exceptions"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := ""
			if err := street(c.exceptions...).sound(); err != nil {
				got = err.Error()
			}
			if got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
		})
	}
}
