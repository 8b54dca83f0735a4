package web

import (
	"context"
	"crypto/tls"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"syscall"
	"time"

	"handrail/tools"
)

const (
	dialLimit   = 10 * time.Second
	answerLimit = 20 * time.Second // until the first byte of an answer
)

// The ways are how a request can leave. Each keeps its own connections, so that one that was
// opened for a host of the person's list serves nobody else.
type ways struct {
	public  *http.Transport // the dialled address is checked
	listed  *http.Transport // it is not: the person's list names the host
	proxied *http.Transport // a proxy dials
}

func (f *Fetcher) newWays() ways {
	checked := net.Dialer{Timeout: dialLimit, KeepAlive: dialLimit, Resolver: f.c.Resolver, ControlContext: f.checkDialled}
	plain := net.Dialer{Timeout: dialLimit, KeepAlive: dialLimit, Resolver: f.c.Resolver}
	w := ways{public: f.transport(checked.DialContext), listed: f.transport(plain.DialContext), proxied: f.transport(plain.DialContext)}
	w.proxied.Proxy = func(r *http.Request) (*url.URL, error) { return f.c.Proxy(r.URL) }
	return w
}

func (f *Fetcher) transport(dial func(context.Context, string, string) (net.Conn, error)) *http.Transport {
	return &http.Transport{
		DialContext: dial, TLSClientConfig: &tls.Config{RootCAs: f.c.Roots, MinVersion: tls.VersionTLS12}, ForceAttemptHTTP2: true,
		TLSHandshakeTimeout: dialLimit, ResponseHeaderTimeout: answerLimit, IdleConnTimeout: dialLimit, MaxIdleConns: 16, MaxResponseHeaderBytes: headLimit,
	}
}

// checkDialled looks at the very address that is about to be dialled: whatever a name has led
// to before, and however an address was spelled, this is where the connection goes.
func (f *Fetcher) checkDialled(_ context.Context, _, address string, _ syscall.RawConn) error {
	place, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	return f.c.Check(place.Addr())
}

// way is how a request leaves. Where a proxy finds the address of a name, ours is asked as
// well, and what it says is refused like an address that we would dial; a name that only the
// proxy knows is the proxy's to judge.
func (f *Fetcher) way(ctx context.Context, r Request) (*http.Transport, error) {
	via, err := f.c.Proxy(r.URL)
	if err != nil {
		return nil, tools.Errorf(tools.Unavailable, "the proxy that the environment names (HTTPS_PROXY, HTTP_PROXY) cannot be used: %v", innermost(err)).Advise(wayOut())
	}
	listed := r.Hosts.Names(r.URL)
	switch {
	case via == nil && listed:
		return f.ways.listed, nil
	case via == nil:
		return f.ways.public, nil
	case listed:
		return f.ways.proxied, nil
	}
	ctx, cancel := context.WithTimeout(ctx, dialLimit)
	defer cancel()
	found, err := f.c.Resolver.LookupNetIP(ctx, "ip", r.URL.Hostname())
	if err != nil {
		var unknown *net.DNSError
		if !errors.As(err, &unknown) {
			return nil, explain(ctx, r.URL, err, dialLimit)
		}
	}
	for _, ip := range found {
		if f.c.Check(ip) != nil {
			return nil, private(r.URL)
		}
	}
	return f.ways.proxied, nil
}
