package serving

import (
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"time"

	"handrail/mcp/serve"
)

// endpoint is where clients are served over HTTP.
const endpoint = "/mcp"

// partingTime is how long requests may take when the serving ends.
const partingTime = 2 * time.Second

// LoopbackAddress says why an address may not be listened at; nil if it may:
// clients over HTTP are programs of this machine (docs/spec/08-mcp.md).
func LoopbackAddress(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return fmt.Errorf("%q is not an address to listen on: write one such as 127.0.0.1:8765", addr)
	}
	if port == "" {
		return fmt.Errorf("%q has no port: write one such as 127.0.0.1:8765", addr)
	}
	ip, err := netip.ParseAddr(strings.Trim(host, "[]"))
	if strings.EqualFold(host, "localhost") || err == nil && ip.IsLoopback() {
		return nil
	}
	return fmt.Errorf("%q can be reached from other machines, and tools of this one are not offered there: listen at 127.0.0.1, and use a tunnel of your own (ssh -L, with the same port at both ends) from elsewhere", addr)
}

// HTTP serves clients that have a token at addr, until ctx ends. at is called with
// the address when it listens.
func (v *Service) HTTP(ctx context.Context, addr string, at func(url string)) error {
	if err := LoopbackAddress(addr); err != nil {
		return err
	}
	l, err := new(net.ListenConfig).Listen(ctx, "tcp", addr)
	if err != nil {
		return fmt.Errorf("it cannot listen at %s: %w", addr, err)
	}
	mux := http.NewServeMux()
	mux.Handle(endpoint, v.service.Handler(serve.HTTPConfig{Allow: NewTokens(v.clients.o).allow}))
	server := &http.Server{
		Handler: mux, ReadHeaderTimeout: 10 * time.Second, IdleTimeout: 5 * time.Minute, MaxHeaderBytes: 64 << 10,
		BaseContext: func(net.Listener) context.Context { return context.WithoutCancel(ctx) },
	}
	at("http://" + l.Addr().String() + endpoint)
	served := make(chan error, 1)
	go func() { served <- server.Serve(l) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	}
	v.service.Close() // open calls end, and are answered
	parting, stop := context.WithTimeout(context.WithoutCancel(ctx), partingTime)
	defer stop()
	if err := server.Shutdown(parting); errors.Is(err, context.DeadlineExceeded) { // streams that clients listen at stand for ever
		return server.Close()
	}
	return nil
}
