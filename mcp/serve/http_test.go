package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A client listens at sessions of its own token only.
func TestNobodyListensAtASessionOfAnother(t *testing.T) {
	s := New(Config{Door: newTestDoor(t), Folder: "t", Version: "1"})
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

// sendRaw sends a request of which only so much ever comes, and reads the answer.
func sendRaw(t *testing.T, web *httptest.Server, headers, body string) (status int, said string) {
	t.Helper()
	c, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if err := c.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	if _, err := fmt.Fprintf(c, "POST /mcp HTTP/1.1\r\nHost: %s\r\nContent-Type: application/json\r\nAccept: application/json, text/event-stream\r\n%s\r\n\r\n%s", web.Listener.Addr(), headers, body); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatalf("no answer: %v", err)
	}
	defer res.Body.Close()
	all, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(all)
}

// What a client over HTTP gets for what is no message: a sentence, and soon.
func TestBadBodiesOverHTTP(t *testing.T) {
	t.Parallel()
	s := New(Config{Door: newTestDoor(t), Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	door := s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}).(*httpDoor)
	web := httptest.NewServer(door)
	t.Cleanup(web.Close)
	hurried := &httpDoor{s: s, c: door.c, next: door.next, clients: door.clients, bodyTime: 100 * time.Millisecond, allowEvery: time.Second}
	slow := httptest.NewServer(hurried)
	t.Cleanup(slow.Close)
	const auth = "Authorization: Bearer one\r\n"
	length := func(text string) string { return fmt.Sprintf("Content-Length: %d", len(text)) }
	list := `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
	for name, c := range map[string]struct {
		headers, body string
		status        int
		says          string
	}{
		"a body that does not come":           {auth + "Content-Length: 1000", "{", http.StatusRequestTimeout, "did not come within"},
		"the same without a token":            {"Content-Length: 1000", "{", http.StatusUnauthorized, "wants a token"},
		"the same from elsewhere":             {auth + "Origin: https://evil.example\r\nContent-Length: 1000", "{", http.StatusForbidden, "may not use"},
		"a body without end":                  {auth + "Transfer-Encoding: chunked", fmt.Sprintf("%x\r\n%s", lineLimit+1, strings.Repeat(" ", lineLimit+1)), http.StatusRequestEntityTooLarge, "the most is"},
		"a batch":                             {auth + length("["+list+"]"), "[" + list + "]", http.StatusBadRequest, "batches are not taken"},
		"a key in other letters":              {auth + length(oddMethod), oddMethod, http.StatusBadRequest, "stands in it twice"},
		"a key that folds to another":         {auth + length(oddParams), oddParams, http.StatusBadRequest, "in other letters"},
		"a key twice":                         {auth + length(twice), twice, http.StatusBadRequest, "stands in it twice"},
		"no JSON":                             {auth + length("{no"), "{no", http.StatusBadRequest, "no JSON-RPC message"},
		"invalid UTF-8":                       {auth + length("{\"\xff\"}"), "{\"\xff\"}", http.StatusBadRequest, "not valid UTF-8"},
		"before it has introduced itself":     {auth + length(list), list, http.StatusBadRequest, `"id":7`},
		"in a revision that it does not name": {auth + "Mcp-Protocol-Version: 2026-07-28\r\n" + length(list), list, http.StatusBadRequest, `"code":-32602`},
		"in a session that is not there":      {auth + "Mcp-Session-Id: x\r\n" + length(list), list, http.StatusNotFound, "send initialize"},
		"a first message in a wrong revision": {auth + length(wrongRevision), wrongRevision, http.StatusOK, `"protocolVersion":"2`},
	} {
		t.Run(name, func(t *testing.T) {
			at := web
			if c.status == http.StatusRequestTimeout {
				at = slow
			}
			status, said := sendRaw(t, at, c.headers, c.body)
			if status != c.status || !strings.Contains(said, c.says) {
				t.Errorf("HTTP %d %q, want %d and %q", status, said, c.status, c.says)
			}
		})
	}
	if c := door.client("one"); c.bytes != 0 || c.open != 0 {
		t.Errorf("%d bytes and %d requests are still held", c.bytes, c.open)
	}
}

// Messages of which two readers may see two things.
const (
	oddMethod = `{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}`
	oddParams = `{"jsonrpc":"2.0","id":1,"method":"ping","paramſ":{}}`
	twice     = `{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}`
)

const wrongRevision = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"1999-01-01","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`

// The requests of one token hold only so much together.
func TestRoomForBodies(t *testing.T) {
	t.Parallel()
	c := &httpClient{bytes: openBytes - 10}
	m := &meteredBody{r: bytes.NewReader(make([]byte, 11)), c: c}
	if _, err := io.ReadAll(m); err == nil {
		t.Error("there is room for more than may be")
	}
	m.release()
	m = &meteredBody{r: bytes.NewReader(make([]byte, 10)), c: c}
	if _, err := io.ReadAll(m); err != nil {
		t.Error(err)
	}
	if m.release(); c.bytes != openBytes-10 {
		t.Errorf("%d bytes are held", c.bytes)
	}
}

// A call, and a stream that listens, end when their token is taken back; those of another
// token go on.
func TestARevokedTokenEndsWhatRuns(t *testing.T) {
	t.Parallel()
	d := newTestDoor(t)
	d.begun = make(chan string, 2)
	s := New(Config{Door: d, Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	var revoked atomic.Bool
	door := s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) {
		if token == "one" && revoked.Load() {
			return "", errors.New("it was revoked")
		}
		return token, nil
	}}).(*httpDoor)
	door.allowEvery = 10 * time.Millisecond
	web := httptest.NewServer(door)
	t.Cleanup(web.Close)
	send := func(token, method, session, body string) (*http.Response, error) {
		r, err := http.NewRequestWithContext(t.Context(), method, web.URL, strings.NewReader(body))
		if err != nil {
			return nil, err
		}
		r.Header.Set("Authorization", "Bearer "+token)
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			r.Header.Set("Mcp-Session-Id", session)
		}
		return http.DefaultClient.Do(r)
	}
	session, ended := map[string]string{}, map[string]chan struct{}{}
	for _, token := range []string{"one", "two"} {
		res, err := send(token, http.MethodPost, "", hi)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		session[token], ended[token] = res.Header.Get("Mcp-Session-Id"), make(chan struct{}, 2)
		for method, body := range map[string]string{http.MethodPost: callLine(1, "slow", `{}`), http.MethodGet: ""} {
			go func() {
				if res, err := send(token, method, session[token], body); err == nil {
					_, _ = io.Copy(io.Discard, res.Body) // until it ends
					_ = res.Body.Close()
				}
				ended[token] <- struct{}{}
			}()
		}
		<-d.begun
	}
	revoked.Store(true)
	<-ended["one"]
	<-ended["one"]
	for open, _, _ := d.counts(); open != 1; open, _, _ = d.counts() {
		time.Sleep(time.Millisecond)
	}
	if len(ended["two"]) > 0 {
		t.Error("what another token has begun has ended, too")
	}
	res, err := send("two", http.MethodPost, session["one"], callLine(2, "echo", `{}`))
	if err != nil {
		t.Fatal(err)
	}
	if _ = res.Body.Close(); res.StatusCode != http.StatusNotFound {
		t.Errorf("its session is still there: HTTP %d", res.StatusCode)
	}
	close(d.hold)
}

// A client may listen for longer than a body may take.
func TestListeningTakesItsTime(t *testing.T) {
	t.Parallel()
	s := New(Config{Door: newTestDoor(t), Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	door := s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}).(*httpDoor)
	door.bodyTime = 50 * time.Millisecond
	over := make(chan struct{})
	next := door.next
	door.next = http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		select {
		case <-r.Context().Done():
			close(over)
		case <-time.After(4 * door.bodyTime):
			next.ServeHTTP(w, r)
		}
	})
	web := httptest.NewServer(door)
	t.Cleanup(web.Close)
	for _, method := range []string{http.MethodPost, http.MethodGet} {
		r, err := http.NewRequestWithContext(t.Context(), method, web.URL, strings.NewReader(wrongRevision))
		if err != nil {
			t.Fatal(err)
		}
		r.Header.Set("Authorization", "Bearer one")
		r.Header.Set("Content-Type", "application/json")
		res, err := http.DefaultClient.Do(r)
		if err == nil {
			_ = res.Body.Close()
		}
		select {
		case <-over:
			t.Errorf("%s: it was ended by the time that a body may take", method)
		default:
		}
		if err != nil {
			t.Errorf("%s: %v", method, err)
		}
	}
}
