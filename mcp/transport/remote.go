package transport

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"sync"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/web"
	"handrail/mcp"
	"handrail/mcp/oauth"
)

// openRemote prepares the way to a remote server. Nothing is sent before the
// transport's first request, except to a server of the older transport, which is
// connected to by Start. Errors of requests say in a sentence what is wrong;
// those that only the person's signing in mends wrap ErrSignIn.
//
// The URL is the person's own choice, so it may name this machine, and plain
// http if it is written so; tokens of OAuth go over plain http to this machine
// only. Nothing follows a redirect to another place: what is sent is meant for
// the place that the person named (decision 0405).
func openRemote(_ context.Context, c Config) (*Link, error) {
	base, err := c.Server.Address()
	if err != nil {
		return nil, err
	}
	r := &remote{config: c, base: base, lost: make(chan struct{})}
	r.life, r.end = context.WithCancel(context.Background())
	r.wire = &wire{base: base, next: web.NewTransport(c.SignIn.Way), lose: r.lose, bearer: oauth.NewBearer(c.Server, c.SignIn), headers: c.Server.Headers}
	r.http = &http.Client{Transport: r.wire, CheckRedirect: r.wire.redirect}
	if c.Server.Transport == mcp.SSE {
		r.sse, err = r.newSSE()
	} else {
		r.stream, err = r.newStream()
	}
	if err != nil {
		return nil, fmt.Errorf("the URL of the server cannot be used: %w", err)
	}
	return &Link{Transport: r, Gone: r.lost, Said: r.said, Note: r.note, Close: r.shut}, nil
}

// newStream makes the newer transport.
func (r *remote) newStream() (*gotransport.StreamableHTTP, error) {
	stream, err := gotransport.NewStreamableHTTP(r.base.String(),
		gotransport.WithHTTPBasicClient(r.http), gotransport.WithHTTPHeaders(r.config.Server.Headers),
		gotransport.WithHTTPLogger(quiet()), gotransport.WithContinuousListening()) //nolint:staticcheck // servers of today tell of changes there
	if err == nil {
		stream.SetRequestHandler(r.serve)
	}
	return stream, err
}

// quiet keeps the library's own words out of everybody's log: what matters in
// them comes as an error, and they may hold a URL with its secrets.
func quiet() *slog.Logger { return slog.New(slog.NewTextHandler(io.Discard, nil)) }

// A remote is the transport of a remote server: streamable HTTP or, where that
// is not spoken, the older SSE. It is used like one of mcp-go's own.
type remote struct {
	config Config
	base   *url.URL
	wire   *wire
	http   *http.Client
	life   context.Context // ends with the link
	end    context.CancelFunc

	lost  chan struct{}
	once  sync.Once
	asked visitors // requests of the server's that are answered now

	mu           sync.Mutex
	stream       *gotransport.StreamableHTTP // nil with Transport SSE
	sse          *gotransport.SSE            // what is spoken, if it is not nil
	handler      gotransport.RequestHandler
	notified     func(protocol.JSONRPCNotification)
	version      string
	unauthorized error       // what the server said to server/discover, if it lets nobody in
	strayed      func(error) // told that the server wants its requests elsewhere
	notes        []string
	ended        bool
}

var (
	_ gotransport.BidirectionalInterface = (*remote)(nil)
	_ gotransport.HTTPConnection         = (*remote)(nil)
)

// lose tells that the connection is lost.
func (r *remote) lose() { r.once.Do(func() { close(r.lost) }) }

// note keeps a sentence for the person.
func (r *remote) note(text string) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.notes = append(r.notes, CutLine(text))
	r.notes = r.notes[max(0, len(r.notes)-mostNotes):]
}

// mostNotes is how many sentences are kept for the person.
const mostNotes = 100

func (r *remote) said() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	out := append([]string(nil), r.notes...)
	if r.base.Scheme == "http" && !web.Loopback(r.base) {
		out = append(out, "Handrail: what is sent to "+r.base.Host+" can be read on the way there, because its URL begins with http:")
	}
	return out
}

// Start implements transport.Interface. The connection outlives ctx.
func (r *remote) Start(ctx context.Context) error {
	if r.config.Server.Transport == mcp.SSE {
		return r.explain(ctx, nil, r.startSSE(ctx, r.sse))
	}
	return r.stream.Start(r.life)
}

// Close implements transport.Interface.
func (r *remote) Close() error {
	r.mu.Lock()
	ended := r.ended
	r.ended = true
	stream, sse := r.stream, r.sse
	r.mu.Unlock()
	if ended {
		return nil
	}
	var err error
	if stream != nil {
		err = stream.Close() // tells the server, in 5 s at most
	}
	if sse != nil {
		err = errors.Join(err, sse.Close())
	}
	r.end()
	r.wire.next.CloseIdleConnections()
	return err
}

func (r *remote) shut() {
	_ = r.Close() // the server may be gone already
	r.lose()
}

// current is the transport that is spoken.
func (r *remote) current() gotransport.HTTPConnection {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.sse != nil {
		return r.sse
	}
	return r.stream
}

// GetSessionId implements transport.Interface.
func (r *remote) GetSessionId() string { return r.current().GetSessionId() }

// SetProtocolVersion implements transport.HTTPConnection.
func (r *remote) SetProtocolVersion(version string) {
	r.mu.Lock()
	r.version = version
	r.mu.Unlock()
	r.current().SetProtocolVersion(version)
}

// SetNotificationHandler implements transport.Interface.
func (r *remote) SetNotificationHandler(handler func(protocol.JSONRPCNotification)) {
	r.mu.Lock()
	r.notified = handler
	r.mu.Unlock()
	r.current().SetNotificationHandler(handler)
}

// SetRequestHandler implements transport.BidirectionalInterface.
func (r *remote) SetRequestHandler(handler gotransport.RequestHandler) {
	r.mu.Lock()
	r.handler = handler
	r.mu.Unlock()
}

// SendRequest implements transport.Interface. Its errors are sentences.
func (r *remote) SendRequest(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
	x := r.wire.exchanges.start(request.Method)
	defer r.wire.exchanges.end(x)
	request.Header = request.Header.Clone()
	if request.Header == nil {
		request.Header = http.Header{}
	}
	request.Header.Set(exchangeHeader, x.id)
	if err := r.closed(); err != nil && request.Method == string(protocol.MethodInitialize) {
		return nil, err
	}
	answer, err := r.current().SendRequest(context.WithValue(ctx, exchangeKey{}, x), request)
	if err == nil && !answers(answer, request) {
		return nil, fmt.Errorf("%s answered another request than the one that it was sent: its makers have to mend that", r.base.Host)
	}
	if err == nil && request.Method == string(protocol.MethodServerDiscover) {
		return r.discovered(request, answer)
	}
	if err == nil {
		return answer, nil
	}
	err = r.explain(ctx, x, err)
	var closed *unauthorizedError
	if request.Method == string(protocol.MethodServerDiscover) && errors.As(err, &closed) {
		r.mu.Lock()
		r.unauthorized = closed
		r.mu.Unlock()
	}
	if request.Method == string(protocol.MethodInitialize) && r.older(err) {
		return r.fallBack(ctx, request, err)
	}
	return nil, err
}

// discovered looks whether the server speaks the revision that it was asked in:
// some that do not answer the question all the same, and mcp-go would go on with
// it. Then it is as if the question were not known, and all begins anew.
func (r *remote) discovered(request gotransport.JSONRPCRequest, answer *gotransport.JSONRPCResponse) (*gotransport.JSONRPCResponse, error) {
	r.mu.Lock()
	version, old, notified := r.version, r.stream, r.notified
	r.mu.Unlock()
	if speaks(answer, version) || old == nil {
		return answer, nil
	}
	stream, err := r.newStream()
	if err == nil {
		err = stream.Start(r.life)
	}
	if err != nil {
		return nil, err
	}
	if notified != nil {
		stream.SetNotificationHandler(notified)
	}
	r.mu.Lock()
	r.stream = stream
	r.mu.Unlock()
	go func() { _ = old.Close() }() // nothing was begun with it; a server that gave it a session has 5 s to hear of its end
	return notSpoken(request), nil
}

// closed is why no older revision is tried: whoever may not ask which revisions there are may speak
// none of them, and mcp-go would only lose the reason.
func (r *remote) closed() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.unauthorized
}

// SendNotification implements transport.Interface.
func (r *remote) SendNotification(ctx context.Context, notification protocol.JSONRPCNotification) error {
	return r.explain(ctx, nil, r.current().SendNotification(ctx, notification))
}

// explain makes a sentence of an error, and notices what ends the connection.
func (r *remote) explain(ctx context.Context, x *exchange, err error) error {
	if err == nil {
		return nil
	}
	if cause := x.cause(); cause != nil {
		return cause
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fatal, said := explain(r.base, err)
	if fatal {
		r.lose()
	}
	return said
}

// older reports whether an error to the first request means that the server may
// speak the older transport only.
func (r *remote) older(err error) bool {
	r.mu.Lock()
	already := r.sse != nil
	r.mu.Unlock()
	var status *statusError
	return !already && r.config.Server.Transport == "" && errors.As(err, &status) &&
		(status.code == http.StatusNotFound || status.code == http.StatusMethodNotAllowed || status.code == http.StatusNotAcceptable)
}
