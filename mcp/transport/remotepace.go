package transport

import (
	"context"
	"fmt"
	"sync"
	"time"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
)

// A server may end the stream of an answer and have us ask for the rest, and says itself how soon.
// Tries without news wait twice as long each, and end.
const (
	leastPause = 500 * time.Millisecond
	mostPause  = 30 * time.Second
	mostTries  = 10 // three minutes, in all
)

// A pace is how often a stream was opened again, and came without news.
type pace struct {
	mu    sync.Mutex
	tries int
}

// news notes that something came.
func (p *pace) news() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.tries = 0
}

// wait waits before a stream is opened again. The error says that it was tried often enough.
func (p *pace) wait(ctx context.Context, host string) error {
	p.mu.Lock()
	tries := p.tries
	p.tries++
	p.mu.Unlock()
	if tries >= mostTries {
		return fmt.Errorf("%s ended its answer %d times without saying anything, and wants to be asked again: try once more, or tell its makers", host, tries)
	}
	timer := time.NewTimer(min(leastPause<<tries, mostPause))
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// answers reports whether an answer is for a request: an error may have no id, where the server could not read it.
func answers(answer *gotransport.JSONRPCResponse, request gotransport.JSONRPCRequest) bool {
	if answer == nil || answer.ID.IsNil() {
		return answer != nil && answer.Error != nil
	}
	return answer.ID == request.ID
}
