package operator_test

import (
	"context"
	"maps"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// toolSource has one tool.
type toolSource struct{ tool tools.Tool }

func (s toolSource) Namespace() string                           { return "" }
func (s toolSource) Tools(context.Context) ([]tools.Tool, error) { return []tools.Tool{s.tool}, nil }

// What the author of a tool should mend is a problem of the space; a tool without a description has its name as one.
func TestWarningsOfToolsAreProblems(t *testing.T) {
	tool, err := tools.Define[struct{}, string](tools.Info{Name: "fire", Source: "bridge", SideEffect: true}, func(context.Context, struct{}) (string, error) { return "", nil })
	if err != nil {
		t.Fatal(err)
	}
	if d := tool.Info().Description; d != "fire" {
		t.Errorf("it is described as %q", d)
	}
	b := operatortest.New(t, operatortest.Options{Change: func(c *operator.Config) {
		c.Bridge = func(*operator.Operator) (tools.Source, error) { return toolSource{tool}, nil }
	}})
	list := b.S.Problems()
	if len(list) != 1 || list[0].Severity != "warning" || !strings.Contains(list[0].Text, `"fire" has a side effect and is not idempotent`) {
		t.Errorf("the problems are %+v", list)
	}
}

// A tool that a page lists and that is not there is a problem of its line; a glob, an alias and what a server may bring are not.
func TestToolsThatAPageNamesInVain(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"pages/a.html": "<p>", "pages/b.html": "<p>", "space.manifest.json": `{
  "id": "x",
  "pages": [
    {"id": "a", "tools": ["read", "gr*", "shop__buy"]},
    {"id": "b", "tools": [
      "read",
      "grepp",
      "zzzzzzzz*"
    ]}
  ]
}
`}})
	got := map[int]string{}
	for _, p := range b.S.Problems() {
		if p.File != "space.manifest.json" || p.Severity != "warning" {
			t.Errorf("%+v", p)
		}
		got[p.Line] = p.Text
	}
	want := map[int]string{7: `among the "tools" of the page "b": there is no tool "grepp"; did you mean grep?`, 8: `among the "tools" of the page "b": there is no tool "zzzzzzzz*"`}
	if !maps.Equal(got, want) {
		t.Errorf("%v", got)
	}
}
