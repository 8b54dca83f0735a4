package gate

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// The limits of what a program may send before it is answered.
const (
	headerWait = time.Minute
	headerMost = 64 << 10 // bytes
)

// ServeProxy answers as an HTTP proxy on l, until the gate is closed.
func (g *Gate) ServeProxy(l net.Listener) {
	server := &http.Server{
		Handler: http.HandlerFunc(g.serve), ReadHeaderTimeout: headerWait, IdleTimeout: headerWait, MaxHeaderBytes: headerMost,
		BaseContext: func(net.Listener) context.Context { return g.ctx }, ErrorLog: silent(),
		ConnState: idles,
	}
	if !g.keep(server) {
		_ = l.Close()
		return
	}
	if !g.start(func() { _ = server.Serve(limited{Listener: l, g: g, heard: true}) }) { // it ends when the gate does
		_ = l.Close()
	}
}

// silent keeps what programs of a room provoke out of our own output.
func silent() *log.Logger { return log.New(io.Discard, "", 0) }

// serve answers one request: CONNECT, or a whole http:// address.
func (g *Gate) serve(w http.ResponseWriter, r *http.Request) {
	if !g.enter() { // the server does not wait for its requests, Close does
		return
	}
	defer g.work.Done()
	g.slots.asked(r.RemoteAddr)
	def := 443
	if r.Method != http.MethodConnect {
		def = 80
	}
	host, port, err := place(r.URL.Host, def)
	if err != nil || r.Method != http.MethodConnect && r.URL.Scheme != "http" {
		http.Error(w, "this is the proxy of Handrail's walls: ask it to connect to a host", http.StatusBadRequest)
		return
	}
	ctx, done, err := g.allow(r.Context(), host, port)
	if err != nil {
		refuse(w, host, port, err)
		return
	}
	defer done()
	r = r.WithContext(ctx)
	if r.Method == http.MethodConnect {
		g.tunnel(w, r, host, port)
		return
	}
	g.forward(w, r, host, port)
}

// refuse answers an attempt that may not pass.
func refuse(w http.ResponseWriter, host string, port int, why error) {
	w.Header().Set("X-Handrail", "refused")
	http.Error(w, fmt.Sprintf("network_disabled: %s: %v", net.JoinHostPort(host, strconv.Itoa(port)), why), http.StatusForbidden)
}

// failed answers an attempt that came to nothing.
func failed(w http.ResponseWriter, host string, port int, err error) {
	if errors.Is(err, errInner) {
		refuse(w, host, port, errInner)
		return
	}
	http.Error(w, err.Error(), http.StatusBadGateway)
}

// tunnel connects the program with a place that was allowed.
func (g *Gate) tunnel(w http.ResponseWriter, r *http.Request, host string, port int) {
	out, err := g.dial(r.Context(), host, port)
	if err != nil {
		failed(w, host, port, err)
		return
	}
	if !g.keep(out) {
		return
	}
	defer g.drop(out)
	in, buffered, err := http.NewResponseController(w).Hijack()
	if err != nil || !g.keep(in) {
		return
	}
	defer g.drop(in)
	defer context.AfterFunc(r.Context(), func() { _, _ = in.Close(), out.Close() })()
	if _, err := in.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		return
	}
	if n := buffered.Reader.Buffered(); n > 0 { // what came before the answer
		first, _ := buffered.Peek(n)
		if _, err := out.Write(first); err != nil {
			return
		}
	}
	join(in, out)
}

// forward passes a plain http request on.
func (g *Gate) forward(w http.ResponseWriter, r *http.Request, host string, port int) {
	transport := &http.Transport{
		DisableKeepAlives: true, DisableCompression: true,
		DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) { return g.dial(ctx, host, port) },
	}
	via, err := g.upstream("http", host, port)
	if err != nil {
		failed(w, host, port, err)
		return
	}
	if via != nil && !isLocal(host) { // most proxies connect to no port 80
		transport.Proxy, transport.DialContext = http.ProxyURL(via), nil
	}
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) { p.Out.Host = p.In.Host }, Transport: transport, ErrorLog: silent(),
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) { failed(w, host, port, err) },
	}
	proxy.ServeHTTP(w, r)
}

// place splits host:port; def is the port if there is none. A name comes in
// lower case and without the dot at its end.
func place(hostport string, def int) (host string, port int, err error) {
	bad := fmt.Errorf("%q names no host", plain(hostport))
	u := url.URL{Host: hostport}
	host, port = u.Hostname(), def
	if p := u.Port(); p != "" {
		n, err := strconv.ParseUint(p, 10, 16)
		if err != nil || n == 0 {
			return "", 0, bad
		}
		port = int(n)
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.Zone() == "" {
		return ip.Unmap().String(), port, nil
	}
	if !isName(strings.TrimSuffix(host, ".")) {
		return "", 0, bad
	}
	return strings.ToLower(strings.TrimSuffix(host, ".")), port, nil
}

// isName reports whether a host looks like a name: letters, digits and marks of
// ASCII, in labels that are not empty.
func isName(host string) bool {
	const longest, label = 253, 63 // RFC 1035
	for part := range strings.SplitSeq(host, ".") {
		if part == "" || len(part) > label || strings.ContainsFunc(part, func(r rune) bool {
			return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
		}) {
			return false
		}
	}
	return len(host) <= longest
}
