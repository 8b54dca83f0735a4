package serving

import (
	"context"
	"errors"
	"io"
	"strings"
	"testing"

	"handrail/operator/operatortest"
	"handrail/tools"
)

// A host that a server wants on the way of a client's call is asked of the client, where nobody
// else can be; other calls go on meanwhile.
func TestAClientIsAskedAboutAHost(t *testing.T) {
	b := serversBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`))
	b.clients = New(b.O, Config{Sheet: func(q tools.Question) (string, bool) { return q.Preview.Title, true }})
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		return tools.Answer{}, errors.New("there is no display")
	}
	c := b.join(`{"elicitation":{}}`)
	c.call(1, "peer__reach", `{"value":"api.example.com:443"}`)
	if line := c.hear("elicitation/create"); !strings.Contains(line, "May the server peer reach api.example.com?") || !strings.Contains(line, `["Deny","Allow once"]`) {
		t.Errorf("the form is %s", line)
	}
	c.call(2, "listdir", `{"path":"."}`)
	if line := c.hear(`"id":2,`); strings.Contains(line, "isError\":true") {
		t.Errorf("another call meanwhile: %s", line)
	}
	c.say(`{"jsonrpc":"2.0","id":"handrail-1","result":{"action":"accept","content":{"answer":"Deny"}}}`)
	if line := c.hear(`"id":1,`); !strings.Contains(line, "denied the server peer access to api.example.com") {
		t.Errorf("after a no: %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}
