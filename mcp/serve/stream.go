package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
)

// streamHeader names the stream that a request over HTTP is answered on, for who answers it.
const streamHeader = "Handrail-Stream"

// A stream is what a request over HTTP is answered with. What a call tells before its answer is written here, in
// its order: mcp-go would hand it to a goroutine of its own, which drops what it has not written when the answer is
// there, or to a stream at which the client listens beside. From the first of it on the answer is a stream of events,
// and what mcp-go writes, which does not know that, becomes one. It is safe for concurrent use; the nil
// stream takes nothing.
type stream struct {
	w      http.ResponseWriter
	header http.Header // as mcp-go sets it

	mu       sync.Mutex
	begun    bool // the status is written
	upgraded bool // by us
	closed   bool // the request is answered
}

// event writes a notification. It reports whether it did.
func (s *stream) event(method string, params any) bool {
	if s == nil {
		return false
	}
	raw, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "method": method, "params": params})
	if err != nil {
		return true // nobody could be told
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	switch {
	case s.closed:
		return true // its request has its answer
	case !s.begun:
		h := s.w.Header()
		h.Set("Content-Type", "text/event-stream")
		h.Set("Cache-Control", "no-cache")
		s.w.WriteHeader(http.StatusOK)
		s.begun, s.upgraded = true, true
	}
	_, _ = fmt.Fprintf(s.w, "event: message\ndata: %s\n\n", raw) // a client that is gone needs none
	s.flushLocked()
	return true
}

// Header implements http.ResponseWriter.
func (s *stream) Header() http.Header { return s.header }

// WriteHeader implements http.ResponseWriter.
func (s *stream) WriteHeader(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beginLocked(status)
}

func (s *stream) beginLocked(status int) {
	if !s.begun {
		s.begun = true
		maps.Copy(s.w.Header(), s.header)
		s.w.WriteHeader(status)
	}
}

// Write implements http.ResponseWriter. A message and an event come in one piece.
func (s *stream) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.beginLocked(http.StatusOK)
	if message := bytes.TrimSpace(p); s.upgraded && len(message) > 0 && message[0] == '{' {
		if _, err := fmt.Fprintf(s.w, "event: message\ndata: %s\n\n", message); err != nil {
			return 0, err
		}
		return len(p), nil
	}
	return s.w.Write(p)
}

// Flush implements http.Flusher.
func (s *stream) Flush() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.flushLocked()
}

func (s *stream) flushLocked() { _ = http.NewResponseController(s.w).Flush() } // what cannot be flushed comes later

// Unwrap is for http.ResponseController.
func (s *stream) Unwrap() http.ResponseWriter { return s.w }

// streams are those of the requests that are open, by their names. The zero value is ready; it is safe for
// concurrent use.
type streams struct {
	mu  sync.Mutex
	all map[string]*stream
}

// open wraps what a request is answered with, where that can be told anything before the answer. The caller
// calls closed when it is answered.
func (s *streams) open(w http.ResponseWriter, r *http.Request) (_ http.ResponseWriter, closed func()) {
	r.Header.Del(streamHeader) // it is ours
	if r.Method != http.MethodPost || !strings.Contains(strings.Join(r.Header.Values("Accept"), ","), "text/event-stream") {
		return w, func() {}
	}
	st, id := &stream{w: w, header: http.Header{}}, newID()
	r.Header.Set(streamHeader, id)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.all == nil {
		s.all = map[string]*stream{}
	}
	s.all[id] = st
	return st, func() {
		s.mu.Lock()
		delete(s.all, id)
		s.mu.Unlock()
		st.mu.Lock()
		defer st.mu.Unlock()
		st.closed = true
	}
}

// of is the stream of a request; nil if it is none over HTTP, or can be told nothing before its answer.
func (s *streams) of(h http.Header) *stream {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.all[h.Get(streamHeader)]
}
