//go:build unix

package chats

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// Hooks see who gives a task, and the sub-agent as the caller of its own calls: by its id,
// like an agent that was dispatched.
func TestHooksSeeTheSubagent(t *testing.T) {
	b := benchOf(t, operatortest.Options{Trusted: true, Files: teamOf(
		line("lead", "", give("helper", "x"))+line("lead", "", give("helper", "stop"))+line("lead", "ok")+
			line("helper", "", `listdir {"path":"."}`)+line("helper", "ok"),
		map[string]string{"agent/hooks/note.json": `{"hooks":[
			{"id":"lists","type":"pre_tool","tools":["listdir"],"command":"echo \"it is <$AGENT_ID>\" >&2; exit 1","blocking":true},
			{"id":"gives","type":"pre_tool","tools":["invoke_agent"],"command":"case \"$TOOL_INPUT\" in *stop*) echo \"no task of <$AGENT_ID>\" >&2; exit 1;; esac","blocking":true}]}`})})
	got, run := b.say(b.chat(), "go")
	contains(t, got, "The agent helper is done.", "blocked")
	if !strings.Contains(got[1], "no task of <lead>") {
		t.Errorf("the caller is told %q", got[1])
	}
	below := b.children(run.ID)
	if len(below) != 1 {
		t.Fatalf("%d runs below", len(below))
	}
	calls, err := b.O.History().Calls(t.Context(), below[0].ID)
	if err != nil || len(calls) != 1 || !strings.Contains(calls[0].Given.Error, "it is <helper>") {
		t.Errorf("%+v, %v", calls, err)
	}
}
