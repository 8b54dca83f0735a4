package transport

import (
	"net/http"
	"slices"
	"strconv"
	"sync"
)

// exchangeHeader names the exchange that a request belongs to, from where it is
// sent to where it goes out. It is taken out there.
const exchangeHeader = "Handrail-Exchange"

// exchangeKey is where the context of a request has its exchange: mcp-go asks by itself for the rest of
// an answer, with that context and no header of ours.
type exchangeKey struct{}

// resumes reports whether a request asks for the rest of an answer.
func resumes(req *http.Request) bool {
	return req.Method == http.MethodGet && req.Header.Get("Last-Event-ID") != ""
}

// An exchange is one request of ours and what came of it: mcp-go does not hand on
// why a stream ended.
type exchange struct {
	id     string
	method string        // of MCP; "" for the stream of the older transport
	pace   pace          // of the tries to hear the rest of its answer
	done   chan struct{} // closed when the request has been answered or given up

	mu    sync.Mutex
	first error
}

// fail keeps why the exchange failed. The first reason counts.
func (x *exchange) fail(err error) error {
	if x != nil {
		x.mu.Lock()
		defer x.mu.Unlock()
		if x.first == nil {
			x.first = err
		}
	}
	return err
}

// cause is why the exchange failed; nil if that is not known.
func (x *exchange) cause() error {
	if x == nil {
		return nil
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.first
}

// exchanges are those that are under way.
type exchanges struct {
	mu   sync.Mutex
	last int
	open map[string]*exchange
}

func (e *exchanges) start(method string) *exchange {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.last++
	x := &exchange{id: strconv.Itoa(e.last), method: method, done: make(chan struct{})}
	if e.open == nil {
		e.open = map[string]*exchange{}
	}
	e.open[x.id] = x
	return x
}

func (e *exchanges) end(x *exchange) {
	e.mu.Lock()
	defer e.mu.Unlock()
	delete(e.open, x.id)
	close(x.done)
}

// under are the requests of MCP that are under way.
func (e *exchanges) under() []*exchange {
	e.mu.Lock()
	defer e.mu.Unlock()
	var out []*exchange
	for _, x := range e.open {
		if x.method != "" && x.method != "subscriptions/listen" {
			out = append(out, x)
		}
	}
	return slices.Clip(out)
}

// of finds the exchange of a request, and returns the request as it may go out.
// The stream that goes on with an answer has no header, but the context of its request. The stream of the older transport has neither: it is the only one to be
// opened while its exchange is under way. nil: it belongs to none.
func (e *exchanges) of(req *http.Request) (*exchange, *http.Request) {
	e.mu.Lock()
	defer e.mu.Unlock()
	id := req.Header.Get(exchangeHeader)
	if id != "" {
		req = req.Clone(req.Context())
		req.Header.Del(exchangeHeader)
		return e.open[id], req
	}
	if x, ok := req.Context().Value(exchangeKey{}).(*exchange); ok && resumes(req) {
		return x, req
	}
	for _, x := range e.open {
		if x.method == "" && req.Method == http.MethodGet {
			return x, req
		}
	}
	return nil, req
}
