package programs

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A change is made only as it was shown.
func TestConnectAsShown(t *testing.T) {
	b := operatortest.New(t, operatortest.Options{})
	all, home := New(b.O), b.O.Config().Home
	file := filepath.Join(home, ".cursor", "mcp.json")
	const key = "ghp_abcdefghijklmnopqrstuvwxyz0123456789"
	operatortest.WriteFile(t, file, "{\"mcpServers\": {\n\"a\": {\"command\": \"x\", \"env\": {\"T\": \""+key+"\"}}\n}}")
	plan, err := all.PlanConnect("cursor", b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(plan.Difference, key) {
		t.Errorf("the difference shows a key: %s", plan.Difference)
	}
	operatortest.WriteFile(t, file, `{"mcpServers": {"b": {"command": "x"}}}`)
	done, err := all.Connect("cursor", b.Dir, plan.Digest)
	if err != nil || done.Done || !strings.Contains(done.Why, "changed since you saw it") || !strings.Contains(done.Difference, `"b"`) {
		t.Fatalf("%+v, %v", done, err)
	}
	done, err = all.Connect("cursor", b.Dir, done.Digest)
	if err != nil || !done.Done {
		t.Fatalf("%+v, %v", done, err)
	}
	at := func() Connection {
		list := all.List()
		return list[slices.IndexFunc(list, func(c Connection) bool { return c.Program == "cursor" })]
	}
	if c := at(); !c.Connected || c.Space != b.Dir || c.Gone || c.Undo == "" || !c.Here {
		t.Errorf("connected: %+v", c)
	}
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	operatortest.WriteFile(t, file, strings.ReplaceAll(string(data), `"command": "/`, `"command": "/nowhere/`))
	if c := at(); !c.Gone {
		t.Errorf("a program that is gone: %+v", c)
	}
	if _, err := all.PlanUndo("cursor"); err == nil || !strings.Contains(err.Error(), "no longer what Handrail wrote") {
		t.Errorf("undo of a file that changed: %v", err)
	}
	if _, err := all.PlanConnect("cursor", filepath.Join(home, "nowhere")); err == nil {
		t.Error("a space that is not there is no error")
	}
}
