package servers_test

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// A name is looked up among the built-in tools, then those of files, then the manifest's, then the servers'
// (docs/spec/04-names.md): who comes later is listed as shadowed, or found by its whole name alone.
func TestWhoseNameItIs(t *testing.T) {
	tool := func(id, says string) string {
		return "---\nid: " + id + "\nname: N\ndescription: d\ncommand: echo " + says + "\nsideEffect: false\n---\n"
	}
	b := openDemo(t, newDemo(t), `,"internal_only":false`, map[string]string{
		"agent/tools/read.md": tool("read", "file"), "agent/tools/twin.md": tool("twin", "file"),
		"space.manifest.json": `{"id":"shop","tools":[
			{"id":"twin","name":"N","description":"d","command":"echo manifest"},
			{"id":"glob","name":"N","description":"d","command":"echo manifest"},
			{"id":"fail","name":"N","description":"d","command":"echo manifest","sideEffect":false}]}`,
		"notes.txt": "built in\n",
	})
	for _, c := range []struct {
		name, input, want string
	}{
		{"read", `{"path":"notes.txt"}`, "built in"},
		{"twin", `{}`, "file"},
		{"fail", `{}`, "manifest"},
	} {
		if r := operatortest.Do(t, b.S, c.name, c.input, tools.Scope{}); r.Error != nil || !strings.Contains(r.Content, c.want) {
			t.Errorf("%s: %q, %v, want that of %q", c.name, r.Content, r.Error, c.want)
		}
	}
	if r := operatortest.Do(t, b.S, "demo__fail", `{}`, tools.Scope{}); r.Error == nil || !strings.Contains(r.Error.Message+r.Content, "no such repository") {
		t.Errorf("the server's tool is not found by its whole name: %+v", r)
	}
	shadowed := map[string]bool{}
	for _, e := range b.S.Registry().Entries() {
		if e.State == tools.Shadowed && e.Reason != "" {
			shadowed[e.Info.Name+" of "+e.Info.Source] = true
		}
	}
	for _, want := range []string{"read of custom", "twin of manifest", "glob of manifest"} {
		if !shadowed[want] {
			t.Errorf("%s is not shadowed; these are: %v", want, shadowed)
		}
	}
}
