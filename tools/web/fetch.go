package web

import (
	"context"
	"crypto/x509"
	"errors"
	"io"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"
	"time"

	"handrail/tools"
)

// The limits of a fetch (docs/spec/05-built-in-tools.md#web_fetch).
const (
	bodyLimit  = 10 << 20 // bytes of a page that are read, decompressed
	fetchLimit = 30 * time.Second
	hopsLimit  = 10 // redirects
	headLimit  = 256 << 10
)

// Config is what a Fetcher is made of. The zero Config is that of the public internet,
// without a proxy.
type Config struct {
	// Check refuses an IP address before it is dialled; nil: CheckPublic.
	Check func(netip.Addr) error
	// Resolver finds the addresses of names; nil: the system's.
	Resolver *net.Resolver
	// Proxy is the way out that the person's environment names for an address; nil, or a nil
	// URL: none.
	Proxy func(*url.URL) (*url.URL, error)
	// Roots are who vouches for servers; nil: those of the system.
	Roots *x509.CertPool
	// Agent is what servers are told of who asks; "": Handrail.
	Agent string
	Body  int64         // bytes of a page that are read; 0: 10 MB
	Limit time.Duration // how long one fetch may take; 0: 30 s
	Now   func() time.Time
}

// A Fetcher fetches pages. It keeps, per session, what it may show again if the server says
// that it is the same, and which hosts have asked for a pause. It is safe for concurrent use;
// one is enough for the whole app.
type Fetcher struct {
	c      Config
	ways   ways
	cache  cache
	pauses pauses
}

// New makes a Fetcher.
func New(c Config) *Fetcher {
	if c.Check == nil {
		c.Check = CheckPublic
	}
	if c.Resolver == nil {
		c.Resolver = net.DefaultResolver
	}
	if c.Proxy == nil {
		c.Proxy = func(*url.URL) (*url.URL, error) { return nil, nil }
	}
	if c.Agent == "" {
		c.Agent = "Handrail"
	}
	if c.Body == 0 {
		c.Body = bodyLimit
	}
	if c.Limit == 0 {
		c.Limit = fetchLimit
	}
	if c.Now == nil {
		c.Now = time.Now
	}
	f := &Fetcher{c: c}
	f.ways = f.newWays()
	return f
}

// A Request is one fetch.
type Request struct {
	Session string   // whose cache is used
	Method  string   // GET, HEAD, POST, …
	URL     *url.URL // of ParseAddress
	Header  http.Header
	Body    string
	Hosts   Hosts // private hosts that may be fetched from
	// Hop refuses an address that a redirect leads to; nil: nothing does.
	Hop func(*url.URL) error
}

// Settle is ParseAddress with a refusal of hosts that are private by their words: what is
// shown to the person before a fetch. Where a name leads is seen when it is dialled.
func (f *Fetcher) Settle(raw string, hosts Hosts) (*url.URL, error) {
	u, err := ParseAddress(raw)
	if err != nil {
		return nil, err
	}
	if !hosts.Names(u) {
		if err := f.checkName(u); err != nil {
			return nil, err
		}
	}
	return u, nil
}

// A Response is what a server has answered.
type Response struct {
	URL    *url.URL // where the answer came from, after redirects
	Status int
	Header http.Header
	Body   []byte
	Cut    bool // there was more of the body than is read
	Cached bool // the server said that it is what it was
	// Pause is how long the host wants to be left alone; 0: it does not say so.
	Pause time.Duration
}

// Fetch makes the request and follows redirects. An answer of any status is a Response;
// an error says why there is none.
func (f *Fetcher) Fetch(ctx context.Context, r Request) (*Response, error) {
	ctx, cancel := context.WithTimeout(ctx, f.c.Limit)
	defer cancel()
	first := r.URL
	for range hopsLimit + 1 {
		if err := f.pauses.check(r.URL, f.c.Now()); err != nil {
			return nil, err
		}
		answer, err := f.once(ctx, r)
		if err != nil {
			return nil, err
		}
		if answer.to == nil {
			return answer.response, nil
		}
		if r, err = f.follow(r, answer); err != nil {
			return nil, err
		}
	}
	return nil, tools.Errorf(tools.ExecutionFailed, "%s redirects again and again, more than %d times: fetch another address", first.Host, hopsLimit)
}

// An answer is a Response, or where a redirect leads.
type answer struct {
	response *Response
	to       *url.URL
	status   int // of the redirect
}

// once makes one request, without following.
func (f *Fetcher) once(ctx context.Context, r Request) (answer, error) {
	way, err := f.way(ctx, r)
	if err != nil {
		return answer{}, err
	}
	request, err := f.request(ctx, r)
	if err != nil {
		return answer{}, err
	}
	known := f.cache.prepare(r, request)
	got, err := way.RoundTrip(request)
	if err != nil {
		return answer{}, explain(ctx, r.URL, err, f.c.Limit)
	}
	defer got.Body.Close()
	if to, err := redirect(r.URL, got); to != nil || err != nil {
		return answer{to: to, status: got.StatusCode}, err
	}
	pause := f.pauses.note(r.URL, got, f.c.Now())
	if got.StatusCode == http.StatusNotModified && known != nil {
		return answer{response: known.again(r.URL)}, nil
	}
	response, err := f.read(ctx, r, got)
	if err != nil {
		return answer{}, err
	}
	response.Pause = pause
	f.cache.keep(r, response)
	return answer{response: response}, nil
}

// request is r as it is sent.
func (f *Fetcher) request(ctx context.Context, r Request) (*http.Request, error) {
	var body io.Reader
	if r.Body != "" {
		body = strings.NewReader(r.Body)
	}
	request, err := http.NewRequestWithContext(ctx, r.Method, r.URL.String(), body)
	if err != nil {
		return nil, tools.Errorf(tools.InvalidArgs, "this request cannot be made: %v", innermost(err))
	}
	request.Header.Set("User-Agent", f.c.Agent)
	request.Header.Set("Accept", "text/html,application/xhtml+xml,text/markdown,text/plain;q=0.9,*/*;q=0.8")
	for name, values := range r.Header {
		request.Header[http.CanonicalHeaderKey(name)] = values
	}
	return request, nil
}

// read reads the body as far as the limit; what comes after is never taken from the server.
// net/http decompresses while it is read, so a small answer that would grow without end is
// cut at the same limit.
func (f *Fetcher) read(ctx context.Context, r Request, got *http.Response) (*Response, error) {
	out := &Response{URL: r.URL, Status: got.StatusCode, Header: got.Header}
	if r.Method == http.MethodHead {
		return out, nil
	}
	if how := strings.ToLower(got.Header.Get("Content-Encoding")); how != "" && how != "identity" {
		return nil, tools.Errorf(tools.ExecutionFailed, "%s has sent a body that is compressed as %.40q, which was not asked for and is not read here", r.URL.Host, how)
	}
	body, err := io.ReadAll(io.LimitReader(got.Body, f.c.Body+1))
	if err != nil {
		return nil, explain(ctx, r.URL, bodyError{err}, f.c.Limit)
	}
	if int64(len(body)) > f.c.Body {
		body, out.Cut = body[:f.c.Body], true
	}
	out.Body = body
	return out, nil
}

// redirect is where an answer leads; nil if it is the answer.
func redirect(from *url.URL, got *http.Response) (*url.URL, error) {
	switch got.StatusCode {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil
	}
	place := got.Header.Get("Location")
	if place == "" {
		return nil, nil
	}
	to, err := from.Parse(place)
	if err == nil {
		to, err = ParseAddress(to.String())
	}
	if err != nil {
		return nil, tools.Errorf(tools.ExecutionFailed, "%s redirects to an address that is not followed: %v", from.Host, innermost(err))
	}
	return to, nil
}

// follow is the request that a redirect makes of r. Nothing that the agent has added goes to
// another place than the person was shown, and no redirect opens what asking for it would not.
func (f *Fetcher) follow(r Request, a answer) (Request, error) {
	from, to := r.URL, a.to
	switch {
	case from.Scheme == "https" && to.Scheme == "http":
		return r, tools.Errorf(tools.ExecutionFailed, "%s redirects from https to http, which anybody on the way can read and change; it was not followed. If that will do, fetch %s", from.Host, to)
	case !r.Hosts.Names(to):
		if err := f.checkName(to); err != nil {
			return r, tools.Errorf(tools.PermissionDenied, "%s redirects to a place that was not fetched. %v", from.Host, err)
		}
	case !r.Hosts.Names(from): // a public page must not choose what is read of a private one, wherever it was come from
		return r, tools.Errorf(tools.PermissionDenied, "%s redirects to the private host %s; it was not followed. If that is what you want, fetch %s", from.Host, to.Host, to)
	}
	if r.Hop != nil {
		if err := r.Hop(to); err != nil {
			return r, tools.Errorf(tools.PermissionDenied, "%s redirects to %s, which was not fetched: %v", from.Host, to.Host, err)
		}
	}
	same := from.Scheme == to.Scheme && from.Host == to.Host
	reading := r.Method == http.MethodGet || r.Method == http.MethodHead
	switch {
	case a.status != http.StatusTemporaryRedirect && a.status != http.StatusPermanentRedirect && !reading:
		r.Method, r.Body = http.MethodGet, ""
		for _, name := range []string{"Content-Type", "Content-Encoding", "Content-Language"} {
			r.Header = without(r.Header, name)
		}
	case !same && (!reading || r.Body != ""):
		return r, tools.Errorf(tools.PermissionDenied, "%s redirects this %s to %s, where its body was not meant to go; it was not sent on. If that is right, send it to %s", from.Host, r.Method, to.Host, to)
	}
	if !same {
		r.Header = nil
	}
	r.URL = to
	return r, nil
}

// without is a header with one line less.
func without(h http.Header, name string) http.Header {
	if h == nil {
		return nil
	}
	h = h.Clone()
	h.Del(name)
	return h
}

// innermost is the first error of a chain: net/url's and net/http's own words around it
// repeat the address.
func innermost(err error) error {
	for next := errors.Unwrap(err); next != nil; next = errors.Unwrap(err) {
		err = next
	}
	return err
}
