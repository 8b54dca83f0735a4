package servers_test

import (
	"encoding/json"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// A server that is started by a call may list another tool than the one that was
// accepted: it is held back before anything of the call is sent.
func TestAToolThatChangedWhileItsServerSlept(t *testing.T) {
	d := newDemo(t)
	b := operatortest.New(t, operatortest.Options{Settings: `{"tools":{"mcp_servers":{"demo":{"url":"` + d.url + `","internal_only":false}}}}`})
	f, err := b.S.Servers().Find("demo")
	if err != nil {
		t.Fatal(err)
	}
	err = b.S.Servers().Pins().Change(t.Context(), f, func(p *mcp.Pins) error {
		p.See([]mcp.Definition{{Name: "create_issue", Description: "as it was", Input: json.RawMessage(`{"type":"object"}`)}}, time.Now())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := b.S.Servers().Remake(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := entryOf(t, b.S, "demo__create_issue"); e.State != tools.Ready {
		t.Fatalf("before the server is started the tool is %v: %s", e.State, e.Reason)
	}
	r := operatortest.Do(t, b.S, "demo__create_issue", `{"title":"x"}`, tools.Scope{})
	if r.Error == nil || r.Error.Code != tools.PermissionDenied || r.Error.Action != (tools.Action{Kind: tools.ReviewServer, Subject: "demo"}) {
		t.Errorf("the call gives %q, %v; want it to be held back", r.Content, r.Error)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.calls) > 0 {
		t.Errorf("the changed tool was called: %q", d.calls)
	}
	if e := entryOf(t, b.S, "demo__create_issue"); e.State != tools.Held {
		t.Errorf("after it the tool is %v: %s", e.State, e.Reason)
	}
}
