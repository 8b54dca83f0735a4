package spaces

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/hooks"
)

// The fields that may be left out, with their defaults.
func TestHookFieldsAreRead(t *testing.T) {
	fsys := fstest.MapFS{
		"agent/hooks/a.json": {Data: []byte(`{"hooks": [
  {"id": "plain", "type": "pre_tool", "command": "true"},
  {"id": "full", "type": "post_tool", "tools": ["ba*"], "command": "bash scripts/a.sh -- {{input.path}}", "blocking": true, "timeout": 1.5, "enabled": false,
   "input": "stdin", "format": "claude"}
]}`)},
		"scripts/a.sh": {Data: []byte("true\n")},
	}
	space, problems := Load(t.Context(), fsys, "/space")
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	want := []hooks.Hook{
		{ID: "plain", Type: hooks.PreTool, Command: "true", Timeout: 10 * time.Second, Enabled: true, Input: hooks.FromEnv, Format: hooks.Handrail, File: "agent/hooks/a.json", Line: 2},
		{
			ID: "full", Type: hooks.PostTool, Tools: []string{"ba*"}, Command: "bash scripts/a.sh -- {{input.path}}", Blocking: true, Timeout: 1500 * time.Millisecond,
			Input: hooks.FromStdin, Format: hooks.Claude, Scripts: []string{"scripts/a.sh"}, File: "agent/hooks/a.json", Line: 3,
		},
	}
	if diff := cmp.Diff(want, space.Hooks); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A wrong value is a problem with its line; of a blocking hook it shuts the tools.
func TestWrongHookFields(t *testing.T) {
	for field, text := range map[string]string{
		`"timeout": 0`:                  "timeout",
		`"timeout": -1`:                 "timeout",
		`"timeout": 100000`:             "timeout",
		`"timeout": "soon"`:             "timeout",
		`"enabled": "yes"`:              "enabled",
		`"input": "file"`:               "input",
		`"format": "other"`:             "format",
		`"command": "eval {{input.x}}"`: "eval",
		`"command": "echo {{unknown}}"`: "unknown",
		`"command": "if true"`:          "command, line 1",
		`"command": "{{#if x}}"`:        "command, line 1",
	} {
		for _, blocking := range []bool{true, false} {
			command := `"command": "true", `
			if strings.Contains(field, "command") {
				command = ""
			}
			file := fmt.Sprintf("{\"hooks\": [\n{\"id\": \"a\", \"type\": \"pre_tool\", \"tools\": [\"bash\"], %s\"blocking\": %v,\n%s}\n]}", command, blocking, field)
			space, problems := Load(t.Context(), fstest.MapFS{"agent/hooks/a.json": {Data: []byte(file)}}, "/space")
			if len(problems) == 0 || problems[0].Severity != Error || problems[0].Line != 3 || !strings.Contains(problems[0].Text, text) || len(space.Hooks) != 0 {
				t.Errorf("%s: problems %v, hooks %v", field, problems, space.Hooks)
			}
			if (len(space.Barriers) == 1) != blocking {
				t.Errorf("%s, blocking=%v: barriers %v", field, blocking, space.Barriers)
			}
		}
	}
}
