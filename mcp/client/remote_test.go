package client

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
)

// A whole Client with remote servers: of the official SDK, which speaks the
// newest revision without sessions only, and of those that do not answer.
func TestRemoteClient(t *testing.T) {
	connect := func(s mcp.Server) *Client {
		c := New(Config{Server: s, Name: "handrail", Version: "test"})
		t.Cleanup(func() { _ = c.Close() })
		return c
	}
	for name, url := range map[string]string{
		"with sessions":    mcptest.SDKServer(t, nil).URL,
		"without sessions": mcptest.SDKServer(t, nil, &sdk.StreamableHTTPOptions{Stateless: true}).URL,
	} {
		t.Run(name, func(t *testing.T) {
			c := connect(mcp.Server{Name: "peer", URL: url})
			got, err := c.Call(t.Context(), mcp.CallRequest{Tool: "greet", Input: json.RawMessage(`{"name":"Ada"}`)}, nil)
			if err != nil || len(got.Content) != 1 || got.Content[0].Text != "Hello Ada" {
				t.Errorf("got %+v, %v", got, err)
			}
		})
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) }))
	defer web.Close()
	c := connect(mcp.Server{Name: "peer", URL: web.URL})
	if err := c.Connect(t.Context()); err == nil || !strings.Contains(err.Error(), "refuses the connection (HTTP 403)") {
		t.Errorf("got %v", err)
	}
	if s := c.Status(); !strings.Contains(s.Reason, "refuses the connection (HTTP 403)") {
		t.Errorf("the status says %q", s.Reason)
	}
}
