package operator

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// A change is made only as it was shown.
func TestConnectAsShown(t *testing.T) {
	s := openFiles(t, nil)
	o := s.o
	file := filepath.Join(o.c.Home, ".cursor", "mcp.json")
	const key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
	writeFile(t, file, "{\"mcpServers\": {\n\"a\": {\"command\": \"x\", \"env\": {\"T\": \""+key+"\"}}\n}}")
	plan, err := o.ConnectPlan("cursor", s.Dir())
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plan.Difference, key) {
		t.Errorf("the difference shows a key: %s", plan.Difference)
	}
	writeFile(t, file, `{"mcpServers": {"b": {"command": "x"}}}`)
	done, err := o.ConnectProgram("cursor", s.Dir(), plan.Digest)
	if err != nil || done.Done || !strings.Contains(done.Why, "has changed") || !strings.Contains(done.Difference, `"b"`) {
		t.Fatalf("%+v, %v", done, err)
	}
	done, err = o.ConnectProgram("cursor", s.Dir(), done.Digest)
	if err != nil || !done.Done {
		t.Fatalf("%+v, %v", done, err)
	}
	at := func() Connection {
		list := o.Connections()
		return list[slices.IndexFunc(list, func(c Connection) bool { return c.Program == "cursor" })]
	}
	if c := at(); !c.Connected || c.Space != s.Dir() || c.Gone || c.Undo == "" || !c.Here {
		t.Errorf("connected: %+v", c)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	writeFile(t, file, strings.ReplaceAll(string(data), `"command": "/`, `"command": "/nowhere/`))
	if c := at(); !c.Gone {
		t.Errorf("a program that is gone: %+v", c)
	}
	if _, err := o.UndoPlan("cursor"); err == nil || !strings.Contains(err.Error(), "no longer what Handrail wrote") {
		t.Errorf("undo of a file that changed: %v", err)
	}
	if _, err := o.ConnectPlan("cursor", filepath.Join(o.c.Home, "nowhere")); err == nil {
		t.Error("a space that is not there is no error")
	}
}
