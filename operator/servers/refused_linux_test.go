package servers_test

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/operator/servers"
	"handrail/tools"
)

// refuse is a person who says no.
func refuse(context.Context, tools.Question) (tools.Answer, error) {
	return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
}

// Who calls a server hears what the walls have kept from it, and what the person can do.
func TestACallSaysWhatTheWallsHaveRefused(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	b.Person.Answer = refuse
	r := operatortest.Ask(t, b.S, "peer__reach", "api.example.com:443")
	if r.Error == nil || r.Error.Code != tools.NetworkDisabled || !strings.Contains(r.Error.Message, "The person has refused to let the server peer reach api.example.com") || r.Error.Action != (tools.Action{Kind: tools.AllowRefusedHost, Subject: "peer", Detail: "api.example.com"}) {
		t.Errorf("a call that fails says %+v", r.Error)
	}
	if r := operatortest.Ask(t, b.S, "peer__echo", "hello"); r.Error != nil || r.Content != "hello" {
		t.Errorf("a call that was refused nothing says %+v", r)
	}
	const note = "The person has refused to let the server peer reach count.example.com"
	for i, want := range []bool{true, false} { // named once beside a good answer
		if r := operatortest.Ask(t, b.S, "peer__reach", "quietly count.example.com:443"); r.Error != nil || !strings.HasPrefix(r.Content, "done") || strings.Contains(r.Content, note) != want {
			t.Errorf("call %d says %+v", i, r)
		}
	}
	operatortest.WriteFile(t, filepath.Join(b.Options.Home, "papers", "private.txt"), "x")
	if r := operatortest.Ask(t, b.S, "peer__read", filepath.Join(b.Options.Home, "papers", "private.txt")); r.Error == nil || r.Error.Code != tools.PermissionDenied || r.Error.Action.Kind != tools.AllowServerRead {
		t.Errorf("a file that it cannot read says %+v", r.Error)
	}
	view := operatortest.ServerNamed(t, b.S, "peer")
	if len(view.Refused) != 3 {
		t.Errorf("what it was refused is %+v", view.Refused)
	}
}

// What a server was refused is shown by a program that starts later, until it is allowed.
func TestWhatAServerWasRefusedIsKept(t *testing.T) {
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, ""), nil)
	b.Person.Answer = refuse
	operatortest.Ask(t, b.S, "peer__reach", "api.example.com:443")
	other, err := operatortest.Open(t, b.Options, b.Person).OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	view := operatortest.ServerNamed(t, other, "peer")
	if len(view.Refused) != 1 || view.Refused[0].Target != "api.example.com" || view.Refused[0].Action.Kind != tools.AllowServerHost {
		t.Fatalf("what it was refused is %+v", view.Refused)
	}
	words := []string{"api.example.com"}
	if err := other.Servers().Options().Set(t.Context(), "peer", servers.Option{Network: &words}); err != nil {
		t.Fatal(err)
	}
	if view := operatortest.ServerNamed(t, other, "peer"); len(view.Refused) != 0 {
		t.Errorf("what is allowed is still shown as refused: %+v", view.Refused)
	}
}
