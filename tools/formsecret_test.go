package tools_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"handrail/tools"
)

// What asks for a secret is found by its name or its title, and what only sounds a
// little like it is not.
func TestFormSecrets(t *testing.T) {
	s, err := tools.ReadForm(json.RawMessage(`{"type":"object","properties":{
 "password":{"type":"string"}, "apiKey":{"type":"string"}, "API_KEY2":{"type":"string"}, "x":{"type":"string","title":"Your GitHub access token"},
 "dbPasswd":{"type":"string"}, "client secret":{"type":"string"}, "PIN":{"type":"integer"}, "key":{"type":"string"}, "p":{"type":"string","title":"Pass phrase"},
 "secrets":{"type":"array","items":{"type":"string","enum":["a"]}}, "max_tokens":{"type":"integer"}, "keyboard":{"type":"string"}, "keyword":{"type":"string"},
 "pinned":{"type":"boolean"}, "usePassword":{"type":"boolean"}, "compass":{"type":"string"}, "spinning":{"type":"string"}, "name":{"type":"string","description":"not your password"}
}}`))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, f := range s.Secrets() {
		got = append(got, f.Name)
	}
	if diff := cmp.Diff([]string{"password", "apiKey", "API_KEY2", "x", "dbPasswd", "client secret", "PIN", "key", "p"}, got); diff != "" {
		t.Error(diff)
	}
}
