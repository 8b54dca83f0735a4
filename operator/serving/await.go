package serving

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"handrail/mcp"
	"handrail/operator/servers"
)

// listWait is how long a client's list of tools waits for servers of which nothing is known
// yet: programs show what the first list says, and many never ask again.
const listWait = 2 * time.Second

// listed remembers since when a list has waited for a server: a broken one must not hold up
// every list. It is safe for concurrent use.
type listed struct {
	wait time.Duration // listWait, but in tests

	mu    sync.Mutex
	since map[string]time.Time // by the server
}

// left is how long a list may still wait for a server.
func (l *listed) left(server string, now time.Time) time.Duration {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.since == nil {
		l.since = map[string]time.Time{}
	}
	first, seen := l.since[server]
	if !seen {
		first, l.since[server] = now, now
	}
	return l.wait - now.Sub(first)
}

// Await implements serve.Door.
func (d door) Await(ctx context.Context, tool string) (serves bool) {
	if tool != "" {
		return d.awaitTool(ctx, tool)
	}
	servers := d.s.Servers()
	var names []string
	longest := time.Duration(0)
	for _, f := range servers.Unknown() {
		d.begin(f.Name)
		switch state := servers.Status(f.Name).State; {
		case f.Settings.IsInternal() || d.listed == nil || state == mcp.Failed:
		default:
			if left := d.listed.left(f.Name, time.Now()); left > 0 {
				names, longest = append(names, f.Name), max(longest, left)
			}
		}
	}
	if len(names) == 0 {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	servers.Wait(ctx, names...)
	return false
}

// awaitTool waits for the servers that a tool of this name could be of, if nothing is known of them: nobody has
// started them yet, or they are others since the person has changed them.
func (d door) awaitTool(ctx context.Context, tool string) (serves bool) {
	d.s.CatchUp()
	servers := d.s.Servers()
	names, serves := servers.Pins().Unknown(func(server string) bool { return couldServe(server, tool) })
	names = slices.DeleteFunc(names, func(name string) bool {
		d.begin(name)
		return servers.Status(name).State == mcp.Failed // the call itself tries it again
	})
	if len(names) > 0 {
		servers.Wait(ctx, names...)
	}
	return serves
}

// begin starts a server. One that has failed is tried again by a chat, or by the person.
func (d door) begin(server string) {
	if servers := d.s.Servers(); !servers.Tried(server) {
		servers.Start(server)
	}
}

// couldServe reports whether a tool of this name could be one of a server's.
func couldServe(server, tool string) bool {
	return strings.HasPrefix(tool, server+"__") || strings.HasPrefix(tool, servers.PlainName(server)+"__")
}
