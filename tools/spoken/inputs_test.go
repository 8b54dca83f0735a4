package spoken_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"handrail/tools/spoken"
)

// Every input of our own tools is German: its name, and what is said of it. So is none that no tool has.
func TestEveryInputIsGerman(t *testing.T) {
	german := spoken.ForPage().Input
	texts, names := map[string]bool{}, map[string]bool{}
	for _, folder := range []string{"tools/builtin", "tools/command", "tools/message", "tools/memory", "operator/skills", "operator/subagents", "operator/rehearsal", "bridge"} {
		for _, input := range inputsIn(t, filepath.Join("..", "..", folder)) {
			names[input.name], texts[input.text] = true, true
		}
	}
	if len(texts) < 70 {
		t.Errorf("only %d inputs are found", len(texts))
	}
	for _, kind := range []struct {
		german map[string]string
		inputs map[string]bool
	}{{german.Name, names}, {german.Text, texts}} {
		for english := range kind.inputs {
			if kind.german[english] == "" {
				t.Errorf("the input %q has no German", english)
			}
		}
		for english, said := range kind.german {
			if !kind.inputs[english] {
				t.Errorf("no tool has the input %q", english)
			}
			if strings.ContainsAny(said, "”!") || strings.Contains(said, "...") {
				t.Errorf("%q: %q is not written as CONTRIBUTING.md has it", english, said)
			}
		}
	}
}

type input struct{ name, text string }

// inputsIn are the inputs of the tools in a folder that have a description.
func inputsIn(t *testing.T, folder string) (out []input) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(f, func(n ast.Node) bool {
			field, ok := n.(*ast.Field)
			if !ok || field.Tag == nil {
				return true
			}
			tag := reflect.StructTag(strings.Trim(field.Tag.Value, "`"))
			if text := tag.Get("doc"); text != "" {
				name, _, _ := strings.Cut(tag.Get("json"), ",")
				out = append(out, input{name, text})
			}
			return true
		})
	}
	return out
}
