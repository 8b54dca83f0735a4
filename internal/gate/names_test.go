package gate

import (
	"fmt"
	"io"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"
)

// ask packs a question.
func ask(t *testing.T, name string, kind dnsmessage.Type, change func(*dnsmessage.Message)) []byte {
	t.Helper()
	n, err := dnsmessage.NewName(name)
	if err != nil {
		t.Fatal(err)
	}
	m := dnsmessage.Message{
		Header:    dnsmessage.Header{ID: 77, RecursionDesired: true},
		Questions: []dnsmessage.Question{{Name: n, Type: kind, Class: dnsmessage.ClassINET}},
	}
	if change != nil {
		change(&m)
	}
	raw, err := m.Pack()
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func TestNames(t *testing.T) {
	place := echo(t)
	_, text, _ := net.SplitHostPort(place)
	port, _ := strconv.Atoi(text)
	var mu sync.Mutex
	opened := map[string]net.Listener{}
	c := Config{
		Loopback: func(p int) bool { return p == port },
		Named: func(host string) []int {
			if strings.HasSuffix(host, ".example.com") || host == "x.localhost" {
				return []int{port}
			}
			return nil
		},
		Listen: func(address string) (net.Listener, error) {
			l, err := net.Listen("tcp", "127.0.0.1:0")
			mu.Lock()
			defer mu.Unlock()
			opened[address] = l
			return l, err
		},
	}
	b := newBench(t, c, "a.example.com", "x.localhost")
	long := strings.Repeat("a.", 110)
	for name, tt := range map[string]struct {
		question []byte
		code     dnsmessage.RCode
		address  string // "" for none
		silent   bool
		noted    string
	}{
		"an allowed name":               {question: ask(t, "a.example.com.", dnsmessage.TypeA, nil), address: "127.77."},
		"in capitals":                   {question: ask(t, "A.EXAMPLE.com.", dnsmessage.TypeA, nil), address: "127.77."},
		"it has no IPv6 address":        {question: ask(t, "a.example.com.", dnsmessage.TypeAAAA, nil)},
		"nor anything else":             {question: ask(t, "a.example.com.", dnsmessage.TypeTXT, nil)},
		"localhost":                     {question: ask(t, "localhost.", dnsmessage.TypeA, nil), address: "127.0.0.1"},
		"a refused name":                {question: ask(t, "no.example.org.", dnsmessage.TypeA, nil), code: dnsmessage.RCodeNameError, noted: "no.example.org"},
		"a refused name, IPv6":          {question: ask(t, "no6.example.org.", dnsmessage.TypeAAAA, nil), code: dnsmessage.RCodeNameError, noted: "no6.example.org"},
		"who has an address":            {question: ask(t, "1.0.0.127.in-addr.arpa.", dnsmessage.TypePTR, nil), code: dnsmessage.RCodeNameError},
		"odd characters":                {question: ask(t, "a b\x1b\u202E.example.com.", dnsmessage.TypeA, nil), code: dnsmessage.RCodeNameError, noted: "a b"},
		"a long name":                   {question: ask(t, long+"example.org.", dnsmessage.TypeA, nil), code: dnsmessage.RCodeNameError, noted: long + "example.org"},
		"the root":                      {question: ask(t, ".", dnsmessage.TypeA, nil), code: dnsmessage.RCodeNameError},
		"another class":                 {question: ask(t, "a.example.com.", dnsmessage.TypeA, func(m *dnsmessage.Message) { m.Questions[0].Class = dnsmessage.ClassCHAOS }), code: dnsmessage.RCodeNotImplemented},
		"another sort of question":      {question: ask(t, "a.example.com.", dnsmessage.TypeA, func(m *dnsmessage.Message) { m.OpCode = 5 }), code: dnsmessage.RCodeNotImplemented},
		"an answer":                     {question: ask(t, "a.example.com.", dnsmessage.TypeA, func(m *dnsmessage.Message) { m.Response = true }), silent: true},
		"no question":                   {question: ask(t, ".", dnsmessage.TypeA, func(m *dnsmessage.Message) { m.Questions = nil }), silent: true},
		"nothing":                       {question: []byte{}, silent: true},
		"noise":                         {question: []byte("GET / HTTP/1.1\r\n\r\n"), silent: true},
		"cut short":                     {question: ask(t, "a.example.com.", dnsmessage.TypeA, nil)[:20], silent: true},
		"a name that points to itself":  {question: append([]byte{0, 77, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0}, 0xC0, 12, 0, 1, 0, 1), silent: true},
		"a name of our own with a dash": {question: ask(t, "x-y.example.com.", dnsmessage.TypeA, nil), address: "127.77."},
	} {
		t.Run(name, func(t *testing.T) {
			since := time.Now()
			raw := b.g.answer(tt.question)
			if tt.silent {
				if raw != nil {
					t.Errorf("answered %x", raw)
				}
				return
			}
			var m dnsmessage.Message
			if err := m.Unpack(raw); err != nil {
				t.Fatal(err)
			}
			if m.ID != 77 || !m.Response || m.RCode != tt.code || len(m.Questions) != 1 || (len(m.Answers) == 1) != (tt.address != "") {
				t.Fatalf("answered %+v", m)
			}
			if tt.address != "" {
				a := m.Answers[0].Body.(*dnsmessage.AResource).A
				if got := net.IP(a[:]).String(); !strings.HasPrefix(got, tt.address) {
					t.Errorf("its address is %s", got)
				}
			}
			refused := b.g.Refused(since)
			switch {
			case tt.noted == "" && tt.code != dnsmessage.RCodeNameError && len(refused) > 0:
				t.Errorf("noted %v", refused)
			case tt.noted != "" && (len(refused) != 1 || !strings.HasPrefix(strings.ReplaceAll(refused[0].String(), "?", " "), tt.noted)):
				t.Errorf("noted %v", refused)
			}
		})
	}

	t.Run("the room's address leads to the name", func(t *testing.T) {
		if b.g.answer(ask(t, "x.localhost.", dnsmessage.TypeA, nil)) == nil {
			t.Fatal("no answer")
		}
		mu.Lock()
		addresses := len(opened)
		mu.Unlock()
		if addresses != 2 { // a.example.com and x-y.example.com, once each
			t.Errorf("%d sockets were opened", addresses)
		}
		b.g.bridge(net.IPv4(127, 77, 9, 9), "x.localhost", port)
		mu.Lock()
		l := opened[fmt.Sprintf("127.77.9.9:%d", port)]
		mu.Unlock()
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		_, _ = io.WriteString(conn, "ping")
		_ = conn.(*net.TCPConn).CloseWrite()
		if got, err := io.ReadAll(conn); err != nil || string(got) != "ping" {
			t.Errorf("got %q, %v", got, err)
		}
	})
	t.Run("a name that is refused by now is cut", func(t *testing.T) {
		b.g.bridge(net.IPv4(127, 77, 9, 8), "b.example.com", port)
		mu.Lock()
		l := opened[fmt.Sprintf("127.77.9.8:%d", port)]
		mu.Unlock()
		conn, err := net.Dial("tcp", l.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
		if got, err := io.ReadAll(conn); len(got) > 0 {
			t.Errorf("got %q, %v", got, err)
		}
		if !slices.ContainsFunc(b.g.Refused(time.Time{}), func(r Refusal) bool { return r.String() == fmt.Sprintf("b.example.com:%d", port) }) {
			t.Error("it is not noted")
		}
	})
	t.Run("names are bounded", func(t *testing.T) {
		for i := range 2 * namesKept {
			b.g.answer(ask(t, fmt.Sprintf("n%d.example.com.", i), dnsmessage.TypeA, nil))
		}
		b.g.mu.Lock()
		defer b.g.mu.Unlock()
		if len(b.g.names) > namesKept {
			t.Errorf("%d names have sockets", len(b.g.names))
		}
	})
}

func TestTheResolverAnswersOverUDP(t *testing.T) {
	b := newBench(t, Config{})
	c, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	b.g.ServeNames(c)
	conn, err := net.Dial("udp", c.LocalAddr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	_ = conn.SetDeadline(time.Now().Add(10 * time.Second))
	for _, packet := range [][]byte{[]byte("noise"), {}, make([]byte, 9000), ask(t, "a.example.com.", dnsmessage.TypeA, nil)} {
		if _, err := conn.Write(packet); err != nil {
			t.Fatal(err)
		}
	}
	buf := make([]byte, 1500)
	n, err := conn.Read(buf)
	if err != nil {
		t.Fatal(err)
	}
	var m dnsmessage.Message
	if err := m.Unpack(buf[:n]); err != nil || m.RCode != dnsmessage.RCodeNameError {
		t.Errorf("answered %+v, %v", m, err)
	}
}

// What this machine listens on is shown in the room, also what comes later.
func TestMirror(t *testing.T) {
	places := []string{echo(t), echo(t)}
	var ports []int
	for _, p := range places {
		_, text, _ := net.SplitHostPort(p)
		n, _ := strconv.Atoi(text)
		ports = append(ports, n)
	}
	shown := make(chan string, 10)
	b := newBench(t, Config{Listen: func(address string) (net.Listener, error) {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		shown <- address + " " + l.Addr().String()
		return l, err
	}})
	var looks int
	b.g.Mirror(func() []int {
		looks++
		return ports[:min(looks, 2)]
	})
	for i, port := range ports {
		select {
		case got := <-shown:
			address, own, _ := strings.Cut(got, " ")
			if address != fmt.Sprintf("127.0.0.1:%d", port) {
				t.Errorf("%d: shown is %s", i, got)
			}
			c, err := net.Dial("tcp", own)
			if err != nil {
				t.Fatal(err)
			}
			_ = c.SetDeadline(time.Now().Add(10 * time.Second))
			_, _ = io.WriteString(c, "hi")
			_ = c.(*net.TCPConn).CloseWrite()
			if echoed, err := io.ReadAll(c); err != nil || string(echoed) != "hi" {
				t.Errorf("%d: %q, %v", i, echoed, err)
			}
			_ = c.Close()
		case <-time.After(10 * time.Second):
			t.Fatalf("service %d is not shown", i)
		}
	}
}

func FuzzAnswer(f *testing.F) {
	f.Add([]byte{0, 77, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 'a', 0, 0, 1, 0, 1})
	f.Add([]byte{0, 77, 1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0xC0, 12, 0, 1, 0, 1})
	f.Fuzz(func(t *testing.T, packet []byte) {
		g := New(Config{Named: func(string) []int { return nil }})
		defer g.Close()
		raw := g.answer(packet)
		if raw == nil {
			return
		}
		var m dnsmessage.Message
		if err := m.Unpack(raw); err != nil || !m.Response {
			t.Errorf("%x is answered with %x: %v", packet, raw, err)
		}
		for _, r := range g.Refused(time.Time{}) {
			if strings.ContainsFunc(r.Host, func(c rune) bool { return c <= ' ' || c > '~' }) || len(r.Host) > 253 {
				t.Errorf("noted %q", r.Host)
			}
		}
	})
}
