package gate

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

func TestConnect(t *testing.T) {
	place := echo(t)
	host, port, _ := net.SplitHostPort(place)
	b := newBench(t, Config{}, place, "localhost:"+port)
	for name, tt := range map[string]struct {
		place  string
		status int
		says   []string
	}{
		"allowed":                          {place, 200, nil},
		"another port":                     {host + ":1", 403, []string{"network_disabled: 127.0.0.1:1: the network of this call is off"}},
		"another host":                     {"Example.COM.:443", 403, []string{"network_disabled: example.com:443: "}},
		"without a port it is 443":         {"example.com", 403, []string{"example.com:443"}},
		"an IPv6 address":                  {"[2001:DB8::0:1]:443", 403, []string{"[2001:db8::1]:443"}},
		"an address in another's clothes":  {"[::ffff:127.0.0.1]:" + port, 200, nil},
		"a name that leads to us":          {"localhost:" + port, 403, []string{"leads to this machine"}},
		"no port":                          {"example.com:0", 400, nil},
		"a port too high":                  {"example.com:65536", 400, nil},
		"letters that look like others":    {"ex\u0430mple.com:443", 400, nil},
		"a sign that becomes a letter":     {"\u212Aube.example.com:443", 400, nil},
		"a zone":                           {"[fe80::1%25lo]:443", 400, nil},
		"an empty label":                   {"a..b:443", 400, nil},
		"a label that is too long":         {strings.Repeat("a", 64) + ".com:443", 400, nil},
		"a name that is too long":          {strings.Repeat("a.", 130) + "com:443", 400, nil},
		"a name with marks of the shell":   {"a;b$(c):443", 400, nil},
		"a path where the host belongs":    {"/etc/passwd", 400, nil},
		"somebody's name before the host":  {"user@127.0.0.1:443", 400, nil},
		"no resolver is asked for a local": {"x.localhost:" + port, 403, nil},
	} {
		t.Run(name, func(t *testing.T) {
			_, _, answer, body := b.connect(tt.place, "")
			if answer.StatusCode != tt.status {
				t.Errorf("answered %s: %s; want %d", answer.Status, body, tt.status)
			}
			for _, want := range tt.says {
				if !strings.Contains(body, want) {
					t.Errorf("no %q in %q", want, body)
				}
			}
		})
	}
}

func TestEarlyBytesAndHalfCloses(t *testing.T) {
	place := echo(t)
	b := newBench(t, Config{}, place)
	c, r, answer, _ := b.connect(place, "early ")
	if answer.StatusCode != 200 {
		t.Fatal(answer.Status)
	}
	if _, err := io.WriteString(c, "late"); err != nil {
		t.Fatal(err)
	}
	if err := c.CloseWrite(); err != nil {
		t.Fatal(err)
	}
	got, err := io.ReadAll(r)
	if err != nil || string(got) != "early late" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestForward(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Proxy-Authorization") != "" {
			t.Error("what was meant for the proxy is passed on")
		}
		body, _ := io.ReadAll(r.Body)
		fmt.Fprintf(w, "%s %s %s %s", r.Method, r.Host, r.URL, body)
	}))
	defer server.Close()
	place := strings.TrimPrefix(server.URL, "http://")
	b := newBench(t, Config{}, place)
	via, _ := url.Parse("http://me:secret@" + b.proxy)
	client := &http.Client{Transport: &http.Transport{Proxy: http.ProxyURL(via), DisableKeepAlives: true}}
	for name, tt := range map[string]struct {
		url, host string
		status    int
		body      string
	}{
		"allowed":                        {server.URL + "/a?b=c", "", 200, "POST " + place + " /a?b=c text"},
		"what Host says does not matter": {server.URL + "/a", "other.example.com", 200, "POST " + place + " /a text"},
		"refused":                        {"http://example.com/", "", 403, "network_disabled: example.com:80: the network of this call is off\n"},
		"refused, though Host is not":    {"http://example.com/", place, 403, "network_disabled: example.com:80: the network of this call is off\n"},
		"another scheme":                 {"ftp://" + place + "/", "", 400, "this is the proxy of Handrail's walls: ask it to connect to a host\n"},
	} {
		t.Run(name, func(t *testing.T) {
			c := b.dial()
			host := tt.host
			if host == "" {
				host = strings.Split(tt.url, "/")[2]
			}
			fmt.Fprintf(c, "POST %s HTTP/1.1\r\nHost: %s\r\nConnection: close\r\nProxy-Authorization: Basic eA==\r\nContent-Length: 4\r\n\r\ntext", tt.url, host)
			answer, err := http.ReadResponse(bufio.NewReader(c), nil)
			if err != nil {
				t.Fatal(err)
			}
			body, err := io.ReadAll(answer.Body)
			if err != nil || answer.StatusCode != tt.status || string(body) != tt.body {
				t.Errorf("answered %s %q, %v", answer.Status, body, err)
			}
		})
	}
	answer, err := client.Post(server.URL+"/x", "text/plain", strings.NewReader("y"))
	if err != nil || answer.StatusCode != 200 {
		t.Errorf("a usual client: %v, %v", answer, err)
	} else {
		_ = answer.Body.Close()
	}
}

func TestThisMachinesServices(t *testing.T) {
	place := echo(t)
	_, text, _ := net.SplitHostPort(place)
	port, _ := strconv.Atoi(text)
	b := newBench(t, Config{Loopback: func(p int) bool { return p == port }}, "localhost", "x.localhost")
	for place, status := range map[string]int{"localhost:" + text: 200, "x.localhost:" + text: 200, "localhost:1": 403, "LOCALHOST.:" + text: 200} {
		if _, _, answer, body := b.connect(place, ""); answer.StatusCode != status {
			t.Errorf("%s: answered %s: %s", place, answer.Status, body)
		}
	}
	if refused := b.g.Refused(time.Time{}); len(refused) != 1 || refused[0].String() != "localhost:1" {
		t.Errorf("refused %v", refused)
	}
}

// What names lead to is looked at when it is dialled: it may change at any time.
func TestNamesThatLeadInside(t *testing.T) {
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	cases := map[string]bool{
		"127.0.0.1:80": true, "127.9.9.9:80": true, "0.0.0.0:80": true, "[::1]:80": true, "[::]:80": true, "[::ffff:127.0.0.1]:80": true,
		"169.254.169.254:80": true, "[fe80::1%lo]:80": true, "224.0.0.1:80": true, "[ff02::1]:80": true, "[fd00:ec2::254]:80": true, "100.100.100.200:80": true, "168.63.129.16:80": true,
		"10.11.12.13:80": false, "192.0.2.1:443": false, "[2001:db8::1]:443": false,
	}
	for _, a := range own {
		if n, ok := a.(*net.IPNet); ok && n.IP.IsGlobalUnicast() {
			cases[net.JoinHostPort(n.IP.String(), "80")] = true
		}
	}
	for address, refused := range cases {
		err := refuseInner(false)(t.Context(), "tcp", address, nil)
		if errors.Is(err, errInner) != refused {
			t.Errorf("%s: %v", address, err)
		}
	}
	for address, refused := range map[string]bool{"127.0.0.1:80": false, "[::1]:80": false, "169.254.169.254:80": true, "[fd00:ec2::254]:80": true} {
		if err := refuseInner(true)(t.Context(), "tcp", address, nil); errors.Is(err, errInner) != refused {
			t.Errorf("where services may be reached, %s: %v", address, err)
		}
	}
	if err := refuseInner(false)(t.Context(), "tcp", "nonsense", nil); err == nil {
		t.Error("what cannot be read is dialled")
	}
	name := insideName(t)
	b := newBench(t, Config{}, name)
	_, _, answer, body := b.connect(name+":80", "")
	if answer.StatusCode != 403 || !strings.Contains(body, "leads to this machine") {
		t.Errorf("%s: answered %s: %s", name, answer.Status, body)
	}
	if refused := b.g.Refused(time.Time{}); len(refused) != 1 || refused[0].Host != name || !strings.Contains(refused[0].Why, "leads to this machine") {
		t.Errorf("refused %v", refused)
	}
}

// insideName is a name that leads to this machine and does not say so: the
// resolver of another gate answers for this machine's while the test runs.
func insideName(t *testing.T) string {
	t.Helper()
	const name = "rebound.example.com"
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	other := New(Config{
		Named:  func(string) []int { return []int{80} },
		Listen: func(string) (net.Listener, error) { return nil, errInner },
	})
	other.ServeNames(c)
	before := net.DefaultResolver
	net.DefaultResolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", c.LocalAddr().String())
	}}
	t.Cleanup(func() {
		net.DefaultResolver = before
		if err := other.Close(); err != nil {
			t.Error(err)
		}
	})
	return name
}

func TestTheProxyThatThePersonUses(t *testing.T) {
	place := echo(t)
	var asked []string
	var mu sync.Mutex
	outer := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		asked = append(asked, r.Method+" "+r.Host+" "+r.Header.Get("Proxy-Authorization"))
		mu.Unlock()
		if r.Host == "closed.example.com:443" {
			http.Error(w, "no", http.StatusProxyAuthRequired)
			return
		}
		if r.Method != http.MethodConnect {
			fmt.Fprint(w, "from outside")
			return
		}
		out, err := net.Dial("tcp", place)
		if err != nil {
			t.Error(err)
			return
		}
		in, _, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		_, _ = io.WriteString(in, "HTTP/1.1 200 OK\r\n\r\nhello ") // a server that speaks first
		join(in, out)
		_, _ = in.Close(), out.Close()
	}))
	defer outer.Close()
	via, err := url.Parse("http://kim:pw@" + strings.TrimPrefix(outer.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	b := newBench(t, Config{Way: func(*url.URL) (*url.URL, error) { return via, nil }}, "far.example.com", "closed.example.com")
	c, r, answer, body := b.connect("far.example.com:443", "world")
	if answer.StatusCode != 200 {
		t.Fatal(answer.Status, body)
	}
	_ = c.CloseWrite()
	if got, err := io.ReadAll(r); err != nil || string(got) != "hello world" {
		t.Errorf("got %q, %v", got, err)
	}
	if _, _, answer, body := b.connect("closed.example.com:443", ""); answer.StatusCode != 502 || !strings.Contains(body, "407") || strings.Contains(body, "pw") {
		t.Errorf("answered %s: %s", answer.Status, body)
	}
	c = b.dial()
	fmt.Fprint(c, "GET http://far.example.com/x HTTP/1.1\r\nHost: far.example.com\r\nConnection: close\r\n\r\n")
	plainAnswer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, _ := io.ReadAll(plainAnswer.Body); string(got) != "from outside" {
		t.Errorf("plain: %s %q", plainAnswer.Status, got)
	}
	mu.Lock()
	defer mu.Unlock()
	if len(asked) != 3 || asked[0] != "CONNECT far.example.com:443 Basic a2ltOnB3" || asked[2] != "GET far.example.com Basic a2ltOnB3" {
		t.Errorf("the proxy was asked %q", asked)
	}
}

// A proxy that speaks SOCKS is gone through as well, and is told the name. One that cannot be used lets nothing pass.
func TestUpstreamSOCKS(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	asked := make(chan string, 1)
	go func() {
		c, err := l.Accept()
		if err != nil {
			return
		}
		defer c.Close()
		head := make([]byte, 2) // version 5, how many ways to log in
		_, _ = io.ReadFull(c, head)
		_, _ = io.CopyN(io.Discard, c, int64(head[1]))
		_, _ = c.Write([]byte{5, 0})
		request := make([]byte, 5) // version, connect, 0, a name, its length
		_, _ = io.ReadFull(c, request)
		rest := make([]byte, int(request[4])+2)
		_, _ = io.ReadFull(c, rest)
		asked <- string(rest[:len(rest)-2])
		_, _ = c.Write([]byte{5, 0, 0, 1, 0, 0, 0, 0, 0, 0})
		_, _ = io.Copy(c, c)
	}()
	way := func(*url.URL) (*url.URL, error) { return url.Parse("socks5://" + l.Addr().String()) }
	b := newBench(t, Config{Way: way}, "far.example.com")
	c, r, answer, body := b.connect("far.example.com:443", "echo")
	if answer.StatusCode != 200 {
		t.Fatal(answer.Status, body)
	}
	_ = c.CloseWrite()
	if got := make([]byte, 4); len(body) == 0 {
		if _, err := io.ReadFull(r, got); err != nil || string(got) != "echo" || <-asked != "far.example.com" {
			t.Errorf("got %q, %v", got, err)
		}
	}
	b = newBench(t, Config{Way: func(*url.URL) (*url.URL, error) { return nil, errors.New("the proxy is written wrongly") }}, "far.example.com")
	if _, _, answer, body := b.connect("far.example.com:443", ""); answer.StatusCode != 502 || !strings.Contains(body, "written wrongly") {
		t.Errorf("answered %s: %s", answer.Status, body)
	}
}
