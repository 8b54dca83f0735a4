package schema_test

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
)

func TestPublish(t *testing.T) {
	s, err := schema.FromParameters([]schema.Parameter{
		{Name: "zeta", Type: "string", Description: `a <"text">`, Required: true, Pattern: "a|b", MaxLength: 9, Aliases: []string{"-z"}},
		{Name: "alpha", Type: "number", Enum: []string{"1", "2.5"}, Default: "2.5"},
		{Name: "list", Type: "array", Items: "integer", Min: number(0), Max: number(5), Default: []int{1}},
		{Name: "words", Type: "array", Enum: []string{"x", "y"}},
		{Name: "map", Type: "object", Items: "boolean"},
		{Name: "free", Type: "object"},
		{Name: "rows", Type: "array", Fields: []schema.Parameter{{Name: "id", Type: "integer", Required: true}}},
		{Name: "none", Type: "object", Fields: []schema.Parameter{}},
	})
	if err != nil {
		t.Fatal(err)
	}
	want := `{"type":"object","properties":{` +
		`"zeta":{"type":"string","description":"a <\"text\">","pattern":"^(?:a|b)$","maxLength":9},` +
		`"alpha":{"type":"number","default":2.5,"enum":[1,2.5]},` +
		`"list":{"type":"array","default":[1],"items":{"type":"integer","minimum":0,"maximum":5}},` +
		`"words":{"type":"array","items":{"type":"string","enum":["x","y"]}},` +
		`"map":{"type":"object","additionalProperties":{"type":"boolean"}},` +
		`"free":{"type":"object"},` +
		`"rows":{"type":"array","items":{"type":"object","properties":{"id":{"type":"integer"}},"required":["id"],"additionalProperties":false}},` +
		`"none":{"type":"object","properties":{},"additionalProperties":false}` +
		`},"required":["zeta"],"additionalProperties":false}`
	if diff := cmp.Diff(want, string(s.JSON())); diff != "" {
		t.Errorf("JSON (-want +got):\n%s", diff)
	}
	if !json.Valid(s.JSON()) {
		t.Error("JSON is not valid")
	}
}

func TestFromParametersKeepsWhatItWasGiven(t *testing.T) {
	ps := []schema.Parameter{
		{Name: "a", Type: "string", Enum: []string{"x", "y"}, Default: "x", Description: "d"},
		{Name: "b", Type: "array", Items: "number", Aliases: []string{"-b"}, Max: number(3)},
		{Name: "c", Type: "object", Fields: []schema.Parameter{{Name: "d", Type: "integer", Default: int64(2)}}},
		{Name: "e", Type: "array", Fields: []schema.Parameter{{Name: "f", Type: "boolean", Default: true}}},
	}
	s, err := schema.FromParameters(ps)
	if err != nil {
		t.Fatal(err)
	}
	want := append([]schema.Parameter{}, ps...)
	if diff := cmp.Diff(want, s.Parameters()); diff != "" {
		t.Errorf("Parameters (-want +got):\n%s", diff)
	}
	ps[0].Enum[0] = "changed"
	got := s.Parameters()
	got[1].Aliases[0] = "changed"
	if _, err := s.Check(json.RawMessage(`{"a":"x","b":[1]}`)); err != nil || s.Parameters()[0].Enum[0] != "x" || s.Parameters()[1].Aliases[0] != "-b" {
		t.Errorf("a schema changed with the list it was made from: %v, %v", s.Parameters(), err)
	}
}

func TestFromParametersRefuses(t *testing.T) {
	long := strings.Repeat("n", 65)
	cases := map[string]struct {
		give schema.Parameter
		want string
	}{
		"no name":             {schema.Parameter{Type: "string"}, `parameter "#1" has no name; give it one`},
		"blank in name":       {schema.Parameter{Name: "a b", Type: "string"}, `parameter "a b" has a name that models do not accept; use letters, digits, _ . and -, at most 64`},
		"long name":           {schema.Parameter{Name: long, Type: "string"}, `parameter "` + long + `" has a name that models do not accept; use letters, digits, _ . and -, at most 64`},
		"no type":             {schema.Parameter{Name: "a"}, `parameter "a" has no type; use one of string, number, integer, boolean, array, object`},
		"wrong type":          {schema.Parameter{Name: "a", Type: "strng"}, `parameter "a" has the type "strng"; use one of string, number, integer, boolean, array, object; did you mean "string"?`},
		"wrong element":       {schema.Parameter{Name: "a", Type: "array", Items: "text"}, `parameter "a[]" has the type "text"; use one of string, number, integer, boolean, array, object`},
		"arrays of arrays":    {schema.Parameter{Name: "a", Type: "array", Items: "array"}, `parameter "a" is an array of arrays; use an array of objects instead`},
		"items of text":       {schema.Parameter{Name: "a", Type: "string", Items: "string"}, `parameter "a" has items or fields, but is a string; only arrays and objects have them`},
		"broken pattern":      {schema.Parameter{Name: "a", Type: "string", Pattern: "a("}, "parameter \"a\" cannot be checked: the pattern \"a(\" is not valid RE2: missing closing ): `a(`"},
		"unbalanced pattern":  {schema.Parameter{Name: "a", Type: "string", Pattern: "a)(b"}, "parameter \"a\" cannot be checked: the pattern \"a)(b\" is not valid RE2: unexpected ): `a)(b`"},
		"pattern look-ahead":  {schema.Parameter{Name: "a", Type: "string", Pattern: "(?=a)"}, "parameter \"a\" cannot be checked: the pattern \"(?=a)\" is not valid RE2: invalid or unsupported Perl syntax: `(?=`"},
		"pattern of number":   {schema.Parameter{Name: "a", Type: "number", Pattern: "1"}, `parameter "a" has a pattern, but is a number; only strings have one`},
		"length of number":    {schema.Parameter{Name: "a", Type: "integer", MaxLength: 1}, `parameter "a" has a maximum length of 1; only strings have one, and not below 0`},
		"negative length":     {schema.Parameter{Name: "a", Type: "string", MaxLength: -1}, `parameter "a" has a maximum length of -1; only strings have one, and not below 0`},
		"bounds of text":      {schema.Parameter{Name: "a", Type: "string", Min: number(1)}, `parameter "a" has a minimum or maximum, but is a string; only numbers have them`},
		"bounds crossed":      {schema.Parameter{Name: "a", Type: "number", Min: number(2), Max: number(1)}, `parameter "a" has a minimum of 2 above its maximum of 1`},
		"bound not a number":  {schema.Parameter{Name: "a", Type: "number", Min: number(math.NaN())}, `parameter "a" has a bound that is not a number`},
		"enum twice":          {schema.Parameter{Name: "a", Type: "string", Enum: []string{"x", "x"}}, `parameter "a" lists "x" twice in its enum`},
		"enum of booleans":    {schema.Parameter{Name: "a", Type: "boolean", Enum: []string{"true"}}, `parameter "a" has an enum, but is a boolean; leave the enum out`},
		"enum not numbers":    {schema.Parameter{Name: "a", Type: "number", Enum: []string{"one"}}, `parameter "a" lists "one" in its enum, which is not a number`},
		"enum not whole":      {schema.Parameter{Name: "a", Type: "integer", Enum: []string{"1.5"}}, `parameter "a" lists "1.5" in its enum, which is not a whole number`},
		"enum of object":      {schema.Parameter{Name: "a", Type: "object", Enum: []string{"x"}}, `parameter "a" has enum, pattern or bounds, but is an object; set them on its fields`},
		"fields and items":    {schema.Parameter{Name: "a", Type: "object", Items: "string", Fields: []schema.Parameter{}}, `parameter "a" has both fields and items; an object has the ones or the others`},
		"alias is its name":   {schema.Parameter{Name: "a", Type: "string", Aliases: []string{"a"}}, `parameter "a" uses the name "a", which is empty or taken; each name may be used once`},
		"default of its type": {schema.Parameter{Name: "a", Type: "number", Default: "x"}, `parameter "a" has a default that it would not accept itself: a: must be a number, got "x"`},
		"default of its enum": {schema.Parameter{Name: "a", Type: "string", Enum: []string{"x"}, Default: "y"}, `parameter "a" has a default that it would not accept itself: a: must be one of "x", got "y"`},
		"default too large":   {schema.Parameter{Name: "a", Type: "integer", Max: number(5), Default: 6}, `parameter "a" has a default that it would not accept itself: a: must be at most 5, got 6`},
		"nested default":      {schema.Parameter{Name: "a", Type: "object", Fields: []schema.Parameter{{Name: "b", Type: "boolean", Default: 3}}}, `parameter "a.b" has a default that it would not accept itself: b: must be true or false, got 3`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			_, err := schema.FromParameters([]schema.Parameter{c.give})
			if err == nil {
				t.Fatalf("no error, want %s", c.want)
			}
			if diff := cmp.Diff(c.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestFromParametersListsAllProblems(t *testing.T) {
	_, err := schema.FromParameters([]schema.Parameter{
		{Name: "a", Type: "nope"},
		{Name: "fine", Type: "string", Aliases: []string{"-f"}},
		{Name: "fine", Type: "string"},
		{Name: "b", Type: "string", Aliases: []string{"-f"}, Min: number(1)},
	})
	if err == nil || strings.Count(err.Error(), "\n") != 3 {
		t.Errorf("want four problems, a line each; got\n%v", err)
	}
}

func TestRequiredBeatsDefault(t *testing.T) {
	s, err := schema.FromParameters([]schema.Parameter{{Name: "a", Type: "string", Required: true, Default: "x"}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(nil); err == nil || err.Error() != `missing required input "a"` {
		t.Errorf("a required input with a default was filled in: %v", err)
	}
}
