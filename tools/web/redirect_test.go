package web

import (
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"sync/atomic"
	"testing"

	"handrail/tools"
)

// pretend has 127.0.0.2 pass for an address on the internet; all else is as it is.
func pretend(ip netip.Addr) error {
	if ip == netip.MustParseAddr("127.0.0.2") {
		return nil
	}
	return CheckPublic(ip)
}

// public starts a server at 127.0.0.2.
func public(t *testing.T, h http.HandlerFunc) (port string) {
	t.Helper()
	port, inner := publicBeside(t, h)
	_ = inner.Close()
	return port
}

// publicBeside is public with a listener at the same port of 127.0.0.1.
func publicBeside(t *testing.T, h http.HandlerFunc) (port string, inner net.Listener) {
	t.Helper()
	for range 20 { // another program may have the port at 127.0.0.1
		l, err := net.Listen("tcp", "127.0.0.2:0")
		if err != nil {
			t.Skipf("this system has one loopback address only: %v", err)
		}
		_, port, _ = net.SplitHostPort(l.Addr().String())
		if inner, err = net.Listen("tcp", "127.0.0.1:"+port); err != nil {
			_ = l.Close()
			continue
		}
		s := &httptest.Server{Listener: l, Config: &http.Server{Handler: h}}
		s.Start()
		t.Cleanup(s.Close)
		return port, inner
	}
	t.Fatal("no port is free at both addresses")
	return "", nil
}

// A name that answers a public address first, and one of this machine when it counts.
func TestRebinding(t *testing.T) {
	names := &dns{names: map[string][]string{"rebind.example": {"127.0.0.2", "127.0.0.1"}}}
	var asked atomic.Int32
	var port string
	port, inner := publicBeside(t, func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		w.Header().Set("Connection", "close") // so that it is dialled again
		http.Redirect(w, r, "http://rebind.example:"+port+"/secret", http.StatusFound)
	})
	defer inner.Close()
	f := New(Config{Resolver: names.resolver(t), Check: pretend})
	_, err := get(t, f, "http://rebind.example:"+port+"/", nil)
	refused(t, err, tools.PermissionDenied, "rebind.example")
	if asked.Load() != 1 {
		t.Errorf("the public address was asked %d times", asked.Load())
	}
}

// Every hop of a redirect is checked.
func TestRedirectsToPrivateHosts(t *testing.T) {
	names := &dns{names: map[string][]string{"public.example": {"127.0.0.2"}, "inner.example": {"127.0.0.1"}}}
	var to atomic.Value
	port := public(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Location", to.Load().(string))
		w.WriteHeader(http.StatusFound)
	})
	f := New(Config{Resolver: names.resolver(t), Check: pretend})
	start := "http://public.example:" + port + "/"
	for _, host := range privates {
		to.Store("http://" + host + "/latest/meta-data/")
		if got, err := get(t, f, start, nil); err == nil {
			t.Errorf("the redirect to %s was followed: %+v", host, got)
		}
	}
	for place, code := range map[string]tools.Code{
		"http://inner.example:" + port + "/": tools.PermissionDenied, "//169.254.169.254/x": tools.PermissionDenied,
		"file:///etc/passwd": tools.ExecutionFailed, "gopher://example.com/": tools.ExecutionFailed, "http://me:secret@public.example/": tools.ExecutionFailed,
	} {
		to.Store(place)
		_, err := get(t, f, start, nil)
		refused(t, err, code)
	}
	to.Store("http://inner.example:" + port + "/")
	_, err := get(t, f, start, Hosts{"inner.example"})
	refused(t, err, tools.PermissionDenied, "redirects to the private host") // a public page does not choose it
	mine, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, start, http.StatusFound) })
	to.Store(mine.URL + "/secret") // nor where a private one has led to it
	_, err = get(t, f, mine.URL+"/", hosts)
	refused(t, err, tools.PermissionDenied, "public.example", "redirects to the private host")
	to.Store(start + "again")
	_, err = get(t, f, start, nil)
	refused(t, err, tools.ExecutionFailed, "redirects again and again")
}

// What the agent has added goes to the host that was shown, and not further.
func TestRedirectsDropHeaders(t *testing.T) {
	var seen atomic.Value
	last, lastHosts := serve(t, func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		seen.Store(fmt.Sprintf("%s auth=%q mine=%q type=%q body=%q", r.Method, r.Header.Get("Authorization"), r.Header.Get("X-Mine"), r.Header.Get("Content-Type"), body))
	})
	var status atomic.Int32
	var place atomic.Value
	first, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/own" {
			body, _ := io.ReadAll(r.Body)
			seen.Store(fmt.Sprintf("%s auth=%q mine=%q type=%q body=%q", r.Method, r.Header.Get("Authorization"), r.Header.Get("X-Mine"), r.Header.Get("Content-Type"), body))
			return
		}
		w.Header().Set("Location", place.Load().(string))
		w.WriteHeader(int(status.Load()))
	})
	hosts = append(hosts, lastHosts...)
	f := New(Config{})
	header := http.Header{"Authorization": {"secret"}, "X-Mine": {"1"}, "Content-Type": {"text/plain"}}
	for _, c := range []struct {
		method, to string
		status     int
		want       string
	}{
		{"GET", "/own", 302, `GET auth="secret" mine="1" type="text/plain" body=""`},
		{"GET", last.URL + "/", 307, `GET auth="" mine="" type="" body=""`},
		{"POST", "/own", 302, `GET auth="secret" mine="1" type="" body=""`},
		{"POST", "/own", 308, `POST auth="secret" mine="1" type="text/plain" body="b"`},
		{"POST", last.URL + "/", 303, `GET auth="" mine="" type="" body=""`},
		{"POST", last.URL + "/", 307, ``},
		{"DELETE", last.URL + "/", 308, ``},
	} {
		status.Store(int32(c.status))
		place.Store(c.to)
		seen.Store("")
		body := ""
		if c.method == "POST" {
			body = "b"
		}
		_, err := f.Fetch(t.Context(), Request{Method: c.method, URL: address(t, first.URL+"/"), Header: header.Clone(), Body: body, Hosts: hosts})
		if got := seen.Load(); got != c.want || (err == nil) != (c.want != "") {
			t.Errorf("%s %d to %s: %s, %v", c.method, c.status, c.to, got, err)
		}
	}
	status.Store(302)
	place.Store(last.URL + "/")
	_, err := f.Fetch(t.Context(), Request{Method: "GET", URL: address(t, first.URL+"/"), Hosts: hosts, Hop: func(u *url.URL) error { return errors.New("a rule denies it") }})
	refused(t, err, tools.PermissionDenied, "a rule denies it")
}

// Nobody takes a page from https to where everybody can change it.
func TestNoDowngrade(t *testing.T) {
	s := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://"+r.Host+"/", http.StatusFound)
	}))
	defer s.Close()
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	_, err := get(t, New(Config{Roots: roots}), s.URL, hostsOf(s))
	refused(t, err, tools.ExecutionFailed, "from https to http")
}
