package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	gotransport "github.com/mark3labs/mcp-go/client/transport"
	protocol "github.com/mark3labs/mcp-go/mcp"

	"handrail/internal/web"
	"handrail/mcp"
	"handrail/mcp/oauth"
)

// newSSE makes the older transport. It is not connected yet.
func (r *remote) newSSE() (*gotransport.SSE, error) {
	sse, err := gotransport.NewSSE(r.base.String(),
		gotransport.WithHTTPClient(r.http), gotransport.WithHeaders(r.config.Server.Headers), gotransport.WithSSELogger(quiet()),
		gotransport.WithEndpointTimeout(mcp.ConnectTimeout), gotransport.WithResponseTimeout(24*time.Hour)) // calls bring their own limit
	if err != nil {
		return nil, err
	}
	sse.SetConnectionLostHandler(func(error) { r.lose() })
	r.wire.tap = func(body io.ReadCloser) io.ReadCloser {
		return &tap{ReadCloser: body, found: r.overheard, placed: r.placed}
	}
	return sse, nil
}

// startSSE connects, for the life of the link. The end of ctx gives up.
func (r *remote) startSSE(ctx context.Context, sse *gotransport.SSE) error {
	x := r.wire.exchanges.start("")
	defer r.wire.exchanges.end(x)
	stop := context.AfterFunc(ctx, func() { _ = sse.Close() }) // it is of no use any more
	defer stop()
	r.mu.Lock()
	r.strayed = func(err error) { // mcp-go would wait for another address in silence
		_ = x.fail(err)
		go func() { _ = sse.Close() }() // it reads now
	}
	r.mu.Unlock()
	err := sse.Start(r.life)
	r.mu.Lock()
	r.strayed = nil
	r.mu.Unlock()
	if cause := x.cause(); err != nil && cause != nil {
		return cause
	}
	return err
}

// placed looks at the address to which the server wants its requests sent.
func (r *remote) placed(address string) {
	at, err := r.base.Parse(address)
	r.mu.Lock()
	strayed := r.strayed
	r.mu.Unlock()
	if err == nil && strayed != nil && !web.SameOrigin(at, r.base) {
		strayed(fmt.Errorf("the server wants its requests at %s, not at the %s in its URL: if that is right, put the new URL into its settings", web.Origin(at), web.Origin(r.base)))
	}
}

// fallBack goes over to the older transport after the newer one was refused with
// first, and sends the request again.
func (r *remote) fallBack(ctx context.Context, request gotransport.JSONRPCRequest, first error) (*gotransport.JSONRPCResponse, error) {
	sse, err := r.newSSE()
	if err != nil {
		return nil, first
	}
	if err := r.startSSE(ctx, sse); err != nil {
		_ = sse.Close()
		r.wire.tap = nil
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if errors.Is(err, oauth.ErrSignIn) {
			return nil, err
		}
		return nil, fmt.Errorf("%w (the older transport, SSE, fails too)", first)
	}
	r.mu.Lock()
	r.sse = sse
	if r.notified != nil {
		sse.SetNotificationHandler(r.notified)
	}
	sse.SetProtocolVersion(r.version)
	ended := r.ended
	r.mu.Unlock()
	if ended {
		_ = sse.Close()
		return nil, gotransport.ErrTransportClosed
	}
	return r.SendRequest(ctx, request)
}

// serve handles a request of the server's. mcp-go would give the person 30
// seconds for it and send no answer later; so the answer is sent from here, and
// mcp-go is given none. Where there are too many at once the rest gets no answer: each
// would take a connection.
func (r *remote) serve(ctx context.Context, request gotransport.JSONRPCRequest) (*gotransport.JSONRPCResponse, error) {
	if !r.asked.enter() {
		r.asked.full.Do(func() { r.note("Handrail: the server asks too much at once; not all of it was answered") })
		return nil, nil
	}
	defer r.asked.leave()
	own, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	defer context.AfterFunc(r.life, cancel)()
	// mcp-go does not say in the course of which request of ours it is asked for:
	// it is taken back when those that are under way now are over.
	if under := r.wire.exchanges.under(); len(under) > 0 {
		go func() {
			for _, x := range under {
				select {
				case <-x.done:
				case <-own.Done():
					return
				}
			}
			cancel()
		}()
	}
	r.mu.Lock()
	handler := r.handler
	r.mu.Unlock()
	var answer *gotransport.JSONRPCResponse
	err := errors.New("nothing of the kind is offered")
	if handler != nil {
		answer, err = handler(own, request)
	}
	if err != nil {
		answer = gotransport.NewJSONRPCErrorResponse(request.ID, protocol.INTERNAL_ERROR, err.Error(), nil)
	}
	if answer == nil {
		return nil, nil
	}
	if err := r.post(r.life, answer); err != nil && r.life.Err() == nil { // also where it was taken back: the server waits
		r.note("Handrail: an answer could not be sent: " + err.Error())
	}
	return nil, nil
}

// post sends an answer to a request of the server's.
func (r *remote) post(ctx context.Context, answer *gotransport.JSONRPCResponse) error {
	body, err := json.Marshal(answer)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	r.mu.Lock()
	target, session, version := r.base, "", r.version
	if r.sse != nil {
		target = r.sse.GetEndpoint()
	} else {
		session = r.stream.GetSessionId()
	}
	r.mu.Unlock()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, target.String(), bytes.NewReader(body))
	if err != nil {
		return errors.New("the address for answers cannot be used")
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	for name, value := range map[string]string{gotransport.HeaderKeySessionID: session, gotransport.HeaderKeyProtocolVersion: version} {
		if value != "" {
			req.Header.Set(name, value)
		}
	}
	for name, value := range r.config.Server.Headers {
		req.Header.Set(name, value)
	}
	resp, err := r.http.Do(req)
	if err != nil {
		_, said := web.Explain(r.base, err)
		return said
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 {
		return &statusError{code: resp.StatusCode, host: r.base.Host}
	}
	return nil
}

// overheard handles a message on the stream of the older transport: mcp-go drops
// requests of the server's there, such as ping and elicitation.
func (r *remote) overheard(data []byte) {
	var request struct {
		Method string              `json:"method"`
		ID     *protocol.RequestId `json:"id"`
		Params json.RawMessage     `json:"params"`
	}
	if json.Unmarshal(data, &request) != nil || request.Method == "" || request.ID == nil || request.ID.IsNil() {
		return
	}
	in := gotransport.JSONRPCRequest{JSONRPC: protocol.JSONRPC_VERSION, ID: *request.ID, Method: request.Method}
	if len(request.Params) > 0 {
		in.Params = request.Params
	}
	go func() { _, _ = r.serve(r.life, in) }() // it sends the answer itself
}

// A tap reads a stream of events along with somebody else.
type tap struct {
	io.ReadCloser
	found  func(data []byte)
	placed func(address string) // of the event that names where requests go; may be nil
	line   []byte
	event  string
	data   []byte
}

// Read implements io.Reader. What is kept is limited by measured, below.
func (t *tap) Read(p []byte) (int, error) {
	n, err := t.ReadCloser.Read(p)
	for rest := p[:n]; len(rest) > 0; {
		head, tail, complete := bytes.Cut(rest, []byte("\n"))
		t.line = append(t.line, head...)
		if !complete {
			break
		}
		rest = tail
		t.end(strings.TrimSuffix(string(t.line), "\r"))
		t.line = t.line[:0]
	}
	return n, err
}

// end takes in a whole line.
func (t *tap) end(line string) {
	if event, ok := strings.CutPrefix(line, "event:"); ok {
		t.event = strings.TrimSpace(event)
	}
	if data, ok := strings.CutPrefix(line, "data:"); ok {
		if len(t.data) > 0 {
			t.data = append(t.data, '\n')
		}
		t.data = append(t.data, strings.TrimPrefix(data, " ")...)
	}
	if line != "" {
		return
	}
	switch event := t.event; {
	case len(t.data) == 0:
	case event == "endpoint" && t.placed != nil:
		t.placed(string(t.data))
	default:
		t.found(t.data)
	}
	t.event, t.data = "", nil
}
