package llm

import (
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"sync/atomic"
	"time"

	"handrail/internal/web"
)

// Limits of an exchange.
const (
	// AnswerLimit is how many bytes an answer may have on the wire.
	AnswerLimit = 64 << 20
	// errorLimit is how much of an error page is read.
	errorLimit = 64 << 10
	// headerLimit is how long a server may take to begin its answer: a local
	// model reads a long conversation for minutes before it writes a word.
	headerLimit = 10 * time.Minute
	// idleLimit is how long an answer may stand still.
	idleLimit = 5 * time.Minute
)

// Client is the HTTP client of a provider. It follows no redirect: a redirect
// would carry the key to another host. way is how it leaves this machine.
func Client(way web.Way) *http.Client {
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	if t, ok := http.DefaultTransport.(*http.Transport); ok {
		t = t.Clone()
		t.ResponseHeaderTimeout, t.Proxy = headerLimit, way.For
		client.Transport = t
	}
	return client
}

// A Guard stands between a vendor's library and its server. It turns every
// failure into an *Error that says what to do and holds no key, and bounds the
// size of an answer and the time that it may stand still.
type Guard struct {
	Provider string
	Base     string        // the server's address, for errors
	Secret   string        // the key, cut out of everything the server says
	Streams  bool          // a stream is asked for: another answer is an error
	Idle     time.Duration // 0: 5 minutes
	Limit    int64         // bytes; 0: AnswerLimit
}

// Do is a middleware of both vendors' libraries. Its error is an *Error or
// the request's context's.
func (g Guard) Do(req *http.Request, next func(*http.Request) (*http.Response, error)) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return nil, g.networkError(req.Context(), err)
	}
	if res.StatusCode < 200 || res.StatusCode > 299 {
		return nil, g.statusError(res)
	}
	switch media, _, _ := mime.ParseMediaType(res.Header.Get("Content-Type")); {
	case media == "text/html":
		return nil, g.webPage(res)
	case media == "application/json" && g.Streams:
		return nil, g.notStreamed(res)
	}
	res.Body = newBody(req.Context(), g, res.Body)
	return res, nil
}

// networkError explains a request that got no answer.
func (g Guard) networkError(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var ready *Error
	if errors.As(err, &ready) {
		return err
	}
	// The URL may hold a password or a key, so the error is taken out of it.
	var u *url.Error
	if errors.As(err, &u) {
		err = u.Err
	}
	e := &Error{Kind: Network, Provider: g.Provider, Err: err,
		Message: fmt.Sprintf("no answer from %s: %s", g.address(), g.clean(err.Error()))}
	var dns *net.DNSError
	switch {
	case web.Refused(err):
		e.Final = true
		e.Hint = "Nothing is listening there: start the server, or check its address in Settings, Models"
	case errors.As(err, &dns) && dns.IsNotFound:
		e.Final = true
		e.Hint = "There is no such host: check the address in Settings, Models, and the network"
	default:
		e.Hint = "Check the network and the address in Settings, Models"
	}
	return e
}

// address is the server's, without anything secret in it.
func (g Guard) address() string {
	u, err := url.Parse(g.Base)
	if err != nil || u.Host == "" {
		return "the server"
	}
	return u.Scheme + "://" + u.Host + u.Path
}

func (g Guard) webPage(res *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, errorLimit))
	_ = res.Body.Close()
	return &Error{Kind: BadRequest, Provider: g.Provider, Status: res.StatusCode,
		Message: fmt.Sprintf("%s answered with a web page%s, not with a model's answer", g.address(), g.pageTitle(string(body))),
		Hint:    "Check the address in Settings, Models: it usually ends in /v1"}
}

// notStreamed explains a JSON answer where a stream was asked for: some
// servers report an error so, with status 200.
func (g Guard) notStreamed(res *http.Response) error {
	body, _ := io.ReadAll(io.LimitReader(res.Body, errorLimit))
	_ = res.Body.Close()
	if said := parseFault(body); said.message != "" || said.code != "" {
		return g.Fault(0, body)
	}
	return &Error{Kind: BadRequest, Provider: g.Provider, Status: res.StatusCode,
		Message: fmt.Sprintf("%s did not stream its answer", g.address()),
		Hint:    "Check the address in Settings, Models, and that the server can stream"}
}

// Explain turns what a vendor's library returned into an *Error or ctx's
// error: what this Guard said, or a part of an answer that could not be read.
func (g Guard) Explain(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if e := AsError(err); e != nil {
		return e
	}
	return &Error{Kind: BrokenStream, Provider: g.Provider, Message: "the answer breaks the protocol: " + g.clean(err.Error())}
}

// A body is the answer as it comes, bounded in size and in silence.
type body struct {
	ctx   context.Context // of the request: it only tells a cancelled read from a broken one
	guard Guard
	rc    io.ReadCloser
	idle  *time.Timer
	every time.Duration
	quiet atomic.Bool // the answer stood still for too long
	left  int64
}

func newBody(ctx context.Context, g Guard, rc io.ReadCloser) *body {
	b := &body{ctx: ctx, guard: g, rc: rc, every: g.Idle, left: g.Limit}
	if b.every <= 0 {
		b.every = idleLimit
	}
	if b.left <= 0 {
		b.left = AnswerLimit
	}
	b.idle = time.AfterFunc(b.every, func() {
		b.quiet.Store(true)
		_ = rc.Close()
	})
	b.idle.Stop()
	return b
}

// Read implements io.Reader. Every error but io.EOF is an *Error or the
// context's.
func (b *body) Read(p []byte) (int, error) {
	if b.left >= 0 && int64(len(p)) > b.left+1 { // one more shows that there is more
		p = p[:b.left+1]
	}
	b.idle.Reset(b.every) // only the server's silence counts, not the reader's
	n, err := b.rc.Read(p)
	b.idle.Stop()
	if b.left -= int64(n); b.left < 0 {
		return 0, tooLarge(b.guard.Provider)
	}
	if err == nil {
		return n, nil
	}
	if errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
		return n, io.EOF
	}
	return n, b.readError(err)
}

func tooLarge(provider string) *Error {
	return &Error{Kind: BrokenStream, Provider: provider, Final: true, Message: "the answer is too large", Hint: "Ask for less at once"}
}

func (b *body) readError(err error) error {
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	e := &Error{Kind: BrokenStream, Provider: b.guard.Provider, Err: err, Message: "the answer broke off: " + b.guard.clean(err.Error())}
	if b.quiet.Load() {
		e.Message, e.Err = fmt.Sprintf("the answer stalled for %s", b.every), nil
	}
	return e
}

// Close implements io.Closer.
func (b *body) Close() error {
	b.idle.Stop()
	return b.rc.Close()
}
