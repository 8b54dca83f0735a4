package schema_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/internal/schema"
)

const issue = `{
  "$schema": "http://json-schema.org/draft-07/schema#",
  "type": "object",
  "properties": {
    "title": {"type": "string", "minLength": 1, "maxLength": 5, "description": "the title"},
    "count": {"type": ["integer", "null"], "minimum": 1, "default": 3},
    "id": {"type": "integer"},
    "draft": {"type": "boolean"},
    "state": {"enum": ["open", "closed", 3]},
    "labels": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 2, "uniqueItems": true},
    "owner": {"anyOf": [{"type": "string"}, {"type": "object", "required": ["login"]}]},
    "kind": {"const": "issue"},
    "near": {"type": "number", "exclusiveMinimum": 0, "exclusiveMaximum": 1},
    "name": {"type": "string", "pattern": "^(?!x)[a-z]+$"},
    "word": {"type": "string", "pattern": "^[a-z]+$"},
    "meta": {"type": "object", "properties": {"size": {"type": "number"}}, "required": ["size"], "additionalProperties": false}
  },
  "required": ["title"],
  "additionalProperties": false
}`

func foreignSample(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.FromJSON(json.RawMessage(issue))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestForeignCheck(t *testing.T) {
	cases := map[string]struct{ give, want, err string }{
		"plain":             {give: `{"title":"x"}`, want: `{"title":"x"}`},
		"no defaults":       {give: `{"title":"x","count":null}`, want: `{"count":null,"title":"x"}`},
		"text is coerced":   {give: `{"title":"5","id":"7","draft":"true","meta":{"size":"1.5"}}`, want: `{"draft":true,"id":7,"meta":{"size":1.5},"title":"5"}`},
		"lists as text":     {give: `{"title":"x","labels":"[\"a\"]"}`, want: `{"labels":["a"],"title":"x"}`},
		"digits are kept":   {give: `{"title":"x","id":123456789012345678901234567890}`, want: `{"id":123456789012345678901234567890,"title":"x"}`},
		"NUL is data":       {give: `{"title":"a\u0000"}`, want: `{"title":"a\u0000"}`},
		"look-ahead passes": {give: `{"title":"x","name":"xyz"}`, want: `{"name":"xyz","title":"x"}`},
		"missing":           {give: `{}`, err: `missing required input "title"`},
		"unknown":           {give: `{"title":"x","titel":1}`, err: `unknown input "titel"; did you mean "title"?`},
		"nested":            {give: `{"title":"x","meta":{"siz":1}}`, err: "meta: missing required input \"size\"\nmeta: unknown input \"siz\""},
		"enum":              {give: `{"title":"x","state":"opn"}`, err: `state: must be one of "open", "closed", 3, got "opn"; did you mean "open"?`},
		"const":             {give: `{"title":"x","kind":"pr"}`, err: `kind: must be "issue", got "pr"`},
		"several types":     {give: `{"title":"x","count":"a"}`, err: `count: must be null or a whole number, got "a"`},
		"too short":         {give: `{"title":""}`, err: `title: must have at least 1 characters, has 0`},
		"too long":          {give: `{"title":"abcdef"}`, err: `title: must have at most 5 characters, has 6`},
		"too few":           {give: `{"title":"x","labels":[]}`, err: `labels: must have at least 1 elements, has 0`},
		"too many":          {give: `{"title":"x","labels":["a","b","c"]}`, err: `labels: must have at most 2 elements, has 3`},
		"the same twice":    {give: `{"title":"x","labels":["a","a"]}`, err: `labels: elements 0 and 1 are the same; each may occur once`},
		"open bounds":       {give: `{"title":"x","near":0}`, err: `near: must be more than 0, got 0`},
		"open bounds above": {give: `{"title":"x","near":1}`, err: `near: must be less than 1, got 1`},
		"pattern":           {give: `{"title":"x","word":"A"}`, err: `word: must match the pattern ^[a-z]+$, got "A"`},
		"no form fits":      {give: `{"title":"x","owner":5}`, err: `owner: fits none of the forms that are accepted: must be an object, like {"name": "value"}, got 5; or must be text (a JSON string), got 5`},
	}
	s := foreignSample(t)
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in, err := s.Check(json.RawMessage(c.give))
			if c.err == "" && err != nil {
				t.Fatal(err)
			}
			if c.err == "" {
				if diff := cmp.Diff(c.want, string(in.JSON())); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				return
			}
			if err == nil {
				t.Fatalf("accepted as %s", in.JSON())
			}
			if diff := cmp.Diff(c.err, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestForeignJSONIsAsItCame(t *testing.T) {
	s := foreignSample(t)
	var want, got any
	if json.Unmarshal([]byte(issue), &want) != nil || json.Unmarshal(s.JSON(), &got) != nil {
		t.Fatal("not JSON")
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if strings.ContainsAny(string(s.JSON()), "\n") {
		t.Error("JSON is not compact")
	}
}

func TestForeignParameters(t *testing.T) {
	got := foreignSample(t).Parameters()
	want := []schema.Parameter{
		{Name: "title", Type: "string", Description: "the title", Required: true},
		{Name: "count", Type: "integer", Min: number(1), Default: int64(3)},
		{Name: "id", Type: "integer"},
		{Name: "draft", Type: "boolean"},
		{Name: "state", Enum: []string{"open", "closed", "3"}},
		{Name: "labels", Type: "array", Items: "string"},
	}
	if diff := cmp.Diff(want, got[:len(want)]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestForeignWithoutASchemaAcceptsAnything(t *testing.T) {
	for _, raw := range []string{"", "null", "{}", `{"type":"object"}`} {
		s, err := schema.FromJSON(json.RawMessage(raw))
		if err != nil {
			t.Fatal(err)
		}
		in, err := s.Check(json.RawMessage(`{"b":[1,{"c":null}],"a":"x"}`))
		if err != nil || string(in.JSON()) != `{"a":"x","b":[1,{"c":null}]}` {
			t.Errorf("%q: %s, %v", raw, in.JSON(), err)
		}
	}
}

func TestForeignRefuses(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret.json")
	if err := os.WriteFile(secret, []byte(`{"type":"object"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	file, err := json.Marshal("file://" + filepath.ToSlash(secret))
	if err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct{ give, want string }{
		"not JSON":         {`{`, "the schema cannot be read"},
		"a list":           {`[]`, "the schema must be a JSON object"},
		"another type":     {`{"type":"string"}`, `the schema must describe an object, it describes "string"`},
		"nonsense":         {`{"type":"object","properties":5}`, "the schema cannot be used"},
		"a file":           {`{"properties":{"a":{"$ref":` + string(file) + `}}}`, "references to other documents are not followed"},
		"a host":           {`{"properties":{"a":{"$ref":"http://127.0.0.1:1/x.json"}}}`, "references to other documents are not followed"},
		"a missing part":   {`{"properties":{"a":{"$ref":"#/$defs/none"}}}`, "the schema cannot be used"},
		"a key twice":      {`{"type":"object","type":"object"}`, "given twice"},
		"too deep":         {strings.Repeat(`{"not":`, 65) + `{}` + strings.Repeat(`}`, 65), "nested deeper"},
		"over the maximum": {strings.Repeat(" ", schema.MaxForeign) + "{}", "at most 1048576 are accepted"},
	} {
		_, err := schema.FromJSON(json.RawMessage(c.give))
		if err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want %s", name, err, c.want)
		}
	}
}

func TestForeignOfTheLargestSize(t *testing.T) {
	raw := strings.Repeat(" ", schema.MaxForeign-2) + "{}"
	if _, err := schema.FromJSON(json.RawMessage(raw)); err != nil {
		t.Error(err)
	}
}

func TestForeignThatRefersToItself(t *testing.T) {
	s, err := schema.FromJSON(json.RawMessage(`{"type":"object","properties":{"next":{"$ref":"#"},"n":{"type":"integer"}},"additionalProperties":false}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Check(json.RawMessage(`{"next":{"next":{"n":1}}}`)); err != nil {
		t.Error(err)
	}
	_, err = s.Check(json.RawMessage(`{"next":{"next":{"n":"x"}}}`))
	if err == nil || err.Error() != `next.next.n: must be a whole number, got "x"` {
		t.Errorf("got %v", err)
	}
}

func TestForeignThatNeverEnds(t *testing.T) {
	s, err := schema.FromJSON(json.RawMessage(`{"allOf":[{"$ref":"#"}]}`))
	if err != nil {
		return // refused at once: as good
	}
	if _, err := s.Check(json.RawMessage(`{}`)); err == nil {
		t.Error("a schema that is only itself accepted an input")
	}
}
