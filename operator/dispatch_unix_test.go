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
