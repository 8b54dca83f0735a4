package gate

import (
	"bufio"
	"context"
	"encoding/base64"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"syscall"

	"golang.org/x/net/http/httpproxy"
)

// refuseInner looks at the address that a name has led to, before it is dialled:
// a name that was allowed must not become a way to this machine (rebinding).
func refuseInner(_ context.Context, _, address string, _ syscall.RawConn) error {
	place, err := netip.ParseAddrPort(address)
	if err != nil {
		return err
	}
	ip := place.Addr().Unmap()
	if ip.IsLoopback() || ip.IsLinkLocalUnicast() || ip.IsUnspecified() || ip.IsMulticast() {
		return errInner
	}
	return nil
}

// upstream is the proxy that the person's own environment names for a place;
// nil for none.
func upstream(host string, port int) *url.URL {
	via, err := httpproxy.FromEnvironment().ProxyFunc()(&url.URL{Scheme: "https", Host: net.JoinHostPort(host, strconv.Itoa(port))})
	if err != nil || via == nil || via.Scheme != "http" {
		return nil
	}
	return via
}

// dialThrough connects to address through an HTTP proxy.
func dialThrough(ctx context.Context, d net.Dialer, via *url.URL, address string) (net.Conn, error) {
	d.ControlContext = nil // it is the proxy that is dialled
	place := via.Host
	if via.Port() == "" {
		place = net.JoinHostPort(via.Hostname(), "80")
	}
	c, err := d.DialContext(ctx, "tcp", place)
	if err != nil {
		return nil, err
	}
	request := &http.Request{Method: http.MethodConnect, URL: &url.URL{Opaque: address}, Host: address, Header: http.Header{}}
	if via.User != nil {
		password, _ := via.User.Password()
		request.Header.Set("Proxy-Authorization", "Basic "+base64.StdEncoding.EncodeToString([]byte(via.User.Username()+":"+password)))
	}
	err = request.Write(c)
	var answer *http.Response
	buffered := bufio.NewReader(c)
	if err == nil {
		answer, err = http.ReadResponse(buffered, request)
	}
	if err == nil && answer.StatusCode != http.StatusOK {
		err = fmt.Errorf("the proxy %s answered %s", via.Host, answer.Status)
	}
	if err != nil {
		_ = c.Close()
		return nil, err
	}
	return c, nil
}
