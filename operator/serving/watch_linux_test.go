package serving

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"handrail/mcp/mcptest"
	"handrail/tools"
)

// A watchedServer has a resource that changes, and notes who wants to hear of it.
type watchedServer struct {
	*sdk.Server
	url string

	mu    sync.Mutex
	asked []string
}

const page, other = "note://one", "note://two"

func newWatchedServer(t *testing.T) *watchedServer {
	t.Helper()
	w := &watchedServer{}
	note := func(what, uri string) error {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.asked = append(w.asked, what+" "+uri)
		return nil
	}
	w.Server = sdk.NewServer(&sdk.Implementation{Name: "notes", Version: "1"}, &sdk.ServerOptions{
		SubscribeHandler:   func(_ context.Context, r *sdk.SubscribeRequest) error { return note("watch", r.Params.URI) },
		UnsubscribeHandler: func(_ context.Context, r *sdk.UnsubscribeRequest) error { return note("leave", r.Params.URI) },
	})
	read := func(_ context.Context, r *sdk.ReadResourceRequest) (*sdk.ReadResourceResult, error) {
		return &sdk.ReadResourceResult{Contents: []*sdk.ResourceContents{{URI: r.Params.URI, Text: "a note"}}}, nil
	}
	for _, uri := range []string{page, other} {
		w.AddResource(&sdk.Resource{URI: uri, Name: uri}, read)
	}
	web := httptest.NewServer(sdk.NewStreamableHTTPHandler(func(*http.Request) *sdk.Server { return w.Server }, nil))
	t.Cleanup(web.CloseClientConnections)
	t.Cleanup(web.Close)
	w.url = web.URL
	return w
}

// heard is what the server was asked, in order.
func (w *watchedServer) heard() []string {
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.asked)
}

func (w *watchedServer) change(t *testing.T, uri string) {
	t.Helper()
	if err := w.ResourceUpdated(t.Context(), &sdk.ResourceUpdatedNotificationParams{URI: uri}); err != nil {
		t.Fatal(err)
	}
}

// A client is told when a resource of a server changes that it may read, as long as it wants to, and of no other.
func TestAClientWatchesAResource(t *testing.T) {
	w := newWatchedServer(t)
	b := serversBench(t, `"notes":{"url":"`+w.url+`","internal_only":false}`)
	b.awaitServer("notes")
	b.Person.Answer = func(_ context.Context, q tools.Question) (tools.Answer, error) {
		t.Errorf("the person is asked about %s", q.Tool)
		return tools.Answer{Verdict: tools.Deny}, nil
	}
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)
	if line := c.hear(`"id":1,`); !strings.Contains(line, page) {
		t.Fatalf("the list is %s", line)
	}
	id := 1
	ask := func(method, uri string) string {
		id++
		c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"resources/%s","params":{"uri":%q}}`, id, method, uri))
		return c.hear(fmt.Sprintf(`"id":%d,`, id))
	}
	if line := ask("subscribe", page); !strings.Contains(line, `"result":{}`) {
		t.Fatalf("subscribing is answered with %s", line)
	}
	if line := ask("subscribe", page); !strings.Contains(line, `"result":{}`) {
		t.Fatalf("a second time: %s", line)
	}
	for _, uri := range []string{"note://three", "file://" + b.Dir + "/notes.txt"} {
		if line := ask("subscribe", uri); !strings.Contains(line, "no server here tells when") {
			t.Errorf("%s: %s", uri, line)
		}
	}
	w.change(t, other) // nobody wants to hear of it
	for range 3 {
		w.change(t, page)
	}
	if line := c.hear("notifications/resources/updated"); !strings.Contains(line, page) {
		t.Errorf("told: %s", line)
	}
	ask("unsubscribe", page)
	mcptest.Eventually(t, "the server hears that nobody wants to be told", func() bool {
		return slices.Equal(w.heard(), []string{"watch " + page, "leave " + page})
	})
	if err := b.O.Permits().AddRule(t.Context(), "ask", "notes__read_resource"); err != nil {
		t.Fatal(err)
	}
	if line := ask("subscribe", page); !strings.Contains(line, "declined") {
		t.Errorf("what a rule asks about: %s", line)
	}
	if n := strings.Count(c.all.String(), "notifications/resources/updated"); n != 1 {
		t.Errorf("told %d times", n)
	}
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
}

// A server that was started again is asked again for what is watched, and a client that leaves watches no more.
func TestAWatchOutlivesItsServer(t *testing.T) {
	w := newWatchedServer(t)
	b := serversBench(t, `"notes":{"url":"`+w.url+`","internal_only":false}`)
	b.awaitServer("notes")
	c := b.join(`{}`)
	c.say(`{"jsonrpc":"2.0","method":"notifications/initialized"}`)
	c.say(`{"jsonrpc":"2.0","id":1,"method":"resources/list"}`)
	c.hear(`"id":1,`)
	c.say(fmt.Sprintf(`{"jsonrpc":"2.0","id":2,"method":"resources/subscribe","params":{"uri":%q}}`, page))
	c.hear(`"id":2,`)
	if err := b.S.Servers().Restart(t.Context(), "notes"); err != nil {
		t.Fatal(err)
	}
	mcptest.Eventually(t, "it is watched again", func() bool { return slices.Equal(w.heard(), []string{"watch " + page, "watch " + page}) })
	w.change(t, page)
	c.hear("notifications/resources/updated")
	go func() { _, _ = io.Copy(io.Discard, c.out) }() // what else it is told
	if err := c.shut(); err != nil {
		t.Fatal(err)
	}
	mcptest.Eventually(t, "it is left", func() bool { all := w.heard(); return all[len(all)-1] == "leave "+page })
}
