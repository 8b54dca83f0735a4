package mcp

import "github.com/mark3labs/mcp-go/client/transport"

// A link is a way to a server that stands: a process and its streams, or a
// connection. It is made by dialStdio or dialRemote.
type link struct {
	// transport is not started yet. It must not be shared.
	transport transport.Interface
	// gone is closed when the server is no more: its process has ended, or the
	// connection is lost for good. It may be nil for one that cannot tell.
	gone <-chan struct{}
	// said are the last lines of what the server printed beside the protocol. It
	// may be nil.
	said func() []string
	// close ends it all and returns when that is done. It may be called twice.
	close func()
}
