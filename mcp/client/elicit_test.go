package client

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/mcp/transport"
	"handrail/tools"
)

// The reference server asks for a form over both transports, while its tool runs.
func TestRemoteElicitation(t *testing.T) {
	for name, s := range map[string]mcp.Server{
		"streamable HTTP": {URL: mcptest.Everything(t, "streamableHttp") + "/mcp"},
		"SSE":             {URL: mcptest.Everything(t, "sse") + "/sse", Transport: mcp.SSE},
	} {
		t.Run(name, func(t *testing.T) {
			var seen tools.Form
			e := &elicitor{server: "everything", form: func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
				seen = f
				return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(`{"name":"Ada Lovelace","check":true}`)}, nil
			}, note: func(text string) { t.Log(text) }}
			p, err := mcptest.Reach(t, transport.Config{Server: s}, goclient.WithElicitationHandler(e))
			if err != nil {
				t.Fatal(err)
			}
			var got string
			mcptest.Eventually(t, "the tool to be there", func() bool { // it is registered after the handshake
				got, err = p.CallText(t, "trigger-elicitation-request", map[string]any{})
				return err == nil && !strings.Contains(got, "not found")
			})
			if !strings.Contains(got, "Ada Lovelace") {
				t.Errorf("the server got\n%s", got)
			}
			schema, err := tools.ReadForm(seen.Schema)
			if err != nil || len(schema.Fields()) < 8 || seen.Server != "everything" {
				t.Errorf("the form was %+v, %v", seen, err)
			}
		})
	}
}

// A server of the official SDK asks for a form; the person takes longer than the
// 30 seconds that mcp-go would give them, told by the clock of the request.
func TestElicitationFromSDK(t *testing.T) {
	web := mcptest.SDKServer(t, func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			got, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Who?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"who":{"type":"string"}},"required":["who"]}`)})
			text := fmt.Sprint(err)
			if err == nil {
				text = fmt.Sprint(got.Action, " ", got.Content["who"])
			}
			return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: text}}}, nil
		})
	})
	for name, c := range map[string]struct {
		answer tools.FormAnswer
		err    error
		want   string
	}{
		"accept":          {tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(`{"who":"Ada"}`)}, nil, "accept Ada\n"},
		"decline":         {tools.FormAnswer{Action: tools.Decline}, nil, "decline <nil>\n"},
		"cancel":          {tools.FormAnswer{Action: tools.Cancel}, nil, "cancel <nil>\n"},
		"nobody":          {tools.FormAnswer{}, errors.New("no window"), "cancel <nil>\n"},
		"an answer unfit": {tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(`{"who":1}`)}, nil, "cancel <nil>\n"},
	} {
		t.Run(name, func(t *testing.T) {
			e := &elicitor{server: "peer", form: func(ctx context.Context, f tools.Form) (tools.FormAnswer, error) {
				if _, limited := ctx.Deadline(); limited {
					t.Error("the person has the library's 30 seconds only")
				}
				if f.Message != "Who?" || f.Limit != tools.AnswerLimit {
					t.Errorf("the form is %+v", f)
				}
				return c.answer, c.err
			}}
			p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL}}, goclient.WithElicitationHandler(e), goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := p.CallText(t, "ask", map[string]any{}); err != nil || got != c.want {
				t.Errorf("the server got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// A call that is given up takes its form back.
func TestElicitationTakenBack(t *testing.T) {
	web := mcptest.SDKServer(t, func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			// The client may hang up before it has answered, and this server ends no session
			// while it waits for an answer.
			ctx, cancel := context.WithTimeout(ctx, mcptest.Patience)
			defer cancel()
			_, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Who?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{}}`)})
			return nil, err
		})
	})
	shown, back := make(chan struct{}), make(chan struct{})
	e := &elicitor{server: "peer", form: func(ctx context.Context, _ tools.Form) (tools.FormAnswer, error) {
		close(shown)
		<-ctx.Done()
		close(back)
		return tools.FormAnswer{}, ctx.Err()
	}}
	p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL}}, goclient.WithElicitationHandler(e), goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-shown; cancel() }()
	if _, err := p.CallTool(ctx, protocol.CallToolRequest{Params: protocol.CallToolParams{Name: "ask"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("the call: %v", err)
	}
	select {
	case <-back:
	case <-time.After(mcptest.Patience):
		t.Error("the form still waits")
	}
}

// A form that is not sound is not shown, not even in part: the server gets an
// error and the person a note.
func TestElicitationRefuses(t *testing.T) {
	for name, p := range map[string]protocol.ElicitationParams{
		"nested":           {Message: "x", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"object"}}}`)},
		"a reference":      {Message: "x", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"a":{"$ref":"#"}}}`)},
		"look-around":      {Message: "x", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"a":{"type":"string","pattern":"(?=a)"}}}`)},
		"a huge message":   {Message: strings.Repeat("x", tools.MaxFormMessage+1), RequestedSchema: json.RawMessage(`{"type":"object"}`)},
		"a script":         {Message: "x", Mode: "url", URL: "javascript:alert(1)"},
		"a file":           {Message: "x", Mode: "url", URL: "file:///etc/passwd"},
		"in the clear":     {Message: "x", Mode: "url", URL: "http://bank.example"},
		"a host in a name": {Message: "x", Mode: "url", URL: "https://bank.example@evil.example/"},
		"an unknown mode":  {Message: "x", Mode: "voice"},
	} {
		t.Run(name, func(t *testing.T) {
			var notes []string
			e := &elicitor{server: "peer", note: func(text string) { notes = append(notes, text) }, form: func(context.Context, tools.Form) (tools.FormAnswer, error) {
				t.Error("it was shown")
				return tools.FormAnswer{}, nil
			}}
			got, err := e.Elicit(t.Context(), protocol.ElicitationRequest{Params: p})
			if err == nil || got != nil || len(notes) != 1 || !strings.Contains(notes[0], "was not shown") {
				t.Errorf("got %v, %v, notes %q", got, err, notes)
			}
		})
	}
}

// A server has so many forms at once and no more; while one waits the clock of the
// call stands still.
func TestElicitationAtOnce(t *testing.T) {
	shown, release := make(chan struct{}), make(chan struct{})
	var paused atomic.Int32
	e := &elicitor{
		form: func(context.Context, tools.Form) (tools.FormAnswer, error) {
			shown <- struct{}{}
			<-release
			return tools.FormAnswer{Action: tools.Decline}, nil
		},
		pause: func() func() { paused.Add(1); return func() { paused.Add(-1) } },
	}
	ask := func() error {
		_, err := e.Elicit(t.Context(), protocol.ElicitationRequest{Params: protocol.ElicitationParams{RequestedSchema: json.RawMessage(`{"type":"object"}`)}})
		return err
	}
	var all sync.WaitGroup
	for range mostForms {
		all.Go(func() {
			if err := ask(); err != nil {
				t.Error(err)
			}
		})
		<-shown
	}
	if err := ask(); err == nil || paused.Load() != mostForms {
		t.Errorf("one more: %v, paused %d times", err, paused.Load())
	}
	close(release)
	all.Wait()
	if paused.Load() != 0 {
		t.Errorf("the clock still stands %d times", paused.Load())
	}
}

// A server that refuses a call until the person has been on a page says so: with the
// host, the whole URL and what to do. A page that no browser should be given is not
// passed on.
func TestPagesThatACallNeeds(t *testing.T) {
	many := make([]*sdk.ElicitParams, 5)
	for i := range many {
		many[i] = &sdk.ElicitParams{Mode: "url", ElicitationID: fmt.Sprint(i), Message: "Sign in", URL: fmt.Sprintf("https://login.example/%d", i)}
	}
	for name, c := range map[string]struct {
		pages []*sdk.ElicitParams
		says  []string
		not   string
	}{
		"one":            {many[:1], []string{`the server "peer" wants you to open a page of login.example (https://login.example/0)`, `"Sign in"`, "make the call again"}, "more"},
		"many":           {many, []string{"https://login.example/2", "and 2 more"}, "example/3"},
		"none":           {nil, []string{"does not say which"}, "https:"},
		"a hidden host":  {[]*sdk.ElicitParams{{Mode: "url", URL: "https://bank.example@evil.example/"}}, []string{"is refused", "makes it look like another"}, "bank.example"},
		"not of the web": {[]*sdk.ElicitParams{{Mode: "url", URL: "file:///etc/passwd"}}, []string{"is refused"}, "passwd"},
	} {
		t.Run(name, func(t *testing.T) {
			web := mcptest.SDKServer(t, func(s *sdk.Server) {
				s.AddTool(&sdk.Tool{Name: "mail", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
					return nil, sdk.URLElicitationRequiredError(c.pages)
				})
			})
			client := New(Config{Server: mcp.Server{Name: "peer", URL: web.URL}, Name: "handrail", Version: "test"})
			client.legacy = true
			t.Cleanup(func() { _ = client.Close() })
			_, err := client.Call(t.Context(), mcp.CallRequest{Tool: "mail"}, tools.Discard{})
			wantError(t, err, tools.Unavailable, c.says...)
			if strings.Contains(err.Error(), c.not) {
				t.Errorf("%v", err)
			}
		})
	}
}

// A server's form over HTTP has its order when it is shown.
func TestElicitationKeepsItsOrder(t *testing.T) {
	web := mcptest.SDKServer(t, func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
			_, err := r.Session.Elicit(ctx, &sdk.ElicitParams{Message: "Who?", RequestedSchema: json.RawMessage(`{"type":"object","properties":{"zebra":{"type":"string"},"apple":{"type":"integer"},"mango":{"type":"boolean"}},"required":["mango"]}`)})
			return &sdk.CallToolResult{}, err
		})
	})
	var seen json.RawMessage
	e := &elicitor{server: "peer", form: func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
		seen = f.Schema
		return tools.FormAnswer{Action: tools.Decline}, nil
	}}
	p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL}}, goclient.WithElicitationHandler(e), goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.CallText(t, "ask", map[string]any{}); err != nil {
		t.Fatal(err)
	}
	schema, err := tools.ReadForm(seen)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range schema.Fields() {
		names = append(names, f.Name)
	}
	if diff := cmp.Diff([]string{"zebra", "apple", "mango"}, names); diff != "" {
		t.Error(diff)
	}
}
