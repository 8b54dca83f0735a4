package gate

import (
	"bufio"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/net/proxy"

	"handrail/internal/addresses"
)

// dialWait is how long connecting may take.
const dialWait = 30 * time.Second

// errInner is why a name is not dialled.
var errInner = errors.New("the name leads to this machine or its own link, and only its name was allowed")

// dial connects to a place that was allowed, and notes it as refused if its name
// leads to this machine or its link: only addresses that were allowed as such
// may. What else it could not reach it notes as missed.
func (g *Gate) dial(ctx context.Context, host string, port int) (net.Conn, error) {
	c, err := g.connect(ctx, host, port)
	switch {
	case errors.Is(err, errInner):
		g.note(Refusal{Host: host, Port: port, When: time.Now(), Why: errInner.Error()})
	case err != nil:
		g.missed.add(ctx, host, port, err)
	}
	return c, err
}

func (g *Gate) connect(ctx context.Context, host string, port int) (net.Conn, error) {
	if isLocal(host) { // no resolver is asked for these: it could say anything
		if !g.c.Loopback(port) {
			return nil, errInner
		}
		return localService(ctx, port)
	}
	via, err := g.upstream("https", host, port)
	if err != nil {
		return nil, err
	}
	if via != nil {
		return dialThrough(ctx, via, net.JoinHostPort(host, strconv.Itoa(port)))
	}
	d := net.Dialer{Timeout: dialWait}
	if net.ParseIP(host) == nil {
		d.ControlContext = refuseInner(g.c.Loopback(port))
	}
	return d.DialContext(ctx, "tcp", net.JoinHostPort(host, strconv.Itoa(port)))
}

// Inner reports whether a host is this machine, its own link, or what tells its secrets: by an
// address of one of these, or a name that means nothing else.
func Inner(host string) bool {
	if own, err := os.Hostname(); err == nil && strings.EqualFold(own, host) {
		return true
	}
	if isLocal(host) || host == "ip6-localhost" || host == "ip6-loopback" || host == "localhost.localdomain" {
		return true
	}
	ip, err := netip.ParseAddr(host)
	if err != nil {
		last := host[strings.LastIndexByte(host, '.')+1:]
		return last == "" || strings.Trim(last, "0123456789") == "" || strings.HasPrefix(last, "0x") // an address in another way of writing
	}
	ip = ip.Unmap().WithZone("")
	return ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast() || addresses.TellSecrets(ip) || addresses.IsOwn(ip) || embedsIPv4(ip)
}

// embedsIPv4 reports whether an address of IPv6 only wraps one of IPv4, as ::127.0.0.1 does.
func embedsIPv4(ip netip.Addr) bool {
	b := ip.As16()
	return ip.Is6() && slices.Equal(b[:12], make([]byte, 12))
}

func isLocal(host string) bool { return host == "localhost" || strings.HasSuffix(host, ".localhost") }

// localService connects to a service of this machine.
func localService(ctx context.Context, port int) (net.Conn, error) {
	d := net.Dialer{Timeout: 5 * time.Second}
	var errs []error
	for _, ip := range []netip.Addr{netip.AddrFrom4([4]byte{127, 0, 0, 1}), netip.IPv6Loopback()} {
		c, err := d.DialContext(ctx, "tcp", netip.AddrPortFrom(ip, uint16(port)).String())
		if err == nil {
			return c, nil
		}
		errs = append(errs, err)
	}
	return nil, errors.Join(errs...)
}

// refuseInner looks at the address that a name has led to, before it is dialled:
// a name that was allowed must not become a way to this machine (rebinding),
// unless its services may be reached anyway, or to what tells its secrets.
func refuseInner(loopback bool) func(context.Context, string, string, syscall.RawConn) error {
	return func(_ context.Context, _, address string, _ syscall.RawConn) error {
		place, err := netip.ParseAddrPort(address)
		if err != nil {
			return err
		}
		ip := place.Addr().Unmap().WithZone("")
		switch {
		case ip.IsLinkLocalUnicast() || ip.IsMulticast() || addresses.TellSecrets(ip):
			return errInner
		case !loopback && (ip.IsLoopback() || ip.IsUnspecified() || addresses.IsOwn(ip)):
			return errInner
		}
		return nil
	}
}

// upstream is the person's own proxy for a place; nil for none. It finds the address of a name, which is then theirs to judge.
func (g *Gate) upstream(scheme, host string, port int) (*url.URL, error) {
	return g.c.Way(&url.URL{Scheme: scheme, Host: net.JoinHostPort(host, strconv.Itoa(port))})
}

// dialProxy connects to a proxy.
func dialProxy(ctx context.Context, via *url.URL) (net.Conn, error) {
	port := via.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[via.Scheme]
		if port == "" {
			port = "1080"
		}
	}
	d, place := &net.Dialer{}, net.JoinHostPort(via.Hostname(), port)
	if via.Scheme == "https" {
		return (&tls.Dialer{NetDialer: d, Config: &tls.Config{MinVersion: tls.VersionTLS12}}).DialContext(ctx, "tcp", place)
	}
	return d.DialContext(ctx, "tcp", place)
}

// throughSOCKS connects to address through a proxy that speaks SOCKS.
func throughSOCKS(ctx context.Context, via *url.URL, address string) (net.Conn, error) {
	var login *proxy.Auth
	if via.User != nil {
		password, _ := via.User.Password()
		login = &proxy.Auth{User: via.User.Username(), Password: password}
	}
	d, err := proxy.SOCKS5("tcp", via.Host, login, proxied{via})
	if err != nil {
		return nil, err
	}
	return d.(proxy.ContextDialer).DialContext(ctx, "tcp", address) //nolint:forcetypeassert // it is one, as the library says
}

// proxied connects to a proxy, whatever the address.
type proxied struct{ via *url.URL }

// Dial implements proxy.Dialer.
func (p proxied) Dial(string, string) (net.Conn, error) {
	return dialProxy(context.Background(), p.via)
}

// DialContext implements proxy.ContextDialer.
func (p proxied) DialContext(ctx context.Context, _, _ string) (net.Conn, error) {
	return dialProxy(ctx, p.via)
}

// dialThrough connects to address through a proxy.
func dialThrough(ctx context.Context, via *url.URL, address string) (net.Conn, error) {
	ctx, cancel := context.WithTimeout(ctx, dialWait)
	defer cancel()
	if via.Scheme != "http" && via.Scheme != "https" {
		return throughSOCKS(ctx, via, address)
	}
	c, err := dialProxy(ctx, via)
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = c.Close() })
	buffered := bufio.NewReader(c)
	err = askProxy(c, buffered, via, address)
	if !stop() {
		err = errors.Join(err, ctx.Err())
	}
	if err != nil {
		_ = c.Close()
		return nil, fmt.Errorf("through the proxy %s: %w", via.Host, err)
	}
	return &early{Conn: c, read: buffered}, nil
}

// askProxy asks for a connection and waits for the answer.
func askProxy(c net.Conn, answers *bufio.Reader, via *url.URL, address string) error {
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{}}
	if via.User != nil {
		password, _ := via.User.Password()
		request.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(via.User.Username()+":"+password)))
	}
	if err := request.Write(c); err != nil {
		return err
	}
	answer, err := http.ReadResponse(answers, request) //nolint:bodyclose // what follows the answer is the connection, which stays open
	if err != nil {
		return err
	}
	if answer.StatusCode/100 != 2 {
		return fmt.Errorf("it answered %s", answer.Status)
	}
	return nil
}

// early is a connection of which the first bytes have been read already.
type early struct {
	net.Conn
	read *bufio.Reader
}

// Read implements net.Conn.
func (c *early) Read(p []byte) (int, error) { return c.read.Read(p) }

// CloseWrite says that nothing more will be written.
func (c *early) CloseWrite() error {
	closeWrite(c.Conn)
	return nil
}
