package mcp

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"

	"github.com/mark3labs/mcp-go/client/transport"
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
		what, do = "refuses us", "check its headers and what your account may do there"
	case e.code == http.StatusNotFound:
		what, do = "has no MCP server at this path", "check the path of its URL; many end in /mcp"
	case e.code == http.StatusMethodNotAllowed || e.code == http.StatusNotAcceptable:
		what, do = "does not speak MCP at this path", "check the path of its URL; many end in /mcp"
	case e.code == http.StatusTooManyRequests:
		what, do = "has had too many requests of ours", "wait a while"
	case e.code == http.StatusProxyAuthRequired:
		what, do = "is behind a proxy that wants a password", "put it into HTTPS_PROXY"
	case e.code >= 500:
		what, do = "is broken or overloaded", "try again later, or look at its log"
	default:
		what, do = "does not take our request", "check its URL and headers"
	}
	said := ""
	if text := clip(e.said, 200); text != "" {
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
	return fmt.Errorf("%s answers with %q, not with MCP: check its URL", base.Host, clip(media, 60))
}

// sentence says what an error of the network means. fatal: the connection is
// lost. The URL is left out: there may be a secret in it.
func sentence(base *url.URL, err error) (fatal bool, said error) {
	var status *statusError
	if errors.As(err, &status) || errors.Is(err, ErrSignIn) {
		return false, err
	}
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var slow net.Error
	switch {
	case errors.Is(err, transport.ErrSessionTerminated):
		return true, fmt.Errorf("%s has forgotten our session, perhaps because it was started again: try once more", base.Host)
	case errors.As(err, &dns) && dns.IsNotFound:
		return true, fmt.Errorf("the host %q is not known: check the URL of the server, and your connection", base.Hostname())
	case errors.As(err, &dns):
		return true, fmt.Errorf("the address of %q cannot be found out: check your connection (%s)", base.Hostname(), clip(dns.Err, 100))
	case errors.Is(err, syscall.ECONNREFUSED):
		return true, fmt.Errorf("nothing answers at %s (connection refused): start the server, or check the port in its URL", base.Host)
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return true, fmt.Errorf("%s cannot be reached from here: check your connection", base.Host)
	case errors.Is(err, syscall.ECONNRESET), errors.Is(err, syscall.EPIPE):
		return true, fmt.Errorf("%s has broken the connection off: try again, or look at its log", base.Host)
	case errors.As(err, &unknown), errors.As(err, &name), errors.As(err, &invalid), errors.As(err, &verify):
		return true, fmt.Errorf("it is not certain that %s is who it says: %w; if it is a server of your own, have this system trust its certificate", base.Host, innermost(err))
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"): // net/http has no name for it
		return true, fmt.Errorf("%s does not speak TLS: if it is a server on your own machine, write http: in its URL", base.Host)
	case errors.As(err, &slow) && slow.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return true, fmt.Errorf("%s has not answered in time: try again, or look at its log", base.Host)
	}
	var request *url.Error
	if errors.As(err, &request) {
		return true, fmt.Errorf("the connection to %s failed: %w", base.Host, request.Err)
	}
	if err.Error() == "unexpected nil response" {
		return false, fmt.Errorf("%s ended its answer before it was complete: try again, or look at its log", base.Host)
	}
	return false, fmt.Errorf("%s gave no good answer: %w", base.Host, err)
}

// innermost is the error at the ground of a chain.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
