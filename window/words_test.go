package window

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// A word that was added to a set and not to Words would be no value for the page.
func TestEveryWordIsBound(t *testing.T) {
	for _, set := range Words() {
		list := reflect.ValueOf(set)
		var bound []string
		for i := range list.Len() {
			bound = append(bound, list.Index(i).FieldByName("Value").String())
		}
		kind := list.Index(0).FieldByName("Value").Type()
		declared := constantsOf(t, kind)
		slices.Sort(bound)
		slices.Sort(declared)
		if len(declared) == 0 || !slices.Equal(bound, declared) {
			t.Errorf("of %s the page knows %q; the constants are %q", kind, bound, declared)
		}
	}
}

// Types of words that no set has would reach the page as any text.
func TestEveryVocabularyIsBound(t *testing.T) {
	bound := map[string]bool{}
	for _, set := range Words() {
		bound[reflect.TypeOf(set).Elem().Field(0).Type.Name()] = true
	}
	file, err := parser.ParseFile(token.NewFileSet(), "vocabulary.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if typ, ok := n.(*ast.TypeSpec); ok && !bound[typ.Name.Name] {
			t.Errorf("%s is not in Words", typ.Name.Name)
		}
		return true
	})
}

// constantsOf reads the constants of a type out of its package.
func constantsOf(t *testing.T, kind reflect.Type) []string {
	t.Helper()
	dir := filepath.Join("..", strings.TrimPrefix(kind.PkgPath(), "handrail/"))
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var values []string
	for _, e := range entries {
		if !strings.HasSuffix(e.Name(), ".go") || strings.HasSuffix(e.Name(), "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, e.Name()), nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(file, func(n ast.Node) bool {
			spec, ok := n.(*ast.ValueSpec)
			if !ok {
				return true
			}
			typ, named := spec.Type.(*ast.Ident)
			if !named || typ.Name != kind.Name() {
				return true
			}
			for _, v := range spec.Values {
				if lit, ok := v.(*ast.BasicLit); ok {
					text, err := strconv.Unquote(lit.Value)
					if err != nil {
						t.Fatal(err)
					}
					values = append(values, text)
				}
			}
			return true
		})
	}
	return values
}
