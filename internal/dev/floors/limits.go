package floors

import (
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"maps"
	"slices"
)

// An Exception is a type or a package that stood above its limit when the limit
// was drawn. Its ceiling may only shrink: one that is higher than what stands is
// a violation, too.
type Exception struct {
	Package string
	Type    string // the type whose methods are meant; empty: the files of the package
	Max     int
	Why     string
}

func (e Exception) subject() string {
	if e.Type == "" {
		return "the files of " + e.Package
	}
	return "the methods of " + e.Package + "." + e.Type
}

// limit is the limit of the table that the exception is made from.
func (t Table) limit(e Exception) int {
	if e.Type == "" {
		return t.MaxFiles
	}
	return t.MaxMethods
}

// soundExceptions reports exceptions that are none: for no reason, below the
// limit, or made twice.
func (t Table) soundExceptions() error {
	var errs []error
	seen := map[Exception]bool{}
	for _, e := range t.Exceptions {
		switch key := (Exception{Package: e.Package, Type: e.Type}); {
		case seen[key]:
			errs = append(errs, fmt.Errorf("%s have two exceptions", e.subject()))
		case e.Why == "":
			errs = append(errs, fmt.Errorf("the exception for %s gives no reason", e.subject()))
		case e.Max <= t.limit(e):
			errs = append(errs, fmt.Errorf("the exception for %s is not above the limit of %d: remove it", e.subject(), t.limit(e)))
		default:
			seen[key] = true
		}
	}
	return errors.Join(errs...)
}

// limits checks what no single file shows: how many methods a type has, and how
// many product files a package. Files for other systems and tags count as well,
// a method that several of them define counts once. Tests are not counted.
func (c *checker) limits(files []source) {
	packages := map[string]*census{}
	for _, f := range files {
		if f.test {
			continue
		}
		if packages[f.folder] == nil {
			packages[f.folder] = &census{types: map[string]*typeCensus{}}
		}
		packages[f.folder].add(f)
	}
	for _, folder := range slices.Sorted(maps.Keys(packages)) {
		p := packages[folder]
		c.limited(Exception{Package: folder}, len(p.files), place{file: p.files[0]})
		for _, name := range slices.Sorted(maps.Keys(p.types)) {
			t := p.types[name]
			c.limited(Exception{Package: folder, Type: name}, len(t.methods), t.place)
		}
	}
	for _, e := range c.table.Exceptions {
		p := packages[e.Package]
		if p == nil || e.Type != "" && p.types[e.Type] == nil {
			c.found = append(c.found, Violation{File: e.Package, Line: 1, Text: fmt.Sprintf("there is an exception for %s, and there are none: remove it", e.subject())})
		}
	}
}

// limited holds one number against its limit, or against the ceiling of its exception.
func (c *checker) limited(subject Exception, count int, at place) {
	limit := c.table.limit(subject)
	if limit == 0 {
		return
	}
	what, advice := fmt.Sprintf("type %s has %d methods", subject.Type, count), "give some of them to a type of their own"
	if subject.Type == "" {
		what, advice = fmt.Sprintf("package %s has %d product files", subject.Package, count), "move a subject into a package of its own"
	}
	i := slices.IndexFunc(c.table.Exceptions, func(e Exception) bool {
		return e.Package == subject.Package && e.Type == subject.Type
	})
	switch {
	case i < 0 && count > limit:
		c.report(at.file, at.pos, "%s; the limit is %d: %s", what, limit, advice)
	case i < 0:
	case count > c.table.Exceptions[i].Max:
		c.report(at.file, at.pos, "%s; its ceiling is %d and may only shrink: %s", what, c.table.Exceptions[i].Max, advice)
	case count <= limit:
		c.report(at.file, at.pos, "%s, which is within the limit of %d: remove its exception", what, limit)
	case count < c.table.Exceptions[i].Max:
		c.report(at.file, at.pos, "%s; its ceiling is %d: lower the ceiling to %d", what, c.table.Exceptions[i].Max, count)
	}
}

// A place is where a violation is reported.
type place struct {
	file source
	pos  token.Pos
}

// A census counts one package.
type census struct {
	files []source
	types map[string]*typeCensus
}

type typeCensus struct {
	place   place // of the type, or else of its first method
	found   bool  // place is the type's
	methods map[string]bool
}

func (p *census) add(f source) {
	p.files = append(p.files, f)
	for _, decl := range f.syntax.Decls {
		switch decl := decl.(type) {
		case *ast.FuncDecl:
			if decl.Recv == nil || len(decl.Recv.List) == 0 {
				continue
			}
			p.of(receiver(decl.Recv.List[0].Type), place{f, decl.Pos()}).methods[decl.Name.Name] = true
		case *ast.GenDecl:
			for _, spec := range decl.Specs {
				spec, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if t := p.of(spec.Name.Name, place{f, spec.Pos()}); !t.found {
					t.place, t.found = place{f, spec.Pos()}, true
				}
			}
		}
	}
}

func (p *census) of(name string, at place) *typeCensus {
	t, ok := p.types[name]
	if !ok {
		t = &typeCensus{place: at, methods: map[string]bool{}}
		p.types[name] = t
	}
	return t
}

// receiver is the name of the type that a method belongs to.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.ParenExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.IndexListExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
