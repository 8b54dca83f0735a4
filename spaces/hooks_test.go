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

// TestPublishedHooksLoad: the usual safety.json loads as it is printed, with each hook at its place.
func TestPublishedHooksLoad(t *testing.T) {
	script := &fstest.MapFile{Data: []byte("true\n")}
	space, problems := Load(t.Context(), fstest.MapFS{
		"agent/hooks/safety.json": {Data: []byte(`{
"hooks": [
{
"id": "validate-sql",
"type": "pre_tool",
"tools": ["bash"],
"command": "bash scripts/validate-sql.sh",
"blocking": true
},
{
"id": "log-execution",
"type": "post_tool",
"tools": ["bash", "write", "edit"],
"command": "bash scripts/log-tool.sh",
"blocking": false
},
{
"id": "block-rm",
"type": "pre_tool",
"tools": ["bash"],
"command": "bash scripts/block-dangerous.sh",
"blocking": true
}
]
}`)},
		"scripts/validate-sql.sh": script, "scripts/log-tool.sh": script, "scripts/block-dangerous.sh": script,
	}, "/space")
	if len(problems) > 0 || len(space.Barriers) > 0 {
		t.Errorf("problems %v, barriers %v", problems, space.Barriers)
	}
	usual := func(id string, phase hooks.Phase, blocking bool, line int, script string, tools ...string) hooks.Hook {
		return hooks.Hook{
			ID: id, Type: phase, Tools: tools, Command: "bash " + script, Blocking: blocking, Timeout: 10 * time.Second, Enabled: true,
			Input: hooks.FromEnv, Format: hooks.Handrail, Scripts: []string{script}, File: "agent/hooks/safety.json", Line: line,
		}
	}
	want := []hooks.Hook{
		usual("validate-sql", hooks.PreTool, true, 3, "scripts/validate-sql.sh", "bash"),
		usual("log-execution", hooks.PostTool, false, 10, "scripts/log-tool.sh", "bash", "write", "edit"),
		usual("block-rm", hooks.PreTool, true, 17, "scripts/block-dangerous.sh", "bash"),
	}
	if diff := cmp.Diff(want, space.Hooks); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}
