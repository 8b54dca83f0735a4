package reference

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"strconv"
	"strings"
)

// A word is a constant of the domain with what its author says about it.
type word struct{ value, meaning string }

// words is a page of the closed sets: error codes, kinds of events, states.
func words(root string) (string, error) {
	sets := []struct{ title, intro, file, typ string }{
		{"Error codes", "What a result's `error.code` can be. There are no others.", "tools/error.go", "Code"},
		{"Events", "What the journal holds, and what `--json` prints, a line each.", "journal/journal.go", "Kind"},
		{"States of a run", "", "journal/journal.go", "RunState"},
		{"Origins of a run", "", "journal/journal.go", "Origin"},
		{"States of a tool", "All but the first come with a reason.", "tools/registry.go", "State"},
		{"Modes of a space", "How much runs unasked.", "pipeline/guard/guard.go", "Mode"},
	}
	var page strings.Builder
	page.WriteString("# Words\n\nThe closed sets of Handrail: whoever reads its output can rely on these and no others.\n")
	for _, set := range sets {
		list, err := constants(filepath.Join(root, filepath.FromSlash(set.file)), set.typ)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&page, "\n## %s\n\n", set.title)
		if set.intro != "" {
			page.WriteString(set.intro + "\n\n")
		}
		page.WriteString("| word | meaning |\n|---|---|\n")
		for _, w := range list {
			fmt.Fprintf(&page, "| `%s` | %s |\n", w.value, cell(w.meaning))
		}
	}
	return page.String(), nil
}

// constants reads the string constants of one type from a file, in order, each
// with the comment at the end of its line.
func constants(file, typ string) ([]word, error) {
	syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var list []word
	for _, decl := range syntax.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		for _, spec := range gen.Specs {
			if w, ok := constant(spec, typ); ok {
				list = append(list, w)
			}
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s has no constants of type %s", file, typ)
	}
	return list, nil
}

func constant(spec ast.Spec, typ string) (word, bool) {
	v, ok := spec.(*ast.ValueSpec)
	if !ok || len(v.Values) != 1 {
		return word{}, false
	}
	name, ok := v.Type.(*ast.Ident)
	if !ok || name.Name != typ {
		return word{}, false
	}
	literal, ok := v.Values[0].(*ast.BasicLit)
	if !ok {
		return word{}, false
	}
	value, err := strconv.Unquote(literal.Value)
	if err != nil {
		return word{}, false
	}
	return word{value, strings.TrimSpace(v.Comment.Text())}, true
}
