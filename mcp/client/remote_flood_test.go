package client

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/mcp/transport"
)

// A remote server that asks without end, and does not take the answers, does not use
// up the connections of this machine: only so many are under way.
func TestARemoteServerThatAsksWithoutEnd(t *testing.T) {
	t.Parallel()
	const questions = 1000
	var posts, most atomic.Int64
	hold, asked := make(chan struct{}), make(chan struct{})
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     json.RawMessage `json:"id"`
			Method string          `json:"method"`
		}
		body, _ := io.ReadAll(r.Body)
		_ = json.Unmarshal(body, &m) // a GET has none
		w.Header().Set("Content-Type", "application/json")
		switch {
		case r.Method != http.MethodPost:
			w.WriteHeader(http.StatusMethodNotAllowed)
		case m.Method == "initialize":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}`, m.ID)
		case m.Method == "tools/list":
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":{"tools":[]}}`, m.ID)
		case m.Method == "tools/call":
			w.Header().Set("Content-Type", "text/event-stream")
			out := bufio.NewWriter(w)
			for i := range questions {
				fmt.Fprintf(out, "data: {\"jsonrpc\":\"2.0\",\"id\":\"q%d\",\"method\":\"ping\"}\n\n", i)
			}
			fmt.Fprintf(out, "data: {\"jsonrpc\":\"2.0\",\"id\":%s,\"result\":{\"content\":[{\"type\":\"text\",\"text\":\"done\"}]}}\n\n", m.ID)
			_ = out.Flush()
			close(asked)
		case m.Method != "":
			w.WriteHeader(http.StatusAccepted)
		default: // an answer to a question, which is not taken
			most.Store(max(most.Load(), posts.Add(1)))
			<-hold
			posts.Add(-1)
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	c := New(Config{Server: mcp.Server{Name: "x", URL: web.URL, Transport: mcp.HTTP}, Name: "handrail", Version: "test"})
	t.Cleanup(func() { _ = c.Close() })
	t.Cleanup(func() { close(hold) })
	a, err := c.Call(t.Context(), mcp.CallRequest{Tool: "t"}, nil)
	if err != nil || len(a.Content) != 1 || a.Content[0].Text != "done" {
		t.Fatalf("the call is answered with %+v, %v", a, err)
	}
	<-asked
	mcptest.Eventually(t, "what was left out to be said", func() bool {
		return strings.Contains(strings.Join(c.Status().Said, "\n"), "asks too much at once")
	})
	if n := most.Load(); n > transport.MaxAsked {
		t.Errorf("%d answers were under way at once, at most %d may", n, transport.MaxAsked)
	}
}
