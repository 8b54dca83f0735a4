package history_test

import (
	"encoding/json"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
	"handrail/tools/command"
)

const twoHands = `{"version": "1", "tools": {
  "say": {"description": "Says it", "command": ["echo", "hello"]},
  "more": {"description": "Says more", "command": ["echo", "{{what}}"], "params": {"what": {"type": "string"}}}}}`

// A call is listed with what ran, who called and its result; one that did not fit
// as well.
func TestHandCalls(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Files: map[string]string{command.HandsFile: twoHands}, Trusted: true})
	calls, err := b.S.Calls(operator.CallsConfig{Origin: journal.FromTry})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ tool, input string }{{"more", `{"what": "a"}`}, {"space__more", `{"what": 3}`}, {"say", `{}`}} {
		if _, _, err := calls.Call(t.Context(), c.tool, json.RawMessage(c.input), tools.Scope{}); err != nil {
			t.Fatal(err)
		}
	}
	if err := calls.Close(); err != nil {
		t.Fatal(err)
	}
	got, err := b.O.History().HandCalls(t.Context(), b.Dir, b.S.Hands().Names("more"))
	if err != nil || len(got) != 2 {
		t.Fatalf("got %+v, %v", got, err)
	}
	if bad := got[0]; bad.Status != "incomplete" || bad.Code != "invalid_args" || bad.Detail != "" || bad.Exit != nil {
		t.Errorf("the call that did not fit: %+v", bad)
	}
	if ran := got[1]; ran.Status != "complete" || ran.Who.String() != "You" || !strings.HasSuffix(ran.Detail, "a") || ran.Exit == nil || *ran.Exit != 0 || ran.Time.IsZero() {
		t.Errorf("the call that ran: %+v", ran)
	}
}
