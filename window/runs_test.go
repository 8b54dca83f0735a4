package window

import (
	"testing"
	"time"

	"handrail/journal"
	"handrail/operator/chats"
)

// A run that did nothing but what was denied did nothing: its row in Runs says so.
func TestARunWithOneCallSaysWhatBecameOfIt(t *testing.T) {
	o, s := open(t)
	at := &Runs{&app{ctx: t.Context(), o: o}}
	chat, err := chats.New(o).Start(s.Dir(), "")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct{ line, code, exit string }{
		{`/bash command="rm -rf /"`, "permission_denied", ""}, {`/bash command="exit 3"`, "", "3"}, {`/read path=none.csv`, "file_not_found", ""},
	} {
		run, err := chat.Send(tt.line)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := chat.Wait(t.Context(), run.ID); err != nil {
			t.Fatal(err)
		}
		v, err := at.Run(run.ID)
		if err != nil || v.State != journal.Done || v.CallCode != tt.code || v.CallExit != tt.exit {
			t.Errorf("%s: %s, code %q, exit %q, want %q, %q; %v", tt.line, v.State, v.CallCode, v.CallExit, tt.code, tt.exit, err)
		}
	}
	page, err := at.Runs(s.Dir(), "", 10)
	if err != nil || len(page.Runs) != 3 || page.Runs[2].CallCode != "permission_denied" {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestTheOutcomeOfACallIsWhatWasSaidLast(t *testing.T) {
	code, exit := outcomeOf(journal.Event{Kind: journal.Finished, Data: []byte(`{"meta":{"exit_code":3}}`)}, "", "")
	if code != "" || exit != "3" {
		t.Errorf("%q, %q", code, exit)
	}
	if code, exit = outcomeOf(journal.Event{Kind: journal.Returned, Data: []byte(`{"code":"timeout"}`)}, code, exit); code != "timeout" || exit != "3" {
		t.Errorf("%q, %q", code, exit)
	}
	if code, _ = outcomeOf(journal.Event{Kind: journal.Expired, Data: []byte(`{}`)}, "", ""); code != "expired" {
		t.Errorf("%q", code)
	}
	if code, _ = outcomeOf(journal.Event{Kind: journal.Allowed, Data: []byte(`{"code":"x"}`)}, "", ""); code != "" {
		t.Errorf("%q", code)
	}
}

// A run of another window is in the list of this one, which cannot cancel it, and says so.
func TestARunOfAnotherProcessIsNotCancelledSilently(t *testing.T) {
	o, s := open(t)
	at := &Runs{&app{ctx: t.Context(), o: o}}
	cancelled := 0
	run := journal.Run{ID: "r_elsewhere", Session: "s_elsewhere", Space: s.Dir(), Origin: journal.FromChat, Started: time.Now(), State: journal.Running}
	if err := o.Runs().Begin(run, func() { cancelled++ }); err != nil {
		t.Fatal(err)
	}
	if err := at.CancelRun(run.ID); err != nil || cancelled != 1 {
		t.Fatalf("here: %v, cancelled %d times", err, cancelled)
	}
	o.Runs().Forget(run.ID)
	if err := at.CancelRun(run.ID); err == nil || cancelled != 1 {
		t.Errorf("elsewhere: %v, cancelled %d times", err, cancelled)
	}
}
