package jsonfile_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"handrail/internal/jsonfile"
)

func TestValuesHaveTheirPlaces(t *testing.T) {
	data := []byte("{\n  \"a\": [1,\n    \"t\\u0065xt\"],\n\n  \"b\" : {\"c\": null, \"c\": true}\n}\n")
	v, err := jsonfile.Parse(data, 10, jsonfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	a, b := v.Members[0], v.Members[1]
	if a.Name != "a" || a.Line != 11 || a.Value.Kind != jsonfile.List || a.Value.Line != 11 || len(a.Value.Items) != 2 {
		t.Errorf("a is %+v", a)
	}
	if text := a.Value.Items[1]; text.Line != 12 || text.Text() != "text" || string(text.Raw) != `"t\u0065xt"` {
		t.Errorf("the text is %+v, it says %q", text, text.Text())
	}
	if b.Line != 14 || b.Value.Kind != jsonfile.Object || string(data[b.Start:b.Start+3]) != `"b"` || string(data[b.Value.Start:b.Value.End()]) != `{"c": null, "c": true}` {
		t.Errorf("b is %+v", b)
	}
	again := b.Value.Repeats()
	if len(again) != 1 || again[0].Value.Kind != jsonfile.Bool || !again[0].Value.True() || again[0].First != 14 {
		t.Errorf("what comes again is %+v", again)
	}
	if first, ok := b.Value.Get("c"); !ok || first.Value.Kind != jsonfile.Null {
		t.Errorf("the first c is %+v", first)
	}
	if _, ok := v.Get("c"); ok {
		t.Error("a name of a deeper object was found")
	}
}

func TestManyNamesThatComeAgain(t *testing.T) {
	text := "{" + strings.Repeat("\"a\": 1,\n\"b\": 2,\n", 20) + "\"c\": 3}"
	v, err := jsonfile.Parse([]byte(text), 1, jsonfile.Options{})
	if err != nil {
		t.Fatal(err)
	}
	again := v.Repeats()
	if len(again) != 38 || again[0].Line != 3 || again[0].First != 1 || again[37].Line != 40 || again[37].First != 2 {
		t.Errorf("%d come again: %+v", len(again), again)
	}
}

func TestLevelsThatAreNotTakenApart(t *testing.T) {
	v, err := jsonfile.Parse([]byte(`{"a": {"b": [1]}}`), 1, jsonfile.Options{Levels: 1})
	if a, _ := v.Get("a"); err != nil || a.Value.Kind != jsonfile.Object || a.Value.Members != nil || string(a.Value.Raw) != `{"b": [1]}` {
		t.Errorf("a is %+v, %v", v, err)
	}
	if _, err := jsonfile.Parse([]byte(`{"a": {"b": [1}}`), 1, jsonfile.Options{Levels: 1}); err == nil {
		t.Error("a mistake in a deeper level was accepted")
	}
}

func TestLimits(t *testing.T) {
	deep := func(n int) []byte { return []byte(strings.Repeat("[", n) + strings.Repeat("]", n)) }
	if _, err := jsonfile.Parse(deep(5), 1, jsonfile.Options{Depth: 5}); err != nil {
		t.Error(err)
	}
	for _, n := range []int{6, 100_000} {
		if _, err := jsonfile.Parse(deep(n), 1, jsonfile.Options{Depth: 5}); reasonOf(err) != jsonfile.TooDeep {
			t.Errorf("%d levels: %v", n, err)
		}
	}
	if _, err := jsonfile.Parse([]byte(`[1, {"a": 2}]`), 1, jsonfile.Options{Values: 4}); err != nil {
		t.Error(err)
	}
	if _, err := jsonfile.Parse([]byte(`[1, {"a": 2}, 3]`), 1, jsonfile.Options{Values: 4}); reasonOf(err) != jsonfile.TooMany {
		t.Error(err)
	}
}

func reasonOf(err error) jsonfile.Reason {
	if placed, ok := errors.AsType[*jsonfile.Error](err); ok {
		return placed.Reason
	}
	return 0
}

func TestMistakesHaveTheirPlaces(t *testing.T) {
	for _, c := range []struct {
		text   string
		reason jsonfile.Reason
		line   int
		want   string
	}{
		{"", jsonfile.Cut, 1, "is not valid JSON: it ends too early"},
		{"{\n\"a\":\n\n", jsonfile.Cut, 2, "is not valid JSON: it ends too early"},
		{"{\"a\": \"x", jsonfile.Cut, 1, "is not valid JSON: it ends too early"},
		{"{\n\"a\": 1\n\"b\": 2}", jsonfile.Malformed, 3, "is not valid JSON: invalid character '\"' after object value (expecting ',' or '}')"},
		{"{\n\"a\": 1,\n}", jsonfile.Malformed, 2, "is not valid JSON: a comma follows the last value; remove it"},
		{"{\n\"a\": [1,\n]}", jsonfile.Malformed, 2, "is not valid JSON: a comma follows the last value; remove it"},
		{"{\n// x\n}", jsonfile.Malformed, 2, "is not valid JSON: JSON has no comments; remove it"},
		{"{\"a\": 1,\n/* x */ \"b\": 2}", jsonfile.Malformed, 2, "is not valid JSON: JSON has no comments; remove it"},
		{"{\"a\": 1,\ntext: 2}", jsonfile.Malformed, 2, "is not valid JSON: names and texts stand in double quotes"},
		{"{\"a\": 'x'}", jsonfile.Malformed, 1, "is not valid JSON: names and texts stand in double quotes"},
		{"{\"a\": 1, , \"b\": 2}", jsonfile.Malformed, 1, "is not valid JSON: invalid character ',' at start of value"},
		{"{\"a\": x}", jsonfile.Malformed, 1, "is not valid JSON: invalid character 'x' at start of value"},
		{"{\"a\": ,}", jsonfile.Malformed, 1, "is not valid JSON: invalid character ',' at start of value"},
		{"{\"a\":\n\"x\ny\"}", jsonfile.Malformed, 2, "is not valid JSON: invalid character '\\n' in string (expecting non-control character)"},
		{"{1: 2}", jsonfile.Malformed, 1, "is not valid JSON: object member name must be a string"},
		{"{}\n\n x", jsonfile.Trailing, 3, "goes on after the end of its JSON object; remove the rest"},
		{"{} {}", jsonfile.Trailing, 1, "goes on after the end of its JSON object; remove the rest"},
		{"{\n\"a\": \"\xff\"}", jsonfile.NotUTF8, 2, "is not valid UTF-8; save it as UTF-8"},
		{"\n[]", jsonfile.NotObject, 2, "must be a JSON object: it starts with {"},
		{"[", jsonfile.NotObject, 1, "must be a JSON object: it starts with {"},
		{"{\"a\": 1,\n\"b\": 2,\n\"\\u0061\": 3}", jsonfile.Twice, 3, `gives "a" twice, first on line 1; remove one`},
	} {
		_, err := jsonfile.ReadObject([]byte(c.text), 1)
		placed, ok := errors.AsType[*jsonfile.Error](err)
		if !ok || placed.Reason != c.reason || placed.Line != c.line || placed.Error() != c.want {
			t.Errorf("%q: line %d, reason %d: %v", c.text, placed.Line, placed.Reason, err)
		}
	}
}

func TestWhatStandsBeforeAMistakeIsRead(t *testing.T) {
	v, err := jsonfile.Parse([]byte(`{"id": 7, "result": {"text": "cut h`), 1, jsonfile.Options{Levels: 1})
	if id, ok := v.Get("id"); err == nil || !ok || string(id.Value.Raw) != "7" {
		t.Errorf("read %+v, %v", v, err)
	}
	v, err = jsonfile.Parse([]byte(`{"id": 7} more`), 1, jsonfile.Options{})
	if reasonOf(err) != jsonfile.Trailing || string(v.Raw) != `{"id": 7}` {
		t.Errorf("read %+v, %v", v, err)
	}
}

func TestLists(t *testing.T) {
	items, err := jsonfile.ReadList([]byte("[\n1,\n{\"a\": []}]"), 4)
	if err != nil || len(items) != 2 || items[0].Line != 5 || items[1].Line != 6 {
		t.Errorf("read %+v, %v", items, err)
	}
	for _, text := range []string{"", "{}", "1"} {
		if _, err := jsonfile.ReadList([]byte(text), 1); reasonOf(err) != jsonfile.NotList {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzParse holds the reader against encoding/json: both accept the same texts, and read
// the same out of them.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"", " ", "null", "-0.5e+7", `"\ud800"`, `"\ud83d\ude00"`, "\"\xff\"", `{"a":{"b":[1,"x",null,true,{}]},"a":2}`,
		"{\"a\":1,}", "[1,]", "{\"a\" 1}", "{a:1}", "\ufeff{}", "{}{}", "{\"a\":01}", "\"\x00\"", "[[[[[[", "{\"\":[]}\n",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		v, err := jsonfile.Parse(data, 1, jsonfile.Options{})
		if valid := json.Valid(data); valid != (err == nil) {
			t.Fatalf("encoding/json says %t, Parse says %v", valid, err)
		}
		top, topErr := jsonfile.Parse(data, 1, jsonfile.Options{Levels: 1})
		if (topErr == nil) != (err == nil) || string(top.Raw) != string(v.Raw) && err == nil || len(top.Members) != len(v.Members) && err == nil {
			t.Fatalf("one level: %+v, %v; all: %+v, %v", top, topErr, v, err)
		}
		if err != nil {
			if placed, ok := errors.AsType[*jsonfile.Error](err); !ok || placed.Line < 1 || placed.Line > 1+bytes.Count(data, []byte("\n")) || placed.Offset > len(data) {
				t.Fatalf("the mistake is at %+v", err)
			}
			return
		}
		dec := json.NewDecoder(bytes.NewReader(data))
		dec.UseNumber()
		var want any
		if err := dec.Decode(&want); err != nil {
			t.Fatal(err)
		}
		if got := plain(t, data, v); !reflect.DeepEqual(got, want) {
			t.Errorf("read %#v, encoding/json reads %#v", got, want)
		}
	})
}

// plain is what encoding/json makes of a value: of a name that comes twice the last counts.
func plain(t *testing.T, data []byte, v jsonfile.Value) any {
	if got := data[v.Start:v.End()]; !bytes.Equal(got, v.Raw) {
		t.Fatalf("the value %s has the place of %s", v.Raw, got)
	}
	if line := 1 + bytes.Count(data[:v.Start], []byte("\n")); v.Line != line {
		t.Fatalf("the value %s is on line %d, not %d", v.Raw, line, v.Line)
	}
	switch v.Kind {
	case jsonfile.Object:
		object := map[string]any{}
		for _, m := range v.Members {
			if data[m.Start] != '"' {
				t.Fatalf("the name %q begins with %q", m.Name, data[m.Start])
			}
			object[m.Name] = plain(t, data, m.Value)
		}
		return object
	case jsonfile.List:
		list := []any{}
		for _, item := range v.Items {
			list = append(list, plain(t, data, item))
		}
		return list
	case jsonfile.Text:
		return v.Text()
	case jsonfile.Number:
		return json.Number(v.Text())
	case jsonfile.Bool:
		return v.True()
	default:
		return nil
	}
}
