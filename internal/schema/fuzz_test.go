package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"handrail/internal/dev/effort"
	"handrail/internal/schema"
)

// FuzzCheck states what Check promises: an input that was accepted is accepted
// again and comes out equal; it is what the published schema describes, as a
// validator that knows nothing of us reads it; and a refusal says why.
func FuzzCheck(f *testing.F) {
	for _, seed := range []string{
		`{"path":"x"}`, `{"path":"x","steps":"30","wait":"true"}`, `{"path":"x","-C":3}`, `{"pth":1}`,
		`{"path":"x","ratio":1e21}`, `{"path":"x","ratio":"-0.1e-7"}`, `{"path":"x","ratio":9007199254740991}`,
		`{"path":"x","tags":["a","b"],"sizes":["1",2.0]}`, `{"path":"x","env":{"A":"b"},"any":{"k":[1,2.5,null,"\ud83d\ude00"]}}`,
		`{"path":"x","filter":{"name":"n","deep":"FALSE"}}`, `{"path":"x","path":"y"}`, `[]`, ``, `null`, `{"path":"a\u0000"}`,
		`{"title":"x","id":123456789012345678901234567890,"owner":{"login":1}}`, `{"title":"x","near":"0.5","labels":["a"]}`,
		`{"path":"x","tags":"[\"a\"]","filter":"{\"name\":\"n\"}"}`, `{"path":"x","any":"{\"a\":1e400}"}`,
	} {
		f.Add([]byte(seed))
	}
	own, foreign := sample(f), foreignSample(f)
	independent := validator(f, own.JSON())
	f.Fuzz(func(t *testing.T, raw []byte) {
		if in, ok := checkedTwice(t, own, raw); ok {
			value, err := jsonschema.UnmarshalJSON(bytes.NewReader(in.JSON()))
			if err != nil {
				t.Fatal(err)
			}
			if err := independent.Validate(value); err != nil {
				t.Errorf("%s was accepted, but is not what we publish: %v", in.JSON(), err)
			}
		}
		checkedTwice(t, foreign, raw)
	})
}

func checkedTwice(t *testing.T, s *schema.Schema, raw []byte) (schema.Input, bool) {
	t.Helper()
	in, err := s.Check(raw)
	if err != nil {
		var invalid *schema.InvalidError
		if !errors.As(err, &invalid) || len(invalid.Violations) == 0 || invalid.Error() == "" {
			t.Errorf("refused without a reason: %v", err)
		}
		return in, false
	}
	again, err := s.Check(in.JSON())
	if err != nil {
		t.Errorf("%s came out as %s, which is refused: %v", raw, in.JSON(), err)
	}
	if !bytes.Equal(in.JSON(), again.JSON()) {
		t.Errorf("checked once %s, twice %s", in.JSON(), again.JSON())
	}
	return in, true
}

func validator(t testing.TB, doc json.RawMessage) *jsonschema.Schema {
	t.Helper()
	parsed, err := jsonschema.UnmarshalJSON(bytes.NewReader(doc))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	if err := c.AddResource("urn:test", parsed); err != nil {
		t.Fatal(err)
	}
	s, err := c.Compile("urn:test")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// FuzzFromJSON proves that no schema from outside brings us down, whatever it
// demands, and that one that is taken can be used.
func FuzzFromJSON(f *testing.F) {
	for _, seed := range []string{
		issue, `{}`, `{"type":"object","properties":{"a":{"$ref":"#"}}}`, `{"$id":"http://x/y","$defs":{"a":{}},"$ref":"#/$defs/a"}`,
		`{"properties":{"a":{"pattern":"("}}}`, `{"patternProperties":{"^(?=x)":{}}}`, `{"required":["a"]}`, `{"$dynamicRef":"#a"}`,
	} {
		f.Add([]byte(seed), []byte(`{"a":1,"title":"x"}`))
	}
	for _, seed := range []string{
		doubling(30, "anyOf"), circle(5, "oneOf"), `{"type":["object","null"],"not":{"not":{}}}`, `{"$schema":"x","properties":{"a":true}}`,
		`{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}}}`, `{"$recursiveRef":"#"}`, `{"items":[{}],"additionalItems":{"$ref":"#"}}`,
		`{"properties":{"a":{"multipleOf":1e-100000000,"minimum":1e-99999999}}}`, `{"unevaluatedProperties":false,"if":{"required":["a"]},"then":{"properties":{"a":{"minLength":1e300}}}}`, `true`, `{"dependencies":{"a":["b"]}}`,
	} {
		f.Add([]byte(seed), []byte(`{"a":{"a":[1,"x",null]}}`))
	}
	f.Fuzz(func(t *testing.T, raw, input []byte) {
		defer effort.Limit(t, 10*time.Second)()
		s, err := schema.FromJSON(raw)
		if err != nil {
			return
		}
		if !json.Valid(s.JSON()) {
			t.Errorf("JSON() of %s is not JSON", raw)
		}
		s.Parameters()
		s.Unchecked()
		checkedTwice(t, s, input)
	})
}
