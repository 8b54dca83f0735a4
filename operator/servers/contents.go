package servers

import (
	"context"
	"errors"

	"handrail/mcp"
)

// Contents are what the servers of a space have beside their tools.
type Contents struct{ s *Set }

// Resources lists the data that a server has, and the templates of more. It starts
// the server if need be, and waits for it.
func (c Contents) Resources(ctx context.Context, name string) (resources, templates []Resource, err error) {
	l, err := c.listing(ctx, name)
	return l.Resources, l.Templates, err
}

// Prompts lists the prompts that a server can make. It starts the server if need be,
// and waits for it.
func (c Contents) Prompts(ctx context.Context, name string) ([]Prompt, error) {
	l, err := c.listing(ctx, name)
	return l.Prompts, err
}

// listing is what a server has, once it is ready.
func (c Contents) listing(ctx context.Context, name string) (mcp.Listing, error) {
	v, err := c.s.server(name)
	if err != nil {
		return mcp.Listing{}, err
	}
	if err := v.connect(ctx); err != nil {
		return mcp.Listing{}, err
	}
	if live := v.live(); live != nil {
		if l, ok := live.Listing(); ok {
			return l, nil
		}
	}
	return mcp.Listing{}, errors.New("the server hasn't listed its tools yet: try again")
}
