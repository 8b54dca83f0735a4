package transport

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	gotransport "github.com/mark3labs/mcp-go/client/transport"

	"handrail/internal/web"
	"handrail/mcp/oauth"
)

// Limits of what a remote server sends.
const (
	mostMessage = 16 << 20 // bytes of one message
	mostExcuse  = 64 << 10 // bytes of the body of a failure that are looked at
)

// A wire is what all requests to one server go through. It sends nothing to any
// other place, adds the token of OAuth, turns failures into sentences and
// measures what comes back.
type wire struct {
	base    *url.URL
	next    *http.Transport
	bearer  *oauth.Bearer
	headers map[string]string
	lose    func()

	exchanges exchanges
	tap       func(r io.ReadCloser) io.ReadCloser // of the stream of the older transport; may be nil
}

// RoundTrip implements http.RoundTripper.
func (w *wire) RoundTrip(req *http.Request) (*http.Response, error) {
	x, req := w.exchanges.of(req)
	if !web.SameOrigin(req.URL, w.base) {
		return nil, x.fail(fmt.Errorf("the server redirects to %s, not to the %s in its URL: if that is right, put the new URL into its settings", web.Origin(req.URL), web.Origin(w.base)))
	}
	if x != nil && resumes(req) {
		if err := x.pace.wait(req.Context(), w.base.Host); err != nil {
			return nil, x.fail(err)
		}
	}
	req = w.dressed(req)
	token, err := w.token(req)
	if err != nil {
		return nil, x.fail(err)
	}
	resp, err := w.send(req, token)
	if err == nil && resp.StatusCode == http.StatusUnauthorized && token != "" {
		newer, renewErr := w.bearer.Renew(req.Context(), token)
		if renewErr != nil {
			_ = resp.Body.Close()
			w.lose()
			return nil, x.fail(&unauthorizedError{renewErr})
		}
		again, bodyErr := rewound(req)
		if newer != token && bodyErr == nil {
			_ = resp.Body.Close()
			token = newer
			resp, err = w.send(again, newer)
		}
	}
	if err != nil {
		if x == nil && req.Method == http.MethodGet && req.Context().Err() == nil {
			w.lose() // the stream of notifications cannot be opened any more
		}
		return nil, err
	}
	return w.judge(req, resp, x, token != "")
}

// dressed is the request with the person's headers: mcp-go ends a session without
// them, which a server that lets in by a header refuses.
func (w *wire) dressed(req *http.Request) *http.Request {
	own := req
	for name, value := range w.headers {
		if req.Header.Get(name) != "" {
			continue
		}
		if own == req {
			own = req.Clone(req.Context())
		}
		own.Header.Set(name, value)
	}
	return own
}

// token is what the request is allowed with; "" if there is none, or the person
// has written a header for that.
func (w *wire) token(req *http.Request) (string, error) {
	if req.Header.Get("Authorization") != "" || w.base.Scheme != "https" && !web.Loopback(w.base) {
		return "", nil
	}
	return w.bearer.Token(req.Context())
}

func (w *wire) send(req *http.Request, token string) (*http.Response, error) {
	if token != "" {
		req = req.Clone(req.Context())
		req.Header.Set("Authorization", "Bearer "+token)
	}
	return w.next.RoundTrip(req)
}

// rewound is the request with its body from the beginning.
func rewound(req *http.Request) (*http.Request, error) {
	again := req.Clone(req.Context())
	if req.Body == nil {
		return again, nil
	}
	if req.GetBody == nil {
		return nil, errors.New("the request cannot be sent twice")
	}
	body, err := req.GetBody()
	again.Body = body
	return again, err
}

// judge passes on what mcp-go understands, measured, and makes sentences of the
// rest.
func (w *wire) judge(req *http.Request, resp *http.Response, x *exchange, signed bool) (*http.Response, error) {
	media, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type"))
	switch {
	case resp.StatusCode >= 300 && resp.StatusCode < 400:
		return resp, nil // redirect is asked
	case resp.StatusCode >= 400:
		return w.refused(req, resp, x, media, signed)
	case resp.StatusCode == http.StatusOK && x != nil && media != "application/json" && media != "text/event-stream":
		defer resp.Body.Close()
		return nil, x.fail(notMCP(w.base, media))
	}
	resp.Body = &measured{ReadCloser: resp.Body, x: x, events: media == "text/event-stream", host: w.base.Host}
	if media == "text/event-stream" {
		resp.Body = &orderKeeper{ReadCloser: resp.Body}
	}
	if media == "text/event-stream" && req.Method == http.MethodGet && w.tap != nil {
		resp.Body = w.tap(resp.Body)
	}
	return resp, nil
}

// refused reads a failure. What is an answer of MCP's is passed on.
func (w *wire) refused(req *http.Request, resp *http.Response, x *exchange, media string, signed bool) (*http.Response, error) {
	defer resp.Body.Close()
	body, _ := io.ReadAll(io.LimitReader(resp.Body, mostExcuse)) // as far as it goes
	var rpc struct {
		Version string `json:"jsonrpc"`
		Error   *struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	isRPC := json.Unmarshal(body, &rpc) == nil && rpc.Version != "" && rpc.Error != nil
	session := req.Header.Get(gotransport.HeaderKeySessionID) != ""
	switch code := resp.StatusCode; {
	case code == http.StatusUnauthorized || code == http.StatusForbidden && strings.Contains(resp.Header.Get("WWW-Authenticate"), "insufficient_scope"):
		w.lose()
		return nil, x.fail(&unauthorizedError{w.unauthorized(req, resp, signed)})
	case code == http.StatusNotFound && session && x != nil:
		w.lose()
		return nil, x.fail(fmt.Errorf("%s has forgotten our session, perhaps because it was started again: try once more", w.base.Host))
	case x == nil || isRPC && code != http.StatusNotFound && x.method != "initialize":
		resp.Body = io.NopCloser(bytes.NewReader(body))
		return resp, nil
	}
	status := &statusError{code: resp.StatusCode, host: w.base.Host}
	switch {
	case isRPC:
		status.said = rpc.Error.Message
	case media == "text/plain" || media == "":
		status.said = string(body)
	}
	return nil, x.fail(status)
}

// An unauthorizedError says why a server lets nobody in.
type unauthorizedError struct{ error }

// Unwrap returns what it says.
func (e *unauthorizedError) Unwrap() error { return e.error }

// unauthorized is what a 401 means.
func (w *wire) unauthorized(req *http.Request, resp *http.Response, signed bool) error {
	switch code := resp.StatusCode; {
	case req.Header.Get("Authorization") != "" && !signed:
		return fmt.Errorf("%s refuses the token in the header Authorization (HTTP %d): check it in the server's settings", w.base.Host, code)
	case w.base.Scheme != "https" && !web.Loopback(w.base):
		return fmt.Errorf("%s asks you to sign in, and its URL begins with http: so that others could read your token on the way; write https: in its settings", w.base.Host)
	case !w.bearer.CanSignIn():
		return fmt.Errorf("%s asks for a token (HTTP %d), and nobody can sign in here: put one into its settings, as a header named Authorization", w.base.Host, code)
	case code == http.StatusForbidden:
		return w.bearer.Widen(req.Context(), resp.Header)
	case signed:
		return fmt.Errorf("%w again: %s does not take your token any more", oauth.ErrSignIn, w.base.Host)
	}
	return fmt.Errorf("%w: %s asks who you are", oauth.ErrSignIn, w.base.Host)
}

// redirect decides about a redirect: within the same place, and as the request
// was meant.
func (w *wire) redirect(req *http.Request, via []*http.Request) error {
	x, _ := w.exchanges.of(req)
	switch {
	case len(via) > 5:
		return x.fail(fmt.Errorf("%s redirects in a circle: check the URL of the server", w.base.Host))
	case !web.SameOrigin(req.URL, w.base):
		return x.fail(fmt.Errorf("the server redirects to %s, not to the %s in its URL: if that is right, put the new URL into its settings", web.Origin(req.URL), web.Origin(w.base)))
	case req.Method != via[0].Method:
		return x.fail(fmt.Errorf("%s redirects to %s, where no request can be sent: check the URL of the server", w.base.Host, req.URL.Path))
	}
	return nil
}

// measured is a body that ends with an error where it holds more than a message
// may. Of a stream of events each is measured by itself.
type measured struct {
	io.ReadCloser
	x      *exchange
	host   string
	events bool
	size   int // bytes of this message so far
	line   int // bytes of its last line so far
}

// Read implements io.Reader.
func (m *measured) Read(p []byte) (int, error) {
	n, err := m.ReadCloser.Read(p)
	if m.events && m.x != nil && bytes.IndexByte(p[:n], '{') >= 0 {
		m.x.pace.news()
	}
	for _, c := range p[:n] {
		m.size++
		switch {
		case m.events && c == '\n' && m.line == 0:
			m.size = 0
		case c == '\n':
			m.line = 0
		case c != '\r':
			m.line++
		}
		if m.size > mostMessage {
			return 0, m.x.fail(fmt.Errorf("%s sent a message of more than %d MB, which is the most that is read", m.host, mostMessage>>20))
		}
	}
	if err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, context.Canceled) {
		_ = m.x.fail(fmt.Errorf("the connection to %s broke in the middle of an answer: %w", m.host, err))
	}
	return n, err
}
