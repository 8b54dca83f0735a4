package gate

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/httputil"
	"net/url"
	"strconv"
	"time"
)

// ServeProxy answers as an HTTP proxy on l, until the gate is closed.
func (g *Gate) ServeProxy(l net.Listener) {
	server := &http.Server{
		Handler: http.HandlerFunc(g.serve), ReadHeaderTimeout: time.Minute,
		BaseContext: func(net.Listener) context.Context { return g.ctx },
	}
	if !g.keep(server) {
		_ = l.Close()
		return
	}
	g.work.Go(func() { _ = server.Serve(l) }) // it ends when the gate does
}

// serve answers one request: CONNECT, or a whole http:// address.
func (g *Gate) serve(w http.ResponseWriter, r *http.Request) {
	scheme, def := "https", 443
	if r.Method != http.MethodConnect {
		scheme, def = r.URL.Scheme, 80
	}
	host, port, err := place(r.URL.Host, def)
	if err != nil || r.Method != http.MethodConnect && scheme != "http" {
		http.Error(w, "this is the proxy of Handrail's walls: ask it to connect to a host", http.StatusBadRequest)
		return
	}
	if err := g.allow(r.Context(), host, port); err != nil {
		w.Header().Set("X-Handrail", "refused")
		http.Error(w, fmt.Sprintf("network_disabled: %s: %v", net.JoinHostPort(host, strconv.Itoa(port)), err), http.StatusForbidden)
		return
	}
	if r.Method != http.MethodConnect {
		g.forward(w, r)
		return
	}
	out, err := g.dial(r.Context(), host, port)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer out.Close()
	hijacker, ok := w.(http.Hijacker)
	if !ok {
		http.Error(w, "the connection cannot be handed over", http.StatusInternalServerError)
		return
	}
	in, buffered, err := hijacker.Hijack()
	if err != nil {
		return
	}
	g.work.Add(1) // a connection that was taken over is no longer the server's
	defer g.work.Done()
	if !g.keep(in) || !g.keep(out) {
		return
	}
	defer g.drop(in)
	defer g.drop(out)
	if _, err := in.Write([]byte("HTTP/1.1 200 Connection established\r\n\r\n")); err != nil {
		return
	}
	if n := buffered.Reader.Buffered(); n > 0 { // what came before the answer
		early, _ := buffered.Reader.Peek(n)
		if _, err := out.Write(early); err != nil {
			return
		}
	}
	join(in, out)
}

// forward passes a plain http request on.
func (g *Gate) forward(w http.ResponseWriter, r *http.Request) {
	proxy := &httputil.ReverseProxy{
		Rewrite: func(p *httputil.ProxyRequest) { p.Out.Host = p.In.Host },
		Transport: &http.Transport{
			DisableKeepAlives: true,
			DialContext: func(ctx context.Context, _, address string) (net.Conn, error) {
				host, port, err := place(address, 80)
				if err != nil {
					return nil, err
				}
				return g.dial(ctx, host, port)
			},
		},
		ErrorHandler: func(w http.ResponseWriter, _ *http.Request, err error) {
			http.Error(w, err.Error(), http.StatusBadGateway)
		},
	}
	proxy.ServeHTTP(w, r)
}

// place splits host:port; def is the port if there is none.
func place(hostport string, def int) (host string, port int, err error) {
	u := url.URL{Host: hostport}
	host = u.Hostname()
	if host == "" {
		return "", 0, fmt.Errorf("%q names no host", hostport)
	}
	if u.Port() == "" {
		return host, def, nil
	}
	port, err = strconv.Atoi(u.Port())
	return host, port, err
}
