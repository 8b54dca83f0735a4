//go:build unix

package operator_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
)

// After a dispatch the agent makes the calls: hooks get its id, and not what it is called; and the person again after
// one without an agent.
func TestADispatchIsTheAgents(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"agent/ops.md":          "---\nid: ops\nname: The operator\n---\nWork.",
		"agent/hooks/note.json": `{"hooks":[{"id":"says","type":"pre_tool","command":"echo \"it is <$AGENT_ID>\" >&2; exit 1","blocking":true}]}`,
	}})
	calls, err := b.S.Calls(operator.CallsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for _, agent := range []string{"", "ops", ""} {
		scope, err := calls.Dispatch(agent, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, r, err := calls.Call(t.Context(), "listdir", json.RawMessage(`{"path":"."}`), scope)
		if err != nil || r.Error == nil || !strings.Contains(r.Error.Message, "it is <"+agent+">") {
			t.Errorf("as %q: %+v, %v", agent, r.Error, err)
		}
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	list, err := b.O.History().Calls(t.Context(), calls.Run())
	if err != nil || len(list) != 3 || list[0].Caller.Name != "" || list[1].Caller.Name != "The operator" || list[2].Caller.Name != "" {
		t.Errorf("%d calls, %v", len(list), err)
	}
	if _, err := calls.Dispatch("nobody", nil); err == nil || !strings.Contains(err.Error(), `no agent "nobody"`) {
		t.Errorf("%v", err)
	}
}

// A hook is told which tool is called, by whom, in which session and for which person.
func TestWhatAHookIsTold(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{
		Trusted: true, Change: func(c *operator.Config) { c.Environ.Vars = append(c.Environ.Vars, "USER=kim") },
		Files: map[string]string{
			"agent/ops.md":          "---\nid: ops\nname: The operator\n---\nWork.",
			"ctxnest.json":          `{"version":"1","tools":{"say":{"description":"Says it","command":["echo"]}}}`,
			"agent/hooks/note.json": `{"hooks":[{"id":"says","type":"pre_tool","command":"echo \"<$TOOL_NAME $TOOL_ID $AGENT_ID $SESSION_ID $USER_ID> $TOOL_INPUT\" >&2; exit 1","blocking":true}]}`,
		},
	})
	calls, err := b.S.Calls(operator.CallsConfig{Session: "s-one"})
	if err != nil {
		t.Fatal(err)
	}
	scope, err := calls.Dispatch("ops", nil)
	if err != nil {
		t.Fatal(err)
	}
	for tool, c := range map[string]struct{ input, want string }{
		"list_directory": {`{"path":"."}`, `<listdir listdir ops s-one kim> {"tool":"listdir","input":{"path":".","recursive":false}}`},
		"say":            {`{}`, `<say space__say ops s-one kim> {"tool":"say","input":{}}`},
	} {
		_, r, err := calls.Call(t.Context(), tool, json.RawMessage(c.input), scope)
		if err != nil || r.Error == nil || !strings.Contains(r.Error.Message, c.want) {
			t.Errorf("%s: %+v, %v", tool, r.Error, err)
		}
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
}

// A hook refuses by who calls which tool.
func TestAHookJudgesWhoCalls(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{
		"agent/ops.md":          "---\nid: ops\nname: The operator\n---\nWork.",
		"agent/hooks/role.json": `{"hooks":[{"id":"role","type":"pre_tool","command":"case $AGENT_ID/$TOOL_NAME in ops/listdir) echo '{\"block\":true,\"message\":\"not for ops\"}';; esac","blocking":true}]}`,
	}})
	calls, err := b.S.Calls(operator.CallsConfig{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ agent, tool, input, refused string }{
		{"", "listdir", `{"path":"."}`, ""},
		{"ops", "listdir", `{"path":"."}`, "not for ops"},
		{"ops", "read", `{"path":"agent/ops.md"}`, ""},
	} {
		scope, err := calls.Dispatch(c.agent, nil)
		if err != nil {
			t.Fatal(err)
		}
		_, r, err := calls.Call(t.Context(), c.tool, json.RawMessage(c.input), scope)
		if err != nil || (r.Error != nil) != (c.refused != "") || r.Error != nil && !strings.Contains(r.Error.Message, c.refused) {
			t.Errorf("%s of %q: %+v, %v", c.tool, c.agent, r.Error, err)
		}
	}
	if err := calls.Close(); err != nil {
		t.Error(err)
	}
}
