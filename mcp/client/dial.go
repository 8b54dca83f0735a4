package client

import (
	"context"

	"handrail/mcp/transport"
)

// dial opens a link to a server.
type dial func(ctx context.Context, c transport.Config) (*transport.Link, error)
