package transport_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/mcp/mcptest"
	"handrail/mcp/transport"
)

// What goes wrong is said in a sentence, and nothing secret is in it.
func TestRemoteFailures(t *testing.T) {
	refusing, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	refused := refusing.Addr().String()
	_ = refusing.Close()
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("redirects to was asked: %s %s with %v", r.Method, r.URL.Path, r.Header)
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
		"refused":         {nil, "http://" + refused, "nothing answers at"},
		"an unknown host": {nil, "https://no-such-host.invalid/mcp", `"no-such-host.invalid"`},
		"no TLS":          {answer(200, json200, "{}"), "https", "does not speak TLS"},
		"forbidden":       {answer(403, "text/plain", "go away"), "", `refuses the connection (HTTP 403; it says "go away")`},
		"not found":       {answer(404, "text/plain", ""), "", "no MCP server at this path (HTTP 404)"},
		"method":          {answer(405, "text/plain", ""), "", "does not speak MCP at this path"},
		"broken":          {answer(500, "text/html", "<h1>x</h1>"), "", "broken or overloaded (HTTP 500)"},
		"overloaded":      {answer(429, "", ""), "", "too many requests"},
		"a web page":      {answer(200, "text/html", "<html>"), "", "a web page"},
		"another kind":    {answer(200, "image/png", "x"), "", `"image/png"`},
		"no JSON":         {answer(200, json200, "hello"), "", "no good answer"},
		"an MCP error":    {answer(400, json200, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"bad session"}}`), "", "bad session"},
		"unauthorized":    {answer(401, "text/plain", ""), "", "asks for a token (HTTP 401)"},
		"unauthorized to ask which revisions there are": {func(w http.ResponseWriter, r *http.Request) {
			code := 400
			if body, err := io.ReadAll(r.Body); err == nil && strings.Contains(string(body), "server/discover") {
				code = 401
			}
			w.WriteHeader(code)
		}, "", "asks for a token (HTTP 401)"},
		"a stream that ends": {answer(200, "text/event-stream", "data: {\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\"}\n\n"), "", "before it was complete"},
		"sent elsewhere": {func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, elsewhere.URL+"/steal", http.StatusTemporaryRedirect)
		}, "", "redirects to"},
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
			_, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "x", URL: at + "/mcp?key=SECRET", Transport: mcp.HTTP, Headers: map[string]string{"X-Key": "SECRET"}}})
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("got %v, want %q in it", err, c.want)
			}
			if err != nil && strings.Contains(err.Error(), "SECRET") {
				t.Errorf("a secret is in the error: %v", err)
			}
		})
	}
}

// A server that opens the stream of the older transport and takes no message is given up at once.
func TestHalfOfTheOlderTransport(t *testing.T) {
	var asked atomic.Int32
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		if r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: endpoint\ndata: /messages\n\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(web.Close)
	_, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "x", URL: web.URL + "/mcp"}})
	if err == nil || !strings.Contains(err.Error(), "no MCP server at this path") {
		t.Errorf("got %v", err)
	}
	if n := asked.Load(); n > 8 {
		t.Errorf("it was asked %d times", n)
	}
}

// A server of the older transport that wants its requests elsewhere is refused at once, and that place is named.
func TestRequestsWantedElsewhere(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, "event: endpoint\r\ndata: http://127.0.0.1:1/messages?session=word\r\n\r\n")
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	}))
	t.Cleanup(web.Close)
	began := time.Now()
	_, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "x", URL: web.URL + "/mcp", Transport: mcp.SSE}})
	if err == nil || !strings.Contains(err.Error(), "wants its requests at http://127.0.0.1:1, not at") || strings.Contains(err.Error(), "word") {
		t.Errorf("got %v", err)
	}
	if took := time.Since(began); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
}

// A server with a certificate that nobody vouches for.
func TestRemoteCertificate(t *testing.T) {
	web := httptest.NewTLSServer(http.NotFoundHandler())
	defer web.Close()
	web.Config.ErrorLog = nil
	_, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "x", URL: web.URL}})
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
		_, err := transport.Open(t.Context(), transport.Config{Server: mcp.Server{URL: in}})
		switch {
		case want == "" && err != nil:
			t.Errorf("%s: %v", in, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "SECRET")):
			t.Errorf("%s: %v, want %q", in, err, want)
		}
	}
}

// remoteCall makes a server whose tool answers with the events that answer makes of the request's id, and calls it.
func remoteCall(ctx context.Context, t *testing.T, events func(id int64, asked int) string) (asked int, err error) {
	t.Helper()
	var mu sync.Mutex
	var id int64
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var m struct {
			ID     int64  `json:"id"`
			Method string `json:"method"`
		}
		if r.Method == http.MethodPost {
			_ = json.NewDecoder(r.Body).Decode(&m)
		}
		switch {
		case m.Method == "initialize":
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%d,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}`, m.ID)
		case m.Method == "tools/call" || r.Method == http.MethodGet && r.Header.Get("Last-Event-ID") != "":
			mu.Lock()
			defer mu.Unlock()
			asked++
			if m.ID != 0 {
				id = m.ID
			}
			w.Header().Set("Content-Type", "text/event-stream")
			_, _ = io.WriteString(w, events(id, asked))
		case r.Method == http.MethodGet:
			w.WriteHeader(http.StatusMethodNotAllowed)
		default:
			w.WriteHeader(http.StatusAccepted)
		}
	}))
	t.Cleanup(web.Close)
	c, err := mcptest.Reach(t, transport.Config{Server: mcp.Server{Name: "x", URL: web.URL + "/mcp", Transport: mcp.HTTP}})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.CallTool(ctx, protocol.CallToolRequest{Params: protocol.CallToolParams{Name: "t"}})
	mu.Lock()
	defer mu.Unlock()
	return asked, err
}

// An answer with the id of another request is none.
func TestAnswersOfOtherRequests(t *testing.T) {
	for _, other := range []string{"%d000", `"%d"`} {
		_, err := remoteCall(t.Context(), t, func(id int64, _ int) string {
			return "data: {\"jsonrpc\":\"2.0\",\"id\":" + fmt.Sprintf(other, id) + ",\"result\":{\"content\":[]}}\n\n"
		})
		if err == nil || !strings.Contains(err.Error(), "another request") {
			t.Errorf("%s: %v", other, err)
		}
	}
}

// A server that ends its answer at once, and wants to be asked for the rest at once, is asked ever more seldom.
func TestStreamsThatEndAtOnce(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	asked, err := remoteCall(ctx, t, func(int64, int) string { return "retry: 0\nid: 5\ndata: \n\n" })
	if err == nil || asked > 5 {
		t.Errorf("asked %d times in 4 s: %v", asked, err)
	}
	if asked, err = remoteCall(t.Context(), t, func(id int64, asked int) string {
		if asked < 3 {
			return "retry: 0\nid: 5\ndata: \n\n"
		}
		return fmt.Sprintf("data: {\"jsonrpc\":\"2.0\",\"id\":%d,\"result\":{\"content\":[]}}\n\n", id)
	}); err != nil || asked != 3 {
		t.Errorf("one that answers the third time: %d, %v", asked, err)
	}
}
