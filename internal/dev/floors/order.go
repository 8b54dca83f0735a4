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
	n := names{apart: map[*ast.Ident]bool{}, local: map[string]bool{}}
	ast.Inspect(decl, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			n.all = append(n.all, name)
		}
		n.see(node)
		return true
	})
	for _, name := range n.all {
		if !n.apart[name] && !n.local[name.Name] {
			out = append(out, name)
		}
	}
	return out
}

// names are the identifiers of one declaration.
type names struct {
	all   []*ast.Ident
	apart map[*ast.Ident]bool // fields, methods, keys and what declares a variable
	local map[string]bool     // the declaration's own variables
}

// see notes what a node says of the identifiers below it.
func (n names) see(node ast.Node) {
	switch node := node.(type) {
	case *ast.SelectorExpr:
		n.apart[node.Sel] = true
	case *ast.KeyValueExpr:
		if key, ok := node.Key.(*ast.Ident); ok {
			n.apart[key] = true
		}
	case *ast.FuncDecl:
		n.apart[node.Name] = true
	case *ast.StructType:
		for _, field := range node.Fields.List {
			for _, name := range field.Names {
				n.apart[name] = true
			}
		}
	case *ast.FuncType:
		for _, list := range []*ast.FieldList{node.Params, node.Results} {
			for i := 0; list != nil && i < len(list.List); i++ {
				for _, name := range list.List[i].Names {
					n.declare(name)
				}
			}
		}
	case *ast.AssignStmt:
		if node.Tok == token.DEFINE {
			n.declare(node.Lhs...)
		}
	case *ast.RangeStmt:
		if node.Tok == token.DEFINE {
			n.declare(node.Key, node.Value)
		}
	case *ast.DeclStmt:
		if d, ok := node.Decl.(*ast.GenDecl); ok {
			for _, name := range declared(d) {
				n.local[name] = true
			}
		}
	}
}

// declare notes variables.
func (n names) declare(all ...ast.Expr) {
	for _, one := range all {
		if name, ok := one.(*ast.Ident); ok {
			n.apart[name], n.local[name.Name] = true, true
		}
	}
}
