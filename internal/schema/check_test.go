package schema_test

import (
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
)

func number(f float64) *float64 { return &f }

// sample has a parameter of every sort.
func sample(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.FromParameters([]schema.Parameter{
		{Name: "path", Type: "string", Required: true, Description: "a file", MaxLength: 20},
		{Name: "branch", Type: "string", Pattern: `[a-z]+(/[a-z]+)?`},
		{Name: "direction", Type: "string", Enum: []string{"up", "down"}},
		{Name: "steps", Type: "integer", Default: 1, Min: number(1), Max: number(100)},
		{Name: "ratio", Type: "number"},
		{Name: "level", Type: "integer", Enum: []string{"1", "2", "3"}},
		{Name: "wait", Type: "boolean", Default: true},
		{Name: "context", Type: "integer", Aliases: []string{"-C", "lines"}},
		{Name: "tags", Type: "array", Enum: []string{"a", "b"}},
		{Name: "sizes", Type: "array", Items: "integer", Min: number(0)},
		{Name: "env", Type: "object", Items: "string"},
		{Name: "any", Type: "object"},
		{Name: "filter", Type: "object", Fields: []schema.Parameter{
			{Name: "name", Type: "string", Required: true},
			{Name: "deep", Type: "boolean", Default: false},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestCheckAccepts(t *testing.T) {
	cases := map[string]struct{ give, want string }{
		"defaults fill in":            {`{"path":"x"}`, `{"path":"x","steps":1,"wait":true}`},
		"numbers may come as text":    {`{"path":"x","steps":"30","ratio":"-1.5e2","wait":true}`, `{"path":"x","ratio":-150,"steps":30,"wait":true}`},
		"booleans may come as text":   {`{"path":"x","steps":1,"wait":"False"}`, `{"path":"x","steps":1,"wait":false}`},
		"whole numbers with a point":  {`{"path":"x","steps":3.0,"wait":true}`, `{"path":"x","steps":3,"wait":true}`},
		"an exponent is a number":     {`{"path":"x","steps":1e1,"wait":true}`, `{"path":"x","steps":10,"wait":true}`},
		"minus zero is zero":          {`{"path":"x","ratio":-0.0,"steps":1,"wait":true}`, `{"path":"x","ratio":0,"steps":1,"wait":true}`},
		"too small to tell from zero": {`{"path":"x","ratio":1e-999,"steps":1,"wait":true}`, `{"path":"x","ratio":0,"steps":1,"wait":true}`},
		"largest safe number":         {`{"path":"x","ratio":9007199254740991,"steps":1,"wait":true}`, `{"path":"x","ratio":9007199254740991,"steps":1,"wait":true}`},
		"smallest safe number":        {`{"path":"x","ratio":"-9007199254740991","steps":1,"wait":true}`, `{"path":"x","ratio":-9007199254740991,"steps":1,"wait":true}`},
		"an alias is renamed":         {`{"path":"x","-C":"3","steps":1,"wait":true}`, `{"context":3,"path":"x","steps":1,"wait":true}`},
		"null is missing":             {`{"path":"x","steps":null,"branch":null,"wait":true}`, `{"path":"x","steps":1,"wait":true}`},
		"text that looks like one":    {`{"path":"30","steps":1,"wait":true}`, `{"path":"30","steps":1,"wait":true}`},
		"a pattern on the whole":      {`{"path":"x","branch":"ab/cd","steps":1,"wait":true}`, `{"branch":"ab/cd","path":"x","steps":1,"wait":true}`},
		"an enum of numbers":          {`{"path":"x","level":"2","steps":1,"wait":true}`, `{"level":2,"path":"x","steps":1,"wait":true}`},
		"elements are coerced":        {`{"path":"x","sizes":["1",2],"tags":["b"],"steps":1,"wait":true}`, `{"path":"x","sizes":[1,2],"steps":1,"tags":["b"],"wait":true}`},
		"a list may come as text":     {`{"path":"x","sizes":"[1, \"2\"]","steps":1,"wait":true}`, `{"path":"x","sizes":[1,2],"steps":1,"wait":true}`},
		"an object may come as text":  {`{"path":"x","filter":"{\"name\": \"n\", \"deep\": \"true\"}","steps":1,"wait":true}`, `{"filter":{"deep":true,"name":"n"},"path":"x","steps":1,"wait":true}`},
		"brackets are text in text":   {`{"path":"[1]","steps":1,"wait":true}`, `{"path":"[1]","steps":1,"wait":true}`},
		"an object of texts":          {`{"path":"x","env":{"B":"1","A":""},"steps":1,"wait":true}`, `{"env":{"A":"","B":"1"},"path":"x","steps":1,"wait":true}`},
		"an object of anything":       {`{"path":"x","any":{"a":[1,{"b":null}]},"steps":1,"wait":true}`, `{"any":{"a":[1,{"b":null}]},"path":"x","steps":1,"wait":true}`},
		"an object with fields":       {`{"path":"x","filter":{"name":"n","deep":"true"},"steps":1,"wait":true}`, `{"filter":{"deep":true,"name":"n"},"path":"x","steps":1,"wait":true}`},
		"nested defaults":             {`{"path":"x","filter":{"name":"n"},"steps":1,"wait":true}`, `{"filter":{"deep":false,"name":"n"},"path":"x","steps":1,"wait":true}`},
		"length at its limit":         {`{"path":"` + strings.Repeat("é", 10) + `","steps":1,"wait":true}`, `{"path":"` + strings.Repeat("é", 10) + `","steps":1,"wait":true}`},
		"markup is left alone":        {`{"path":"<a>&'\u0026","steps":1,"wait":true}`, `{"path":"<a>&'&","steps":1,"wait":true}`},
	}
	s := sample(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in, err := s.Check(json.RawMessage(c.give))
			if err != nil {
				t.Fatalf("Check(%s): %v", c.give, err)
			}
			if diff := cmp.Diff(c.want, string(in.JSON())); diff != "" {
				t.Errorf("Check(%s) (-want +got):\n%s", c.give, diff)
			}
		})
	}
}

func TestCheckRefuses(t *testing.T) {
	cases := map[string]struct{ give, want string }{
		"not a number":          {`{"path":"x","steps":"abc"}`, `steps: must be a whole number, got "abc"`},
		"empty text":            {`{"path":"x","ratio":""}`, `ratio: must be a number, got ""`},
		"a number with blanks":  {`{"path":"x","ratio":" 1 "}`, `ratio: must be a number, got " 1 "`},
		"leading zeros":         {`{"path":"x","ratio":"007"}`, `ratio: must be a number, got "007"`},
		"hexadecimal":           {`{"path":"x","ratio":"0x10"}`, `ratio: must be a number, got "0x10"`},
		"not a finite number":   {`{"path":"x","ratio":"NaN","steps":"Inf"}`, "ratio: must be a number, got \"NaN\"\nsteps: must be a whole number, got \"Inf\""},
		"too large":             {`{"path":"x","ratio":1e999}`, `ratio: the number 1e999 is too large`},
		"too large as text":     {`{"path":"x","ratio":"1e999"}`, `ratio: the number 1e999 is too large`},
		"beyond safe integers":  {`{"path":"x","ratio":9007199254740992}`, `ratio: the number 9007199254740992 is beyond 9007199254740991, where digits get lost; send a smaller one`},
		"below safe integers":   {`{"path":"x","ratio":"-9007199254740993"}`, `ratio: the number -9007199254740993 is beyond 9007199254740991, where digits get lost; send a smaller one`},
		"large with exponent":   {`{"path":"x","ratio":1e300}`, `ratio: the number 1e300 is beyond 9007199254740991, where digits get lost; send a smaller one`},
		"a fraction":            {`{"path":"x","steps":1.5}`, `steps: must be a whole number, got 1.5`},
		"a number for a switch": {`{"path":"x","wait":1}`, `wait: must be true or false, got 1`},
		"a number for text":     {`{"path":5}`, `path: must be text (a JSON string), got 5`},
		"text for a list":       {`{"path":"x","tags":"a"}`, `tags: must be a list, like ["a", "b"], got "a"`},
		"half a list as text":   {`{"path":"x","tags":"[\"a\""}`, "tags: must be a list, like [\"a\", \"b\"], got \"[\\\"a\\\"\""},
		"an object for a list":  {`{"path":"x","tags":"{}"}`, `tags: must be a list, like ["a", "b"], got "{}"`},
		"a list for an object":  {`{"path":"x","env":["a"]}`, `env: must be an object, like {"name": "value"}, got a list of 1`},
		"below":                 {`{"path":"x","steps":0}`, `steps: must be at least 1, got 0`},
		"above":                 {`{"path":"x","steps":"101"}`, `steps: must be at most 100, got 101`},
		"enum":                  {`{"path":"x","direction":"dwon"}`, `direction: must be one of "up", "down", got "dwon"; did you mean "down"?`},
		"enum of numbers":       {`{"path":"x","level":4}`, `level: must be one of 1, 2, 3, got 4`},
		"enum of elements":      {`{"path":"x","tags":["a","c"]}`, `tags[1]: must be one of "a", "b", got "c"`},
		"bound of elements":     {`{"path":"x","sizes":[1,-1]}`, `sizes[1]: must be at least 0, got -1`},
		"null in a list":        {`{"path":"x","sizes":[null]}`, `sizes[0]: must be a whole number, got null`},
		"pattern":               {`{"path":"x","branch":"ab; rm"}`, `branch: must match the pattern [a-z]+(/[a-z]+)?, got "ab; rm"`},
		"pattern and line end":  {`{"path":"x","branch":"ab\n"}`, `branch: must match the pattern [a-z]+(/[a-z]+)?, got "ab\n"`},
		"missing":               {`{}`, `missing required input "path"`},
		"null is missing":       {`{"path":null}`, `missing required input "path"`},
		"unknown, near":         {`{"pth":"x","path":"x"}`, `unknown input "pth"; did you mean "path"?`},
		"unknown, swapped":      {`{"path":"x","ratoi":1}`, `unknown input "ratoi"; did you mean "ratio"?`},
		"unknown, other case":   {`{"path":"x","Steps":1}`, `unknown input "Steps"; did you mean "steps"?`},
		"alias and name":        {`{"path":"x","-C":1,"context":2}`, `context: is given twice, as "-C" and as "context"; give it once`},
		"nested unknown":        {`{"path":"x","filter":{"nam":"n"}}`, "filter: missing required input \"name\"\nfilter: unknown input \"nam\"; did you mean \"name\"?"},
		"too long, in bytes":    {`{"path":"` + strings.Repeat("é", 10) + `e"}`, `path: has 21 bytes; at most 20 are accepted`},
		"NUL":                   {`{"path":"a\u0000b"}`, `path: has a NUL byte; send text without it`},
		"NUL, deep":             {`{"path":"x","any":{"k":["\u0000"]}}`, `any.k[0]: has a NUL byte; send text without it`},
		"all at once":           {`{"pth":1,"steps":"x","wait":"y"}`, "missing required input \"path\"\nunknown input \"pth\"; did you mean \"path\"?\nsteps: must be a whole number, got \"x\"\nwait: must be true or false, got \"y\""},
	}
	s := sample(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in, err := s.Check(json.RawMessage(c.give))
			var invalid *schema.InvalidError
			if !errors.As(err, &invalid) {
				t.Fatalf("Check(%s) = %s, %v; want an *InvalidError", c.give, in.JSON(), err)
			}
			if diff := cmp.Diff(c.want, invalid.Error()); diff != "" {
				t.Errorf("Check(%s) (-want +got):\n%s", c.give, diff)
			}
		})
	}
}

func TestCheckListsUnknownNames(t *testing.T) {
	s := sample(t)
	_, err := s.Check(json.RawMessage(`{"path":"x","completely_different":1}`))
	want := `unknown input "completely_different"; known are "path", "branch", "direction", "steps", "ratio", "level", "wait", "context", "tags", "sizes", "env", "any", …`
	if err == nil || err.Error() != want {
		t.Errorf("got  %v\nwant %s", err, want)
	}
}

func TestCheckBoundsItsReport(t *testing.T) {
	raw := `{"path":"x","sizes":[` + strings.TrimSuffix(strings.Repeat(`"x",`, 5000), ",") + `]}`
	_, err := sample(t).Check(json.RawMessage(raw))
	var invalid *schema.InvalidError
	if !errors.As(err, &invalid) || len(invalid.Violations) != 50 {
		t.Errorf("5,000 mistakes: got %d violations, want 50", len(invalid.Violations))
	}
}

func TestZeroSchemaTakesNothing(t *testing.T) {
	var s schema.Schema
	if got := string(s.JSON()); got != `{"type":"object","properties":{},"additionalProperties":false}` {
		t.Errorf("JSON() = %s", got)
	}
	if in, err := s.Check(nil); err != nil || string(in.JSON()) != "{}" {
		t.Errorf("Check(nil) = %s, %v", in.JSON(), err)
	}
	_, err := s.Check(json.RawMessage(`{"a":1}`))
	if err == nil || err.Error() != `unknown input "a"; no inputs are accepted here` {
		t.Errorf("Check({a}) = %v", err)
	}
	if s.Parameters() != nil {
		t.Errorf("Parameters() = %v", s.Parameters())
	}
}

func TestInput(t *testing.T) {
	var zero schema.Input
	if string(zero.JSON()) != "{}" || len(zero.Values()) != 0 {
		t.Errorf("zero input: %s, %v", zero.JSON(), zero.Values())
	}
	in, err := sample(t).Check(json.RawMessage(`{"path":"x","ratio":1.5,"sizes":[1],"any":{"k":"v"}}`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"path": "x", "ratio": 1.5, "sizes": []any{int64(1)}, "steps": int64(1), "wait": true,
		"any": map[string]any{"k": "v"},
	}
	got := in.Values()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("Values (-want +got):\n%s", diff)
	}
	got["path"], got["any"].(map[string]any)["k"], got["sizes"].([]any)[0] = "changed", "changed", "changed"
	if diff := cmp.Diff(want, in.Values()); diff != "" {
		t.Errorf("Values after its copy was changed (-want +got):\n%s", diff)
	}
	var typed struct {
		Path  string
		Steps int
		Sizes []uint8
	}
	if err := in.Decode(&typed); err != nil || typed.Path != "x" || typed.Steps != 1 || len(typed.Sizes) != 1 {
		t.Errorf("Decode = %+v, %v", typed, err)
	}
	var wrong struct{ Path int }
	if err := in.Decode(&wrong); err == nil {
		t.Error("Decode into a struct that does not fit: no error")
	}
}

func TestCheckIsSafeForConcurrentUse(t *testing.T) {
	s := sample(t)
	done := make(chan error)
	for range 8 {
		go func() {
			_, err := s.Check(json.RawMessage(`{"path":"x","branch":"main","steps":"3"}`))
			done <- err
		}()
	}
	for range 8 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func TestMaxSafeInteger(t *testing.T) {
	if f := float64(schema.MaxSafeInteger); f+1 == f || math.Nextafter(f, math.Inf(1)) != f+1 {
		t.Errorf("%v is not the largest whole number with its own float64", f)
	}
}
