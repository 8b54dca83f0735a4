package serve

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/server"

	"handrail/internal/web"
)

const (
	// sessionLimit is how many sessions one token may have.
	sessionLimit = 100
	// requestLimit is how many requests of one token may be open.
	requestLimit = 500
	// allowEvery is how often an open request's token is looked at again.
	allowEvery = time.Second
)

// An HTTPConfig says who is served over HTTP.
type HTTPConfig struct {
	// Allow finds the client whose token it is, by the name that the person has
	// given it. Its error says in a sentence why there is none. While a request is open it
	// is asked again every second.
	Allow func(ctx context.Context, token string) (client string, err error)
}

// tokenHeader is where a request that was let in names its token. It is set here:
// what a client sends by this name is overwritten.
const tokenHeader = "Handrail-Token-Name"

// tokenFrom is the name of the token that a request over HTTP came with.
func tokenFrom(h http.Header) string { return h.Get(tokenHeader) }

// Handler serves clients over streamable HTTP: those that have a token, from this
// machine only, whatever the address is that it listens at (docs/spec/08-mcp.md).
func (s *Service) Handler(c HTTPConfig) http.Handler {
	h := &httpDoor{s: s, c: c, bodyTime: bodyTime, allowEvery: allowEvery, clients: map[string]*httpClient{}}
	h.next = server.NewStreamableHTTPServer(s.mcp,
		server.WithSessionIdManagerResolver(h), server.WithHeartbeatInterval(30*time.Second),
		server.WithStreamableHTTPLogger(slog.New(slog.DiscardHandler)),
	)
	return h
}

// An httpDoor lets requests in.
type httpDoor struct {
	s          *Service
	c          HTTPConfig
	next       http.Handler
	bodyTime   time.Duration
	allowEvery time.Duration

	mu      sync.Mutex
	clients map[string]*httpClient // by token's name
}

// An httpClient is a token with its sessions. It implements server.SessionIdManager:
// a session of one token is none of another's.
type httpClient struct {
	s     *Service
	mu    sync.Mutex
	seen  map[string]time.Time // when each session was last used
	open  int                  // requests
	bytes int                  // that these hold
}

// ServeHTTP implements http.Handler.
func (h *httpDoor) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if why := web.Foreign(r); why != "" {
		refuseHTTP(w, http.StatusForbidden, why)
		return
	}
	scheme, token, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	token = strings.TrimSpace(token)
	name, err := "", errors.New("this server wants a token: make one in Handrail, and send it as \"Authorization: Bearer TOKEN\"")
	if strings.EqualFold(scheme, "Bearer") && token != "" {
		name, err = h.c.Allow(r.Context(), token)
	}
	if err != nil {
		w.Header().Set("WWW-Authenticate", `Bearer realm="handrail"`)
		refuseHTTP(w, http.StatusUnauthorized, err.Error())
		return
	}
	if r.ContentLength > lineLimit {
		refuseHTTP(w, http.StatusRequestEntityTooLarge, fmt.Sprintf("a message of %d bytes is too long: the most is %d", r.ContentLength, lineLimit))
		return
	}
	c := h.client(name)
	if !c.enter() {
		w.Header().Set("Retry-After", "1")
		refuseHTTP(w, http.StatusServiceUnavailable, fmt.Sprintf("%d requests of this token are open already, and no more may: wait until they are answered", requestLimit))
		return
	}
	defer c.leave()
	ctx, done := h.whileAllowed(r.Context(), token, c)
	defer done()
	r = r.WithContext(ctx)
	if id := r.Header.Get(server.HeaderKeySessionID); id != "" { // mcp-go lets anybody listen
		if _, err := c.Validate(id); err != nil {
			refuseHTTP(w, http.StatusNotFound, err.Error())
			return
		}
	}
	body, over, status, why := h.read(w, r, c)
	if why != "" {
		refuseHTTP(w, status, why)
		return
	}
	defer over()
	if status, answer := unfit(r, body); status != 0 {
		if answer != nil {
			w.Header().Set("Content-Type", "application/json")
			answer = append(answer, '\n')
		}
		w.WriteHeader(status)
		_, _ = w.Write(answer) // a client that is gone needs none
		return
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.Header.Set(tokenHeader, name)
	r.Header.Del("Authorization") // nobody behind this needs it
	w, closed := h.s.streams.open(w, r)
	defer closed()
	h.next.ServeHTTP(w, r)
}

// whileAllowed is the context of a request, which ends with its token: a call that runs
// when the person takes the token back ends, and so do the client's sessions. The caller
// calls done.
func (h *httpDoor) whileAllowed(ctx context.Context, token string, c *httpClient) (_ context.Context, done func()) {
	ctx, cancel := context.WithCancel(ctx)
	go func() {
		tick := time.NewTicker(h.allowEvery)
		defer tick.Stop()
		for {
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
			if _, err := h.c.Allow(ctx, token); err != nil && ctx.Err() == nil {
				cancel()
				c.end()
				return
			}
		}
	}()
	return ctx, cancel
}

// refuseHTTP answers without the rest of the request, which may never come.
func refuseHTTP(w http.ResponseWriter, status int, why string) {
	w.Header().Set("Connection", "close")
	http.Error(w, why, status)
}

func (h *httpDoor) client(name string) *httpClient {
	h.mu.Lock()
	defer h.mu.Unlock()
	c := h.clients[name]
	if c == nil {
		c = &httpClient{s: h.s, seen: map[string]time.Time{}}
		h.clients[name] = c
	}
	return c
}

// ResolveSessionIdManager implements server.SessionIdManagerResolver.
func (h *httpDoor) ResolveSessionIdManager(r *http.Request) server.SessionIdManager {
	return h.client(tokenFrom(r.Header))
}

func (c *httpClient) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.open >= requestLimit {
		return false
	}
	c.open++
	return true
}

func (c *httpClient) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.open--
}

// end ends every session.
func (c *httpClient) end() {
	c.mu.Lock()
	seen := c.seen
	c.seen = map[string]time.Time{}
	c.mu.Unlock()
	for id := range seen {
		c.s.leave(id)
	}
}

// Generate implements server.SessionIdManager. Where there are too many sessions,
// the one that was silent longest ends.
func (c *httpClient) Generate() string {
	id := "session-" + newID() + newID()
	c.mu.Lock()
	oldest := ""
	if len(c.seen) >= sessionLimit {
		for other, at := range c.seen {
			if oldest == "" || at.Before(c.seen[oldest]) {
				oldest = other
			}
		}
		delete(c.seen, oldest)
	}
	c.seen[id] = time.Now()
	c.mu.Unlock()
	if oldest != "" {
		c.s.leave(oldest)
	}
	return id
}

var errNoSession = errors.New("there is no such session of this token: it is over, or was never; send initialize for a new one")

// Validate implements server.SessionIdManager.
func (c *httpClient) Validate(id string) (isTerminated bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if _, ok := c.seen[id]; !ok {
		return false, errNoSession
	}
	c.seen[id] = time.Now()
	return false, nil
}

// Terminate implements server.SessionIdManager.
func (c *httpClient) Terminate(id string) (isNotAllowed bool, err error) {
	c.mu.Lock()
	_, ok := c.seen[id]
	delete(c.seen, id)
	c.mu.Unlock()
	if !ok {
		return false, errNoSession
	}
	c.s.leave(id)
	return false, nil
}
