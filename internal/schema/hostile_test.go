package schema_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"handrail/internal/dev/effort"
	"handrail/internal/schema"
)

// doubling is a schema whose every level asks twice for the next one.
func doubling(levels int, keyword string) string {
	var defs []string
	for i := range levels {
		defs = append(defs, fmt.Sprintf(`"a%d":{"%s":[{"$ref":"#/$defs/a%d"},{"$ref":"#/$defs/a%d"}]}`, i, keyword, i+1, i+1))
	}
	return fmt.Sprintf(`{"$ref":"#/$defs/a0","$defs":{%s,"a%d":{"type":"object"}}}`, strings.Join(defs, ","), levels)
}

// circle is a schema in which every part refers to all others.
func circle(n int, keyword string) string {
	var defs []string
	for i := range n {
		var refs []string
		for j := range n {
			if i != j {
				refs = append(refs, fmt.Sprintf(`{"$ref":"#/$defs/c%d"}`, j))
			}
		}
		defs = append(defs, fmt.Sprintf(`"c%d":{"%s":[%s]}`, i, keyword, strings.Join(refs, ",")))
	}
	return `{"$ref":"#/$defs/c0","$defs":{` + strings.Join(defs, ",") + `}}`
}

func nested(levels int) string {
	return strings.Repeat(`{"a":`, levels) + `{}` + strings.Repeat(`}`, levels)
}

// Schemas that would bring a careless checker down are used or refused, at once.
func TestHostileSchemas(t *testing.T) {
	wide := make([]string, 0, 20_000)
	for i := range 20_000 {
		wide = append(wide, fmt.Sprintf(`"p%d":{"type":"string","pattern":"^%d"}`, i, i))
	}
	many := "[" + strings.TrimSuffix(strings.Repeat(`{"type":"string"},`, 3000), ",") + "]"
	list := `{"l":[` + strings.TrimSuffix(strings.Repeat("1,", 100_000), ",") + `]}`
	distinct := make([]string, 50_000)
	for i := range distinct {
		distinct[i] = fmt.Sprint(i)
	}
	for name, tt := range map[string]struct {
		schema, input string
		refused       string // by FromJSON
		slow          bool   // Check says that it would take too long
	}{
		"it refers to itself":          {schema: `{"properties":{"a":{"$ref":"#"}}}`, input: nested(50)},
		"it is itself":                 {schema: `{"$ref":"#"}`, refused: "refers to itself"},
		"it is itself, in two steps":   {schema: `{"$ref":"#/$defs/a","$defs":{"a":{"anyOf":[{"$ref":"#"}]}}}`, refused: "refers to itself"},
		"it is not itself":             {schema: `{"not":{"$ref":"#"}}`, refused: "refers to itself"},
		"a circle":                     {schema: circle(12, "anyOf"), refused: "refers to itself"},
		"a circle of allOf":            {schema: circle(12, "allOf"), refused: "refers to itself"},
		"doubling a little":            {schema: doubling(8, "allOf"), input: `{}`},
		"doubling":                     {schema: doubling(60, "allOf"), input: `{}`, slow: true},
		"doubling by anyOf":            {schema: doubling(60, "anyOf"), input: `{}`, slow: true},
		"doubling by oneOf":            {schema: doubling(1000, "oneOf"), input: `{}`, slow: true},
		"doubling with each level":     {schema: `{"properties":{"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`, input: nested(60), slow: true},
		"the same, not so deep":        {schema: `{"properties":{"a":{"allOf":[{"$ref":"#"},{"$ref":"#"}]}}}`, input: nested(8)},
		"doubling not":                 {schema: `{"properties":{"a":{"not":{"anyOf":[{"not":{"$ref":"#"}},{"not":{"$ref":"#"}}]}}}}`, input: nested(60), slow: true},
		"a dynamic reference":          {schema: `{"$dynamicAnchor":"n","properties":{"a":{"$dynamicRef":"#n"}}}`, input: nested(40)},
		"a dynamic circle":             {schema: `{"$dynamicAnchor":"n","allOf":[{"$dynamicRef":"#n"}]}`, refused: "refers to itself"},
		"200 levels":                   {schema: strings.Repeat(`{"properties":{"a":`, 100) + `{}` + strings.Repeat(`}}`, 100), refused: "nested deeper"},
		"20,000 properties":            {schema: `{"properties":{` + strings.Join(wide, ",") + `}}`, refused: "parts"},
		"3,000 properties":             {schema: `{"properties":{` + strings.Join(wide[:3000], ",") + `}}`, input: `{"p1":"1"}`},
		"3,000 forms of 100,000 items": {schema: `{"properties":{"l":{"items":{"anyOf":` + many + `}}}}`, input: list, slow: true},
		"a long list":                  {schema: `{"properties":{"l":{"items":{"type":"integer"}}}}`, input: list},
		"a long list without doubles":  {schema: `{"properties":{"l":{"uniqueItems":true}}}`, input: `{"l":[` + strings.Join(distinct, ",") + `]}`},
		"a pattern that backtracks":    {schema: `{"properties":{"s":{"pattern":"^(a+)+$"}}}`, input: `{"s":"` + strings.Repeat("a", 100_000) + `"}`},
		"a bound below nothing":        {schema: `{"properties":{"s":{"multipleOf":1e-300}}}`, input: `{"s":7}`},
		"a step beyond any number":     {schema: `{"properties":{"s":{"multipleOf":1e-100000000}}}`, refused: "cannot be used"},
		"a bound beyond any number":    {schema: `{"properties":{"s":{"minimum":-1e-100000000,"maximum":1e-100000000}}}`, input: `{"s":-1e-100000000}`},
		"a form beyond any number":     {schema: `{"properties":{"s":{"const":1e-100000000},"t":{"enum":[1e-100000000,"x"]}}}`, input: `{"s":0}`},
		"lengths beyond any number":    {schema: `{"properties":{"s":{"minLength":1e-100000000,"maxItems":1e-100000000}}}`, input: `{"s":"a"}`},
		"larger than any number":       {schema: `{"properties":{"s":{"multipleOf":1e100000000}}}`, refused: "too large"},
		"no input at all":              {schema: `false`, refused: "must be a JSON object"},
		"a megabyte and more":          {schema: `{"description":"` + strings.Repeat("x", schema.MaxForeign) + `"}`, refused: "at most"},
		"a megabyte":                   {schema: `{"description":"` + strings.Repeat("x", schema.MaxForeign-100) + `"}`, input: `{}`},
	} {
		t.Run(name, func(t *testing.T) {
			defer effort.Limit(t, 10*time.Second)()
			s, err := schema.FromJSON(json.RawMessage(tt.schema))
			if tt.refused != "" {
				if err == nil || !strings.Contains(err.Error(), tt.refused) {
					t.Errorf("read with %v, want %q", err, tt.refused)
				}
			} else if err != nil {
				t.Fatal(err)
			} else if _, err = s.Check(json.RawMessage(tt.input)); (err != nil) != tt.slow || tt.slow && !strings.Contains(err.Error(), "too long") {
				t.Errorf("checked with %v, want slow: %t", err, tt.slow)
			}
		})
	}
}

// What passes for plain surely compiles: else it would be listed, and fail at every
// call.
func FuzzPlainSchemas(f *testing.F) {
	for _, seed := range []string{
		issue, `{"type":"object","properties":{"a":{"type":"string","enum":["x","y"],"pattern":"^a"},"b":{"items":{"minimum":1}}},"required":["a"],"additionalProperties":false}`,
		`{"type":"null"}`, `{"required":[]}`, `{"enum":["a","a"]}`, `{"default":{"$ref":"x"}}`, `{"properties":{"$ref":{"type":"string"},"$id":{"description":"x"}}}`, `{"items":true}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		s, err := schema.FromJSON(raw)
		if err != nil || len(raw) > 2000 {
			return
		}
		if _, err := s.Check(json.RawMessage(`{}`)); err != nil && strings.Contains(err.Error(), "cannot be used") {
			t.Errorf("%s was taken, and %v", raw, err)
		}
	})
}

// A large schema is compiled when it is needed; what is wrong with it is an error
// then, and no panic.
func TestALargeSchemaThatIsBroken(t *testing.T) {
	s, err := schema.FromJSON(json.RawMessage(circle(20, "anyOf")))
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := s.Check(json.RawMessage(`{}`)); err == nil || !strings.Contains(err.Error(), "refers to itself") {
			t.Errorf("checked with %v", err)
		}
	}
}

// What servers write that no dialect allows, or another one does, is taken as it
// is meant.
func TestForeignDialects(t *testing.T) {
	for name, tt := range map[string]struct {
		schema, good, bad string
		unchecked         string
	}{
		"draft 4":                {`{"$schema":"http://json-schema.org/draft-04/schema#","properties":{"n":{"type":"number","minimum":0,"exclusiveMinimum":true}}}`, `{"n":1}`, `{"n":0}`, ""},
		"draft 4, not said":      {`{"properties":{"n":{"type":"number","minimum":0,"exclusiveMinimum":true}}}`, `{"n":1}`, `{"n":0}`, ""},
		"draft 4, as draft 7":    {`{"$schema":"http://json-schema.org/draft-07/schema#","properties":{"n":{"type":"number","minimum":0,"exclusiveMinimum":true}}}`, `{"n":1}`, `{"n":0}`, ""},
		"draft 7":                {`{"$schema":"http://json-schema.org/draft-07/schema#","definitions":{"a":{"type":"integer"}},"properties":{"n":{"$ref":"#/definitions/a"}}}`, `{"n":1}`, `{"n":1.5}`, ""},
		"draft 7, not said":      {`{"properties":{"l":{"type":"array","items":[{"type":"integer"}]}}}`, `{"l":[1]}`, `{"l":["a"]}`, ""},
		"2019-09":                {`{"$schema":"https://json-schema.org/draft/2019-09/schema","properties":{"n":{"type":"integer"}}}`, `{"n":1}`, `{"n":"x"}`, ""},
		"2020-12":                {`{"$schema":"https://json-schema.org/draft/2020-12/schema","properties":{"l":{"prefixItems":[{"type":"integer"}]}}}`, `{"l":[1]}`, `{"l":["a"]}`, ""},
		"a dialect of their own": {`{"$schema":"https://example.com/dialect","properties":{"n":{"type":"integer"}}}`, `{"n":1}`, `{"n":"x"}`, "dialect https://example.com/dialect"},
		"unknown formats":        {`{"properties":{"s":{"type":"string","format":"banana"}}}`, `{"s":"x"}`, `{"s":1}`, ""},
		"unknown words":          {`{"x-order":["n"],"properties":{"n":{"type":"integer","nullable":true}}}`, `{"n":1}`, `{"n":"x"}`, ""},
		"object or null":         {`{"type":["object","null"],"properties":{"n":{"type":"integer"}}}`, `{"n":1}`, `{"n":"x"}`, ""},
		"true":                   {`true`, `{"n":1}`, `[]`, ""},
		"no type":                {`{"properties":{"n":{"type":"integer"}},"required":["n"]}`, `{"n":1}`, `{}`, ""},
		"a look-ahead":           {`{"properties":{"s":{"pattern":"^(?!a)","maxLength":2}}}`, `{"s":"a"}`, `{"s":"abc"}`, "the pattern ^(?!a)"},
		"a back reference":       {`{"patternProperties":{"^(.)\\1$":{"type":"integer"}},"properties":{"n":{"type":"integer"}}}`, `{"aa":1}`, `{"n":"x"}`, "the pattern"},
	} {
		s, err := schema.FromJSON(json.RawMessage(tt.schema))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if _, err := s.Check(json.RawMessage(tt.good)); err != nil {
			t.Errorf("%s: %s is refused: %v", name, tt.good, err)
		}
		if _, err := s.Check(json.RawMessage(tt.bad)); err == nil {
			t.Errorf("%s: %s is taken", name, tt.bad)
		}
		if got := strings.Join(s.Unchecked(), "; "); (got == "") != (tt.unchecked == "") || !strings.Contains(got, tt.unchecked) {
			t.Errorf("%s: unchecked is %q, want %q", name, got, tt.unchecked)
		}
		if !json.Valid(s.JSON()) || !strings.Contains(string(s.JSON()), `"type":`) {
			t.Errorf("%s: published as %s", name, s.JSON())
		}
	}
	for range 3 { // what is told does not grow without end
		var all []string
		for i := range 100 {
			all = append(all, fmt.Sprintf(`"p%d":{"pattern":"(?=%d)"}`, i, i))
		}
		s, err := schema.FromJSON(json.RawMessage(`{"properties":{` + strings.Join(all, ",") + `}}`))
		if err != nil {
			t.Fatal(err)
		}
		if got := s.Unchecked(); len(got) != 6 || !slices.Contains(got, "and more") {
			t.Errorf("unchecked are %q", got)
		}
	}
}
