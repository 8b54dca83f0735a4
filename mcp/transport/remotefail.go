package transport

import (
	"errors"
	"fmt"
	"net/http"
	"net/url"

	gotransport "github.com/mark3labs/mcp-go/client/transport"

	"handrail/internal/web"
	"handrail/mcp"
	"handrail/mcp/oauth"
)

// A statusError is an answer of HTTP that is none of MCP.
type statusError struct {
	code int
	host string
	said string // by the server; may be ""
}

// Error says what it means and what to do.
func (e *statusError) Error() string {
	var what, do string
	switch {
	case e.code == http.StatusForbidden:
		what, do = "refuses the connection", "check its headers and what your account may do there"
	case e.code == http.StatusNotFound:
		what, do = "has no MCP server at this path", "check the path of its URL; many end in /mcp"
	case e.code == http.StatusMethodNotAllowed || e.code == http.StatusNotAcceptable:
		what, do = "does not speak MCP at this path", "check the path of its URL; many end in /mcp"
	case e.code == http.StatusTooManyRequests:
		what, do = "has had too many requests from here", "wait a while"
	case e.code == http.StatusProxyAuthRequired:
		what, do = "is behind a proxy that wants a password", "put it into HTTPS_PROXY"
	case e.code >= 500:
		what, do = "is broken or overloaded", "try again later, or look at its log"
	default:
		what, do = "rejects the request", "check its URL and headers"
	}
	said := ""
	if text := mcp.Clip(e.said, 200); text != "" {
		said = fmt.Sprintf("; it says %q", text)
	}
	return fmt.Sprintf("%s %s (HTTP %d%s): %s", e.host, what, e.code, said, do)
}

// notMCP is what an answer of another kind means.
func notMCP(base *url.URL, media string) error {
	switch media {
	case "text/html", "application/xhtml+xml":
		return fmt.Errorf("%s answers with a web page, not with MCP: check the path of its URL; many end in /mcp", base.Host)
	case "":
		return fmt.Errorf("%s gives an answer without a kind, which is not MCP: check its URL", base.Host)
	}
	return fmt.Errorf("%s answers with %q, not with MCP: check its URL", base.Host, mcp.Clip(media, 60))
}

// explain says what an error of a request means. lost: so is the connection.
func explain(base *url.URL, err error) (lost bool, said error) {
	var status *statusError
	switch {
	case errors.As(err, &status), errors.Is(err, oauth.ErrSignIn):
		return false, err
	case errors.Is(err, gotransport.ErrSessionTerminated):
		return true, fmt.Errorf("%s has forgotten our session, perhaps because it was started again: try once more", base.Host)
	case err.Error() == "unexpected nil response": // mcp-go has no name for it
		return false, fmt.Errorf("%s ended its answer before it was complete: try again, or look at its log", base.Host)
	}
	return web.Explain(base, err)
}
