package builtins_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"handrail/internal/builtins"
)

// TestNoOtherTableOfTools reads all sources: what is known of a built-in tool by its
// name stands in internal/builtins, and nobody else keeps a list of names.
func TestNoOtherTableOfTools(t *testing.T) {
	names := map[string]bool{}
	for _, r := range builtins.All() {
		for _, n := range append(r.Aliases, r.Name) {
			names[n] = true
		}
	}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{"node_modules", ".git", "testdata", "dist"}, d.Name()):
			return fs.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		rel, err := filepath.Rel(root, path)
		if err != nil {
			return err
		}
		if mayNameTools(filepath.ToSlash(rel)) {
			return nil
		}
		for _, table := range tablesOf(t, path, nil, names) {
			t.Errorf("%s: a table of built-in tools: put what it says into internal/builtins", table)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// mayNameTools reports whether a file may list tools by name.
func mayNameTools(file string) bool {
	return strings.HasPrefix(file, "internal/builtins/") || // the table
		strings.HasPrefix(file, "internal/dev/") || // measurements call tools
		file == "tools/spoken/inputs.go" || // names of inputs, some of which are those of tools
		file == "tools/spoken/toolbox.go" || // what people are told of them, in German; TestEveryToolIsGerman holds it to the table
		file == "agent/llm/guide/guide.go" || // what it likes best for an example; any other tool will do
		file == "spaces/scripts.go" || file == "internal/render/programs.go" || file == "internal/programs/programs.go" || file == "pipeline/guard/bash/code.go" || file == "operator/origins/history.go" // programs and words of the shell and of git
}

// tablesOf are the places of a file's lists, maps and switches with two or more names
// of tools that are no ordinary words.
func tablesOf(t *testing.T, path string, source any, names map[string]bool) []string {
	t.Helper()
	files := token.NewFileSet()
	parsed, err := parser.ParseFile(files, path, source, 0)
	if err != nil {
		t.Fatal(err)
	}
	ordinary := []string{"read", "write", "edit", "patch", "bash", "spawn"}
	var found []string
	ast.Inspect(parsed, func(n ast.Node) bool {
		var parts []ast.Expr
		switch n := n.(type) {
		case *ast.CompositeLit:
			for _, e := range n.Elts {
				if pair, ok := e.(*ast.KeyValueExpr); ok {
					e = pair.Key
				}
				parts = append(parts, e)
			}
		case *ast.SwitchStmt:
			for _, c := range n.Body.List {
				if clause, ok := c.(*ast.CaseClause); ok {
					parts = append(parts, clause.List...)
				}
			}
		case *ast.BinaryExpr:
			if n.Op == token.EQL || n.Op == token.NEQ {
				parts = []ast.Expr{n.X, n.Y}
			}
		default:
			return true
		}
		listed, plain := 0, 0
		for _, e := range parts {
			if text, ok := literalOf(e); ok && names[text] {
				if listed++; !slices.Contains(ordinary, text) {
					plain++
				}
			}
		}
		if _, one := n.(*ast.BinaryExpr); plain > 0 && (one || listed > 1) || listed > 2 {
			found = append(found, files.Position(n.Pos()).String())
		}
		return true
	})
	return found
}

func literalOf(e ast.Expr) (string, bool) {
	literal, ok := e.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}

// TestATableIsFound holds that the reading of sources finds what it is for.
func TestATableIsFound(t *testing.T) {
	names := map[string]bool{"read": true, "write": true, "bash": true, "grep": true, "listdir": true}
	for source, want := range map[string]int{
		`var x = []string{"grep", "listdir"}`:                      1,
		`var x = map[string]bool{"bash": true, "grep": true}`:      1,
		`var x = f(name == "grep")`:                                1,
		`func f(s string) { switch s { case "read", "grep": } }`:   1,
		`var x = []string{"bash", "read", "write"}`:                1,
		`var x = []string{"read", "write"}`:                        0,
		`var x = kind == "read"`:                                   0,
		`var x = []string{"one", "two"}`:                           0,
		`var x = define("grep", "Search in files")`:                0,
		`func f(s string) { switch s { case "read": case "x": } }`: 0,
	} {
		if got := tablesOf(t, "x.go", "package x\n"+source+"\n", names); len(got) != want {
			t.Errorf("%s: found %d tables", source, len(got))
		}
	}
}

func TestNamesOfTools(t *testing.T) {
	seen := map[string]bool{}
	for _, r := range builtins.All() {
		for _, n := range append(r.Aliases, r.Name) {
			if seen[n] {
				t.Errorf("%s is there twice", n)
			}
			seen[n] = true
			if got := builtins.Canonical(n); got != r.Name {
				t.Errorf("%s stands for %s, want %s", n, got, r.Name)
			}
		}
		for _, n := range r.OutputOf {
			if _, known := builtins.Of(n); !known {
				t.Errorf("%s gives the output of %s, which is no tool", r.Name, n)
			}
		}
	}
	if got := builtins.Canonical("deploy"); got != "deploy" {
		t.Errorf("deploy became %s", got)
	}
	for name, want := range map[string]bool{"read": true, "web_fetch": true, "deploy": false, "read_file": false} {
		if builtins.Taken(name) != want {
			t.Errorf("%s: taken %t", name, !want)
		}
	}
}
