package transport_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	goclient "github.com/mark3labs/mcp-go/client"
	protocol "github.com/mark3labs/mcp-go/mcp"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/mcp/transport"
)

// The reference server over both transports; the older one is found out where
// the settings do not say.
func TestRemoteEverything(t *testing.T) {
	stream, sse := mcptest.Everything(t, "streamableHttp"), mcptest.Everything(t, "sse")
	for name, s := range map[string]mcp.Server{
		"streamable HTTP":             {URL: stream + "/mcp"},
		"streamable HTTP, as it says": {URL: stream + "/mcp", Transport: mcp.HTTP},
		"SSE":                         {URL: sse + "/sse", Transport: mcp.SSE},
		"SSE, found out":              {URL: sse + "/sse"},
	} {
		t.Run(name, func(t *testing.T) {
			s.Name = "everything"
			p, err := mcptest.Reach(t, transport.Config{Server: s})
			if err != nil {
				t.Fatal(err)
			}
			list, err := p.ListTools(t.Context(), protocol.ListToolsRequest{})
			if err != nil || len(list.Tools) < 8 {
				t.Fatalf("%d tools, %v", len(list.Tools), err)
			}
			if got, err := p.CallText(t, "echo", map[string]any{"message": "hello"}); err != nil || got != "Echo: hello\n" {
				t.Errorf("got %q, %v", got, err)
			}
			select {
			case <-p.Link.Gone:
				t.Error("the connection is lost")
			default:
			}
		})
	}
}

func TestRemoteSDK(t *testing.T) {
	changed := make(chan struct{}, 10)
	var server *sdk.Server
	web := mcptest.SDKServer(t, func(s *sdk.Server) { server = s })
	newest := mcptest.SDKServer(t, nil, &sdk.StreamableHTTPOptions{Stateless: true}) // the SDK speaks it without sessions only
	for name, url := range map[string]string{"newest": newest.URL, "older": web.URL} {
		t.Run(name, func(t *testing.T) {
			var options []goclient.ClientOption
			if name == "older" {
				options = append(options, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
			}
			p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: url}}, options...)
			if err != nil {
				t.Fatal(err)
			}
			p.OnNotification(func(n protocol.JSONRPCNotification) {
				if n.Method == "notifications/tools/list_changed" {
					changed <- struct{}{}
				}
			})
			if got, err := p.CallText(t, "greet", map[string]any{"name": "Ada"}); err != nil || got != "Hello Ada\n" {
				t.Errorf("got %q, %v", got, err)
			}
			if name == "older" { // the newest revision has a subscription for it
				mcptest.Eventually(t, "the change to be told", func() bool {
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
	config := transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL}}
	p, err := mcptest.Reach(t, config, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	fresh()
	if _, err := p.ListTools(t.Context(), protocol.ListToolsRequest{}); err == nil || !strings.Contains(err.Error(), "forgotten our session") {
		t.Errorf("got %v", err)
	}
	select {
	case <-p.Link.Gone:
	case <-time.After(mcptest.Patience):
		t.Error("the connection is not told to be lost")
	}
	again, err := mcptest.Reach(t, config, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := again.ListTools(t.Context(), protocol.ListToolsRequest{}); err != nil {
		t.Error(err)
	}
}

// A server that ends is noticed by its stream, without a call.
func TestRemoteServerEnds(t *testing.T) {
	for name, kind := range map[string]mcp.Transport{"streamable HTTP": mcp.HTTP, "SSE": mcp.SSE} {
		t.Run(name, func(t *testing.T) {
			s := sdk.NewServer(&sdk.Implementation{Name: "peer", Version: "1"}, &sdk.ServerOptions{Capabilities: &sdk.ServerCapabilities{Tools: &sdk.ToolCapabilities{ListChanged: true}}})
			get := func(*http.Request) *sdk.Server { return s }
			h := http.Handler(sdk.NewStreamableHTTPHandler(get, nil))
			if kind == mcp.SSE {
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
			p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL, Transport: kind}}, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
			if err != nil {
				web.Close()
				t.Fatal(err)
			}
			open.Wait()
			web.Listener.Close()
			web.CloseClientConnections()
			select {
			case <-p.Link.Gone:
			case <-time.After(mcptest.Patience):
				t.Error("nobody noticed")
			}
			p.Link.Close()
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
	p, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "peer", URL: web.URL, Headers: map[string]string{"X-Api-Key": "k"}}}, goclient.WithProtocolVersion(protocol.LATEST_LEGACY_PROTOCOL_VERSION))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ListTools(t.Context(), protocol.ListToolsRequest{}); err != nil {
		t.Fatal(err)
	}
	p.Link.Close()
	mu.Lock()
	defer mu.Unlock()
	if len(wrong) > 0 || !seen[http.MethodDelete] {
		t.Errorf("%q, of %v", slices.Compact(wrong), seen)
	}
}
