package mcp

import (
	"context"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"
)

// A client listens at sessions of its own token only.
func TestNobodyListensAtASessionOfAnother(t *testing.T) {
	s := NewService(ServiceConfig{Door: newTestDoor(t), Title: "t", Version: "1"})
	t.Cleanup(s.Close)
	web := httptest.NewServer(s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}))
	t.Cleanup(web.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
	defer cancel()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, web.URL, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer one")
	r.Header.Set("Accept", "text/event-stream")
	r.Header.Set("Mcp-Session-Id", "session-of-another")
	res, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if res.StatusCode != http.StatusNotFound {
		t.Errorf("listening at a session that is not its own: HTTP %d, want 404", res.StatusCode)
	}
}
