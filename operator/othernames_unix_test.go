//go:build unix

package operator_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// Tools answer to the names and inputs that other programs have for them (docs/spec/04-names.md).
func TestToolsAnswerToTheirOtherNames(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"twice.txt": "a\na\n"}})
	b.Person.Answer = operatortest.Yes
	calls := b.Agent() // one session: what it has written it may edit
	if err := os.Symlink("/etc", filepath.Join(b.Dir, "away")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		tool, input string
		code        tools.Code
		says        string // in the content, or in the error
	}{
		{"write_file", `{"path":"sub/notes/a.txt","content":"one two two"}`, "", "Created sub/notes/a.txt"},
		{"write_file", `{"path":"sub/a.txt"}`, tools.InvalidArgs, "content"},
		{"write_file", `{"content":"x"}`, tools.InvalidArgs, "path"},
		{"write_file", `{"path":"../a.txt","content":"x"}`, tools.InvalidPath, "outside"},
		{"read_file", `{"path":"sub/notes/a.txt"}`, "", "one two two"},
		{"read_file", `{}`, tools.InvalidArgs, "path"},
		{"read_file", `{"path":"sub/../../x"}`, tools.InvalidPath, "outside"},
		{"read_file", `{"path":"away/passwd"}`, tools.InvalidPath, "outside"},
		{"read_file", `{"path":"none.txt"}`, tools.FileNotFound, "none.txt"},
		{"edit_file", `{"path":"sub/notes/a.txt","old_text":"one","new_text":"1"}`, "", "replaced 1 occurrence"},
		{"edit_file", `{"path":"sub/notes/a.txt","old_text":"two","new_text":"2"}`, tools.ExecutionFailed, "more than once"},
		{"edit_file", `{"path":"sub/notes/a.txt","old_text":"three","new_text":"3"}`, tools.ExecutionFailed, "does not occur"},
		{"edit_file", `{"path":"sub/notes/a.txt","new_text":"3"}`, tools.InvalidArgs, "old_string"},
		{"edit_file", `{"path":"away/passwd","old_text":"a","new_text":"b"}`, tools.InvalidPath, "outside"},
		{"list_directory", `{"path":"sub"}`, "", "notes/"},
		{"list_directory", `{}`, tools.InvalidArgs, "path"},
		{"list_directory", `{"path":"away"}`, tools.InvalidPath, "outside"},
		{"exec_shell", `{"command":"echo here; pwd -P | wc -l","timeout":5}`, "", `"stdout":"here\n1\n"`},
		{"exec_shell", `{"command":"[ \"$(pwd -P)\" = \"` + b.Dir + `\" ] && echo inside"}`, "", "inside"},
		{"exec_shell", `{"timeout":5}`, tools.InvalidArgs, "command"},
		{"exec_shell", `{"command":"true","timeout":"soon"}`, tools.InvalidArgs, "timeout"},
		{"spawn", `{"command":"echo","args":["a b","*"],"description":"says it","timeout":5}`, "", `"stdout":"a b *\n"`},
		{"spawn", `{"args":["x"]}`, tools.InvalidArgs, "command"},
		{"memory_write", `{"content":"Kim likes tea."}`, "", ""},
		{"memory_write", `{"content":"The fair is in May.","mode":"append"}`, "", ""},
		{"memory_write", `{"content":"x","mode":"prepend"}`, tools.InvalidArgs, "mode"},
		{"memory_write", `{"mode":"append"}`, tools.InvalidArgs, "content"},
		{"memory_read", `{}`, "", "Kim likes tea.\n\nThe fair is in May."},
		{"memory_read", `{"query":"fair"}`, "", "The fair is in May."},
		{"memory_write", `{"content":"Kim likes coffee.","mode":"overwrite"}`, "", ""},
		{"memory_read", `{}`, "", "Kim likes coffee."},
	} {
		_, r, err := calls.Call(t.Context(), c.tool, json.RawMessage(c.input), tools.Scope{})
		if err != nil {
			t.Fatal(err)
		}
		got := r.Content
		if c.code != "" && r.Error != nil {
			got = r.Error.Message
		}
		if operatortest.Code(r) != c.code || !strings.Contains(got, c.says) {
			t.Errorf("%s %s: %q, %+v, want %s %q", c.tool, c.input, r.Content, r.Error, c.code, c.says)
		}
		if c.tool == "memory_read" && c.says != "" && got != c.says {
			t.Errorf("%s %s: %q", c.tool, c.input, got)
		}
	}
	if got, err := os.ReadFile(filepath.Join(b.Dir, "sub/notes/a.txt")); err != nil || string(got) != "1 two two" {
		t.Errorf("the file holds %q, %v", got, err)
	}
}
