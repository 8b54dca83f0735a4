package serving

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/operator/operatortest"
	"handrail/tools"
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

// Where several calls of a server are under way, its form could belong to any: it is shown by the client
// that has made all of them, and by nobody if another has made one.
func TestAFormOfSeveralCalls(t *testing.T) {
	b := serversBench(t, `"peer":`+operatortest.Peer(t, `"internal_only":false`))
	one, two := &clientLine{open: map[string]*clientCall{}}, &clientLine{open: map[string]*clientCall{}}
	first, second, other := &clientCall{line: one}, &clientCall{line: one}, &clientCall{line: two}
	one.open["c_1"], one.open["c_2"], two.open["c_3"] = first, second, other
	b.clients.lines = map[string]*clientLine{"a": one, "b": two}
	for name, c := range map[string]struct {
		calls []string
		want  *clientCall
	}{
		"one":             {[]string{"c_1"}, first},
		"two of one":      {[]string{"c_1", "c_2"}, second},
		"of two clients":  {[]string{"c_1", "c_3"}, nil},
		"one of our own":  {[]string{"c_1", "c_9"}, nil},
		"our own first":   {[]string{"c_9", "c_1"}, nil},
		"none":            {nil, nil},
		"a resource read": {[]string{""}, nil},
	} {
		if got := b.clients.whose(tools.Form{Calls: c.calls}); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
	b.clients.lines = map[string]*clientLine{}
}

// A server asks for a form while it makes a prompt, and while it reads a resource.
func TestAFormWhileAPromptIsMade(t *testing.T) {
	s := sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, nil)
	form := func(ctx context.Context, session *sdk.ServerSession) (string, error) {
		r, err := session.Elicit(ctx, &sdk.ElicitParams{Message: "Which color?", RequestedSchema: map[string]any{"type": "object", "properties": map[string]any{"color": map[string]any{"type": "string"}}}})
		if err != nil {
			return "", err
		}
		return fmt.Sprint(r.Action, " ", r.Content["color"]), nil
	}
	s.AddPrompt(&sdk.Prompt{Name: "paint"}, func(ctx context.Context, r *sdk.GetPromptRequest) (*sdk.GetPromptResult, error) {
		text, err := form(ctx, r.Session)
		return &sdk.GetPromptResult{Messages: []*sdk.PromptMessage{{Role: "user", Content: &sdk.TextContent{Text: "Paint it: " + text}}}}, err
	})
	s.AddResource(&sdk.Resource{URI: "note://one", Name: "one"}, func(ctx context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		text, err := form(ctx, r.Session)
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: "It is: " + text}}}, err
	})
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	b := serversBench(t, `"notes":{"url":"`+web.URL+`","internal_only":false}`)
	b.awaitServer("notes")
	client := b.join(`{"elicitation":{}}`)
	for i, ask := range []string{`"method":"prompts/get","params":{"name":"notes__paint"}`, `"method":"resources/read","params":{"uri":"note://one"}`} {
		client.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,%s}`, i+1, ask))
		var asked struct {
			ID json.RawMessage `json:"id"`
		}
		if err := json.Unmarshal([]byte(client.hear("elicitation/create")), &asked); err != nil {
			t.Fatal(err)
		}
		client.say(`{"jsonrpc":"2.0","id":` + string(asked.ID) + `,"result":{"action":"accept","content":{"color":"blue"}}}`)
		if line := client.hear(fmt.Sprintf(`"id":%d,`, i+1)); !strings.Contains(line, "accept blue") {
			t.Errorf("it is made of %s", line)
		}
	}
	go func() { _, _ = io.Copy(io.Discard, client.out) }() // what else it is told
	if err := client.shut(); err != nil {
		t.Fatal(err)
	}
}
