// Package transport opens the ways to an MCP server: the streams of a process of ours, or
// HTTP. What comes in is bounded and checked before the library reads it.
package transport

import (
	"context"
	"time"

	gotransport "github.com/mark3labs/mcp-go/client/transport"

	"handrail/internal/proc"
	"handrail/mcp"
	"handrail/mcp/oauth"
)

// A Link is a way to a server that stands: a process and its streams, or a
// connection. Its process or connection lives until close.
type Link struct {
	// Transport is not started yet. It must not be shared.
	Transport gotransport.Interface
	// Gone is closed when the server is no more: its process has ended, or the
	// connection is lost for good. It may be nil for one that cannot tell.
	Gone <-chan struct{}
	// Said are the last lines of what the server said beside the protocol. It may
	// be nil.
	Said func() []string
	// Strayed reports whether the server has printed on stdout what is not of the
	// protocol. It may be nil.
	Strayed func() bool
	// Note adds a line to them. It may be nil.
	Note func(text string)
	// Ended says how the server came to be gone, in words that follow "the server".
	// It may be nil, and is called only after gone.
	Ended func() string
	// Worked is how long processors have worked for a process that is ours and for what it has started; false: that is not
	// known. It may be nil.
	Worked func() (time.Duration, bool)
	PID    int // of a process that is ours; 0: there is none, or it is not known
	// Close ends it all and returns when that is done. It may be called twice.
	Close func()
}

// A Config says which server is reached, and in whose name.
type Config struct {
	Server mcp.Server
	House  proc.House      // what a stdio server runs in
	Errand proc.Errand     // for whom it runs
	SignIn oauth.SignIn    // how the person signs in to a remote server
	Hurry  context.Context // its end has a stdio server ended without being asked to leave first; nil: never
	Unread int             // bytes that may wait for a stdio server to read them; 0: 64 MB
}

// Open opens the way to a server: its process, else its URL. ctx bounds the start
// of a process only.
func Open(ctx context.Context, c Config) (*Link, error) {
	if c.Server.Command != "" {
		return openStdio(ctx, c)
	}
	return openRemote(ctx, c)
}

// IsGone reports whether the server is no more.
func (l *Link) IsGone() bool {
	select {
	case <-l.Gone: // a nil channel never is
		return true
	default:
		return false
	}
}

// GoneWithin is isGone for when a request has just failed as if the server were:
// what it prints last and how it ends come a moment later.
func (l *Link) GoneWithin(limit time.Duration) bool {
	if l.Gone == nil {
		return false
	}
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-l.Gone:
		return true
	case <-late.C:
		return false
	}
}
