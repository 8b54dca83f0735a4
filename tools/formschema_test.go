package tools_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"handrail/tools"
)

// form is the schema of a form with these properties.
func form(properties string) json.RawMessage {
	return json.RawMessage(`{"type":"object","properties":{` + properties + `}}`)
}

// wholeForm has a field of each kind.
const wholeForm = `{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"object","properties":{
 "name":{"type":"string","title":"Your name","minLength":2,"maxLength":20,"default":"Ada"},
 "mail":{"type":"string","format":"email"},
 "page":{"type":"string","format":"uri"},
 "day":{"type":"string","format":"date"},
 "code":{"type":"string","pattern":"^[a-z]+$"},
 "age":{"type":"integer","minimum":0,"maximum":150},
 "size":{"type":"number","exclusiveMinimum":0},
 "sure":{"type":"boolean","default":false},
 "color":{"type":"string","enum":["r","g"],"enumNames":["Red","Green"]},
 "shape":{"type":"string","oneOf":[{"const":"o","title":"Circle"},{"const":"s","title":"Square"}],"default":"s"},
 "days":{"type":"array","items":{"type":"string","enum":["mo","tu","we"]},"minItems":1,"maxItems":2},
 "more":{"type":"array","items":{"anyOf":[{"const":"a","title":"Alpha"},{"const":"b","title":"Beta"}]},"default":["a"]}
},"required":["name","color"]}`

func TestReadForm(t *testing.T) {
	s, err := tools.ReadForm(json.RawMessage(wholeForm))
	if err != nil {
		t.Fatal(err)
	}
	n := func(v float64) *float64 { return &v }
	want := []tools.FormField{
		{Name: "name", Title: "Your name", Kind: tools.FieldText, Required: true, Least: n(2), Most: n(20), Default: json.RawMessage(`"Ada"`)},
		{Name: "mail", Kind: tools.FieldText, Format: "email"},
		{Name: "page", Kind: tools.FieldText, Format: "uri"},
		{Name: "day", Kind: tools.FieldText, Format: "date"},
		{Name: "code", Kind: tools.FieldText, Pattern: "^[a-z]+$"},
		{Name: "age", Kind: tools.FieldInteger, Least: n(0), Most: n(150)},
		{Name: "size", Kind: tools.FieldNumber, Above: n(0)},
		{Name: "sure", Kind: tools.FieldBoolean, Default: json.RawMessage(`false`)},
		{Name: "color", Kind: tools.FieldChoice, Required: true, Options: []tools.FormOption{{"r", "Red"}, {"g", "Green"}}},
		{Name: "shape", Kind: tools.FieldChoice, Default: json.RawMessage(`"s"`), Options: []tools.FormOption{{"o", "Circle"}, {"s", "Square"}}},
		{Name: "days", Kind: tools.FieldChoices, Least: n(1), Most: n(2), Options: []tools.FormOption{{Value: "mo"}, {Value: "tu"}, {Value: "we"}}},
		{Name: "more", Kind: tools.FieldChoices, Default: json.RawMessage(`["a"]`), Options: []tools.FormOption{{"a", "Alpha"}, {"b", "Beta"}}},
	}
	if diff := cmp.Diff(want, s.Fields(), cmpopts.IgnoreUnexported(tools.FormField{})); diff != "" {
		t.Error(diff)
	}
	again, err := tools.ReadForm(s.JSON())
	if err != nil {
		t.Fatalf("what was published cannot be read: %v", err)
	}
	if diff := cmp.Diff(string(s.JSON()), string(again.JSON())); diff != "" {
		t.Errorf("what was published is published otherwise: %s", diff)
	}
}

func TestReadFormRefuses(t *testing.T) {
	many := make([]string, 10_000)
	for i := range many {
		many[i] = fmt.Sprintf(`"f%d":{"type":"string"}`, i)
	}
	var heavy []string
	for i := range 6 {
		heavy = append(heavy, fmt.Sprintf(`"f%d":{"type":"string","pattern":"^\\pL{60}$"}`, i))
	}
	choices := strings.TrimSuffix(strings.Repeat(`"x",`, 300), ",")
	for name, c := range map[string]struct{ in, want string }{
		"no object":           {`[]`, "no JSON object"},
		"another type":        {`{"type":"string"}`, "must describe an object"},
		"nested":              {string(form(`"a":{"type":"object","properties":{}}`)), "text, numbers, booleans and choices only"},
		"a list of objects":   {string(form(`"a":{"type":"array","items":{"type":"object"}}`)), "something else than choices"},
		"a list of anything":  {string(form(`"a":{"type":"array"}`)), "something else than choices"},
		"a reference":         {string(form(`"a":{"$ref":"#"}`)), "of the type"},
		"one beside a type":   {string(form(`"a":{"type":"string","$ref":"#"}`)), `"$ref" is nothing`},
		"one on top":          {`{"type":"object","$ref":"#","properties":{}}`, `"$ref" is nothing`},
		"all of":              {`{"type":"object","allOf":[{}]}`, `"allOf" is nothing`},
		"look-around":         {string(form(`"a":{"type":"string","pattern":"(?<=a)b"}`)), "not valid RE2"},
		"a heavy pattern":     {string(form(`"a":{"type":"string","pattern":"(\\pL{1,30}){30}"}`)), "too many repetitions"},
		"heavy together":      {string(form(strings.Join(heavy, ","))), "together"},
		"10,000 fields":       {string(form(strings.Join(many[:2_000], ","))), "2000 fields"},
		"too large":           {string(form(strings.Join(many, ","))), "at most 65536"},
		"a huge title":        {string(form(`"a":{"type":"string","title":"` + strings.Repeat("x", 301) + `"}`)), "its title: it has 301 bytes"},
		"a huge description":  {string(form(`"a":{"type":"string","description":"` + strings.Repeat("x", 4001) + `"}`)), "4001 bytes"},
		"a huge name":         {string(form(`"` + strings.Repeat("x", 301) + `":{"type":"string"}`)), "301 bytes"},
		"no name":             {string(form(`"":{"type":"string"}`)), "0 bytes"},
		"many choices":        {string(form(`"a":{"type":"string","enum":[` + choices + `]}`)), "300 choices"},
		"no choices":          {string(form(`"a":{"type":"string","enum":[]}`)), "0 choices"},
		"a choice twice":      {string(form(`"a":{"type":"string","enum":["x","x"]}`)), "there twice"},
		"choices of numbers":  {string(form(`"a":{"type":"string","enum":[1]}`)), "no text"},
		"missing titles":      {string(form(`"a":{"type":"string","enum":["x","y"],"enumNames":["X"]}`)), "do not fit"},
		"a field twice":       {string(form(`"a":{"type":"string"},"a":{"type":"number"}`)), "there twice"},
		"a default too long":  {string(form(`"a":{"type":"string","maxLength":1,"default":"xx"}`)), "default does not fit"},
		"a default of text":   {string(form(`"a":{"type":"integer","default":"1"}`)), "default does not fit"},
		"a default no choice": {string(form(`"a":{"type":"string","enum":["x"],"default":"y"}`)), "default does not fit"},
		"nothing fits":        {string(form(`"a":{"type":"number","minimum":2,"maximum":1}`)), "nothing fits"},
		"required unknown":    {`{"type":"object","properties":{},"required":["a"]}`, "required and not described"},
		"an unknown format":   {string(form(`"a":{"type":"string","format":"password"}`)), "its format"},
		"a type as a list":    {string(form(`"a":{"type":["string","null"]}`)), "of the type"},
		"no UTF-8":            {"{\"type\":\"object\",\"title\":\"\xff\"}", "UTF-8"},
		"something after":     {`{"type":"object"} {}`, "follows"},
	} {
		t.Run(name, func(t *testing.T) {
			s, err := tools.ReadForm(json.RawMessage(c.in))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want an error with %q", err, c.want)
			}
			if s != nil && err == nil {
				t.Errorf("it was accepted: %s", s.JSON())
			}
		})
	}
}

func TestFormCheck(t *testing.T) {
	s, err := tools.ReadForm(json.RawMessage(wholeForm))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ in, want string }{
		{`{"name":"Ada","color":"r"}`, `{"color":"r","name":"Ada"}`},
		{`{"name":"Ada","color":"r","age":36.0,"size":0.5,"sure":true,"days":["tu","mo"],"mail":"a@example.com","page":"https://example.com/x","day":"2026-02-28","code":"abc"}`,
			`{"age":36,"code":"abc","color":"r","day":"2026-02-28","days":["tu","mo"],"mail":"a@example.com","name":"Ada","page":"https://example.com/x","size":0.5,"sure":true}`},
		{`{}`, "name: it is required\ncolor: it is required"},
		{`{"name":"A","color":"Red"}`, "name: it must have at least 2 characters\ncolor: it must be one of the choices"},
		{`{"name":"Ada","color":"r","other":1}`, "other: the form does not ask for it"},
		{`{"name":"Ada","color":"r","mail":"Ada <a@example.com>"}`, "mail: it must be an e-mail address"},
		{`{"name":"Ada","color":"r","page":"example.com"}`, "page: it must be a whole URL, as in https://example.com"},
		{`{"name":"Ada","color":"r","day":"2026-02-30"}`, "day: it must be a date, as in 2026-11-22"},
		{`{"name":"Ada","color":"r","code":"a1"}`, "code: it must match ^[a-z]+$"},
		{`{"name":"Ada","color":"r","age":1.5}`, "age: it must be a whole number"},
		{`{"name":"Ada","color":"r","age":"3"}`, "age: it must be a whole number"},
		{`{"name":"Ada","color":"r","age":151}`, "age: it may be at most 150"},
		{`{"name":"Ada","color":"r","size":0}`, "size: it must be more than 0"},
		{`{"name":"Ada","color":"r","sure":"yes"}`, "sure: it must be yes or no"},
		{`{"name":"Ada","color":"r","days":[]}`, "days: choose at least 1"},
		{`{"name":"Ada","color":"r","days":["mo","mo"]}`, "days: a choice is there twice"},
		{`{"name":null,"color":"r"}`, "name: it must be text"},
		{`[]`, "the answer cannot be read: it is no JSON object"},
	} {
		got, err := s.Check(json.RawMessage(c.in))
		text := string(got)
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.in, text, c.want)
		}
	}
}

func TestFormFromText(t *testing.T) {
	s, err := tools.ReadForm(json.RawMessage(wholeForm))
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ field, text, want string }{
		{"name", " Ada ", `"Ada"`}, {"name", "", "it must have at least 2 characters"}, {"mail", "", ""},
		{"age", "36", "36"}, {"age", "x", "it must be a whole number"}, {"age", "", ""},
		{"sure", "Yes", "true"}, {"sure", "perhaps", "it must be yes or no"},
		{"color", "2", `"g"`}, {"color", "r", `"r"`}, {"color", "3", "it must be one of the choices"}, {"color", "", "it is required"},
		{"days", "1, we", `["mo","we"]`}, {"days", "1,1", "a choice is there twice"},
	} {
		f, ok := s.Field(c.field)
		if !ok {
			t.Fatalf("no field %s", c.field)
		}
		got, err := f.FromText(c.text)
		text := string(got)
		if err != nil {
			text = err.Error()
		}
		if text != c.want {
			t.Errorf("%s %q: got %s, want %s", c.field, c.text, text, c.want)
		}
	}
}

// FuzzForm: reading a form never panics; what is accepted has only flat fields
// within the limits, is published and read again as the same; and what Check
// returns checks equal again. While Go makes an interesting input smaller, for up to
// a minute, it counts no executions: -fuzzminimizetime=1x leaves that out.
func FuzzForm(f *testing.F) {
	f.Add([]byte(wholeForm), []byte(`{"name":"Ada","color":"r","days":["mo"],"size":1e-3}`))
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":"string","oneOf":[{"const":"","title":"x"}]}}}`), []byte(`{"a":""}`))
	f.Add([]byte(`{"type":"object"}`), []byte(`{}`))
	f.Add([]byte(`{"type":"object","properties":{"a":{"type":"number","default":-0}}}`), []byte(`{"a":1E400}`))
	f.Fuzz(func(t *testing.T, schema, content []byte) {
		s, err := tools.ReadForm(schema)
		if err != nil {
			return
		}
		if len(s.Fields()) > tools.MaxFormFields {
			t.Fatalf("%d fields were accepted", len(s.Fields()))
		}
		kinds := []tools.FieldKind{tools.FieldText, tools.FieldNumber, tools.FieldInteger, tools.FieldBoolean, tools.FieldChoice, tools.FieldChoices}
		for _, field := range s.Fields() {
			if !slices.Contains(kinds, field.Kind) {
				t.Fatalf("a field of the kind %q was accepted", field.Kind)
			}
		}
		again, err := tools.ReadForm(s.JSON())
		if err != nil && len(s.JSON()) <= tools.MaxForm {
			t.Fatalf("%s\nwas published as\n%s\nwhich cannot be read: %v", schema, s.JSON(), err)
		}
		if err == nil && string(again.JSON()) != string(s.JSON()) {
			t.Fatalf("published as\n%s\nthen as\n%s", s.JSON(), again.JSON())
		}
		got, err := s.Check(content)
		if err != nil {
			var field *tools.FieldError
			_ = errors.As(err, &field)
			return
		}
		if twice, err := s.Check(got); err != nil || string(twice) != string(got) {
			t.Fatalf("%s checked as %s, which checks as %s, %v", content, got, twice, err)
		}
	})
}
