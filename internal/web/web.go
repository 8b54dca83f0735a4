// Package web is what every room that speaks HTTP to servers shares: which URLs are the
// same place, how to connect, and what an error of the network means.
package web

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"syscall"
	"time"
)

// maxHeaders is how many bytes of headers one answer may have.
const maxHeaders = 256 << 10

// NewTransport makes connections by a way out. It limits the time to connect, and not the
// time to answer.
func NewTransport(way Way) *http.Transport {
	dialer := &net.Dialer{Timeout: 10 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		Proxy: way.For, DialContext: dialer.DialContext, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 90 * time.Second, MaxResponseHeaderBytes: maxHeaders,
	}
}

// SameOrigin reports whether two URLs lead to the same place.
func SameOrigin(a, b *url.URL) bool { return Origin(a) == Origin(b) }

// Origin is a URL's scheme, host and port; a port that goes without saying is left out.
func Origin(u *url.URL) string {
	port := u.Port()
	if port == "" && u.Scheme == "https" {
		port = "443"
	} else if port == "" {
		port = "80"
	}
	host := net.JoinHostPort(strings.ToLower(u.Hostname()), port)
	if u.Scheme == "https" && port == "443" || u.Scheme == "http" && port == "80" {
		host = strings.TrimSuffix(host, ":"+port)
	}
	return u.Scheme + "://" + host
}

// Loopback reports whether a URL leads to this machine.
func Loopback(u *url.URL) bool {
	host := u.Hostname()
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Unmap().IsLoopback() || strings.EqualFold(host, "localhost")
}

// Explain says in a sentence what an error of a request to base means, and what to do.
// lost: the connection is, too. The path and the query of the URL are left out: there
// may be a secret in them.
func Explain(base *url.URL, err error) (lost bool, said error) {
	var dns *net.DNSError
	var unknown x509.UnknownAuthorityError
	var name x509.HostnameError
	var invalid x509.CertificateInvalidError
	var verify *tls.CertificateVerificationError
	var record tls.RecordHeaderError
	var slow net.Error
	switch {
	case errors.As(err, &dns) && dns.IsNotFound:
		return true, fmt.Errorf("the host %q is not known: check the URL of the server, and your connection", base.Hostname())
	case errors.As(err, &dns):
		return true, fmt.Errorf("the address of %q cannot be found out: check your connection (%.100s)", base.Hostname(), dns.Err)
	case Refused(err):
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
	return false, fmt.Errorf("%s gave no good answer: %w", base.Host, err)
}

// windowsRefused is what Windows says where nothing listens: its sockets have errors of
// their own, and syscall.ECONNREFUSED is none of them.
const windowsRefused = syscall.Errno(10061)

// Refused reports whether a connection failed because nothing listens at the address.
func Refused(err error) bool {
	return errors.Is(err, syscall.ECONNREFUSED) || errors.Is(err, windowsRefused)
}

// innermost is the first error of a chain.
func innermost(err error) error {
	for {
		next := errors.Unwrap(err)
		if next == nil {
			return err
		}
		err = next
	}
}
