package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/tools"
)

// patience is how long a test waits for what takes a second on an idle machine.
const patience = 60 * time.Second

// A remotePeer is a connection to a remote server, as Client makes it.
type remotePeer struct {
	*client.Client
	link *link
}

// reach connects to a server; err is that of the handshake.
func reach(t *testing.T, c ClientConfig, options ...client.ClientOption) (*remotePeer, error) {
	t.Helper()
	l, err := dialRemote(t.Context(), c)
	if err != nil {
		return nil, err
	}
	t.Cleanup(l.close)
	p := &remotePeer{Client: client.NewClient(l.transport, options...), link: l}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	if err := p.Start(ctx); err != nil {
		return p, err
	}
	_, err = p.Initialize(ctx, mcp.InitializeRequest{Params: mcp.InitializeParams{ClientInfo: mcp.Implementation{Name: "handrail", Version: "test"}}})
	return p, err
}

// call calls a tool and returns its text.
func (p *remotePeer) call(t *testing.T, tool string, args any) (string, error) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	r, err := p.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: tool, Arguments: args}})
	if err != nil {
		return "", err
	}
	var b strings.Builder
	for _, c := range r.Content {
		if text, ok := c.(mcp.TextContent); ok {
			b.WriteString(text.Text + "\n")
		}
	}
	return b.String(), nil
}

// everything starts the reference server and returns its URL without a path.
func everything(t *testing.T, transport string) string {
	t.Helper()
	script, err := filepath.Abs("../build/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
	if err == nil {
		_, err = os.Stat(script)
	}
	if err != nil {
		t.Fatalf("%v: run `make test` once, it installs the peers", err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(address)
	c := exec.CommandContext(t.Context(), "node", script, transport)
	c.Env = append(os.Environ(), "PORT="+port)
	if err := c.Start(); err != nil {
		t.Fatalf("%v: these tests need node on PATH", err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	eventually(t, "the server to listen", func() bool {
		conn, err := net.Dial("tcp", address)
		if err == nil {
			_ = conn.Close()
		}
		return err == nil
	})
	return "http://" + address
}

// eventually waits until a condition holds.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	again := time.NewTicker(10 * time.Millisecond)
	defer again.Stop()
	for end := time.Now().Add(patience); !condition(); <-again.C {
		if time.Now().After(end) {
			t.Fatalf("waited %s for %s", patience, what)
		}
	}
}

// The reference server over both transports; the older one is found out where
// the settings do not say.
func TestRemoteEverything(t *testing.T) {
	stream, sse := everything(t, "streamableHttp"), everything(t, "sse")
	for name, s := range map[string]Server{
		"streamable HTTP":             {URL: stream + "/mcp"},
		"streamable HTTP, as it says": {URL: stream + "/mcp", Transport: HTTP},
		"SSE":                         {URL: sse + "/sse", Transport: SSE},
		"SSE, found out":              {URL: sse + "/sse"},
	} {
		t.Run(name, func(t *testing.T) {
			s.Name = "everything"
			p, err := reach(t, ClientConfig{Server: s})
			if err != nil {
				t.Fatal(err)
			}
			list, err := p.ListTools(t.Context(), mcp.ListToolsRequest{})
			if err != nil || len(list.Tools) < 8 {
				t.Fatalf("%d tools, %v", len(list.Tools), err)
			}
			if got, err := p.call(t, "echo", map[string]any{"message": "hello"}); err != nil || got != "Echo: hello\n" {
				t.Errorf("got %q, %v", got, err)
			}
			select {
			case <-p.link.gone:
				t.Error("the connection is lost")
			default:
			}
		})
	}
}

// The reference server asks for a form over both transports, while its tool runs.
func TestRemoteElicitation(t *testing.T) {
	for name, s := range map[string]Server{
		"streamable HTTP": {URL: everything(t, "streamableHttp") + "/mcp"},
		"SSE":             {URL: everything(t, "sse") + "/sse", Transport: SSE},
	} {
		t.Run(name, func(t *testing.T) {
			var seen tools.Form
			e := &elicitor{server: "everything", form: func(_ context.Context, f tools.Form) (tools.FormAnswer, error) {
				seen = f
				return tools.FormAnswer{Action: tools.Accept, Content: json.RawMessage(`{"name":"Ada Lovelace","check":true}`)}, nil
			}, note: func(text string) { t.Log(text) }}
			p, err := reach(t, ClientConfig{Server: s}, client.WithElicitationHandler(e))
			if err != nil {
				t.Fatal(err)
			}
			var got string
			eventually(t, "the tool to be there", func() bool { // it is registered after the handshake
				got, err = p.call(t, "trigger-elicitation-request", map[string]any{})
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

// sdkServer is a server made with the official SDK, over streamable HTTP.
func sdkServer(t *testing.T, add func(*sdk.Server), o ...*sdk.StreamableHTTPOptions) *httptest.Server {
	t.Helper()
	s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, nil)
	sdk.AddTool(s, &sdk.Tool{Name: "greet", Description: "Greets."}, func(_ context.Context, _ *sdk.CallToolRequest, in struct {
		Name string `json:"name"`
	}) (*sdk.CallToolResult, any, error) {
		return &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: "Hello " + in.Name}}}, nil, nil
	})
	if add != nil {
		add(s)
	}
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, append(o, nil)[0]))
	t.Cleanup(web.Close)
	return web
}

func TestRemoteSDK(t *testing.T) {
	changed := make(chan struct{}, 10)
	var server *sdk.Server
	web := sdkServer(t, func(s *sdk.Server) { server = s })
	newest := sdkServer(t, nil, &sdk.StreamableHTTPOptions{Stateless: true}) // the SDK speaks it without sessions only
	for name, url := range map[string]string{"newest": newest.URL, "older": web.URL} {
		t.Run(name, func(t *testing.T) {
			var options []client.ClientOption
			if name == "older" {
				options = append(options, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
			}
			p, err := reach(t, ClientConfig{Server: Server{Name: "peer", URL: url}}, options...)
			if err != nil {
				t.Fatal(err)
			}
			p.OnNotification(func(n mcp.JSONRPCNotification) {
				if n.Method == "notifications/tools/list_changed" {
					changed <- struct{}{}
				}
			})
			if got, err := p.call(t, "greet", map[string]any{"name": "Ada"}); err != nil || got != "Hello Ada\n" {
				t.Errorf("got %q, %v", got, err)
			}
			if name == "older" { // the newest revision has a subscription for it
				eventually(t, "the change to be told", func() bool {
					server.AddTool(&sdk.Tool{Name: "late", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(context.Context, *sdk.CallToolRequest) (*sdk.CallToolResult, error) { return nil, nil })
					return len(changed) > 0
				})
			}
		})
	}
}

// A server of the official SDK asks for a form; the person takes longer than the
// 30 seconds that mcp-go would give them, told by the clock of the request.
func TestElicitationFromSDK(t *testing.T) {
	web := sdkServer(t, func(s *sdk.Server) {
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
				if f.Message != "Who?" || f.Limit != FormLimit {
					t.Errorf("the form is %+v", f)
				}
				return c.answer, c.err
			}}
			p, err := reach(t, ClientConfig{Server: Server{Name: "peer", URL: web.URL}}, client.WithElicitationHandler(e), client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
			if err != nil {
				t.Fatal(err)
			}
			if got, err := p.call(t, "ask", map[string]any{}); err != nil || got != c.want {
				t.Errorf("the server got %q, %v, want %q", got, err, c.want)
			}
		})
	}
}

// A call that is given up takes its form back.
func TestElicitationTakenBack(t *testing.T) {
	web := sdkServer(t, func(s *sdk.Server) {
		s.AddTool(&sdk.Tool{Name: "ask", InputSchema: json.RawMessage(`{"type":"object"}`)}, func(ctx context.Context, r *sdk.CallToolRequest) (*sdk.CallToolResult, error) {
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
	p, err := reach(t, ClientConfig{Server: Server{Name: "peer", URL: web.URL}}, client.WithElicitationHandler(e), client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-shown; cancel() }()
	if _, err := p.CallTool(ctx, mcp.CallToolRequest{Params: mcp.CallToolParams{Name: "ask"}}); !errors.Is(err, context.Canceled) {
		t.Errorf("the call: %v", err)
	}
	select {
	case <-back:
	case <-time.After(patience):
		t.Error("the form still waits")
	}
}

// What goes wrong is said in a sentence, and nothing secret is in it.
func TestRemoteFailures(t *testing.T) {
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := refusing.Addr().String()
	_ = refusing.Close()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("another place was asked: %s %s with %v", r.Method, r.URL.Path, r.Header)
	}))
	defer elsewhere.Close()
	answer := func(code int, kind, body string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			w.WriteHeader(code)
			fmt.Fprint(w, body)
		}
	}
	const json200 = "application/json"
	for name, c := range map[string]struct {
		handler http.HandlerFunc
		url     string
		want    string
	}{
		"refused":            {nil, "http://" + refused, "nothing answers at"},
		"an unknown host":    {nil, "https://no-such-host.invalid/mcp", `"no-such-host.invalid"`},
		"no TLS":             {answer(200, json200, "{}"), "https", "does not speak TLS"},
		"forbidden":          {answer(403, "text/plain", "go away"), "", `refuses us (HTTP 403; it says "go away")`},
		"not found":          {answer(404, "text/plain", ""), "", "no MCP server at this path (HTTP 404)"},
		"method":             {answer(405, "text/plain", ""), "", "does not speak MCP at this path"},
		"broken":             {answer(500, "text/html", "<h1>x</h1>"), "", "broken or overloaded (HTTP 500)"},
		"overloaded":         {answer(429, "", ""), "", "too many requests"},
		"a web page":         {answer(200, "text/html", "<html>"), "", "a web page"},
		"another kind":       {answer(200, "image/png", "x"), "", `"image/png"`},
		"no JSON":            {answer(200, json200, "hello"), "", "no good answer"},
		"an MCP error":       {answer(400, json200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad session"}}`), "", "bad session"},
		"unauthorized":       {answer(401, "text/plain", ""), "", "asks for a token (HTTP 401)"},
		"a stream that ends": {answer(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n"), "", "before it was complete"},
		"sent elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/steal", http.StatusTemporaryRedirect)
		}, "", "another place"},
		"sent in a circle": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, r.URL.Path+"x", http.StatusTemporaryRedirect)
		}, "", "in a circle"},
		"too much": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", json200)
			_, _ = io.WriteString(w, `{"jsonrpc":"2.0","id":1,"result":"`)
			block := strings.Repeat("x", 1<<20)
			for range 200 {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		}, "", "more than 16 MB"},
		"too long a line": {func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "text/event-stream")
			block := strings.Repeat("x", 1<<20)
			for range 200 {
				if _, err := io.WriteString(w, block); err != nil {
					return
				}
			}
		}, "", "more than 16 MB"},
	} {
		t.Run(name, func(t *testing.T) {
			at := c.url
			if c.handler != nil {
				web := httptest.NewServer(c.handler)
				defer web.Close()
				at = web.URL
				if c.url == "https" {
					at = strings.Replace(at, "http:", "https:", 1)
				}
			}
			_, err := reach(t, ClientConfig{Server: Server{Name: "x", URL: at + "/mcp?key=SECRET", Transport: HTTP, Headers: map[string]string{"X-Key": "SECRET"}}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "SECRET") {
				t.Errorf("a secret is in the error: %v", err)
			}
		})
	}
}

// A server with a certificate that nobody vouches for.
func TestRemoteCertificate(t *testing.T) {
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	web.Config.ErrorLog = nil
	_, err := reach(t, ClientConfig{Server: Server{Name: "x", URL: web.URL}})
	if err == nil || !strings.Contains(err.Error(), "it is not certain that") {
		t.Errorf("got %v", err)
	}
}

func TestRemoteURL(t *testing.T) {
	for in, want := range map[string]string{
		"https://example.com/mcp":      "",
		"http://127.0.0.1:3000/mcp":    "",
		"http://lan.example/mcp":       "",
		"ftp://example.com":            `begins with "ftp:"`,
		"example.com/mcp":              "begins with",
		"https://":                     "write it as https://host/path",
		"https://u:SECRET@x.example":   "put it into a header",
		"https://x\x7f.example/SECRET": "cannot be read",
	} {
		_, err := dialRemote(t.Context(), ClientConfig{Server: Server{URL: in}})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", in, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET")):
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

// A server that is started again has forgotten the session: the connection is
// lost, and the next one works.
func TestRemoteServerStartedAgain(t *testing.T) {
	var mu sync.Mutex
	handler := http.Handler(nil)
	fresh := func() {
		mu.Lock()
		defer mu.Unlock()
		s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{HasTools: true})
		handler = sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return s }, nil)
	}
	fresh()
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		h := handler
		mu.Unlock()
		if r.Method == http.MethodGet { // else the stream tells
			w.WriteHeader(http.StatusMethodNotAllowed)
			return
		}
		h.ServeHTTP(w, r)
	}))
	defer web.Close()
	config := ClientConfig{Server: Server{Name: "peer", URL: web.URL}}
	p, err := reach(t, config, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	fresh()
	if _, err := p.ListTools(t.Context(), mcp.ListToolsRequest{}); err == nil || !strings.Contains(err.Error(), "forgotten our session") {
		t.Errorf("got %v", err)
	}
	select {
	case <-p.link.gone:
	case <-time.After(patience):
		t.Error("the connection is not told to be lost")
	}
	again, err := reach(t, config, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.ListTools(t.Context(), mcp.ListToolsRequest{}); err != nil {
		t.Error(err)
	}
}

// A server that ends is noticed by its stream, without a call.
func TestRemoteServerEnds(t *testing.T) {
	for name, kind := range map[string]Transport{"streamable HTTP": HTTP, "SSE": SSE} {
		t.Run(name, func(t *testing.T) {
			s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{HasTools: true})
			get := func(*http.Request) *sdk.Server { return s }
			h := http.Handler(sdk.NewStreamableHTTPHandler(get, nil))
			if kind == SSE {
				h = sdk.NewSSEHandler(get, nil)
			}
			var open sync.WaitGroup
			open.Add(1)
			var once sync.Once
			web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				if r.Method == http.MethodGet {
					once.Do(open.Done)
				}
				h.ServeHTTP(w, r)
			}))
			p, err := reach(t, ClientConfig{Server: Server{Name: "peer", URL: web.URL, Transport: kind}}, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
			if err != nil {
				web.Close()
				t.Fatal(err)
			}
			open.Wait()
			web.Listener.Close()
			web.CloseClientConnections()
			select {
			case <-p.link.gone:
			case <-time.After(patience):
				t.Error("nobody noticed")
			}
			p.link.close()
		})
	}
}

// Headers go with every request; none of ours leaks.
func TestRemoteHeaders(t *testing.T) {
	var mu sync.Mutex
	var wrong []string
	inner := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{HasTools: true})
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return inner }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		if r.Method != http.MethodDelete && r.Header.Get("X-Api-Key") != "k" || r.Header.Get(exchangeHeader) != "" {
			wrong = append(wrong, fmt.Sprintf("%s %v", r.Method, r.Header))
		}
		mu.Unlock()
		h.ServeHTTP(w, r)
	}))
	defer web.Close()
	p, err := reach(t, ClientConfig{Server: Server{Name: "peer", URL: web.URL, Headers: map[string]string{"X-Api-Key": "k"}}}, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ListTools(t.Context(), mcp.ListToolsRequest{}); err != nil {
		t.Fatal(err)
	}
	p.link.close()
	mu.Lock()
	defer mu.Unlock()
	if len(wrong) > 0 {
		t.Errorf("%q", slices.Compact(wrong))
	}
}

// A whole Client with remote servers: of the official SDK, which speaks the
// newest revision without sessions only, and of those that do not answer.
func TestRemoteClient(t *testing.T) {
	connect := func(s Server) *Client {
		c := NewClient(ClientConfig{Server: s, Name: "handrail", Version: "test"})
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	for name, url := range map[string]string{
		"with sessions":    sdkServer(t, nil).URL,
		"without sessions": sdkServer(t, nil, &sdk.StreamableHTTPOptions{Stateless: true}).URL,
	} {
		t.Run(name, func(t *testing.T) {
			c := connect(Server{Name: "peer", URL: url})
			got, err := c.Call(t.Context(), CallRequest{Tool: "greet", Input: json.RawMessage(`{"name":"Ada"}`)}, nil)
			if err != nil || len(got.Content) != 1 || got.Content[0].Text != "Hello Ada" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer web.Close()
	c := connect(Server{Name: "peer", URL: web.URL})
	if err := c.Connect(t.Context()); err == nil || !strings.Contains(err.Error(), "refuses us (HTTP 403)") {
		t.Errorf("got %v", err)
	}
	if s := c.Status(); !strings.Contains(s.Reason, "refuses us (HTTP 403)") {
		t.Errorf("the status says %q", s.Reason)
	}
}

// legacyOnly leaves out the newest revision.
func legacyOnly() client.ClientOption {
	return client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION)
}
