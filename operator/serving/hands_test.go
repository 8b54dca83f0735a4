//go:build unix

package serving

import (
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// Programs that speak MCP are offered a space's hands by their qualified names, and call them.
func TestHandsAreServed(t *testing.T) {
	space := operatortest.New(t, operatortest.Options{Trusted: true, Files: map[string]string{"ctxnest.json": `{"version":"1","tools":{
"say": {"description":"Says what it is told","command":["echo","{{text}}"],"params":{"text":{"type":"string"}}},
"off": {"description":"Not now","command":["true"],"disabled":true}}}`}})
	space.Person.Answer = operatortest.Yes
	c := (&bench{space, New(space.O, Config{})}).join(`{}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`)
	offered := c.hear(`"id":1`)
	for _, want := range []string{`"name":"space__say"`, "Says what it is told", `"name":"describe_hands_schema"`, `"name":"list_hands"`, `"name":"reload_hands"`} {
		if !strings.Contains(offered, want) {
			t.Errorf("%s is not offered", want)
		}
	}
	if strings.Contains(offered, "Not now") {
		t.Error("a disabled hand is offered")
	}
	c.call(2, "space__say", `{"text":"$HOME; hi"}`)
	if line := c.hear(`"id":2`); strings.Contains(line, `"isError":true`) || !strings.Contains(line, "$HOME; hi") {
		t.Errorf("the answer is %s", line)
	}
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
