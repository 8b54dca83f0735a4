package gate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// A bench is a gate with its proxy on this machine's loopback.
type bench struct {
	t     *testing.T
	g     *Gate
	proxy string // its address
}

// newBench makes a gate that lets through what allowed lists, as host or
// host:port.
func newBench(t *testing.T, c Config, allowed ...string) *bench {
	t.Helper()
	if c.Allow == nil {
		c.Allow = func(_ context.Context, host string, port int) (<-chan struct{}, error) {
			for _, a := range allowed {
				if a == host || a == fmt.Sprintf("%s:%d", host, port) {
					return nil, nil
				}
			}
			return nil, errors.New("the network of this call is off")
		}
	}
	if c.Named == nil {
		c.Named = func(string) []int { return nil }
	}
	if c.Loopback == nil {
		c.Loopback = func(int) bool { return false }
	}
	if c.Listen == nil {
		c.Listen = func(string) (net.Listener, error) { return net.Listen("tcp", "127.0.0.1:0") }
	}
	b := &bench{t: t, g: New(c)}
	l := listen(t)
	b.proxy = l.Addr().String()
	b.g.ServeProxy(l)
	t.Cleanup(func() {
		if err := b.g.Close(); err != nil {
			t.Error(err)
		}
	})
	return b
}

func listen(t *testing.T) net.Listener {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// echo is a server that gives back what it is sent, and ends when that ends.
func echo(t *testing.T) string {
	t.Helper()
	l := listen(t)
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				_, _ = io.Copy(c, c)
			}()
		}
	}()
	return l.Addr().String()
}

func (b *bench) dial() *net.TCPConn {
	b.t.Helper()
	c, err := net.Dial("tcp", b.proxy)
	if err != nil {
		b.t.Fatal(err)
	}
	b.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(20 * time.Second))
	return c.(*net.TCPConn)
}

// connect asks for a connection, and sends more right behind the question.
func (b *bench) connect(place, more string) (*net.TCPConn, *bufio.Reader, *http.Response, string) {
	b.t.Helper()
	c := b.dial()
	fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n\r\n%s", place, place, more)
	r := bufio.NewReader(c)
	answer, err := http.ReadResponse(r, &http.Request{Method: http.MethodConnect})
	if err != nil {
		b.t.Fatalf("%s: %v", place, err)
	}
	var body []byte
	if answer.StatusCode != http.StatusOK {
		body, _ = io.ReadAll(answer.Body)
	}
	return c, r, answer, string(body)
}

func TestRefused(t *testing.T) {
	b := newBench(t, Config{})
	start := time.Now()
	note := func(host string, port int, age time.Duration) {
		b.g.note(Refusal{Host: host, Port: port, When: start.Add(-age), Why: "off"})
	}
	note("old.example.com", 443, time.Hour)
	note("a.example.com", 0, 0)
	note("a.example.com", 443, 0)
	note("a.example.com", 0, 0)
	note("a.example.com", 80, 0)
	note("b.example.com", 443, 0)
	note("b.example.com", 0, 0)
	note("c\x1b[2Jd\u202Ee\n.example.com", 0, 0)
	var got []string
	for _, r := range b.g.Refused(start) {
		got = append(got, r.String())
	}
	if want := "a.example.com:443 a.example.com:80 b.example.com:443 c?[2Jd?e?.example.com"; strings.Join(got, " ") != want {
		t.Errorf("got  %s\nwant %s", strings.Join(got, " "), want)
	}
	for i := range 2 * refusalsKept {
		note(fmt.Sprintf("%d.%s", i, strings.Repeat("x", 1000)), 1, 0)
	}
	all := b.g.Refused(time.Time{})
	if len(all) != refusalsKept || !strings.HasPrefix(all[len(all)-1].Host, fmt.Sprintf("%d.", 2*refusalsKept-1)) || len(all[0].Host) > 253 {
		t.Errorf("%d are kept, the last is %.20s", len(all), all[len(all)-1].Host)
	}
}

func TestHeadersAreBounded(t *testing.T) {
	b := newBench(t, Config{})
	c := b.dial()
	go func() { // the server may close before it has read all
		_, _ = fmt.Fprintf(c, "CONNECT example.com:443 HTTP/1.1\r\nHost: example.com\r\nX: %s\r\n\r\n", strings.Repeat("x", 4*headerMost))
	}()
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err == nil && answer.StatusCode != http.StatusRequestHeaderFieldsTooLarge {
		t.Errorf("answered %s", answer.Status)
	}
	if refused := b.g.Refused(time.Time{}); len(refused) > 0 {
		t.Errorf("it was read: %v", refused)
	}
}

// Close ends what goes on: a question that waits, tunnels, slow clients, and the
// services that are shown in the room; nothing is left of them.
func TestCloseLeavesNothing(t *testing.T) {
	place := echo(t)
	_, text, _ := net.SplitHostPort(place)
	port, _ := strconv.Atoi(text)
	runtime.GC()
	before := runtime.NumGoroutine()
	asked := make(chan struct{}, 1)
	b := newBench(t, Config{Allow: func(ctx context.Context, host string, _ int) (<-chan struct{}, error) {
		if host != "asked.example.com" {
			return nil, nil
		}
		asked <- struct{}{}
		<-ctx.Done()
		return nil, ctx.Err()
	}})
	b.g.Mirror(func() []int { return []int{port} })
	var tunnels []*net.TCPConn
	for range 20 {
		c, r, answer, _ := b.connect(place, "x")
		if answer.StatusCode != 200 {
			t.Fatal(answer.Status)
		}
		if _, err := r.ReadByte(); err != nil {
			t.Fatal(err)
		}
		tunnels = append(tunnels, c)
	}
	waiting := b.dial()
	fmt.Fprint(waiting, "CONNECT asked.example.com:443 HTTP/1.1\r\nHost: x\r\n\r\n")
	<-asked
	slow := b.dial()
	fmt.Fprint(slow, "CONNECT ")
	done := make(chan error)
	go func() { done <- b.g.Close() }()
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Close hangs")
	}
	for _, c := range append(tunnels, waiting, slow) {
		_ = c.Close()
	}
	if _, err := net.Dial("tcp", b.proxy); err == nil {
		t.Error("the proxy still listens")
	}
	b.g.ServeProxy(listen(t)) // late work is refused, and closes what it was given
	b.g.Mirror(func() []int { return []int{port} })
	for late := time.Now().Add(5 * time.Second); runtime.NumGoroutine() > before && time.Now().Before(late); {
		runtime.Gosched()
	}
	if n := runtime.NumGoroutine(); n > before+2 {
		buf := make([]byte, 1<<16)
		t.Errorf("%d goroutines before, %d after:\n%s", before, n, buf[:runtime.Stack(buf, true)])
	}
}

func TestConnectionsAreBounded(t *testing.T) {
	place := echo(t)
	b := newBench(t, Config{}, place)
	for range connectionsKept - 2 { // others have all but two
		b.g.slots.free <- struct{}{}
	}
	first, r, _, _ := b.connect(place, "x")
	_, _ = r.ReadByte()
	second, r, _, _ := b.connect(place, "x")
	_, _ = r.ReadByte()
	third := b.dial()
	fmt.Fprintf(third, "CONNECT %s HTTP/1.1\r\nHost: x\r\n\r\n", place)
	_ = third.SetReadDeadline(time.Now().Add(100 * time.Millisecond))
	if _, err := third.Read(make([]byte, 1)); err == nil {
		t.Fatal("a third connection is answered")
	}
	_, _ = first.Close(), second
	_ = third.SetReadDeadline(time.Now().Add(10 * time.Second))
	if answer, err := http.ReadResponse(bufio.NewReader(third), &http.Request{Method: http.MethodConnect}); err != nil || answer.StatusCode != 200 {
		t.Errorf("when one is free again: %v", err)
	}
}

// Connections that say nothing, or only begin to, keep nobody out.
func TestSilentConnectionsKeepNobodyOut(t *testing.T) {
	place := echo(t)
	b := newBench(t, Config{}, place)
	busy, r, _, _ := b.connect(place, "x")
	_, _ = r.ReadByte()
	for i := range connectionsKept + 100 {
		c := b.dial()
		if i%2 == 0 {
			fmt.Fprint(c, "CONNECT ")
		}
	}
	for range 3 {
		c, r, _, _ := b.connect(place, "y")
		if got, err := r.ReadByte(); err != nil || got != 'y' {
			t.Fatalf("it is kept out: %q, %v", got, err)
		}
		_ = c.Close()
	}
	fmt.Fprint(busy, "z")
	if got, err := r.ReadByte(); err != nil || got != 'z' {
		t.Errorf("one that was at work was closed: %q, %v", got, err)
	}
}

func TestManyAtOnce(t *testing.T) {
	place := echo(t)
	b := newBench(t, Config{}, place)
	var all sync.WaitGroup
	for i := range 64 {
		all.Go(func() {
			c, err := net.Dial("tcp", b.proxy)
			if err != nil {
				t.Error(err)
				return
			}
			defer c.Close()
			_ = c.SetDeadline(time.Now().Add(20 * time.Second))
			target := place
			if i%2 == 1 {
				target = fmt.Sprintf("no%d.example.com:443", i)
			}
			fmt.Fprintf(c, "CONNECT %s HTTP/1.1\r\nHost: x\r\n\r\nhello", target)
			answer, err := http.ReadResponse(bufio.NewReader(c), &http.Request{Method: http.MethodConnect})
			if err != nil || (answer.StatusCode == 200) != (i%2 == 0) {
				t.Errorf("%s: %v, %v", target, answer, err)
			}
		})
	}
	all.Wait()
	if n := len(b.g.Refused(time.Time{})); n != 32 {
		t.Errorf("%d refusals", n)
	}
}
