package floors

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"slices"
)

// An Order is the order in which the files of one package stand on each other: the
// package's own floors, which imports cannot show. A file uses the package's types,
// functions, variables and constants of its own and of files named before it. Methods
// and fields are not looked at: syntax alone does not tell whose they are.
type Order struct {
	Package string
	Files   []string // every product file of the package, from the ground up
	Back    []string // names that files before theirs may use, too
}

// orders checks the orders of the table.
func (c *checker) orders(files []source) {
	for _, order := range c.table.Orders {
		var own []source
		for _, f := range files {
			if f.folder == order.Package && !f.test {
				own = append(own, f)
			}
		}
		c.ordered(order, own)
	}
}

// ordered checks one order against the files of its package.
func (c *checker) ordered(order Order, files []source) {
	home := map[string]int{} // the name of a declaration -> the place of its file in the order
	var there []string
	for _, f := range files {
		base := path.Base(f.name)
		there = append(there, base)
		at := slices.Index(order.Files, base)
		if at < 0 {
			c.report(f, f.syntax.Package, "%s has no place in the order of package %s: name it after the files that it uses", base, order.Package)
			continue
		}
		for _, decl := range f.syntax.Decls {
			for _, name := range declared(decl) {
				home[name] = at
			}
		}
	}
	for _, name := range order.Files {
		if !slices.Contains(there, name) {
			c.found = append(c.found, Violation{File: path.Join(order.Package, name), Line: 1, Text: fmt.Sprintf("it is named in the order of package %s, and is not there: remove it", order.Package)})
		}
	}
	for _, f := range files {
		at := slices.Index(order.Files, path.Base(f.name))
		if at < 0 {
			continue
		}
		for _, decl := range f.syntax.Decls {
			for _, used := range free(decl) {
				if to, ok := home[used.Name]; ok && to > at && !slices.Contains(order.Back, used.Name) {
					c.report(f, used.Pos(), "%s uses %s of %s, which stands on it: move one of them, or hand it in", order.Files[at], used.Name, order.Files[to])
				}
			}
		}
	}
}

// declared lists the names that a declaration adds to its package; methods add none.
func declared(decl ast.Decl) (names []string) {
	switch d := decl.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			names = append(names, d.Name.Name)
		}
	case *ast.GenDecl:
		for _, spec := range d.Specs {
			switch s := spec.(type) {
			case *ast.TypeSpec:
				names = append(names, s.Name.Name)
			case *ast.ValueSpec:
				for _, name := range s.Names {
					names = append(names, name.Name)
				}
			}
		}
	}
	return names
}

// free lists the identifiers of a declaration that may mean something of the package:
// no fields, methods or keys, and nothing that has the name of one of its own variables.
func free(decl ast.Decl) (out []*ast.Ident) {
	skip := map[*ast.Ident]bool{}
	local := map[string]bool{}
	hide := func(names ...*ast.Ident) {
		for _, name := range names {
			skip[name], local[name.Name] = true, true
		}
	}
	var all []*ast.Ident
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.Ident:
			all = append(all, n)
		case *ast.SelectorExpr:
			skip[n.Sel] = true
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				skip[key] = true
			}
		case *ast.FuncDecl:
			skip[n.Name] = true
		case *ast.StructType:
			for _, field := range n.Fields.List {
				for _, name := range field.Names {
					skip[name] = true
				}
			}
		case *ast.FuncType:
			for _, field := range n.Params.List {
				hide(field.Names...)
			}
			if n.Results != nil {
				for _, field := range n.Results.List {
					hide(field.Names...)
				}
			}
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					hide(name)
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{n.Key, n.Value} {
				if name, ok := left.(*ast.Ident); ok && n.Tok == token.DEFINE {
					hide(name)
				}
			}
		case *ast.DeclStmt:
			if d, ok := n.Decl.(*ast.GenDecl); ok {
				for _, name := range declared(d) {
					local[name] = true
				}
			}
		}
		return true
	})
	for _, name := range all {
		if !skip[name] && !local[name.Name] {
			out = append(out, name)
		}
	}
	return out
}
