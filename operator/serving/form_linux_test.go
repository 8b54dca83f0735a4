package serving

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"handrail/operator/operatortest"
)

// A server's form is shown by the client that calls it, where nobody else can be asked: as the server
// wrote it, with its name before what it says; what the client leaves out has its default, and what
// does not fit never reaches the server.
func TestAClientShowsAServersForm(t *testing.T) {
	for name, c := range map[string]struct{ answer, gets string }{
		"filled in":      {`"result":{"action":"accept","content":{"color":"blue"}}`, `"action":"accept","content":{"color":"blue","size":7}`},
		"declined":       {`"result":{"action":"decline"}`, `"action":"decline"`},
		"closed":         {`"result":{"action":"cancel"}`, `"action":"cancel"`},
		"unfit":          {`"result":{"action":"accept","content":{"color":"green"}}`, `"action":"cancel"`},
		"cannot show it": {`"error":{"code":-32601,"message":"no such method"}`, `"action":"cancel"`},
	} {
		t.Run(name, func(t *testing.T) {
			b := serversBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`))
			client := b.join(`{"elicitation":{}}`)
			client.call(1, "peer__wait", `{"value":"for a form"}`)
			var asked struct {
				ID     json.RawMessage `json:"id"`
				Params struct {
					Message string          `json:"message"`
					Schema  json.RawMessage `json:"requestedSchema"`
				} `json:"params"`
			}
			if err := json.Unmarshal([]byte(client.hear("elicitation/create")), &asked); err != nil {
				t.Fatal(err)
			}
			if m := asked.Params.Message; !strings.HasPrefix(m, "The server “peer” asks, through Handrail:") || !strings.Contains(m, "Which one?") {
				t.Errorf("it says %q", m)
			}
			if s := string(asked.Params.Schema); !strings.Contains(s, `"enum":["red","blue"]`) {
				t.Errorf("the form is %s", s)
			}
			client.say(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,` + c.answer + `}`)
			if line := strings.ReplaceAll(client.hear(`"id":1,`), `\"`, `"`); !strings.Contains(line, c.gets) {
				t.Errorf("the server gets %s", line)
			}
			go func() { _, _ = io.Copy(io.Discard, client.out) }() // what else it is told
			if err := client.shut(); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// A client that shows no forms is asked nothing, and the server hears "cancel".
func TestAClientWithoutForms(t *testing.T) {
	b := serversBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`))
	client := b.join(`{}`)
	client.call(1, "peer__wait", `{"value":"for a form"}`)
	if line := client.hear(`"id":1,`); !strings.Contains(line, "cancel") || strings.Contains(client.all.String(), "elicitation/create") {
		t.Errorf("it hears %s", client.all.String())
	}
	go func() { _, _ = io.Copy(io.Discard, client.out) }()
	if err := client.shut(); err != nil {
		t.Fatal(err)
	}
}
