package channels

import (
	"bytes"
	"context"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptrace"
	"net/url"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
	"unicode"
)

// A Message is what is sent.
type Message struct {
	ID     string // the same each time that it is tried
	ChatID string // as Channel.Target returns it
	Text   string
}

// An End is what became of one attempt to send.
type End string

// The ends.
const (
	Sent    End = "sent"
	Later   End = "later"   // it did not go, and may be tried again
	Failed  End = "failed"  // it did not go, and will not as things are
	Unknown End = "unknown" // it may have gone
)

// An Outcome is an End with its reason, which holds no address and no secret of the channel.
type Outcome struct {
	End    End
	Reason string        // a clause; "" if it went
	Wait   time.Duration // with Later: how long the service wants to be left alone; 0: it has not said
}

// timeLimit is how long one attempt may take.
const timeLimit = 15 * time.Second

// mostAnswer is how much of an answer is read, in bytes.
const mostAnswer = 64 << 10

// A Sender sends messages. It is safe for concurrent use.
type Sender struct {
	client *http.Client
	agent  string
	roots  *x509.CertPool // whom mail servers' certificates must come from; nil: whom this machine trusts
}

// NewSender makes one that calls itself agent, by the way out that proxy finds; nil: directly. It follows no redirect:
// where a message goes is what the person has set.
func NewSender(agent string, proxy func(*url.URL) (*url.URL, error)) *Sender {
	t := &http.Transport{
		DialContext:         (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout: 10 * time.Second, IdleConnTimeout: 5 * time.Second, MaxIdleConnsPerHost: 4, ForceAttemptHTTP2: true,
	}
	if proxy != nil {
		t.Proxy = func(r *http.Request) (*url.URL, error) { return proxy(r.URL) }
	}
	return &Sender{agent: agent, client: &http.Client{
		Transport: t, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// A request is a message as a service wants it.
type request struct {
	method string
	url    string
	header http.Header
	body   []byte
}

// An answered request.
type answered struct {
	status int
	header http.Header
	body   []byte
}

// Send tries once to send a message by a channel that is filled in. It ends with ctx: the outcome then is Unknown if the
// message may have gone.
func (s *Sender) Send(ctx context.Context, c Channel, m Message) Outcome {
	if err := c.Check(); err != nil { // what its secrets hold is known only now
		return Outcome{End: Failed, Reason: err.Error()}
	}
	ctx, cancel := context.WithTimeout(ctx, timeLimit)
	defer cancel()
	if c.Type == "email" {
		return s.mail(ctx, c, m)
	}
	k, _ := KindOf(c.Type) // Check knows it
	r, err := k.send(s, c, m)
	if err != nil {
		return Outcome{End: Failed, Reason: err.Error()}
	}
	out := s.once(ctx, k, r)
	if out.End == Unknown && k.again {
		out.End = Later
	}
	return out
}

// once sends a request. That it was sent a second time by the transport is ruled out: a POST or PUT with a body is not
// repeated once something of it may have been written.
func (s *Sender) once(ctx context.Context, k Kind, r request) Outcome {
	var connected atomic.Bool
	traced := httptrace.WithClientTrace(ctx, &httptrace.ClientTrace{WroteHeaders: func() { connected.Store(true) }})
	req, err := http.NewRequestWithContext(traced, r.method, r.url, bytes.NewReader(r.body))
	if err != nil {
		return Outcome{End: Failed, Reason: "its address cannot be read"}
	}
	if r.header != nil {
		req.Header = r.header
	}
	req.Header.Set("User-Agent", s.agent)
	got, err := s.client.Do(req)
	if err != nil {
		if connected.Load() {
			return Outcome{End: Unknown, Reason: "the connection ended before " + k.Name + " had answered"}
		}
		return Outcome{End: Later, Reason: unreached(err)}
	}
	defer got.Body.Close()
	body, err := io.ReadAll(io.LimitReader(got.Body, mostAnswer))
	if err != nil && got.StatusCode < 300 && k.answer != nil {
		return Outcome{End: Unknown, Reason: "the connection ended in the middle of " + k.Name + "'s answer"}
	}
	return read(k, &answered{status: got.StatusCode, header: got.Header, body: body})
}

// read makes an outcome of an answer.
func read(k Kind, a *answered) Outcome {
	said := ""
	if text := a.told(); text != "" {
		said = ": " + text
	}
	status := fmt.Sprintf("%s answered with status %d%s", k.Name, a.status, said)
	switch {
	case a.status >= 200 && a.status < 300:
		if k.answer != nil {
			return k.answer(a)
		}
		return Outcome{End: Sent}
	case a.status >= 300 && a.status < 400:
		return Outcome{End: Failed, Reason: fmt.Sprintf("%s answered with status %d, which leads to another address: that is not followed, because the message and its secrets would go there; set the new address", k.Name, a.status)}
	case a.status == http.StatusTooManyRequests, a.status == http.StatusServiceUnavailable:
		return Outcome{End: Later, Reason: status, Wait: a.wait(time.Now())}
	case a.status == http.StatusGatewayTimeout: // who stands between us does not know either
		return Outcome{End: Unknown, Reason: status}
	case a.status >= 500, a.status == http.StatusRequestTimeout, a.status == http.StatusTooEarly:
		return Outcome{End: Later, Reason: status}
	}
	return Outcome{End: Failed, Reason: status}
}

// told is what a service says about a failure, in one short line.
func (a *answered) told() string {
	var all map[string]any
	if json.Unmarshal(a.body, &all) != nil {
		return ""
	}
	for _, key := range []string{"description", "message", "error"} {
		if text, ok := all[key].(string); ok && text != "" {
			text = strings.Map(func(r rune) rune {
				if unicode.IsPrint(r) {
					return r
				}
				return ' '
			}, text)
			if runes := []rune(text); len(runes) > 200 {
				text = string(runes[:200]) + "…"
			}
			return strings.TrimSpace(text)
		}
	}
	return ""
}

// longestWait is how long a service is left alone at most, whatever it says.
const longestWait = 6 * time.Hour

// wait is how long the service wants to be left alone, by its header or, as Telegram and Discord say it, in its answer.
func (a *answered) wait(now time.Time) time.Duration {
	text := strings.TrimSpace(a.header.Get("Retry-After"))
	var wait time.Duration
	if seconds, err := strconv.ParseFloat(text, 64); err == nil && seconds > 0 {
		wait = time.Duration(min(seconds, longestWait.Seconds()) * float64(time.Second))
	} else if at, err := http.ParseTime(text); err == nil {
		wait = at.Sub(now)
	} else {
		var said struct {
			After      float64 `json:"retry_after"`
			Parameters struct {
				After float64 `json:"retry_after"`
			} `json:"parameters"`
		}
		_ = json.Unmarshal(a.body, &said) // it need not be JSON
		wait = time.Duration(min(max(said.After, said.Parameters.After, 0), longestWait.Seconds()) * float64(time.Second))
	}
	return min(max(wait, 0), longestWait)
}

// unreached says why nobody was reached, without the address: it may be a secret.
func unreached(err error) string {
	var dns *net.DNSError
	var op *net.OpError
	switch {
	case errors.As(err, &dns):
		return "its host is not known, or the network is down"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		return "it could not be reached in time"
	case errors.As(err, &op) && op.Op == "dial":
		return "it cannot be reached: nobody answers there, or the network is down"
	case errors.As(err, &op) && op.Op == "proxyconnect":
		return "the proxy of this machine cannot be reached"
	}
	var outer *url.Error
	if errors.As(err, &outer) && strings.Contains(outer.Err.Error(), "certificate") {
		return "its certificate is not one that this machine trusts"
	}
	return "it cannot be reached"
}
