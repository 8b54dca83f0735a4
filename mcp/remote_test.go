package mcp

import (
	"context"
	"encoding/json"
	"fmt"
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
)

// patience is how long a test waits for what takes a second on an idle machine.
const patience = 60 * time.Second

// A remotePeer is a connection to a remote server, as Client makes it.
type remotePeer struct {
	*client.Client
	link *link
}

// reach connects to a server; err is that of the handshake.
func reach(t *testing.T, c transportConfig, options ...client.ClientOption) (*remotePeer, error) {
	t.Helper()
	l, err := openLink(t.Context(), c)
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
	script, err := filepath.Abs("../../build/peers/node_modules/@modelcontextprotocol/server-everything/dist/index.js")
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
			p, err := reach(t, transportConfig{Server: s})
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
			p, err := reach(t, transportConfig{Server: Server{Name: "peer", URL: url}}, options...)
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

// A server that is started again has forgotten the session: the connection is
// lost, and the next one works.
func TestRemoteServerStartedAgain(t *testing.T) {
	var mu sync.Mutex
	handler := http.Handler(nil)
	fresh := func() {
		mu.Lock()
		defer mu.Unlock()
		s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
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
	config := transportConfig{Server: Server{Name: "peer", URL: web.URL}}
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
			s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
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
			p, err := reach(t, transportConfig{Server: Server{Name: "peer", URL: web.URL, Transport: kind}}, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
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
	seen := map[string]bool{}
	inner := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
	h := sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return inner }, nil)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.Method] = true
		if r.Header.Get("X-Api-Key") != "k" || r.Header.Get("Handrail-Exchange") != "" {
			wrong = append(wrong, fmt.Sprintf("%s %v", r.Method, r.Header))
		}
		mu.Unlock()
		h.ServeHTTP(w, r)
	}))
	defer web.Close()
	p, err := reach(t, transportConfig{Server: Server{Name: "peer", URL: web.URL, Headers: map[string]string{"X-Api-Key": "k"}}}, client.WithProtocolVersion(mcp.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ListTools(t.Context(), mcp.ListToolsRequest{}); err != nil {
		t.Fatal(err)
	}
	p.link.close()
	mu.Lock()
	defer mu.Unlock()
	if len(wrong) > 0 || !seen[http.MethodDelete] {
		t.Errorf("%q, of %v", slices.Compact(wrong), seen)
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
