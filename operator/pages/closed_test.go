package pages_test

import (
	"bufio"
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"handrail/journal"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// Nobody gets anything without the keys, by another name, from another page or twice.
func TestTheServerIsClosedToOthers(t *testing.T) {
	b, f := newBench(t)
	w, other := show(t, b, f, "look"), show(t, b, f, "free")
	frameKey := w.frame[strings.LastIndex(w.frame, "/")+1:]
	for _, path := range []string{"/", "/o/", "/f/", "/o/" + frameKey, "/f/" + w.key, "/f/" + frameKey + "/../../o", "/f/" + frameKey + "/look.html", "/pages/look.html", "/../space.manifest.json", "/f/%2e%2e%2fnote.txt", "/events", "/call", "/f/" + other.frame[strings.LastIndex(other.frame, "/")+1:]} {
		if got, _, text := get(t, w.base+path); got == 200 || strings.Contains(text, "desk") {
			t.Errorf("%s: %d %s", path, got, text)
		}
	}
	if got, _, _ := get(t, w.s.Address()); got != http.StatusGone {
		t.Errorf("the address works twice: %d", got)
	}
	call := `{"id": "1", "name": "read", "args": "{}"}`
	for name, change := range map[string]func(*http.Request){
		"no key":                func(r *http.Request) { r.Header.Del("X-Handrail-Key") },
		"the frame's key":       func(r *http.Request) { r.Header.Set("X-Handrail-Key", frameKey) },
		"another page's key":    func(r *http.Request) { r.Header.Set("X-Handrail-Key", other.key) },
		"no origin":             func(r *http.Request) { r.Header.Del("Origin") },
		"the frame's origin":    func(r *http.Request) { r.Header.Set("Origin", "null") },
		"another page's origin": func(r *http.Request) { r.Header.Set("Origin", other.base) },
		"a rebound name":        func(r *http.Request) { r.Host = "evil.example:" + w.base[strings.LastIndex(w.base, ":")+1:] },
		"localhost":             func(r *http.Request) { r.Host = "localhost:" + w.base[strings.LastIndex(w.base, ":")+1:] },
		"PUT":                   func(r *http.Request) { r.Method = http.MethodPut },
		"a second listener":     func(r *http.Request) { r.URL.Path = "/events" },
	} {
		r := w.send(t.Context(), "/call", call, change)
		_ = r.Body.Close()
		if r.StatusCode < 400 {
			t.Errorf("%s: %d", name, r.StatusCode)
		}
	}
	r := w.post(t.Context(), "/call", `{"id": "1", "name": "read", "args": "`+strings.Repeat("x", 9<<20)+`"}`)
	_ = r.Body.Close()
	if r.StatusCode != http.StatusBadRequest {
		t.Errorf("a huge call: %d", r.StatusCode)
	}
}

// A page in a loop gets errors, others are served meanwhile, and it may call again later.
func TestALoopOfCalls(t *testing.T) {
	b, f := newBench(t)
	w, other := show(t, b, f, "look"), show(t, b, f, "look")
	w.lines = drain(w)
	refused := 0
	for i := range 1000 {
		w.begin(fmt.Sprint(i), "read", `{"path": "note.txt"}`)
	}
	for range 1000 {
		if got := w.next(); code(got) == tools.Unavailable {
			refused++
		} else if got.Error != nil {
			t.Fatal(got.Error)
		}
	}
	if refused < 900 {
		t.Errorf("%d of 1000 were refused", refused)
	}
	if got := other.call("read", `{"path": "note.txt"}`); got.Error != nil {
		t.Error(got.Error)
	}
}

// drain keeps a page's lines however many there are.
func drain(w *wrapper) chan reply {
	in, out := w.lines, make(chan reply, 10_000)
	go func() {
		defer close(out)
		for line := range in {
			out <- line
		}
	}()
	return out
}

// A page that is closed, or loads anew, ends what it waits for.
func TestClosingEndsCalls(t *testing.T) {
	b, f := newBench(t)
	b.Person.Answer = operatortest.Never
	w := show(t, b, f, "look")
	w.begin("1", "bash", `{"command": "touch made"}`)
	<-b.Person.Asked
	r := w.post(t.Context(), "/leave", "{}")
	_ = r.Body.Close()
	w.begin("2", "bash", `{"command": "touch made"}`)
	<-b.Person.Asked
	w.s.Close()
	events, err := b.O.Store().History().Events(t.Context(), w.s.Run(), 0, 1000)
	if err != nil {
		t.Fatal(err)
	}
	called, started := 0, 0
	for _, e := range events {
		switch e.Kind {
		case journal.Called:
			called++
		case journal.Started:
			started++
		}
	}
	if _, err := os.Stat(filepath.Join(b.Dir, "made")); err == nil || called != 2 || started != 0 {
		t.Errorf("%d called, %d started, %v", called, started, err)
	}
	if got, err := http.Get(w.base); err == nil {
		_ = got.Body.Close()
		t.Error("the server still answers")
	}
}

// A window that has the page and never runs it is closed and opened anew, and what the first one was given is worth nothing then.
func TestAStuckWindowIsOpenedAnew(t *testing.T) {
	b, f := newBench(t)
	s, err := f.Open(t.Context(), b.S, "look")
	if err != nil {
		t.Fatal(err)
	}
	var addresses []string
	err = s.Show(t.Context(), func(ctx context.Context, address string) error {
		addresses = append(addresses, address)
		got, _, text := get(t, address)
		if got != http.StatusOK || !strings.Contains(text, "/f/") {
			t.Errorf("window %d: %d %s", len(addresses), got, text)
		}
		if len(addresses) > 1 {
			return nil // the person closes it
		}
		<-ctx.Done()
		return nil
	})
	if err != nil || len(addresses) != 2 || addresses[0] == addresses[1] {
		t.Fatalf("%v, windows of %q", err, addresses)
	}
	<-s.Done()
}

// The page that is a link out of the space, and one that is too large, are not there.
func TestPagesThatAreNone(t *testing.T) {
	b, f := newBench(t)
	outside := filepath.Join(b.Options.Home, "outside.html")
	operatortest.WriteFile(t, outside, "<p>secret")
	if err := os.Symlink(outside, filepath.Join(b.Dir, "pages", "link.html")); err != nil {
		t.Fatal(err)
	}
	b.File("pages/huge.html", strings.Repeat("x", 16<<20+1))
	b.File("pages/latin.html", "<p>\xe9")
	b.Reload()
	b.Trust()
	for _, page := range []string{"link", "huge", "latin"} {
		if _, err := f.Open(t.Context(), b.S, page); err == nil {
			t.Errorf("%s opens", page)
		}
	}
}

// As a proxy the server answers for its own host alone: it goes nowhere for others, and makes no tunnel.
func TestTheServerIsAProxyToNowhere(t *testing.T) {
	b, f := newBench(t)
	w := show(t, b, f, "look")
	host, frame := strings.TrimPrefix(w.base, "http://"), strings.TrimPrefix(w.frame, w.base)
	away := newDeaf(t)
	for first, want := range map[string]int{
		"GET http://" + host + frame: http.StatusOK,
		"GET " + frame:               http.StatusOK,
		"GET http://" + away.listener.Addr().String() + frame: http.StatusMisdirectedRequest,
		"GET https://" + host + frame:                         http.StatusMisdirectedRequest,
		"GET ftp://" + host + frame:                           http.StatusMisdirectedRequest,
		"GET http://localhost" + frame:                        http.StatusMisdirectedRequest,
		"CONNECT " + away.listener.Addr().String():            http.StatusMisdirectedRequest,
		"CONNECT " + host:                                     http.StatusMisdirectedRequest,
	} {
		c, err := new(net.Dialer).DialContext(t.Context(), "tcp", host)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := fmt.Fprintf(c, "%s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\n\r\n", first, host); err != nil {
			t.Fatal(err)
		}
		got, err := http.ReadResponse(bufio.NewReader(c), nil)
		if err != nil {
			t.Fatalf("%s: %v", first, err)
		}
		_ = got.Body.Close()
		_ = c.Close()
		if got.StatusCode != want {
			t.Errorf("%s: %d", first, got.StatusCode)
		}
	}
	away.check(t)
}
