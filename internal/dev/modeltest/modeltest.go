// Package modeltest is a model server for tests: it speaks chat completions, as
// OpenAI and most local servers do, streams what it was told to say, and keeps
// what it was asked.
package modeltest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync"
	"testing"
)

// Model is the only model that a Server has.
const Model = "parrot"

// A Turn is one answer of the model: text, then the tools it wants called.
type Turn struct {
	Text  []string // each a piece of the stream
	Calls []Call
}

// A Call is a tool that the model wants called.
type Call struct {
	ID, Name  string
	Arguments string // JSON
}

// A Request is what the model was asked.
type Request struct {
	Model    string    `json:"model"`
	Stream   bool      `json:"stream"`
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools"`
}

// A Message is one of a Request.
type Message struct {
	Role    string `json:"role"` // system, user, assistant, tool
	Content string `json:"content"`
	CallID  string `json:"tool_call_id"` // of a tool's result
}

// A Tool is one that the model was offered.
type Tool struct {
	Function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"` // JSON Schema
	} `json:"function"`
}

// Result is what the model was told of a call, and whether it was.
func (r Request) Result(call string) (string, bool) {
	i := slices.IndexFunc(r.Messages, func(m Message) bool { return m.Role == "tool" && m.CallID == call })
	if i < 0 {
		return "", false
	}
	return r.Messages[i].Content, true
}

// A Server answers on loopback until the test ends. It is safe for concurrent use.
type Server struct {
	URL string // the base of the API

	t     testing.TB
	mu    sync.Mutex
	turns []Turn
	asked []Request
}

// Start starts a server that has nothing to say yet.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		s.send(w, "application/json", `{"object":"list","data":[{"id":"`+Model+`","object":"model"}]}`)
	})
	mux.HandleFunc("POST /v1/chat/completions", s.complete)
	web := httptest.NewServer(mux)
	t.Cleanup(web.Close)
	s.URL = web.URL + "/v1"
	return s
}

// Play adds turns. Each request is answered with the next one.
func (s *Server) Play(turns ...Turn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turns = append(s.turns, turns...)
}

// Requests are all that were made so far, the oldest first.
func (s *Server) Requests() []Request {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

func (s *Server) complete(w http.ResponseWriter, r *http.Request) {
	var req Request
	if err := json.NewDecoder(r.Body).Decode(&req); err != nil || !req.Stream {
		s.t.Errorf("the model got a request that is not for a stream, or is not JSON: %v", err)
		http.Error(w, "a streamed chat completion is expected", http.StatusBadRequest)
		return
	}
	turn, ok := s.next(req)
	if !ok {
		s.t.Errorf("the model was asked once more than it has answers: %+v", req.Messages)
		http.Error(w, "nothing is left to say", http.StatusBadRequest)
		return
	}
	for _, chunk := range chunks(turn) {
		raw, err := json.Marshal(chunk)
		if err != nil {
			s.t.Errorf("a turn that cannot be written: %v", err)
			return
		}
		s.send(w, "text/event-stream", "data: "+string(raw)+"\n\n")
	}
	s.send(w, "text/event-stream", "data: [DONE]\n\n")
}

func (s *Server) next(req Request) (Turn, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, req)
	if len(s.turns) == 0 {
		return Turn{}, false
	}
	turn := s.turns[0]
	s.turns = s.turns[1:]
	return turn, true
}

// send writes a piece and does not wait for more. Whoever asked may be gone:
// a person may cancel.
func (s *Server) send(w http.ResponseWriter, kind, text string) {
	w.Header().Set("Content-Type", kind)
	_, _ = fmt.Fprint(w, text)
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
}

type object map[string]any

// chunks are a turn as the protocol streams it: the pieces of the text, then
// for each call its name and its arguments in two halves.
func chunks(turn Turn) []object {
	out := []object{delta(object{"role": "assistant", "content": ""}, "")}
	for _, text := range turn.Text {
		out = append(out, delta(object{"content": text}, ""))
	}
	end := "stop"
	for i, c := range turn.Calls {
		end = "tool_calls"
		half := len(c.Arguments) / 2
		call := func(more object) object {
			more["index"] = i
			return delta(object{"tool_calls": []object{more}}, "")
		}
		out = append(out,
			call(object{"id": c.ID, "type": "function", "function": object{"name": c.Name, "arguments": c.Arguments[:half]}}),
			call(object{"function": object{"arguments": c.Arguments[half:]}}))
	}
	usage := object{"choices": []object{}, "usage": object{"prompt_tokens": 812, "completion_tokens": 34, "total_tokens": 846}}
	return append(out, delta(object{}, end), usage)
}

func delta(d object, finish string) object {
	choice := object{"index": 0, "delta": d, "finish_reason": nil}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	return object{"choices": []object{choice}}
}
