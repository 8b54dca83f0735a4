package web

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Foreign says why a service of this machine must not answer a request that has come to it; "" if it may.
// A page in a browser may have been led here by a name that it has turned to this machine (Host), or be
// one of another service (Origin), which is another origin for each port. Both are compared as a whole: a
// Host must be one of own, and an Origin, of which there may be one, a page there. own are host:port in
// small letters; without any they are the address that the request has reached, if it is of this
// machine alone, and localhost with its port.
func Foreign(r *http.Request, own ...string) string {
	if len(own) == 0 {
		own = reached(r)
	}
	if !slices.Contains(own, strings.ToLower(r.Host)) {
		return fmt.Sprintf("the host %q is not this machine's service: use %s", r.Host, strings.Join(own, " or "))
	}
	pages := r.Header["Origin"]
	if len(pages) == 0 || len(pages) == 1 && slices.ContainsFunc(own, func(at string) bool { return pages[0] == "http://"+at }) {
		return ""
	}
	return fmt.Sprintf("the page %q may not use this service: only programs of this machine may", strings.Join(pages, ", "))
}

// reached are the names of the address of this machine that a request has reached.
func reached(r *http.Request) []string {
	addr, _ := r.Context().Value(http.LocalAddrContextKey).(net.Addr)
	if addr == nil {
		return nil
	}
	at, err := netip.ParseAddrPort(addr.String())
	if err != nil || !at.Addr().IsLoopback() {
		return nil
	}
	own := []string{at.String(), net.JoinHostPort("localhost", strconv.Itoa(int(at.Port())))}
	if at.Port() == 80 { // which goes without saying
		own = append(own, strings.TrimSuffix(own[0], ":80"), "localhost")
	}
	return own
}
