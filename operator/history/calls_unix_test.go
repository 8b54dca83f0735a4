//go:build unix

package history_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/history"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A record tells of a call that still asks, and of the answer when it has come.
func TestARecordOfACallThatGoesOn(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{Trusted: true})
	answer, asked := make(chan tools.Answer), make(chan struct{})
	b.Person.Answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		close(asked)
		select {
		case a := <-answer:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	calls := b.Agent()
	done := make(chan string)
	go func() {
		id, _, _ := calls.Call(context.Background(), "bash", json.RawMessage(`{"command":"rm -rf sub*"}`), tools.Scope{})
		done <- id
	}()
	<-asked
	list, err := b.O.History().Calls(t.Context(), calls.Run())
	if err != nil || len(list) != 1 {
		t.Fatalf("%+v, %v", list, err)
	}
	r := list[0]
	if r.State != history.CallAsking || r.Missing == "" || r.Act == nil || r.Act.Detail != "rm -rf sub*" || !strings.HasPrefix(r.Why, "you are being asked: ") || len(r.Questions) != 1 || r.Questions[0].Answer != "" {
		t.Errorf("while it asks: %+v", r)
	}
	answer <- tools.Answer{Verdict: tools.Deny, Where: "window", Reason: "not now"}
	r, err = b.O.History().Call(t.Context(), <-done)
	if err != nil {
		t.Fatal(err)
	}
	if r.State != history.CallRefused || r.Missing != "" || len(r.Stages) == 0 || r.Questions[0].Answer != journal.Declined || r.Questions[0].Said != "not now" || r.Why != "you denied it, in the window: not now" {
		t.Errorf("when it was declined: %+v", r)
	}
	if _, err := b.O.History().Call(t.Context(), "c_nope"); err == nil {
		t.Error("a call that is not there has a record")
	}
	if id, err := b.O.History().FindCall(t.Context(), r.ID[:8]); err != nil || id != r.ID {
		t.Errorf("%q by its first characters: %q, %v", r.ID, id, err)
	}
}
