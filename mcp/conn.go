package mcp

import (
	"context"
	"time"

	"github.com/mark3labs/mcp-go/client/transport"

	"handrail/internal/proc"
)

// A link is a way to a server that stands: a process and its streams, or a
// connection. Its process or connection lives until close.
type link struct {
	// transport is not started yet. It must not be shared.
	transport transport.Interface
	// gone is closed when the server is no more: its process has ended, or the
	// connection is lost for good. It may be nil for one that cannot tell.
	gone <-chan struct{}
	// said are the last lines of what the server said beside the protocol. It may
	// be nil.
	said func() []string
	// note adds a line to them. It may be nil.
	note func(text string)
	// ended says how the server came to be gone, in words that follow "the server".
	// It may be nil, and is called only after gone.
	ended func() string
	pid   int // of a process that is ours; 0: there is none, or it is not known
	// close ends it all and returns when that is done. It may be called twice.
	close func()
}

// A transportConfig says which server is reached, and in whose name.
type transportConfig struct {
	Server Server
	House  proc.House  // what a stdio server runs in
	Errand proc.Errand // for whom it runs
	SignIn SignIn      // how the person signs in to a remote server
	Unread int         // bytes that may wait for a stdio server to read them; 0: 64 MB
}

// dial opens a link to a server.
type dial func(ctx context.Context, c transportConfig) (*link, error)

// openLink opens the way to a server: its process, else its URL. ctx bounds the start
// of a process only.
func openLink(ctx context.Context, c transportConfig) (*link, error) {
	if c.Server.Command != "" {
		return openStdio(ctx, c)
	}
	return openRemote(ctx, c)
}

// isGone reports whether the server is no more.
func (l *link) isGone() bool {
	select {
	case <-l.gone: // a nil channel never is
		return true
	default:
		return false
	}
}

// goneSoon is isGone for when a request has just failed as if the server were:
// what it prints last and how it ends come a moment later.
func (l *link) goneSoon(limit time.Duration) bool {
	if l.gone == nil {
		return false
	}
	late := time.NewTimer(limit)
	defer late.Stop()
	select {
	case <-l.gone:
		return true
	case <-late.C:
		return false
	}
}
