package operator

import (
	"context"
	"time"

	"handrail/mcp"
)

// pinned is what was seen of the server.
func (v *server) pinned() mcp.Pins {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.pins
}

// seeListing takes in what a server lists now.
func (v *server) seeListing(_ context.Context, l mcp.Listing) (changed bool, err error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.pins.See(l.Tools, time.Now()), nil
}
