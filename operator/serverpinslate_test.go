package operator

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"handrail/mcp"
	"handrail/tools"
)

// A server that is started by a call may list another tool than the one that was
// accepted: it is held back before anything of the call is sent.
func TestAToolThatChangedWhileItsServerSlept(t *testing.T) {
	d := newDemo(t)
	s := openFiles(t, map[string]string{"../config/settings.json": `{"tools":{"mcp_servers":{"demo":{"url":"` + d.url + `","internal_only":false}}}}`})
	f, err := s.foundServer("demo")
	if err != nil {
		t.Fatal(err)
	}
	_, err = s.changeServerPins(t.Context(), f, func(p *mcp.Pins) error {
		p.See([]mcp.Definition{{Name: "create_issue", Description: "as it was", Input: json.RawMessage(`{"type":"object"}`)}}, time.Now())
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.remakeRegistry(t.Context()); err != nil {
		t.Fatal(err)
	}
	if e := entryOf(t, s, "demo__create_issue"); e.State != tools.Ready {
		t.Fatalf("before the server is started the tool is %v: %s", e.State, e.Reason)
	}
	r := do(t, s, "demo__create_issue", `{"title":"x"}`, tools.Scope{})
	if r.Error == nil || r.Error.Code != tools.PermissionDenied || !strings.Contains(r.Error.Message, "handrail servers changes demo") {
		t.Errorf("the call gives %q, %v; want it to be held back", r.Content, r.Error)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.calls) > 0 {
		t.Errorf("the changed tool was called: %q", d.calls)
	}
	if e := entryOf(t, s, "demo__create_issue"); e.State != tools.Held {
		t.Errorf("after it the tool is %v: %s", e.State, e.Reason)
	}
}
