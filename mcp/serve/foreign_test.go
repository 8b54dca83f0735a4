package serve

import (
	"context"
	"net"
	"net/http/httptest"
	"testing"

	"handrail/internal/web/webtest"
)

// No page of elsewhere is served, also none that has the token, wherever it listens on this machine.
func TestNoPageIsServed(t *testing.T) {
	t.Parallel()
	s := New(Config{Door: newTestDoor(t), Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		l, err := net.Listen("tcp", address)
		if err != nil && address == "[::1]:0" {
			t.Logf("this machine has no IPv6: %v", err)
			continue
		} else if err != nil {
			t.Fatal(err)
		}
		at := httptest.NewUnstartedServer(s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}))
		_ = at.Listener.Close()
		at.Listener = l
		at.Start()
		t.Cleanup(at.Close)
		webtest.AnswersNoPage(t, l.Addr().String(), "POST /mcp HTTP/1.1\r\nAuthorization: Bearer one\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream",
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`)
	}
}
