package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/url"
	"strings"
	"syscall"
	"time"

	"handrail/internal/web"
	"handrail/tools"
)

// A bodyError is one that came while the body was read.
type bodyError struct{ error }

func (e bodyError) Unwrap() error { return e.error }

// explain says why there is no answer from the host of u, and what to do. Neither the path nor
// the query of an address is in it: there may be a secret in them.
func explain(ctx context.Context, u *url.URL, err error, limit time.Duration) error {
	var dns *net.DNSError
	var op *net.OpError
	var slow net.Error
	var record tls.RecordHeaderError
	var body bodyError
	host := u.Host
	switch {
	case errors.Is(ctx.Err(), context.Canceled):
		return ctx.Err()
	case errors.Is(err, errPrivate):
		return private(u)
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return tools.Errorf(tools.Unavailable, "%s was not reached, because the proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) cannot be: %v", host, innermost(err)).Advise(wayOut())
	case isTrust(err):
		return tools.Errorf(tools.Unavailable, "it is not certain that %s is who it says: %v. If a company looks into all connections of this machine, the system has to trust its certificate", host, innermost(err)).Advise(wayOut())
	case errors.Is(ctx.Err(), context.DeadlineExceeded) && errors.As(err, &body):
		return tools.Errorf(tools.Timeout, "%s has not sent the whole page within %v: try again, or fetch something smaller", host, limit)
	case errors.As(err, &slow) && slow.Timeout(), errors.Is(err, context.DeadlineExceeded):
		return tools.Errorf(tools.Timeout, "%s has not answered in time: try again later", host)
	case errors.As(err, &dns) && dns.IsNotFound:
		return tools.Errorf(tools.ExecutionFailed, "the host %s is not known: check the URL", host)
	case errors.As(err, &dns):
		return tools.Errorf(tools.ExecutionFailed, "the address of %s cannot be found out (%.100s): there may be no connection", host, dns.Err)
	case web.Refused(err):
		return tools.Errorf(tools.ExecutionFailed, "nothing answers at %s (connection refused): check the URL and its port", host)
	case errors.Is(err, syscall.ENETUNREACH), errors.Is(err, syscall.EHOSTUNREACH):
		return tools.Errorf(tools.ExecutionFailed, "%s cannot be reached from here: there may be no connection", host)
	case errors.As(err, &record), strings.Contains(err.Error(), "server gave HTTP response to HTTPS client"): // net/http has no name for it
		return tools.Errorf(tools.ExecutionFailed, "%s does not speak https: if its words may be read and changed on the way, write http in the URL", host)
	case errors.As(err, &body) && (errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, syscall.ECONNRESET)):
		return tools.Errorf(tools.ExecutionFailed, "%s has broken off in the middle of the page: try again", host)
	case errors.As(err, &body):
		return tools.Errorf(tools.ExecutionFailed, "what %s has sent cannot be read (%v): its body may be damaged", host, innermost(err))
	case errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return tools.Errorf(tools.ExecutionFailed, "%s has closed the connection without an answer: check the URL and its port, or try again later", host)
	case isProxyAnswer(err):
		return tools.Errorf(tools.Unavailable, "%s was not reached: the proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) has answered %q", host, innermost(err).Error()).Advise(wayOut())
	}
	return tools.Errorf(tools.ExecutionFailed, "the request to %s failed: %v", host, innermost(err))
}

func wayOut() tools.Action { return tools.Action{Kind: tools.CheckWayOut} }

// isTrust reports whether the certificate of a server is what fails.
func isTrust(err error) bool {
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var roots x509.SystemRootsError
	return errors.As(err, &unknown) || errors.As(err, &name) || errors.As(err, &invalid) || errors.As(err, &verify) || errors.As(err, &roots)
}

// isProxyAnswer reports whether a proxy has refused to connect. net/http makes of its answer
// an error that is its status alone.
func isProxyAnswer(err error) bool {
	text := innermost(err).Error()
	for _, status := range []string{"Proxy Authentication Required", "Forbidden", "Bad Gateway", "Gateway Timeout", "Service Unavailable", "Method Not Allowed", "Bad Request", "Not Found", "Unauthorized"} {
		if text == status {
			return true
		}
	}
	return false
}
