package tools_test

import (
	"encoding/json"
	"testing"

	"handrail/tools"
)

// A note stands where the reader of a result finds it, and JSON stays JSON.
func TestAddNote(t *testing.T) {
	for content, want := range map[string]string{
		"":                     "[Handrail: a <b> \"c\"]",
		"text\n":               "text\n[Handrail: a <b> \"c\"]",
		`[1]`:                  "[1]\n[Handrail: a <b> \"c\"]",
		`{}`:                   "{}\n[Handrail: a <b> \"c\"]",
		`{"exit_code":0}`:      `{"exit_code":0,"note":"a <b> \"c\""}`,
		"{\"exit_code\":0}\n":  `{"exit_code":0,"note":"a <b> \"c\""}`,
		`{"note":"first"}`:     `{"note":"first; a <b> \"c\""}`,
		`{"note":"x","b":"x"}`: `{"note":"x; a <b> \"c\"","b":"x"}`,
		`{"note":3}`:           "{\"note\":3}\n[Handrail: a <b> \"c\"]",
	} {
		got := tools.AddNote(content, `a <b> "c"`)
		if got != want {
			t.Errorf("%q became %q, want %q", content, got, want)
		}
		if json.Valid([]byte(want)) != json.Valid([]byte(got)) {
			t.Errorf("%q became %q", content, got)
		}
	}
}
