package mcp

import (
	"context"
	"errors"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"

	"handrail/tools"
)

// An elicitor shows a server's forms to the person (SPEC 8). It is given to
// mcp-go with client.WithElicitationHandler, and only where form is not nil.
type elicitor struct {
	server string
	space  string
	form   func(ctx context.Context, f tools.Form) (tools.FormAnswer, error)
	// running says for which call the server asks, if just one is under way. It
	// may be nil.
	running func() (tool, call string)
	// pause is called while the person reads: a call's clock stands still until
	// resume. It may be nil.
	pause func() (resume func())
	// note hears, in a sentence, of a form that was not shown. It may be nil.
	note func(text string)
}

var _ client.ElicitationHandler = (*elicitor)(nil)

// Elicit implements client.ElicitationHandler.
func (e *elicitor) Elicit(ctx context.Context, r mcp.ElicitationRequest) (*mcp.ElicitationResult, error) {
	return nil, errors.New("forms are not shown yet")
}
