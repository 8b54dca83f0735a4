package oauth

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"handrail/internal/web"
	"handrail/mcp"
)

// renewWait is how long the renewal of a token may take.
const renewWait = 30 * time.Second

// A Bearer knows the token of one server, and renews it. It is safe for
// concurrent use.
type Bearer struct {
	s      SignIn
	server string
	now    func() time.Time

	mu   sync.Mutex
	read bool
	have grant
}

// NewBearer makes the bearer of a server's tokens. It reads the vault when it is first used.
func NewBearer(server mcp.Server, s SignIn) *Bearer {
	return &Bearer{s: s, server: server.URL, now: time.Now}
}

// CanSignIn reports whether there is a vault for what signing in gives.
func (b *Bearer) CanSignIn() bool { return b.s.Vault != nil }

// Token is the token to send; "" if there is none: then the server says whether
// it wants one.
func (b *Bearer) Token(ctx context.Context) (string, error) {
	if b.s.Vault == nil {
		return "", nil
	}
	b.mu.Lock()
	g, read := b.have, b.read
	b.mu.Unlock()
	if !read {
		var err error
		if g, err = b.s.load(ctx, b.server); err != nil {
			return "", err
		}
		b.keep(g)
	}
	if g.Token == "" || g.fresh(b.now()) {
		return g.Token, nil
	}
	next, err := b.Renew(ctx, g.Token)
	if err != nil && !errors.Is(err, ErrSignIn) && g.Expires.After(b.now()) {
		return g.Token, nil // it holds a little longer
	}
	return next, err
}

func (b *Bearer) keep(g grant) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.have, b.read = g, true
}

// Renew gets a token in place of one that is old or was refused, once for all
// goroutines and processes that need it. The error wraps ErrSignIn if the person
// has to sign in again.
//
// It goes on when ctx ends: a refresh token may be good for one use only, and
// what it brings must be kept.
func (b *Bearer) Renew(ctx context.Context, old string) (string, error) {
	type result struct {
		token string
		err   error
	}
	done := make(chan result, 1)
	go func() {
		within, cancel := context.WithTimeout(context.WithoutCancel(ctx), renewWait)
		defer cancel()
		token, err := b.renewed(within, old)
		done <- result{token, err}
	}()
	select {
	case r := <-done:
		return r.token, r.err
	case <-ctx.Done():
		return "", ctx.Err()
	}
}

func (b *Bearer) renewed(ctx context.Context, old string) (string, error) {
	release, err := b.s.Vault.Hold(ctx)
	if err != nil {
		return "", fmt.Errorf("the sign-in can't be renewed: %w", err)
	}
	defer release()
	g, err := b.s.load(ctx, b.server)
	if err != nil {
		return "", err
	}
	if g.Token != old && g.fresh(b.now()) { // somebody else was faster
		b.keep(g)
		return g.Token, nil
	}
	if b.s.Machine {
		return b.again(ctx, g)
	}
	if g.Refresh == "" {
		b.forget(ctx, g)
		return "", fmt.Errorf("%w again: your token has run out", ErrSignIn)
	}
	next, err := refresh(ctx, b.server, b.s.Way, g, b.now())
	var refused *oauthError
	switch {
	case errors.As(err, &refused) && refused.passes():
		return "", fmt.Errorf("%s cannot renew your token now (%s): try again later", host(g.Issuer), refused.words())
	case refused != nil:
		b.forget(ctx, g)
		return "", fmt.Errorf("%w again: %s does not renew your token (%s)", ErrSignIn, host(g.Issuer), refused.words())
	case err != nil:
		return "", err
	}
	if err := b.s.save(ctx, next); err != nil {
		return "", err
	}
	b.keep(next)
	return next.Token, nil
}

// again gets another token for ourselves. The vault is held.
func (b *Bearer) again(ctx context.Context, g grant) (string, error) {
	next, err := machineGrant(ctx, newOAuthClient(b.server, b.s.Way), g, b.s, b.now())
	if err == nil {
		err = b.s.save(ctx, next)
	}
	if err != nil {
		return "", err
	}
	b.keep(next)
	return next.Token, nil
}

// forget drops the tokens and keeps who we are to the server.
func (b *Bearer) forget(ctx context.Context, g grant) {
	g.Token, g.Refresh, g.Expires = "", "", time.Time{}
	_ = b.s.save(ctx, g) // it is of no use, kept or not
	b.keep(g)
}

// An oauthError is a no of an authorization server's, in OAuth's words.
type oauthError struct {
	Code        string `json:"error"`
	Description string `json:"error_description"`
}

// Error implements error.
func (e *oauthError) Error() string { return e.words() }

// passes reports whether it says that the server cannot answer now, and nothing of
// what it was asked.
func (e *oauthError) passes() bool {
	return e.Code == "temporarily_unavailable" || e.Code == "server_error" || e.Code == "slow_down"
}

func (e *oauthError) words() string {
	if text := mcp.Clip(e.Description, 200); text != "" {
		return mcp.Clip(e.Code, 60) + ": " + text
	}
	return mcp.Clip(e.Code, 60)
}

// number reads seconds, which some servers send as a text.
func number(raw json.RawMessage) int64 {
	var n json.Number
	text := strings.Trim(string(raw), `"`)
	if json.Unmarshal([]byte(text), &n) != nil {
		return 0
	}
	f, err := n.Float64()
	if err != nil || f < 0 || f > 1e12 {
		return 0
	}
	return int64(f)
}

// askJSON sends a request and reads the JSON that comes back, of at most 1 MB,
// also with a failure. No error holds a body or a URL.
func askJSON(client *http.Client, req *http.Request, into any) (status int, err error) {
	req.Header.Set("Accept", "application/json")
	resp, err := client.Do(req)
	if err != nil {
		if req.Context().Err() != nil {
			return 0, req.Context().Err()
		}
		_, said := web.Explain(req.URL, err)
		return 0, said
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(io.LimitReader(resp.Body, mostOAuth+1))
	if err == nil && len(body) > mostOAuth {
		err = fmt.Errorf("%s sends more than %d KB, where a short answer is due", req.URL.Host, mostOAuth>>10)
	}
	if err == nil && resp.StatusCode != http.StatusNotFound && json.Unmarshal(body, into) != nil {
		err = fmt.Errorf("%s does not answer as an authorization server does (HTTP %d)", req.URL.Host, resp.StatusCode)
	}
	return resp.StatusCode, err
}

// mostOAuth is how many bytes of an answer of OAuth's are read.
const mostOAuth = 1 << 20

// newOAuthClient is how authorization servers are asked: over https, and over
// http on this machine where the MCP server is on it too, so that no server from
// outside can make us ask what only this machine can reach.
func newOAuthClient(server string, way web.Way) *http.Client {
	at, err := url.Parse(server)
	local := err == nil && web.Loopback(at)
	return &http.Client{
		Timeout:   renewWait,
		Transport: guarded{next: web.NewTransport(way), local: local},
		CheckRedirect: func(req *http.Request, via []*http.Request) error {
			if len(via) > 3 || req.Method != http.MethodGet || via[0].Method != http.MethodGet {
				return errors.New("an authorization server redirects where it must not")
			}
			return nil
		},
	}
}

// guarded sends nothing in the clear, and nothing to this machine for a server
// that is elsewhere.
type guarded struct {
	next  *http.Transport
	local bool
}

// RoundTrip implements http.RoundTripper.
func (g guarded) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := mayAsk(req.URL, g.local); err != nil {
		return nil, err
	}
	return g.next.RoundTrip(req)
}

// mayAsk reports whether a URL of an authorization server may be used.
func mayAsk(u *url.URL, local bool) error {
	switch {
	case u.Host == "" || u.Scheme != "https" && u.Scheme != "http":
		return errors.New("an address of the authorization server is no URL of the web: signing in is refused")
	case local && web.Loopback(u):
		return nil
	case u.Scheme != "https":
		return fmt.Errorf("the authorization server at %s is not asked over https: signing in is refused, since others could read along", mcp.Clip(u.Host, 100))
	case web.Loopback(u):
		return fmt.Errorf("a server from elsewhere sends you to %s on this machine to sign in: that is refused", mcp.Clip(u.Host, 100))
	}
	return nil
}

// host is the host of a URL, for a sentence.
func host(text string) string {
	u, err := url.Parse(text)
	if err != nil || u.Host == "" {
		return "the authorization server"
	}
	return mcp.Clip(u.Host, 100)
}
