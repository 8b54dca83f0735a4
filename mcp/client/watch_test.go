package client

import (
	"context"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"handrail/tools"
)

// A watchServer is a server in memory that lets resources be subscribed to as a test wants it.
type watchServer struct {
	mu    sync.Mutex
	asked []string // of the methods after "resources/", in order
	open  []func(answer string)
}

// own has a memoryServer answer as the test does.
func (w *watchServer) own(r request1, print func(string)) bool {
	if r.Method == "initialize" {
		print(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,"result":{"protocolVersion":"2025-06-18","capabilities":{"resources":{"subscribe":true}},"serverInfo":{"name":"w","version":"0"}}}` + "\n")
		return true
	}
	method, ok := strings.CutPrefix(r.Method, "resources/")
	if !ok || !strings.HasSuffix(method, "subscribe") {
		return false
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, method)
	w.open = append(w.open, func(answer string) { print(`{"jsonrpc":"2.0","id":` + string(r.ID) + `,` + answer + "}\n") })
	return true
}

// answer answers the oldest request that is open, once all that can happen before has happened.
func (w *watchServer) answer(t *testing.T, answer string) {
	t.Helper()
	synctest.Wait()
	w.mu.Lock()
	if len(w.open) == 0 {
		w.mu.Unlock()
		t.Fatalf("nothing is asked; it was %q", w.asked)
	}
	first := w.open[0]
	w.open = w.open[1:]
	w.mu.Unlock()
	first(answer)
	synctest.Wait()
}

func (w *watchServer) wantAsked(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	if !slices.Equal(w.asked, want) {
		t.Errorf("the server was asked %q, want %q", w.asked, want)
	}
}

const yes, no = `"result":{}`, `"error":{"code":-32603,"message":"not that one"}`

// watching runs a test with a server that is connected, and what starts to watch there.
func watching(t *testing.T, f func(t *testing.T, w *watchServer, c *Client, start func(context.Context) chan error)) {
	t.Helper()
	inMemory(t, func(t *testing.T, m *memoryServer, c *Client) {
		w := &watchServer{}
		m.own = w.own
		if err := c.Connect(t.Context()); err != nil {
			t.Fatal(err)
		}
		f(t, w, c, func(ctx context.Context) chan error {
			ended := make(chan error, 1)
			go func() { ended <- c.Watch(ctx, "note://one") }()
			synctest.Wait()
			return ended
		})
	})
}

// Who subscribes while the server has not answered the first yet gets that answer, too, and is never told of success before.
func TestTwoWatchAtOnceAndTheServerRefuses(t *testing.T) {
	watching(t, func(t *testing.T, w *watchServer, _ *Client, start func(context.Context) chan error) {
		first, second := start(t.Context()), start(t.Context())
		if len(second) > 0 {
			t.Fatalf("the second was answered before the server: %v", <-second)
		}
		w.answer(t, no)
		wantError(t, <-first, tools.ExecutionFailed, "not that one")
		wantError(t, <-second, tools.ExecutionFailed, "not that one")
		third := start(t.Context()) // nothing is left of the two
		w.answer(t, yes)
		if err := <-third; err != nil {
			t.Error(err)
		}
		w.wantAsked(t, "subscribe", "subscribe")
	})
}

// One that gives up leaves it to the next one to ask.
func TestTheFirstToWatchGivesUp(t *testing.T) {
	watching(t, func(t *testing.T, w *watchServer, _ *Client, start func(context.Context) chan error) {
		ctx, giveUp := context.WithCancel(t.Context())
		first, second, third := start(ctx), start(t.Context()), start(t.Context())
		giveUp()
		wantError(t, <-first, tools.Cancelled)
		w.answer(t, yes) // the one that nobody waits for
		w.answer(t, yes)
		for _, c := range []chan error{second, third} {
			if err := <-c; err != nil {
				t.Error(err)
			}
		}
		w.wantAsked(t, "subscribe", "subscribe")
	})
}

// The server is asked again only when it has answered that it tells no more: it would take both in any order.
func TestWatchingAgainAfterTheLastHasLeft(t *testing.T) {
	watching(t, func(t *testing.T, w *watchServer, c *Client, start func(context.Context) chan error) {
		first := start(t.Context())
		w.answer(t, yes)
		if err := <-first; err != nil {
			t.Fatal(err)
		}
		c.Unwatch("note://one")
		again := start(t.Context())
		w.wantAsked(t, "subscribe", "unsubscribe")
		w.answer(t, yes)
		w.answer(t, yes)
		if err := <-again; err != nil {
			t.Error(err)
		}
		w.wantAsked(t, "subscribe", "unsubscribe", "subscribe")
	})
}
