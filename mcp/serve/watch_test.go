package serve

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"handrail/mcp"
	"handrail/mcp/mcptest"
)

// watchedDoor is a door with a server that has resources, and tells of their changes.
func watchedDoor(t *testing.T) *testDoor {
	t.Helper()
	d := newTestDoor(t)
	d.offer.Data = func() []Data {
		return []Data{{Server: "notes", Read: "read", Has: mcp.Data{Watches: true, Templates: []mcp.Resource{{URI: "note://{name}", Name: "notes"}}}}}
	}
	return d
}

// A client of today is told under its own request, as long as that is open, whatever becomes of another one; and
// one that wants to hear of more than it may costs no more reading than that.
func TestListening(t *testing.T) {
	d := watchedDoor(t)
	s := New(Config{Door: d, Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	web := httptest.NewServer(s.Handler(HTTPConfig{Allow: func(_ context.Context, token string) (string, error) { return token, nil }}))
	t.Cleanup(web.Close)
	t.Cleanup(web.CloseClientConnections)
	listen := func(id int, uris ...string) (lines chan string, stop func()) {
		t.Helper()
		ctx, stop := context.WithCancel(t.Context())
		body := fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":["%s"]},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}}}`,
			id, strings.Join(uris, `","`))
		r, err := http.NewRequestWithContext(ctx, http.MethodPost, web.URL, strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		for name, value := range map[string]string{"Authorization": "Bearer one", "Accept": "application/json, text/event-stream", "Content-Type": "application/json", "Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "subscriptions/listen"} {
			r.Header.Set(name, value)
		}
		res, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = res.Body.Close() })
		lines = make(chan string, 1000)
		go func() {
			defer close(lines)
			in := bufio.NewScanner(res.Body)
			in.Buffer(nil, 1<<20)
			for in.Scan() {
				if strings.HasPrefix(in.Text(), "data:") {
					lines <- in.Text()
				}
			}
		}()
		return lines, stop
	}
	hears := func(lines chan string, text string) {
		t.Helper()
		late := time.After(20 * time.Second)
		for {
			select {
			case line, open := <-lines:
				if strings.Contains(line, text) {
					return
				}
				if !open {
					t.Fatalf("it ended without %q", text)
				}
			case <-late:
				t.Fatalf("%q was not told", text)
			}
		}
	}
	first, _ := listen(1, "note://a", "note://a")
	second, stop := listen(2, "note://b")
	hears(first, "acknowledged")
	hears(second, "acknowledged")
	s.Updated("notes", "note://b")
	hears(second, "note://b")
	stop()
	mcptest.Eventually(t, "the second has left", func() bool { return len(watchers(s)) == 1 })
	s.Updated("other", "note://a") // of another server
	s.Updated("notes", "note://b")
	s.Updated("notes", "note://a")
	hears(first, `note://a`)
	if n := d.count("read"); n != 2 {
		t.Errorf("read %d times", n)
	}

	var many []string
	for i := range 5000 {
		many = append(many, fmt.Sprintf("note://%d", i))
	}
	third, _ := listen(3, many...)
	hears(third, "acknowledged")
	if n := d.count("read"); n > 2+mostWatches {
		t.Errorf("one who wants to hear of 5000 has read %d", n-2)
	}
}

func watchers(s *Service) (keys []string) {
	s.watches.mu.Lock()
	defer s.watches.mu.Unlock()
	for key := range s.watches.all {
		keys = append(keys, key)
	}
	return keys
}

// count is how often a tool was called.
func (d *testDoor) count(tool string) (n int) {
	d.mu.Lock()
	defer d.mu.Unlock()
	for _, c := range d.calls {
		if c.Tool == tool {
			n++
		}
	}
	return n
}

// The same over one connection: what one request is told goes on when another one is cancelled.
func TestTwoRequestsListenAtOneConnection(t *testing.T) {
	s := New(Config{Door: watchedDoor(t), Folder: "t", Version: "1"})
	t.Cleanup(s.Close)
	in, say := io.Pipe()
	hear, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- s.Serve(t.Context(), in, out) }()
	lines := bufio.NewScanner(hear)
	until := func(text string) string {
		t.Helper()
		for lines.Scan() {
			if strings.Contains(lines.Text(), text) {
				return lines.Text()
			}
		}
		t.Fatalf("%q was not told", text)
		return ""
	}
	const meta = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"t","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`
	for id, uri := range map[int]string{50: "note://a", 51: "note://b"} {
		fmt.Fprintf(say, `{"jsonrpc":"2.0","id":%d,"method":"subscriptions/listen","params":{"notifications":{"resourceSubscriptions":[%q]},%s}}`+"\n", id, uri, meta)
		until("acknowledged")
	}
	fmt.Fprintf(say, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":51,%s}}`+"\n", meta)
	mcptest.Eventually(t, "one has left", func() bool { return len(watchers(s)) == 1 })
	s.Updated("notes", "note://b")
	s.Updated("notes", "note://a")
	if line := until("resources/updated"); !strings.Contains(line, "note://a") || !strings.Contains(line, `subscriptionId":50`) {
		t.Errorf("told: %s", line)
	}
	go func() { _, _ = io.Copy(io.Discard, hear) }()
	_ = say.Close()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// A program that subscribes twice, before it has heard what comes of the first, hears the same of both; and one
// that leaves meanwhile takes nothing away from others.
func TestSubscribingTwiceAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := watchedDoor(t)
		answer := make(chan error)
		d.watch = func(string) error { return <-answer }
		s := New(Config{Door: d, Folder: "t", Version: "1"})
		defer s.Close()
		in, say := io.Pipe()
		hear, out := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- s.Serve(t.Context(), in, out) }()
		heard := make(chan string, 100)
		go func() {
			for lines := bufio.NewScanner(hear); lines.Scan(); {
				heard <- lines.Text()
			}
		}()
		ask := func(id int, method string) {
			fmt.Fprintf(say, `{"jsonrpc":"2.0","id":%d,"method":"resources/%s","params":{"uri":"note://a"}}`+"\n", id, method)
			synctest.Wait()
		}
		fmt.Fprintln(say, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`)
		<-heard
		ask(2, "subscribe")
		ask(3, "subscribe")
		if len(heard) > 0 {
			t.Errorf("answered before it is known: %s", <-heard)
		}
		answer <- errors.New("not that one")
		for range 2 {
			if line := <-heard; !strings.Contains(line, "not that one") {
				t.Errorf("it is refused, and answered: %s", line)
			}
		}
		ask(4, "subscribe")
		ask(5, "unsubscribe")
		<-heard
		answer <- nil
		if line := <-heard; !strings.Contains(line, `"id":4,`) {
			t.Error(line)
		}
		synctest.Wait()
		if len(watchers(s)) != 0 || len(d.left) != 1 {
			t.Errorf("%q watch, and the door has heard %q", watchers(s), d.left)
		}
		_ = say.Close()
		if err := <-done; err != nil {
			t.Error(err)
		}
		_ = hear.Close()
	})
}
