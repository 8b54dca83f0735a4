package settings

import (
	"strings"
	"testing"
)

// Lists of rules whose name is wrong, and loosening what is fixed, close the
// space: what they were meant to stop is not known.
func TestRulesThatCouldBeLostCloseTheSpace(t *testing.T) {
	for _, tt := range []struct{ name, rules, says string }{
		{"a list of another name", `{"denny": ["bash"]}`, "denny"},
		{"a built-in rule that does not exist", `{"builtin": {"rm": "allow"}}`, `no built-in rule "rm"`},
		{"a built-in rule that is fixed", `{"builtin": {"rm-outside": "ask"}}`, "cannot be loosened"},
		{"an outcome that does not exist", `{"builtin": {"disk": "maybe"}}`, "allow, ask or deny"},
		{"a rule that is too long", `{"deny": ["bash(` + strings.Repeat("x", 5000) + `)"]}`, "4096"},
		{"what is fine", `{"deny": ["bash(curl*)"], "builtin": {"git-push-force": "ask"}}`, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var r Rules
			if err := r.UnmarshalJSON([]byte(tt.rules)); err != nil {
				t.Fatal(err)
			}
			_, err := r.Parse("settings")
			switch {
			case tt.says == "" && err != nil:
				t.Errorf("it is refused: %v", err)
			case tt.says != "" && (err == nil || !strings.Contains(err.Error(), tt.says)):
				t.Errorf("got %v, want an error with %q", err, tt.says)
			}
		})
	}
}
