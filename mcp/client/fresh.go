package client

import (
	"context"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

// freshWait is how long a call waits for the tools to be listed again after the
// server has said that they have changed.
const freshWait = 2 * time.Second

// A freshness says whether the list of tools is what the server has said last. What
// is not a channel of one place is guarded by the conn's lock.
type freshness struct {
	told  int           // how often the server has said that its tools have changed
	known int           // how many of these a listing has taken in
	tried chan struct{} // closed, and made anew, when a listing has ended, well or not
	err   error         // why the last one has not ended well
	hurry chan struct{} // a call waits
}

func newFreshness() freshness {
	return freshness{tried: make(chan struct{}), hurry: make(chan struct{}, 1)}
}

// mark says which changes a listing that begins now takes in.
func (n *conn) mark() int {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.tools.told
}

// listed notes that a listing has ended that had begun at a mark.
func (n *conn) listed(mark int, err error) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.tools.err = err; err == nil {
		n.tools.known = max(n.tools.known, mark)
	}
	close(n.tools.tried)
	n.tools.tried = make(chan struct{})
}

// fresh waits until the tools are listed as they were at the last change that is
// known of now. It waits for no later one: a server that tells of changes without end
// would hold its calls up for ever. It is an error if the server does not list them.
func (n *conn) fresh(ctx context.Context) error {
	late := time.NewTimer(freshWait)
	defer late.Stop()
	n.mu.Lock()
	want := n.tools.told
	n.mu.Unlock()
	// The first listing that ends may have begun too early; the second one has not.
	for range 2 {
		n.mu.Lock()
		behind, tried := n.tools.known < want, n.tools.tried
		if behind {
			n.stale[string(protocol.MethodToolsList)] = true // also if a listing has failed
		}
		n.mu.Unlock()
		if !behind {
			return nil
		}
		n.hasten()
		select {
		case <-tried:
		case <-late.C:
			return n.unlisted("has not listed them within " + freshWait.String())
		case <-n.life.Done():
			return tools.Errorf(tools.Unavailable, "the server %q has just been ended: call again", n.config.Server.Name)
		case <-ctx.Done():
			return n.failed(ctx, request{what: "the list of its tools"}, nil, ctx.Err())
		}
	}
	n.mu.Lock()
	behind, err := n.tools.known < want, n.tools.err
	n.mu.Unlock()
	if !behind {
		return nil
	}
	if err == nil {
		return n.unlisted("does not list them")
	}
	return n.unlisted("does not list them: " + cause(err))
}

// hasten has the tools listed at once.
func (n *conn) hasten() {
	select {
	case n.tools.hurry <- struct{}{}:
	default: // somebody has said so already
	}
	n.look()
}

// unlisted refuses a call because nobody knows what the tools are now.
func (n *conn) unlisted(why string) error {
	return tools.Errorf(tools.Unavailable, "the server %q has said that its tools have changed, and %s, so that nobody knows what they do now: make the call again, or start the server again if it stays so", n.config.Server.Name, why)
}
