package servers_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"handrail/operator"
	"handrail/operator/operatortest"
	"handrail/tools"
)

// internet is a proxy of the person's in the place of the world outside: every host is there, and
// says hello.
func internet(t *testing.T) (url string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			go func() {
				defer c.Close()
				from := bufio.NewReader(c)
				if _, err := http.ReadRequest(from); err != nil {
					return
				}
				_, _ = c.Write([]byte("HTTP/1.1 200 OK\r\n\r\nhello\n"))
				for {
					line, err := from.ReadString('\n')
					if err != nil {
						return
					}
					_, _ = c.Write([]byte("heard " + line))
				}
			}()
		}
	}()
	return "http://" + l.Addr().String()
}

// online is a space with a server, on a machine with the internet.
func online(t *testing.T, more string) *operatortest.Bench {
	t.Helper()
	url := internet(t)
	return operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, more), func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "HTTPS_PROXY="+url)
	})
}

// answering is a person who answers questions about hosts, and counts them.
func answering(b *operatortest.Bench, answer tools.Answer) (asked *atomic.Int32) {
	asked = &atomic.Int32{}
	b.Person.Answer = func(context.Context, tools.Question) (tools.Answer, error) {
		asked.Add(1)
		return answer, nil
	}
	return asked
}

// The first refusal of a server in use is a question; the connection waits for the answer, and goes on.
func TestAHostIsAskedAboutOnTheWay(t *testing.T) {
	b := online(t, "")
	answers := make(chan tools.Answer)
	b.Person.Answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		select {
		case a := <-answers:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	result := make(chan tools.Result, 1)
	call := func(way string) { go func() { result <- operatortest.Ask(t, b.S, "peer__reach", way) }() }

	call("api.example.com:443")
	q := <-b.Person.Asked
	if q.Preview.Title != "May the server peer reach api.example.com?" || q.Tool != "peer__reach" || len(q.Offers) != 1 || len(q.Preview.Effects) != 1 || q.Yes != "Allow once" {
		t.Errorf("the question is %+v", q)
	}
	select {
	case r := <-result:
		t.Fatalf("the call did not wait: %+v", r)
	default:
	}
	answers <- tools.Answer{Verdict: tools.RunOnce, Where: "test"}
	if r := <-result; r.Error != nil || r.Content != "reached" {
		t.Errorf("after a yes: %+v", r)
	}
	if list := operatortest.ServerNamed(t, b.S, "peer").Refused; len(list) != 0 {
		t.Errorf("what was allowed is listed as refused: %+v", list)
	}

	call("straight api.example.com:443") // once was for that call; it looks the name up itself
	<-b.Person.Asked
	pid := make(chan string, 1)
	answers <- tools.Answer{Verdict: tools.RunOnce, Where: "test", Offer: q.Offers[0].ID}
	if r := <-result; r.Error != nil || strings.TrimSpace(r.Content) != "hello" {
		t.Errorf("after a lasting yes: %+v", r)
	}
	all, _, err := b.O.Settings().Load()
	if err != nil || !slices.Equal(all.Tools.Servers["peer"].Network, []string{"api.example.com"}) {
		t.Errorf("the settings say %+v, %v", all.Tools.Servers["peer"].Network, err)
	}
	pid <- operatortest.Said(t, b.S, "peer__pid", "")
	for _, way := range []string{"api.example.com:443", "straight api.example.com:443", "shortly api.example.com:443"} { // nobody answers any more
		if r := operatortest.Ask(t, b.S, "peer__reach", way); r.Error != nil {
			t.Errorf("%s, which is allowed for good: %+v", way, r)
		}
	}
	if now := operatortest.Said(t, b.S, "peer__pid", ""); now != <-pid {
		t.Error("the server was restarted for a host more")
	}

	call("shortly other.example.com:443") // it does not wait
	<-b.Person.Asked
	operatortest.WaitUntil(t, "the server gives up", func() bool { return len(operatortest.ServerNamed(t, b.S, "peer").Refused) == 1 })
	answers <- tools.Answer{Verdict: tools.RunOnce, Where: "test"}
	if r := <-result; r.Error == nil || !strings.Contains(r.Error.Message, "The person has allowed the server peer to reach other.example.com, but it didn't wait for that: make the call again") {
		t.Errorf("a server that gave up: %+v", r)
	}

	call("third.example.com:443")
	<-b.Person.Asked
	answers <- tools.Answer{Verdict: tools.Deny, Where: "test"}
	if r := <-result; r.Error == nil || r.Error.Code != tools.NetworkDisabled || r.Error.Action.Kind != tools.AllowRefusedHost {
		t.Errorf("after a no: %+v", r)
	}
	if r := operatortest.Ask(t, b.S, "peer__reach", "third.example.com:443"); r.Error == nil || r.Error.Code != tools.NetworkDisabled {
		t.Errorf("a no is asked again: %+v", r)
	}
	later, err := operatortest.Open(t, b.Options, b.Person).OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, later, "peer__reach", "third.example.com:443"); r.Error == nil || r.Error.Code != tools.NetworkDisabled {
		t.Errorf("a no is asked again by a later program: %+v", r)
	}
	const no = "The person has refused to let the server peer reach third.example.com"
	for i, s := range []*operator.Space{b.S, later, later} { // each time, also where the server does not say what failed
		if r := operatortest.Ask(t, s, "peer__reach", "vaguely third.example.com:443"); r.Error == nil || !strings.Contains(r.Error.Message, no) {
			t.Errorf("call %d after a no: %+v", i, r)
		}
	}
	if err := later.Servers().Options().Reset(t.Context(), "peer"); err != nil {
		t.Fatal(err)
	}
	call("third.example.com:443") // the other program asks anew, too
	<-b.Person.Asked
	answers <- tools.Answer{Verdict: tools.RunOnce, Where: "test"}
	if r := <-result; r.Error != nil {
		t.Errorf("after the no was taken back: %+v", r)
	}
}

// A server that wants many hosts asks few questions, whatever is answered.
func TestManyHostsAreFewQuestions(t *testing.T) {
	var list []string
	for i := range 500 {
		list = append(list, fmt.Sprintf("h%d.example.com:443", i))
	}
	hosts := strings.Join(list, " ")
	count := func(t *testing.T, r tools.Result) int {
		t.Helper()
		if r.Error != nil {
			t.Fatal(r.Error)
		}
		return strings.Count(r.Content, "reached")
	}
	for _, way := range []string{"each ", "all "} {
		t.Run(strings.TrimSpace(way), func(t *testing.T) {
			t.Parallel()
			b := online(t, "")
			asked := answering(b, tools.Answer{Verdict: tools.Deny, Where: "test"})
			if n := count(t, operatortest.Ask(t, b.S, "peer__reach", way+hosts)); n != 0 || asked.Load() != 1 {
				t.Errorf("after a no: %d reached, %d questions", n, asked.Load())
			}
			b = online(t, "")
			asked = answering(b, tools.Answer{Verdict: tools.RunOnce, Where: "test"})
			if n := count(t, operatortest.Ask(t, b.S, "peer__reach", way+hosts)); asked.Load() > 3 || n == 500 || n == 0 {
				t.Errorf("after each yes: %d reached, %d questions", n, asked.Load())
			}
		})
	}
}

// Nobody is asked for what is denied anyway, or where nobody could say yes.
func TestWhatIsDeniedIsNotAsked(t *testing.T) {
	b := online(t, "")
	asked := answering(b, tools.Answer{Verdict: tools.RunOnce, Where: "test"})
	if err := b.O.Permits().AddRule(t.Context(), "deny", "peer__*(evil.example.com)"); err != nil {
		t.Fatal(err)
	}
	for _, host := range []string{"evil.example.com:443", "localhost:1", "127.0.0.1:1", "169.254.169.254:80", "[::1]:443", "x.localhost:443"} {
		if r := operatortest.Ask(t, b.S, "peer__reach", host); r.Error == nil || r.Error.Code != tools.NetworkDisabled {
			t.Errorf("%s: %+v", host, r)
		}
	}
	b.Trust()
	if asked.Load() != 0 {
		t.Errorf("%d questions", asked.Load())
	}
	held := b.Options
	held.Change = func(c *operator.Config) { c.Network = []string{"off"} }
	s, err := operatortest.Open(t, held, b.Person).OpenSpace(t.Context(), b.Dir)
	if err != nil {
		t.Fatal(err)
	}
	if r := operatortest.Ask(t, s, "peer__reach", "api.example.com:443"); r.Error == nil || asked.Load() != 0 {
		t.Errorf("--network off: %+v, %d questions", r, asked.Load())
	}
}

// What was allowed once ends with the calls that ran then: connections that are kept, too, and also
// where other calls have begun meanwhile.
func TestOnceEndsWithItsCalls(t *testing.T) {
	b := online(t, "")
	asked := answering(b, tools.Answer{Verdict: tools.RunOnce, Where: "test"})
	if said := operatortest.Said(t, b.S, "peer__reach", "hold api.example.com:443"); strings.TrimSpace(said) != "hello" {
		t.Fatalf("it heard %q", said)
	}
	if r := operatortest.Ask(t, b.S, "peer__reach", "again x"); r.Error == nil {
		t.Errorf("a later call sends through what was allowed once: %+v", r)
	}
	if n := asked.Load(); n != 1 {
		t.Fatalf("%d questions", n)
	}
}

// Words of the settings, and what is no host, are neither asked about nor advised.
func TestWordsOfSettingsAreNoHosts(t *testing.T) {
	b := online(t, "")
	asked := answering(b, tools.Answer{Verdict: tools.RunOnce, Where: "test", Offer: "server"})
	for _, host := range []string{"on:443", "off:443", "loopback:443", "registry:443", "-bad.example.com:443", "127.1:443", "2130706433:443", "0x7f.1:80", "ip6-localhost:443", "[::127.0.0.1]:443", "100.100.100.200:80"} {
		if r := operatortest.Ask(t, b.S, "peer__reach", host); r.Error == nil {
			t.Errorf("%s: %+v", host, r)
		}
	}
	if asked.Load() != 0 {
		t.Errorf("%d questions", asked.Load())
	}
	for _, r := range operatortest.ServerNamed(t, b.S, "peer").Refused {
		if r.Target == "on" && r.Action.Kind != "" {
			t.Errorf("it is advised to allow every host: %+v", r)
		}
	}
	all, _, err := b.O.Settings().Load()
	if err != nil || all.Tools.Servers["peer"].Network != nil {
		t.Errorf("the settings say %v, %v", all.Tools.Servers["peer"].Network, err)
	}
}

// A call that needs no network does not wait for a question of another.
func TestOtherCallsDoNotWait(t *testing.T) {
	b := online(t, "")
	stand := make(chan struct{})
	b.Person.Answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		select {
		case <-stand:
		case <-ctx.Done():
		}
		return tools.Answer{Verdict: tools.Deny, Where: "test"}, nil
	}
	done := make(chan tools.Result, 1)
	go func() { done <- operatortest.Ask(t, b.S, "peer__reach", "shortly api.example.com:443") }()
	<-b.Person.Asked
	if r := operatortest.Ask(t, b.S, "peer__echo", "quick"); r.Error != nil || r.Content != "quick" { // the test's time is up if it waits
		t.Errorf("%+v", r)
	}
	close(stand)
	<-done
}

// A host that was allowed and that cannot be reached is told apart from one that the sandbox refused.
func TestAHostThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			_, _ = http.ReadRequest(bufio.NewReader(c))
			_, _ = io.WriteString(c, "HTTP/1.1 502 Bad Gateway\r\n\r\n")
			_ = c.Close()
		}
	}()
	b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"network":["api.example.com"]`), func(c *operator.Config) {
		c.Environ.Vars = append(c.Environ.Vars, "HTTPS_PROXY=http://"+l.Addr().String())
	})
	const want = "Handrail let the server peer reach api.example.com, but there is no way to it from here"
	if r := operatortest.Ask(t, b.S, "peer__reach", "vaguely api.example.com:443"); r.Error == nil || !strings.Contains(r.Error.Message, want) {
		t.Errorf("it says %+v", r.Error)
	}
	if r := operatortest.Ask(t, b.S, "peer__echo", "hello"); r.Error != nil || r.Content != "hello" {
		t.Errorf("a call that reaches nothing says %+v", r)
	}
	if list := operatortest.ServerNamed(t, b.S, "peer").Refused; len(list) != 0 {
		t.Errorf("it is listed as refused: %+v", list)
	}
}

// A service of this machine that does not run is told apart from one that the sandbox refused, whether or not it is allowed.
func TestAServiceOfThisMachineThatIsNotThere(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	place := l.Addr().String()
	if err := l.Close(); err != nil { // free by now
		t.Fatal(err)
	}
	_, port, _ := net.SplitHostPort(place)
	for _, network := range []string{`"localhost:` + port + `"`, `"off"`} {
		b := operatortest.WithServers(t, `"peer":`+operatortest.Peer(t, `"network":[`+network+`]`), nil)
		want := "Nothing on this machine answers at port " + port + ", which the server peer has tried: start the service that belongs there"
		if r := operatortest.Ask(t, b.S, "peer__reach", "straight "+place); r.Error == nil || !strings.Contains(r.Error.Message, want) {
			t.Errorf("%s: it says %+v", network, r.Error)
		}
		if list := operatortest.ServerNamed(t, b.S, "peer").Refused; len(list) != 0 {
			t.Errorf("%s: it is listed as refused: %+v", network, list)
		}
	}
}

// A program that has connected by itself, as most do, and gives up while the person reads, is told that it may call again.
func TestAProgramThatConnectsItselfAndGivesUp(t *testing.T) {
	b := online(t, "")
	answers := make(chan tools.Answer)
	b.Person.Answer = func(ctx context.Context, _ tools.Question) (tools.Answer, error) {
		select {
		case a := <-answers:
			return a, nil
		case <-ctx.Done():
			return tools.Answer{}, ctx.Err()
		}
	}
	result := make(chan tools.Result, 1)
	go func() { result <- operatortest.Ask(t, b.S, "peer__reach", "impatiently api.example.com:443") }()
	q := <-b.Person.Asked
	operatortest.WaitUntil(t, "it is known that the program gave up", func() bool { return len(operatortest.ServerNamed(t, b.S, "peer").Refused) == 1 })
	answers <- tools.Answer{Verdict: tools.RunOnce, Where: "test", Offer: q.Offers[0].ID}
	if r := <-result; r.Error == nil || !strings.Contains(r.Error.Message, "The person has allowed the server peer to reach api.example.com, but it didn't wait for that: make the call again") {
		t.Errorf("it is told %+v", r)
	}
	if r := operatortest.Ask(t, b.S, "peer__reach", "straight api.example.com:443"); r.Error != nil {
		t.Errorf("the next call: %+v", r)
	}
	if list := operatortest.ServerNamed(t, b.S, "peer").Refused; len(list) != 0 {
		t.Errorf("what is allowed is listed as refused: %+v", list)
	}
}
