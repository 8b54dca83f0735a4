package floors

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

// A checker collects the violations of one tree.
type checker struct {
	table Table
	rows  map[string]Row
	used  map[right]bool
	found []Violation
}

func (c *checker) report(f source, pos token.Pos, format string, args ...any) {
	line := 1
	if pos.IsValid() {
		line = f.line(pos)
	}
	c.found = append(c.found, Violation{File: f.name, Line: line, Text: fmt.Sprintf(format, args...)})
}

func (c *checker) file(f source) {
	row, ok := c.rows[f.folder]
	if !ok {
		c.report(f, f.syntax.Name.Pos(), "package %s has no row in the table of floors: add one, with the floor it stands on and what it may import", f.folder)
		row = Row{Package: f.folder}
	}
	if c.table.MaxLines > 0 && f.lines > c.table.MaxLines {
		c.report(f, token.NoPos, "%d lines; a file has at most %d: split it by subject", f.lines, c.table.MaxLines)
	}
	for _, spec := range f.syntax.Imports {
		c.imported(f, row, ok, spec)
	}
	c.uses(f)
}

// imported checks one import line.
func (c *checker) imported(f source, row Row, known bool, spec *ast.ImportSpec) {
	name := importPath(spec)
	if spec.Name != nil && spec.Name.Name == "." {
		c.report(f, spec.Pos(), "dot import of %s hides where names come from: import it by name", name)
	}
	if own, ok := c.ours(name); ok {
		if known && own != row.Package {
			c.ownImport(f, row, own, spec)
		}
		return
	}
	fence, ok := c.fence(name)
	switch {
	case ok && fence.Tests && f.test:
	case ok && slices.Contains(fence.Only, f.folder):
		c.used[right{from: f.folder, to: fence.Library}] = true
	case ok:
		c.report(f, spec.Pos(), "%s may not import %s: %s", f.folder, name, fence.Why)
	case strings.Contains(strings.SplitN(name, "/", 2)[0], "."):
		c.report(f, spec.Pos(), "library %s has no fence: add it to the table with the package that owns it, and say why it is worth having", name)
	}
}

// ours returns the folder of an import of this module.
func (c *checker) ours(name string) (string, bool) {
	if name == c.table.Module {
		return ".", true
	}
	return strings.CutPrefix(name, c.table.Module+"/")
}

func (c *checker) ownImport(f source, row Row, own string, spec *ast.ImportSpec) {
	if slices.Contains(row.May, own) || f.test && slices.Contains(row.Tests, own) {
		c.used[right{from: row.Package, to: own, test: f.test}] = true
		return
	}
	target, ok := c.rows[own]
	switch {
	case !ok:
		c.report(f, spec.Pos(), "%s imports %s, which has no row in the table of floors", f.folder, own)
	case target.Floor > row.Floor:
		c.report(f, spec.Pos(), "%s (floor %d) may not import %s (floor %d): imports go down only; take it as an argument from above", f.folder, row.Floor, own, target.Floor)
	case target.Floor == row.Floor && slices.Contains(c.table.Loners, row.Floor):
		c.report(f, spec.Pos(), "%s may not import %s: packages of floor %d never know each other; what both need belongs below", f.folder, own, row.Floor)
	default:
		c.report(f, spec.Pos(), "%s may not import %s: its row in the table of floors does not list it", f.folder, own)
	}
}

// fence returns the most exact fence around an import path.
func (c *checker) fence(name string) (Fence, bool) {
	var best Fence
	found := false
	for _, f := range c.table.Fences {
		if (name == f.Library || strings.HasPrefix(name, f.Library+"/")) && len(f.Library) >= len(best.Library) {
			best, found = f, true
		}
	}
	return best, found
}

// uses checks what the file's code does: init functions and banned functions.
func (c *checker) uses(f source) {
	for _, decl := range f.syntax.Decls {
		if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
			c.report(f, fn.Pos(), "an init function runs unasked and cannot fail: build the value where it is needed and pass it on")
		}
	}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			if pkg, ok := n.X.(*ast.Ident); ok {
				if from, ok := f.imports[pkg.Name]; ok {
					c.function(f, n.Pos(), from+"."+n.Sel.Name)
				}
			}
		case *ast.CallExpr:
			switch fn := n.Fun.(type) {
			case *ast.Ident:
				c.function(f, n.Pos(), fn.Name)
			case *ast.SelectorExpr:
				c.function(f, fn.Sel.Pos(), "."+fn.Sel.Name)
			}
		}
		return true
	})
}

// function checks one use of a function against the bans.
func (c *checker) function(f source, pos token.Pos, function string) {
	for i, ban := range c.table.Bans {
		switch {
		case !slices.Contains(ban.Functions, function) || ban.Tests && f.test:
		case slices.Contains(ban.Except, f.folder):
			c.used[right{from: f.folder, ban: i + 1}] = true
		case len(ban.In) == 0 || slices.Contains(ban.In, f.folder):
			c.report(f, pos, "%s may not use %s: %s", f.folder, function, ban.Why)
		}
	}
}
