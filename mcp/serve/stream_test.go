package serve

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// What a call tells before its answer reaches its client over HTTP, in every revision, also where that listens
// beside.
func TestNothingThatACallTellsIsLost(t *testing.T) {
	const old = `{"jsonrpc":"2.0","id":"i","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`
	for name, c := range map[string]struct{ meta, listens bool }{"of today": {true, false}, "of 2025": {false, false}, "of 2025, and it listens": {false, true}} {
		t.Run(name, func(t *testing.T) {
			s := New(Config{Door: newTestDoor(t), Folder: "t", Version: "1"})
			t.Cleanup(s.Close)
			web := httptest.NewServer(s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}))
			t.Cleanup(web.Close)
			t.Cleanup(web.CloseClientConnections)
			session := ""
			send := func(method, body string) *http.Response {
				t.Helper()
				r, err := http.NewRequestWithContext(t.Context(), method, web.URL, strings.NewReader(body))
				if err != nil {
					t.Fatal(err)
				}
				r.Header.Set("Authorization", "Bearer one")
				r.Header.Set("Accept", "application/json, text/event-stream")
				r.Header.Set("Content-Type", "application/json")
				if c.meta {
					r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
					r.Header.Set("Mcp-Method", "tools/call")
					r.Header.Set("Mcp-Name", "print")
				} else if session != "" {
					r.Header.Set("Mcp-Session-Id", session)
				}
				res, err := http.DefaultClient.Do(r)
				if err != nil {
					t.Fatal(err)
				}
				return res
			}
			if !c.meta {
				res := send(http.MethodPost, old)
				session = res.Header.Get("Mcp-Session-Id")
				_ = res.Body.Close()
				_ = send(http.MethodPost, `{"jsonrpc":"2.0","method":"notifications/initialized"}`).Body.Close()
			}
			if c.listens {
				beside := send(http.MethodGet, "") //nolint:bodyclose // it is, in the next line
				defer beside.Body.Close()
				go func() { _, _ = io.Copy(io.Discard, beside.Body) }()
			}
			for i := range 100 {
				meta := fmt.Sprintf(`"progressToken":%d`, i)
				if c.meta {
					meta += `,"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}`
				}
				res := send(http.MethodPost, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"print","_meta":{%s}}}`, i, meta))
				raw, err := io.ReadAll(res.Body)
				_ = res.Body.Close()
				if n := strings.Count(string(raw), "notifications/progress"); err != nil || n != 2 {
					t.Fatalf("call %d tells %d steps of 2, %v: %s", i, n, err, raw)
				}
			}
		})
	}
}
