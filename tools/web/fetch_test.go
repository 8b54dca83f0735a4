package web

import (
	"bytes"
	"compress/gzip"
	"context"
	"crypto/x509"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"handrail/tools"
)

// serve starts a server whose host the tests name on the list.
func serve(t testing.TB, h http.HandlerFunc) (*httptest.Server, Hosts) {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s, hostsOf(s)
}

func hostsOf(s *httptest.Server) Hosts { return Hosts{strings.SplitN(s.URL, "//", 2)[1]} }

func address(t testing.TB, raw string) *url.URL {
	t.Helper()
	u, err := ParseAddress(raw)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func get(t testing.TB, f *Fetcher, raw string, hosts Hosts) (*Response, error) {
	t.Helper()
	return f.Fetch(t.Context(), Request{Session: "s", Method: "GET", URL: address(t, raw), Hosts: hosts})
}

// refused holds that a fetch fails with a code and these words.
func refused(t testing.TB, err error, code tools.Code, words ...string) {
	t.Helper()
	var e *tools.Error
	if !errors.As(err, &e) || e.Code != code {
		t.Fatalf("got %v, want %s", err, code)
	}
	for _, w := range words {
		if !strings.Contains(e.Message, w) {
			t.Errorf("%q says nothing of %q", e.Message, w)
		}
	}
}

func TestFetch(t *testing.T) {
	s, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s %s %s", r.Method, r.URL, r.Header.Get("X-Mine"), r.UserAgent(), body)
	})
	f := New(Config{})
	got, err := f.Fetch(t.Context(), Request{Method: "POST", URL: address(t, s.URL+"/a?b=c"), Header: http.Header{"x-mine": {"1"}}, Body: "body", Hosts: hosts})
	if err != nil || string(got.Body) != "POST /a?b=c 1 Handrail body" || got.Status != 200 || got.Cut {
		t.Errorf("got %+v, %v", got, err)
	}
	got, err = f.Fetch(t.Context(), Request{Method: "HEAD", URL: address(t, s.URL+"/a"), Hosts: hosts})
	if err != nil || len(got.Body) != 0 || got.MediaType() != "text/plain" {
		t.Errorf("got %+v, %v", got, err)
	}
}

// A host that the list does not name is refused at the address that is dialled.
func TestPrivateIsNotDialled(t *testing.T) {
	var asked atomic.Int32
	s, _ := serve(t, func(http.ResponseWriter, *http.Request) { asked.Add(1) })
	_, port, _ := strings.Cut(strings.TrimPrefix(s.URL, "http://"), ":")
	names := &dns{names: map[string][]string{"inner.example": {"127.0.0.1"}, "meta.example": {"169.254.169.254"}, "shared.example": {"100.64.0.1"}}}
	f := New(Config{Resolver: names.resolver(t)})
	for _, host := range []string{"127.0.0.1", "inner.example", "meta.example", "shared.example"} {
		_, err := get(t, f, "http://"+host+":"+port+"/", nil)
		refused(t, err, tools.PermissionDenied, host)
		if do := tools.ActionOf(err); do.Kind != tools.AllowPages || do.Subject != host+":"+port {
			t.Errorf("%s: %+v", host, do)
		}
	}
	if _, err := get(t, f, "http://inner.example:"+port+"/", Hosts{"inner.example"}); err != nil || asked.Load() != 1 {
		t.Errorf("a host of the list: %v, asked %d times", err, asked.Load())
	}
	_, err := get(t, f, "http://inner.example:"+port+"/", nil) // though there is a connection that the list has opened
	refused(t, err, tools.PermissionDenied)
	_, err = get(t, f, "http://unknown.example/", nil)
	refused(t, err, tools.ExecutionFailed, "not known")
}

// endless is a page of 2 GB, or what it becomes.
func endless(w io.Writer, size int64) (sent int64) {
	chunk := bytes.Repeat([]byte("<p>lorem ipsum</p>\n"), 4096)
	for sent < size {
		n, err := w.Write(chunk)
		sent += int64(n)
		if err != nil {
			return sent
		}
	}
	return sent
}

// A page of 2 GB and a gzip bomb are cut while they come.
func TestLargeBodies(t *testing.T) {
	const size = 2 << 30
	sent := make(chan int64, 1)
	s, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		switch r.URL.Path {
		case "/plain":
			w.Header().Set("Content-Length", fmt.Sprint(size))
			sent <- endless(w, size)
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			z := gzip.NewWriter(w)
			sent <- endless(z, size)
		}
	})
	f := New(Config{Body: 1 << 20})
	for _, path := range []string{"/plain", "/bomb"} {
		got, err := get(t, f, s.URL+path, hosts)
		if err != nil || !got.Cut || len(got.Body) != 1<<20 {
			t.Fatalf("%s: %v, %d bytes", path, err, len(got.Body))
		}
		if n := <-sent; n == size {
			t.Errorf("%s: all of it was taken", path)
		}
	}
	exact, hosts := serve(t, func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write(make([]byte, 1<<20)) })
	if got, err := get(t, f, exact.URL, hosts); err != nil || got.Cut || len(got.Body) != 1<<20 {
		t.Errorf("at the limit: %v, %+v", err, got.Cut)
	}
}

func TestDamagedBodies(t *testing.T) {
	s, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/gzip":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write([]byte("this is not gzip"))
		case "/br":
			w.Header().Set("Content-Encoding", "br")
			_, _ = w.Write([]byte("x"))
		case "/short":
			w.Header().Set("Content-Length", "100")
			_, _ = w.Write([]byte("short"))
		}
	})
	f := New(Config{})
	for path, words := range map[string]string{"/gzip": "cannot be read", "/br": `compressed as "br"`, "/short": "broken off"} {
		_, err := get(t, f, s.URL+path, hosts)
		refused(t, err, tools.ExecutionFailed, words)
	}
}

// A server that goes on too long, or says nothing, is left in time.
func TestTimeouts(t *testing.T) {
	over := make(chan struct{})
	s, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/drip" {
			_, _ = w.Write([]byte("a"))
			_ = http.NewResponseController(w).Flush()
		}
		select {
		case <-over:
		case <-r.Context().Done():
		}
	})
	defer close(over)
	f := New(Config{Limit: 50 * time.Millisecond})
	_, err := get(t, f, s.URL+"/drip", hosts)
	refused(t, err, tools.Timeout) // in the middle of the page, or before it on a busy machine
	_, err = get(t, f, s.URL+"/", hosts)
	refused(t, err, tools.Timeout, "has not answered in time")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = f.Fetch(ctx, Request{Method: "GET", URL: address(t, s.URL), Hosts: hosts})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestASlowPageIsNamed(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), 0)
	defer cancel()
	err := explain(ctx, address(t, "https://a.example/secret"), bodyError{context.DeadlineExceeded}, time.Second)
	refused(t, err, tools.Timeout, "a.example has not sent the whole page within 1s")
}

// A page that has not changed is not sent again; a session sees only its own.
func TestETags(t *testing.T) {
	var full, same atomic.Int32
	var version atomic.Value
	version.Store(`"1"`)
	s, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) {
		tag := version.Load().(string)
		w.Header().Set("ETag", tag)
		if r.URL.Path == "/secret" {
			w.Header().Set("Cache-Control", "no-store")
		}
		if r.Header.Get("If-None-Match") == tag {
			same.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		full.Add(1)
		fmt.Fprint(w, "page ", tag)
	})
	f := New(Config{})
	step := func(session, path string, header http.Header, wantFull, wantSame int32, body string) {
		t.Helper()
		got, err := f.Fetch(t.Context(), Request{Session: session, Method: "GET", URL: address(t, s.URL+path), Header: header, Hosts: hosts})
		if err != nil || string(got.Body) != body || got.Status != 200 || full.Load() != wantFull || same.Load() != wantSame {
			t.Errorf("got %+v, %v, sent %d, unchanged %d", got, err, full.Load(), same.Load())
		}
	}
	step("a", "/", nil, 1, 0, `page "1"`)
	step("a", "/", nil, 1, 1, `page "1"`)
	step("b", "/", nil, 2, 1, `page "1"`)
	step("a", "/", http.Header{"X-Mine": {"1"}}, 3, 1, `page "1"`)
	version.Store(`"2"`)
	step("a", "/", nil, 4, 1, `page "2"`)
	step("a", "/", nil, 4, 2, `page "2"`)
	step("a", "/secret", nil, 5, 2, `page "2"`)
	step("a", "/secret", nil, 6, 2, `page "2"`)
}

// What is kept has a limit.
func TestCacheIsBounded(t *testing.T) {
	s, hosts := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("ETag", `"1"`)
		_, _ = w.Write(make([]byte, 1<<20))
	})
	f := New(Config{})
	for i := range 40 {
		if _, err := get(t, f, fmt.Sprintf("%s/%d", s.URL, i), hosts); err != nil {
			t.Fatal(err)
		}
	}
	if n := len(f.cache.pages); f.cache.bytes > cacheBytes || n != len(f.cache.order) || n != 32 {
		t.Errorf("%d pages, %d in order, %d bytes", n, len(f.cache.order), f.cache.bytes)
	}
}

// A host that has had enough is left alone for as long as it says.
func TestPauses(t *testing.T) {
	var asked, status atomic.Int32
	var after atomic.Value
	s, hosts := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		asked.Add(1)
		w.Header().Set("Retry-After", after.Load().(string))
		w.WriteHeader(int(status.Load()))
	})
	now := time.Date(2026, 11, 26, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		status int32
		after  string
		pause  time.Duration
	}{
		{429, "", usualPause}, {429, "nonsense", usualPause}, {429, "7", 7 * time.Second}, {503, "7", 7 * time.Second}, {503, "", 0}, {200, "7", 0}, {429, "0", 0},
		{429, now.Add(90 * time.Second).Format(http.TimeFormat), 90 * time.Second}, {429, "4000000000", longestHold}, {429, "-5", usualPause},
	} {
		asked.Store(0)
		status.Store(c.status)
		after.Store(c.after)
		clock := now
		f := New(Config{Now: func() time.Time { return clock }})
		got, err := get(t, f, s.URL, hosts)
		if err != nil || got.Status != int(c.status) {
			t.Fatalf("%+v: %+v, %v", c, got, err)
		}
		if c.pause == 0 {
			if _, err := get(t, f, s.URL, hosts); err != nil {
				t.Errorf("%+v: %v", c, err)
			}
			continue
		}
		clock = now.Add(c.pause - time.Millisecond)
		_, err = get(t, f, s.URL, hosts)
		refused(t, err, tools.Unavailable, "another 1 s")
		if asked.Load() != 1 {
			t.Errorf("%+v: it was asked meanwhile", c)
		}
		clock = now.Add(c.pause)
		if _, err := get(t, f, s.URL, hosts); err != nil || asked.Load() != 2 {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

// A certificate that nobody vouches for, and one that the system's roots do.
func TestTLS(t *testing.T) {
	s := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "safe") }))
	s.Config.ErrorLog = nil
	s.StartTLS()
	defer s.Close()
	_, err := get(t, New(Config{}), s.URL, hostsOf(s))
	refused(t, err, tools.Unavailable, "not certain", "certificate")
	roots := x509.NewCertPool()
	roots.AddCert(s.Certificate())
	f := New(Config{Roots: roots})
	if got, err := get(t, f, s.URL, hostsOf(s)); err != nil || string(got.Body) != "safe" {
		t.Errorf("got %+v, %v", got, err)
	}
	plain, hosts := serve(t, func(http.ResponseWriter, *http.Request) {})
	_, err = get(t, f, strings.Replace(plain.URL, "http:", "https:", 1), hosts)
	refused(t, err, tools.ExecutionFailed, "does not speak https")
	down, hosts := serve(t, func(http.ResponseWriter, *http.Request) {})
	down.Close()
	_, err = get(t, f, down.URL, hosts)
	refused(t, err, tools.ExecutionFailed, "connection refused")
	mute, hosts := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if conn, _, err := w.(http.Hijacker).Hijack(); err == nil {
			_ = conn.Close()
		}
	})
	_, err = get(t, f, mute.URL, hosts)
	refused(t, err, tools.ExecutionFailed, "has closed the connection without an answer: check the URL")
	from, hosts := serve(t, func(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, s.URL, http.StatusFound) })
	if _, err := get(t, f, from.URL, append(hosts, hostsOf(s)...)); err != nil {
		t.Errorf("http to https: %v", err)
	}
}
