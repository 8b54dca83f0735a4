package jsonfile_test

import (
	"encoding/json"
	"testing"

	"handrail/internal/jsonfile"
)

func TestInsertKeepsHowItIsWritten(t *testing.T) {
	hand := []jsonfile.Field{{Name: "command", Value: []string{"go", "vet"}}, {Name: "params", Value: json.RawMessage(`{"x":{"type":"string"}}`)}}
	for _, c := range []struct{ before, want string }{
		{`{"list":{}}`, `{"list":{"a": {"command": ["go", "vet"], "params": {"x": {"type": "string"}}}}}`},
		{`{"list":{"z":1}}`, `{"list":{"z":1, "a": {"command": ["go", "vet"], "params": {"x": {"type": "string"}}}}}`},
		{"{\r\n\t\"list\": {}\r\n}", "{\r\n\t\"list\": {\r\n\t\t\"a\": {\r\n\t\t\t\"command\": [\"go\", \"vet\"],\r\n\t\t\t\"params\": {\"x\": {\"type\": \"string\"}}\r\n\t\t}\r\n\t}\r\n}"},
		{"{\n  \"list\": {\n    // mine\n    \"z\": 1, // one\n  },\n}", "{\n  \"list\": {\n    // mine\n    \"z\": 1, // one\n    \"a\": {\n      \"command\": [\"go\", \"vet\"],\n      \"params\": {\"x\": {\"type\": \"string\"}}\n    },\n  },\n}"},
	} {
		d, err := jsonfile.ParseDocument([]byte(c.before))
		if err != nil {
			t.Fatal(err)
		}
		edits, err := d.Insert([]string{"list"}, jsonfile.Field{Name: "a", Value: hand})
		got := string(jsonfile.Apply([]byte(c.before), edits...))
		if err != nil || got != c.want {
			t.Errorf("%s\nbecame\n%s, %v\nwant\n%s", c.before, got, err, c.want)
		}
		after, err := jsonfile.ParseDocument([]byte(got))
		if err != nil {
			t.Fatal(err)
		}
		edits, err = after.Remove([]string{"list"}, "a")
		if back := string(jsonfile.Apply([]byte(got), edits...)); err != nil || back != c.before {
			t.Errorf("with a taken out it is\n%s, %v\nwant\n%s", back, err, c.before)
		}
	}
}

func TestReplaceChangesOnlyWhatIsThere(t *testing.T) {
	before := `{"a": /* x */ [ 1 ], "b" : 2}`
	d, err := jsonfile.ParseDocument([]byte(before))
	if err != nil {
		t.Fatal(err)
	}
	edits, err := d.Replace(nil, jsonfile.Field{Name: "a", Value: "text"}, jsonfile.Field{Name: "c", Value: "new"})
	if got := string(jsonfile.Apply([]byte(before), edits...)); err != nil || got != `{"a": /* x */ "text", "b" : 2}` {
		t.Errorf("it became %s, %v", got, err)
	}
}

func TestPlacesThatCannotBeEdited(t *testing.T) {
	d, err := jsonfile.ParseDocument([]byte(`{"a": {}, "a": {}, "b": 1}`))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Has("a"); reasonOf(err) != jsonfile.Twice {
		t.Error(err)
	}
	if _, err := d.Insert([]string{"b"}, jsonfile.Field{Name: "c", Value: "x"}); reasonOf(err) != jsonfile.NotObject {
		t.Error(err)
	}
	if there, err := d.Has("c", "d"); there || err != nil {
		t.Error(there, err)
	}
	if _, err := d.Insert([]string{"c"}, jsonfile.Field{Name: "d", Value: "x"}); err == nil {
		t.Error("a member was put into an object that is not there")
	}
}
