package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	protocol "github.com/mark3labs/mcp-go/mcp"
)

var errHungUp = errors.New("the program has hung up")

// asked are the requests that we have sent to a client, and that wait for its answer.
// It is safe for concurrent use.
type asked struct {
	send func(raw []byte) // a line; it does not wait

	mu      sync.Mutex
	count   int
	answers map[string]chan *incoming // by id
	closed  bool
}

// ask sends a request and waits for its answer. If ctx ends first, the client is told
// that the request is cancelled.
func (a *asked) ask(ctx context.Context, method protocol.MCPMethod, params any) (*incoming, error) {
	answer := make(chan *incoming, 1)
	a.mu.Lock()
	if a.closed {
		a.mu.Unlock()
		return nil, errHungUp
	}
	a.count++
	id := fmt.Sprintf(`"handrail-%d"`, a.count)
	a.answers[id] = answer
	a.mu.Unlock()
	raw, err := json.Marshal(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "id": json.RawMessage(id), "method": method, "params": params})
	if err != nil {
		return nil, err
	}
	a.send(raw)
	select {
	case m := <-answer:
		if m == nil {
			return nil, errHungUp
		}
		return m, nil
	case <-ctx.Done():
		a.mu.Lock()
		delete(a.answers, id)
		a.mu.Unlock()
		if raw := notification(string(protocol.MethodNotificationCancelled), map[string]any{"requestId": json.RawMessage(id), "reason": "the call is over"}); raw != nil {
			a.send(raw)
		}
		return nil, ctx.Err()
	}
}

// answered passes an answer on to whoever waits for it. One that nobody waits for is
// dropped.
func (a *asked) answered(m *incoming) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if answer, ok := a.answers[string(m.ID)]; ok {
		delete(a.answers, string(m.ID))
		answer <- m
	}
}

// close ends the waiting: nobody will answer.
func (a *asked) close() {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.closed = true
	for _, answer := range a.answers {
		close(answer)
	}
	a.answers = map[string]chan *incoming{}
}

// notification is a notification as a line; nil if it cannot be written as JSON.
func notification(method string, params map[string]any) []byte {
	raw, err := json.Marshal(map[string]any{"jsonrpc": protocol.JSONRPC_VERSION, "method": method, "params": params})
	if err != nil {
		return nil
	}
	return raw
}
