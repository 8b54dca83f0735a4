package agent

import (
	"testing"

	"handrail/agent/llm"
)

// Of an answer with calls without end, so many are made; each of the others has a result that says so.
func TestCallsOfOneAnswerAreBounded(t *testing.T) {
	m := llm.Message{Calls: make([]llm.Call, mostCalls+3)}
	for i := range m.Calls {
		m.Calls[i] = llm.Call{Name: "listdir", Arguments: "{}"}
	}
	r := &run{loop: &Loop{}, ids: names{}}
	calls := r.pendings(&m, llm.StopCalls)
	if len(calls) != len(m.Calls) {
		t.Fatalf("%d calls of %d", len(calls), len(m.Calls))
	}
	for i, p := range calls {
		if made := p.result.CallID == ""; made != (i < mostCalls) || !made && (p.result.CallID != m.Calls[i].ID || !p.result.IsError) {
			t.Fatalf("call %d: %+v", i, p.result)
		}
	}
}
