package web

import (
	"bufio"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/internal/web"
	"handrail/tools"
)

// A company's proxy is the way out, and is what is named when it is what fails.
func TestProxy(t *testing.T) {
	var status atomic.Int32
	var asked atomic.Value
	proxy := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Store(r.Method + " " + r.URL.String() + " " + r.Host)
		w.WriteHeader(int(status.Load()))
		fmt.Fprint(w, "by proxy")
	}))
	defer proxy.Close()
	names := &dns{names: map[string][]string{"public.example": {"127.0.0.2"}, "inner.example": {"10.1.2.3"}}}
	resolver := names.resolver(t)
	with := func(way string) *Fetcher {
		env := map[string]string{"https_proxy": way, "HTTP_PROXY": way, "NO_PROXY": "direct.example"}
		return New(Config{Resolver: resolver, Check: pretend, Proxy: web.EnvironWay(func(n string) string { return env[n] })})
	}
	f := with(proxy.URL)
	status.Store(200)
	for _, host := range []string{"public.example", "only-the-proxy-knows.example"} {
		if got, err := get(t, f, "http://"+host+"/a", nil); err != nil || string(got.Body) != "by proxy" || asked.Load() != "GET http://"+host+"/a "+host {
			t.Errorf("%s: %+v, %v, %v", host, got, err, asked.Load())
		}
	}
	asked.Store("")
	for _, host := range []string{"inner.example", "10.1.2.3", "169.254.169.254", "intranet", "printer.local"} {
		_, err := f.Fetch(t.Context(), Request{Method: "GET", URL: address(t, "http://"+host+"/")})
		if err == nil && host != "intranet" && host != "printer.local" { // these are refused where they are settled, see TestPrivateHosts
			t.Errorf("%s went through the proxy", host)
		}
	}
	if _, err := get(t, f, "http://inner.example/", Hosts{"inner.example"}); err != nil {
		t.Errorf("a host of the list: %v", err)
	}
	status.Store(407)
	_, err := get(t, f, "https://public.example/", nil)
	refused(t, err, tools.Unavailable, "public.example", "proxy", "HTTPS_PROXY", "Proxy Authentication Required")
	down := httptest.NewServer(http.HandlerFunc(nil))
	down.Close()
	_, err = get(t, with(down.URL), "https://public.example/", nil)
	refused(t, err, tools.Unavailable, "proxy", "connection refused", "HTTPS_PROXY")
	bad := New(Config{Proxy: func(*url.URL) (*url.URL, error) { return nil, errors.New("invalid proxy address") }})
	_, err = get(t, bad, "https://public.example/", nil)
	refused(t, err, tools.Unavailable, "cannot be used")
	_, err = get(t, f, "http://direct.example/", nil)
	refused(t, err, tools.ExecutionFailed, "not known")
}

// A whole page through a proxy that connects, as most do for https.
func TestProxyConnects(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "safe") }))
	defer s.Close()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go tunnel(c, strings.TrimPrefix(s.URL, "https://"))
		}
	}()
	names := &dns{names: map[string][]string{"example.com": {"127.0.0.2"}}}
	f := New(Config{Resolver: names.resolver(t), Check: pretend, Proxy: web.EnvironWay(func(n string) string {
		return map[string]string{"HTTPS_PROXY": "http://" + l.Addr().String()}[n]
	})})
	_, err = get(t, f, "https://example.com/", nil) // httptest's certificate is for it, and nobody vouches for that
	refused(t, err, tools.Unavailable, "company")
}

// tunnel joins a connection that asks for one with a place.
func tunnel(c net.Conn, place string) {
	defer c.Close()
	r := bufio.NewReader(c)
	if _, err := http.ReadRequest(r); err != nil {
		return
	}
	out, err := net.Dial("tcp", place)
	if err != nil {
		return
	}
	defer out.Close()
	fmt.Fprint(c, "HTTP/1.1 200 OK\r\n\r\n")
	go func() { _, _ = r.WriteTo(out) }()
	_, _ = bufio.NewReader(out).WriteTo(c)
}
