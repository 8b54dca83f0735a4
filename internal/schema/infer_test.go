package schema_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
)

type place struct {
	Path string `json:"path" doc:"where" maxlen:"10"`
}

type inferred struct {
	place
	Pattern string            `json:"pattern" pattern:"[a-z]+"`
	Mode    string            `json:"mode,omitempty" enum:"fast,slow"`
	Limit   int               `json:"limit" default:"5" min:"1" max:"10"`
	Context uint              `json:"context,omitempty" alias:"-C,lines"`
	Ratio   *float64          `json:"ratio"`
	Force   bool              `json:"force,omitzero"`
	Args    []string          `json:"args,omitempty" default:"[\"-v\"]"`
	Sizes   []int             `json:"sizes,omitempty" min:"0"`
	Headers map[string]string `json:"headers,omitempty"`
	Extra   map[string]any    `json:"extra,omitempty"`
	Filter  struct {
		Name string `json:"name"`
	} `json:"filter,omitzero"`
	Rows []struct {
		ID int `json:"id"`
	} `json:"rows,omitempty"`
	Hidden   func() `json:"-"`
	internal string //nolint:unused // proves that unexported fields are left out
}

func TestInfer(t *testing.T) {
	s, err := schema.Infer[inferred]()
	if err != nil {
		t.Fatal(err)
	}
	want := []schema.Parameter{
		{Name: "path", Type: "string", Description: "where", Required: true, MaxLength: 10},
		{Name: "pattern", Type: "string", Required: true, Pattern: "[a-z]+"},
		{Name: "mode", Type: "string", Enum: []string{"fast", "slow"}},
		{Name: "limit", Type: "integer", Default: int64(5), Min: number(1), Max: number(10)},
		{Name: "context", Type: "integer", Min: number(0), Aliases: []string{"-C", "lines"}},
		{Name: "ratio", Type: "number"},
		{Name: "force", Type: "boolean"},
		{Name: "args", Type: "array", Items: "string", Default: []any{"-v"}},
		{Name: "sizes", Type: "array", Items: "integer", Min: number(0)},
		{Name: "headers", Type: "object", Items: "string"},
		{Name: "extra", Type: "object"},
		{Name: "filter", Type: "object", Fields: []schema.Parameter{{Name: "name", Type: "string", Required: true}}},
		{Name: "rows", Type: "array", Items: "object", Fields: []schema.Parameter{{Name: "id", Type: "integer", Required: true}}},
	}
	if diff := cmp.Diff(want, s.Parameters()); diff != "" {
		t.Errorf("Parameters (-want +got):\n%s", diff)
	}
	in, err := s.Check(json.RawMessage(`{"path":"p","pattern":"x","-C":"2","ratio":"0.5","rows":[{"id":"7"}],"filter":{"name":"n"},"headers":{"A":"b"}}`))
	if err != nil {
		t.Fatal(err)
	}
	var got inferred
	if err := in.Decode(&got); err != nil {
		t.Fatal(err)
	}
	if got.Path != "p" || got.Limit != 5 || got.Context != 2 || *got.Ratio != 0.5 || got.Rows[0].ID != 7 ||
		got.Filter.Name != "n" || got.Headers["A"] != "b" || got.Args[0] != "-v" {
		t.Errorf("decoded: %+v", got)
	}
}

func TestInferOfNothing(t *testing.T) {
	s, err := schema.Infer[struct{}]()
	if err != nil || string(s.JSON()) != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("%s, %v", s.JSON(), err)
	}
}

func TestInferRefuses(t *testing.T) {
	type loop struct {
		Next []struct {
			Any any `json:"any"`
		} `json:"next"`
	}
	for name, c := range map[string]struct {
		infer func() (*schema.Schema, error)
		want  []string
	}{
		"not a struct": {schema.Infer[string], []string{"string is not"}},
		"no json name": {schema.Infer[struct{ Path string }], []string{"has no json name"}},
		"every bad field": {schema.Infer[struct {
			A chan int      `json:"a"`
			B time.Duration `json:"b"`
			C []byte        `json:"c"`
			D map[int]int   `json:"d"`
			E int           `json:"e" min:"one"`
			F string        `json:"f" maxlen:"x"`
			G any           `json:"g"`
		}], []string{"chan int cannot", "time.Duration has no unit", "list of bytes", "keys of map[int]int", `"one"`, `"x"`, "interface {} cannot"}},
		"nested": {schema.Infer[loop], []string{"interface {} cannot"}},
		"bad default": {schema.Infer[struct {
			A int `json:"a" default:"many"`
		}], []string{`parameter "a" has a default`}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := c.infer()
			if err == nil {
				t.Fatal("no error")
			}
			for _, w := range c.want {
				if !strings.Contains(err.Error(), w) {
					t.Errorf("%q is not in\n%v", w, err)
				}
			}
		})
	}
}

type list struct {
	Next []list `json:"next"`
}

func TestInferOfARecursiveTypeEnds(t *testing.T) {
	if _, err := schema.Infer[list](); err == nil || !strings.Contains(err.Error(), "contains itself") {
		t.Errorf("got %v", err)
	}
}
