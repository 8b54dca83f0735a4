package schema_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"handrail/internal/schema"
)

func freeForm(t testing.TB) *schema.Schema {
	t.Helper()
	s, err := schema.FromParameters([]schema.Parameter{
		{Name: "text", Type: "string"},
		{Name: "any", Type: "object"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestParseReadsEmptyAsEmptyObject(t *testing.T) {
	for _, raw := range []string{"", " \n", "null", "{}", " { } "} {
		in, err := freeForm(t).Check(json.RawMessage(raw))
		if err != nil || string(in.JSON()) != "{}" {
			t.Errorf("Check(%q) = %s, %v", raw, in.JSON(), err)
		}
	}
}

func TestParseRefuses(t *testing.T) {
	cases := map[string]struct{ give, want string }{
		"a list":               {`[1]`, `the input must be a JSON object like {"name": "value"}, got a list of 1`},
		"text":                 {`"x"`, `the input must be a JSON object like {"name": "value"}, got "x"`},
		"a number":             {`5`, `the input must be a JSON object like {"name": "value"}, got 5`},
		"a switch":             {`true`, `the input must be a JSON object like {"name": "value"}, got true`},
		"half an object":       {`{"text":"x"`, `the input is not valid JSON: it ends too early`},
		"half a string":        {`{"text":"x`, `the input is not valid JSON: it ends too early`},
		"not JSON":             {`{text:1}`, `the input is not valid JSON at byte 1: names and texts stand in double quotes`},
		"a comma too many":     {`{"any":{"a":[1,]}}`, `the input is not valid JSON at byte 14: a comma follows the last value; remove it`},
		"a second object":      {`{} {}`, `the input goes on after the end of its JSON value; send one object only`},
		"text after":           {`{} x`, `the input goes on after the end of its JSON value; send one object only`},
		"a bracket after":      {`{}}`, `the input goes on after the end of its JSON value; send one object only`},
		"a key twice":          {`{"text":"a","text":"b"}`, `text: is given twice; give it once`},
		"a key twice, escaped": {`{"text":"a","t\u0065xt":"b"}`, `text: is given twice; give it once`},
		"a key twice, deep":    {`{"any":{"l":[{"k":1,"k":2}]}}`, `any.l[0].k: is given twice; give it once`},
		"invalid UTF-8":        {"{\"text\":\"a\xff\"}", `the input is not valid UTF-8 at byte 10; send text as UTF-8`},
		"an encoded surrogate": {"{\"text\":\"\xed\xa0\x80\"}", `the input is not valid UTF-8 at byte 9; send text as UTF-8`},
		"half a pair":          {`{"text":"\ud83d"}`, `the input has half of a \u surrogate pair at byte 9; send the character itself or both halves`},
		"half a pair and text": {`{"text":"\ud83dx\ude00"}`, `the input has half of a \u surrogate pair at byte 9; send the character itself or both halves`},
		"the other half":       {`{"text":"a\ude00"}`, `the input has half of a \u surrogate pair at byte 10; send the character itself or both halves`},
		"two first halves":     {`{"text":"\ud83d\ud83d"}`, `the input has half of a \u surrogate pair at byte 9; send the character itself or both halves`},
		"too many digits":      {`{"any":{"n":1.` + strings.Repeat("1", 63) + `}}`, `any.n: the number 1.1111111111111111111111111111111111111111111111111111111111… has more than 64 digits`},
		"a huge exponent":      {`{"any":{"n":1e999999999}}`, `any.n: the number 1e999999999 is too large`},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			in, err := freeForm(t).Check(json.RawMessage(c.give))
			if err == nil {
				t.Fatalf("Check(%q) = %s, want an error", c.give, in.JSON())
			}
			if !strings.HasPrefix(err.Error(), c.want) {
				t.Errorf("Check(%q)\ngot  %v\nwant %s", c.give, err, c.want)
			}
		})
	}
}

func TestParseKeepsText(t *testing.T) {
	for name, text := range map[string]string{
		"a pair":                `\ud83d\ude00`,
		"an escaped backslash":  `\\ud83d`,
		"the replacement sign":  `\ufffd�`,
		"line separators":       `\u2028`,
		"quotes":                `\"\\\/`,
		"an escape at the end":  `x\n`,
		"four bytes":            "😀",
		"the last of the plane": `\uffff`,
	} {
		var want string
		if err := json.Unmarshal([]byte(`"`+text+`"`), &want); err != nil {
			t.Fatal(err)
		}
		in, err := freeForm(t).Check(json.RawMessage(`{"text":"` + text + `"}`))
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if got := in.Values()["text"]; got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

func TestParseDepth(t *testing.T) {
	nested := func(levels int) json.RawMessage {
		// The outermost object and "any" are two levels.
		return json.RawMessage(`{"any":{"a":` + strings.Repeat("[", levels-2) + strings.Repeat("]", levels-2) + `}}`)
	}
	for _, levels := range []int{schema.MaxDepth - 1, schema.MaxDepth} {
		if _, err := freeForm(t).Check(nested(levels)); err != nil {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
	for _, levels := range []int{schema.MaxDepth + 1, 100_000} {
		_, err := freeForm(t).Check(nested(levels))
		if err == nil || err.Error() != "the input is nested deeper than 64 levels" {
			t.Errorf("%d levels: %v", levels, err)
		}
	}
}

func TestParseSize(t *testing.T) {
	raw := bytes.Repeat([]byte(" "), schema.MaxInput+1)
	copy(raw, `{"text":"x"}`)
	for size, fits := range map[int]bool{schema.MaxInput - 1: true, schema.MaxInput: true, schema.MaxInput + 1: false} {
		_, err := freeForm(t).Check(raw[:size])
		if fits != (err == nil) {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
}

func TestParseLongText(t *testing.T) {
	text := strings.Repeat("0123456789abcde\n", 5<<20/16)
	raw, err := json.Marshal(map[string]string{"text": text})
	if err != nil {
		t.Fatal(err)
	}
	in, err := freeForm(t).Check(raw)
	if err != nil {
		t.Fatal(err)
	}
	if got := in.Values()["text"]; got != text {
		t.Error("5 MB of text came out changed")
	}
}

func TestParseNumberOfValues(t *testing.T) {
	// The outermost object, "any" and the list are three values.
	list := func(n int) json.RawMessage {
		return json.RawMessage(`{"any":{"l":[0` + strings.Repeat(",0", n-4) + `]}}`)
	}
	for n, fits := range map[int]bool{schema.MaxValues - 1: true, schema.MaxValues: true, schema.MaxValues + 1: false} {
		_, err := freeForm(t).Check(list(n))
		if fits != (err == nil) {
			t.Errorf("%d values: %v", n, err)
		}
	}
}
