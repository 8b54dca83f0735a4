package main

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"
)

// The window's web view takes no drops: it would open what is dropped on it in
// place of the page. app.go is built only with a desktop, so its text is read.
func TestTheWindowTakesNoDrops(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "app.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	found := false
	ast.Inspect(file, func(n ast.Node) bool {
		pair, ok := n.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		key, isName := pair.Key.(*ast.Ident)
		value, isWord := pair.Value.(*ast.Ident)
		found = found || isName && isWord && key.Name == "DisableWebViewDrop" && value.Name == "true"
		return true
	})
	if !found {
		t.Error("app.go does not set DragAndDrop.DisableWebViewDrop: a dropped file would replace the page")
	}
}
