package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync"
	"time"
)

const (
	talkCalls  = 50 // calls above the answer
	talkEvery  = 5 * time.Millisecond
	talkWarms  = 3 * time.Second // of the answer, before it is measured
	talkCounts = 8 * time.Second // of it that is measured
	talkTokens = 4000            // of an answer: 20 seconds of it
)

// A talk is a model that asks for 50 calls and then answers at 200 tokens a second.
type talk struct {
	server *httptest.Server

	mu       sync.Mutex
	asked    int
	answered chan struct{} // closed when the answer has begun
}

func newTalk() *talk {
	t := &talk{answered: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"object":"list","data":[{"id":"bench","object":"model"}]}`)) // who asked is gone
	})
	mux.HandleFunc("POST /v1/chat/completions", t.answer)
	t.server = httptest.NewServer(mux)
	return t
}

// close ends the server, also below an answer that goes on.
func (t *talk) close() {
	t.server.CloseClientConnections()
	t.server.Close()
}

// settings are those of a person who has this model.
func (t *talk) settings() string {
	return fmt.Sprintf(`{"theme": "light", "plain_titles": true, "mode": "ask", "models": {"default": "bench/bench", "providers": {"bench": {"type": "openai", "url": %q}}}}`, t.server.URL+"/v1")
}

// answer asks for the calls at first, and then talks.
func (t *talk) answer(w http.ResponseWriter, r *http.Request) {
	t.mu.Lock()
	t.asked++
	first := t.asked == 1
	t.mu.Unlock()
	w.Header().Set("Content-Type", "text/event-stream")
	if first {
		_ = sendPart(w, callsDelta(), "tool_calls") // who asked is gone
		return
	}
	close(t.answered)
	again := time.NewTicker(talkEvery)
	defer again.Stop()
	for n := range talkTokens {
		select {
		case <-r.Context().Done():
			return
		case <-again.C:
		}
		if sendPart(w, map[string]any{"content": token(n)}, "") != nil {
			return
		}
	}
	_ = sendPart(w, map[string]any{}, "stop") // as above
}

// token is a piece of an answer as models write them: paragraphs, a list now and then, some words in bold.
func token(n int) string {
	switch {
	case n%120 == 119:
		return ".\n\n"
	case n%360 == 200:
		return "\n- an entry of a list "
	case n%40 == 20:
		return "**bold** "
	}
	return [...]string{"words ", "of ", "an ", "answer ", "that ", "goes ", "on "}[n%7]
}

func callsDelta() map[string]any {
	var calls []map[string]any
	for i := range talkCalls {
		calls = append(calls, map[string]any{
			"index": i, "id": fmt.Sprintf("call-%d", i), "type": "function",
			"function": map[string]any{"name": [...]string{"read", "listdir"}[i%2], "arguments": [...]string{`{"path": "notes.txt"}`, `{"path": "."}`}[i%2]},
		})
	}
	return map[string]any{"tool_calls": calls}
}

// sendPart sends one piece of a stream.
func sendPart(w http.ResponseWriter, delta map[string]any, finish string) error {
	choice := map[string]any{"index": 0, "delta": delta}
	if finish != "" {
		choice["finish_reason"] = finish
	}
	raw, err := json.Marshal(map[string]any{"id": "bench", "object": "chat.completion.chunk", "model": "bench", "choices": []any{choice}})
	if err != nil {
		return err
	}
	if _, err := fmt.Fprintf(w, "data: %s\n\n", raw); err != nil {
		return err
	}
	if finish != "" {
		if _, err := fmt.Fprint(w, "data: [DONE]\n\n"); err != nil {
			return err
		}
	}
	if f, ok := w.(http.Flusher); ok {
		f.Flush()
	}
	return nil
}

// streamed takes what of a processor an answer needs in the window, beside plain words that are appended to a bare one.
func (d *desk) streamed(ctx context.Context, talk *talk, ours, floor []string) ([]line, error) {
	window, err := d.open(ctx, ours[0], ours[1:]...)
	if err != nil {
		return nil, err
	}
	busy, err := d.talking(ctx, talk, window)
	end(window)
	if err != nil {
		return nil, err
	}
	bare, err := d.open(ctx, floor[0], floor[1:]...)
	if err != nil {
		return nil, err
	}
	least, err := busyFor(ctx, bare.Process.Pid)
	end(bare)
	if err != nil {
		return nil, err
	}
	share := float64(busy) / float64(talkCounts)
	return []line{{
		what: fmt.Sprintf("8 s of an answer at 200 tokens a second, below %d calls", talkCalls), ours: busy, floor: "plain words in a bare window, 10 times a second", least: least,
		aim: "under 20 % of a processor", met: share < 0.2, remark: fmt.Sprintf("%.1f %%, bare %.1f %%", 100*share, 100*float64(least)/float64(talkCounts)),
	}}, nil
}

// talking begins a chat by keys, and takes what its answer needs.
func (d *desk) talking(ctx context.Context, talk *talk, window *exec.Cmd) (time.Duration, error) {
	if _, err := d.settled(ctx, d.look()); err != nil && !strings.Contains(err.Error(), "rest") {
		return 0, err
	}
	for _, keys := range [][]string{{"key", "ctrl+k"}, {"type", "new chat"}, {"key", "Return"}, {"type", "Say something"}} {
		if err := d.keys(ctx, append(keys[:1:1], append([]string{"--clearmodifiers", "--delay", "30"}, keys[1:]...)...)...); err != nil {
			return 0, err
		}
	}
	send := exec.CommandContext(ctx, "xdotool", "key", "Return")
	send.Env = d.env
	if err := send.Run(); err != nil {
		return 0, err
	}
	select {
	case <-ctx.Done():
		return 0, ctx.Err()
	case <-time.After(deskPatience):
		return 0, errors.New("the model was not asked: the keys may have gone elsewhere")
	case <-talk.answered:
	}
	return busyFor(ctx, window.Process.Pid)
}

// busyFor is what of a processor's time a program needs while it is measured.
func busyFor(ctx context.Context, pid int) (time.Duration, error) {
	if err := pause(ctx, talkWarms); err != nil {
		return 0, err
	}
	before, err := used(pid)
	if err != nil {
		return 0, err
	}
	if err := pause(ctx, talkCounts); err != nil {
		return 0, err
	}
	after, err := used(pid)
	return after.processor - before.processor, err
}
