package serve

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp/mcptest"
)

// bearer adds a token to each request.
type bearer struct{}

func (bearer) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("Authorization", "Bearer one")
	return http.DefaultTransport.RoundTrip(r)
}

// A client that cancels a call over HTTP goes on with its session.
func TestACancelledCallLeavesTheSession(t *testing.T) {
	d := newTestDoor(t)
	s := New(Config{Door: d, Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	web := httptest.NewServer(s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}))
	t.Cleanup(web.Close)
	t.Cleanup(web.CloseClientConnections)
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &sdk.StreamableClientTransport{Endpoint: web.URL, HTTPClient: &http.Client{Transport: bearer{}}}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = session.Close() })
	for range 3 {
		ctx, cancel := context.WithTimeout(t.Context(), 300*time.Millisecond)
		if _, err := session.CallTool(ctx, &sdk.CallToolParams{Name: "slow"}); err == nil {
			t.Error("the slow tool has ended")
		}
		cancel()
		mcptest.Eventually(t, "the call has ended", func() bool {
			d.mu.Lock()
			defer d.mu.Unlock()
			return d.open == 0
		})
		if r, err := session.CallTool(t.Context(), &sdk.CallToolParams{Name: "echo", Arguments: map[string]any{"text": "hello"}}); err != nil || r.IsError {
			t.Fatalf("after a cancelled call: %v, %+v", err, r)
		}
	}
}
