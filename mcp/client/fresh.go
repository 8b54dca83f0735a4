package client

import (
	"context"
	"sync"
	"time"

	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/mcp"
	"handrail/tools"
)

// freshWait is how long a call waits for the tools to be listed again after the
// server has said that they have changed.
const freshWait = 2 * time.Second

// relistPause is how long the lists are left alone after a change: servers tell of many
// at once.
const relistPause = 250 * time.Millisecond

// A server that tells of changes without end is listed so often, and not more often
// than each relistEach from then on: what it lists is kept, and shown. A call does not
// wait for that.
const (
	relistAtOnce = 10
	relistEach   = 5 * time.Second
)

// A pace says how long to leave the lists alone. The zero value is ready.
type pace struct{ free time.Time }

// next is how long from now on.
func (p *pace) next(now time.Time) time.Duration {
	if p.free.Before(now) {
		p.free = now
	}
	p.free = p.free.Add(relistEach)
	return max(relistPause, p.free.Sub(now)-relistAtOnce*relistEach)
}

// A freshness says which lists of a server have changed since they were listed, and
// has them listed again. It is safe for concurrent use.
type freshness struct {
	server string
	life   context.Context // of the connection
	dirty  chan struct{}   // some list has changed
	hurry  chan struct{}   // a call waits

	mu    sync.Mutex
	stale map[string]bool // the lists that have changed, by their method
	told  int             // how often the server has said that its tools have changed
	known int             // how many of these a listing has taken in
	tried chan struct{}   // closed, and made again, when a listing of tools has ended, well or not
	err   error           // why the last one has not ended well
}

func newFreshness(life context.Context, server string) *freshness {
	return &freshness{
		server: server, life: life, dirty: make(chan struct{}, 1), hurry: make(chan struct{}, 1),
		stale: map[string]bool{}, tried: make(chan struct{}),
	}
}

// changed notes that a list has changed.
func (f *freshness) changed(method protocol.MCPMethod) {
	f.mu.Lock()
	if method == protocol.MethodToolsList {
		f.told++
	}
	f.stale[string(method)] = true
	f.mu.Unlock()
	f.wake()
}

// wake has what is stale listed again.
func (f *freshness) wake() {
	select {
	case f.dirty <- struct{}{}:
	default: // it is known already
	}
}

// hasten has the tools listed at once.
func (f *freshness) hasten() {
	select {
	case f.hurry <- struct{}{}:
	default: // somebody has said so already
	}
	f.wake()
}

// watch lists again what has changed, until the connection ends. relist is called, one
// call at a time, with the methods of the lists.
func (f *freshness) watch(relist func(ctx context.Context, stale map[string]bool) error) {
	var pace pace
	for {
		select {
		case <-f.dirty:
		case <-f.life.Done():
			return
		}
		calm := time.NewTimer(pace.next(time.Now()))
		select {
		case <-calm.C:
		case <-f.hurry: // a call waits
			calm.Stop()
		case <-f.life.Done():
			calm.Stop()
			return
		}
		f.mu.Lock()
		stale, told := f.stale, f.told
		f.stale = map[string]bool{}
		f.mu.Unlock()
		ctx, cancel := context.WithTimeout(f.life, mcp.ConnectTimeout)
		err := relist(ctx, stale)
		cancel()
		if stale[string(protocol.MethodToolsList)] {
			f.listed(told, err)
		}
	}
}

// mark says which changes a listing that begins now takes in.
func (f *freshness) mark() int {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.told
}

// listed notes that a listing of tools has ended that had begun at a mark.
func (f *freshness) listed(mark int, err error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.err = err; err == nil {
		f.known = max(f.known, mark)
	}
	close(f.tried)
	f.tried = make(chan struct{})
}

// await waits until the tools are listed as they were at the last change that is
// known of now. It waits for no later one: a server that tells of changes without end
// would hold its calls up for ever. It is an error if the server does not list them.
func (f *freshness) await(ctx context.Context) error {
	late := time.NewTimer(freshWait)
	defer late.Stop()
	want := f.mark()
	// The first listing that ends may have begun too early; the second one has not.
	for range 2 {
		f.mu.Lock()
		behind, tried := f.known < want, f.tried
		if behind {
			f.stale[string(protocol.MethodToolsList)] = true // also if a listing has failed
		}
		f.mu.Unlock()
		if !behind {
			return nil
		}
		f.hasten()
		select {
		case <-tried:
		case <-late.C:
			return f.unlisted("has not listed them within " + freshWait.String())
		case <-f.life.Done():
			return justEnded(f.server)
		case <-ctx.Done():
			return givenUp(ctx, f.server, "the list of its tools")
		}
	}
	f.mu.Lock()
	behind, err := f.known < want, f.err
	f.mu.Unlock()
	if !behind {
		return nil
	}
	if err == nil {
		return f.unlisted("does not list them")
	}
	return f.unlisted("does not list them: " + cause(err))
}

// unlisted refuses a call because nobody knows what the tools are now.
func (f *freshness) unlisted(why string) error {
	return tools.Errorf(tools.Unavailable, "the server %q has said that its tools have changed, and %s, so that nobody knows what they do now: make the call again, or start the server again if it stays so", f.server, why)
}
