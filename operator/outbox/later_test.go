package outbox

import (
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"
)

// A service that is down, then busy: the messages go when it is back, once and in their order.
func TestDownForAWhile(t *testing.T) {
	b := newBench(t)
	b.answers(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	first := b.submit(t, "1")
	if first.State != Queued || !strings.Contains(first.Reason, "502") || first.Due.Before(first.Created) {
		t.Errorf("the first is %+v", first)
	}
	var second Message
	var err error
	var work sync.WaitGroup
	work.Go(func() {
		second, err = b.Submit(t.Context(), Message{Channel: "ops", Content: "2"}, 20*time.Second)
	})
	b.awaitTries(t, first.ID, 3)
	b.answers(func(http.ResponseWriter, *http.Request) {})
	if work.Wait(); err != nil {
		t.Fatal(err)
	}
	b.await(t, first.ID, Sent)
	b.await(t, second.ID, Sent)
	got := strings.Join(b.received(), " ")
	if !regexp.MustCompile(`^1( 1){3,} 2$`).MatchString(got) {
		t.Errorf("received %s: the second waits behind the first", got)
	}
}

// A refused connection queues; an hour later the message goes.
func TestRefusedConnection(t *testing.T) {
	b := newBench(t)
	address := b.server.URL
	b.configure(t, map[string]any{"type": "webhook", "url": "http://127.0.0.1:1/SECRET-PATH"})
	m := b.submit(t, "x")
	if m.State != Queued || strings.Contains(m.Reason, "SECRET") || strings.Contains(m.Reason, "127.0.0.1") {
		t.Errorf("it is %+v", m)
	}
	b.configure(t, map[string]any{"type": "webhook", "url": address})
	b.await(t, m.ID, Sent)
}

func TestRetryAfterIsKept(t *testing.T) {
	b := newBench(t)
	b.answers(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusTooManyRequests)
	})
	first := b.submit(t, "1")
	if wait := time.Until(first.Due); first.State != Queued || wait < 59*time.Minute || wait > 61*time.Minute {
		t.Errorf("it is tried again in %s: %+v", wait, first)
	}
	second := b.submit(t, "2")
	if second.State != Queued || second.Tries != 0 && time.Until(second.Due) < 59*time.Minute {
		t.Errorf("the second is %+v", second)
	}
	if third := b.submit(t, "3"); third.State != Queued {
		t.Errorf("the third is %+v", third)
	}
}
