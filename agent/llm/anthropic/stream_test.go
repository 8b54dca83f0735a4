package anthropic

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"handrail/agent/llm"
)

var update = flag.Bool("update", false, "write the events of the transcripts in testdata anew")

const key = "sk-test-0123456789abcdef"

// serve answers every request with the handler and gives a provider for it.
func serve(t testing.TB, h http.HandlerFunc) *Provider {
	t.Helper()
	srv := httptest.NewServer(h)
	t.Cleanup(srv.Close)
	p, err := New(Config{Name: "test", URL: srv.URL + "", Key: key, Backoff: llm.Backoff{Tries: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func sse(body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/event-stream")
		_, _ = io.WriteString(w, body)
	}
}

func ask() llm.Request {
	return llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}
}

// line writes an event as text.
func line(ev llm.Event) string {
	if k, ok := ev.(llm.Kept); ok {
		return fmt.Sprintf("Kept{%s %s %s}", k.Opaque.Provider, k.Opaque.Model, k.Opaque.Data)
	}
	return strings.TrimPrefix(fmt.Sprintf("%T%+v", ev, ev), "llm.")
}

// Each transcript in testdata has the shape that its server documents.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			ar, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			p := serve(t, sse(string(ar.Files[0].Data)))
			var got strings.Builder
			if _, err := llm.Collect(p.Stream(t.Context(), ask()), func(ev llm.Event) { fmt.Fprintln(&got, line(ev)) }); err != nil {
				t.Fatal(err)
			}
			if *update {
				ar.Files[1].Data = []byte(got.String())
				if err := os.WriteFile(name, txtar.Format(ar), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			if d := cmp.Diff(string(ar.Files[1].Data), got.String()); d != "" {
				t.Errorf("(-want +got)\n%s", d)
			}
		})
	}
}

// A transcript cut at any byte is a broken stream, until the answer is whole.
func TestAnyCutIsSeen(t *testing.T) {
	for _, name := range []string{"text", "calls"} {
		ar, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		body := strings.TrimRight(string(ar.Files[0].Data), "\n") + "\n\n"
		for cut := 0; cut <= len(body); cut += 7 {
			answer, err := llm.Collect(replay(t, body[:cut]).Stream(t.Context(), ask()), nil)
			if cut < len(body) && (!errors.Is(err, llm.BrokenStream) || answer.Calls != nil) {
				t.Fatalf("%s cut at byte %d of %d: %v, %d calls", name, cut, len(body), err, len(answer.Calls))
			}
		}
		if _, err := llm.Collect(replay(t, body).Stream(t.Context(), ask()), nil); err != nil {
			t.Fatalf("%s whole: %v", name, err)
		}
	}
}

// replay gives a provider that answers from memory, without a server.
func replay(t testing.TB, body string) *Provider {
	t.Helper()
	client := &http.Client{Transport: transport(func(req *http.Request) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"text/event-stream"}},
			Body: io.NopCloser(strings.NewReader(body)), Request: req}, nil
	})}
	p, err := New(Config{Name: "test", Key: key, Client: client, Backoff: llm.Backoff{Tries: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

type transport func(*http.Request) (*http.Response, error)

func (f transport) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

const start = "event: message_start\ndata: {\"type\":\"message_start\",\"message\":{\"usage\":{\"input_tokens\":3}}}\n\n" +
	"event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"text\",\"text\":\"\"}}\n\n"

const stop = "event: content_block_stop\ndata: {\"type\":\"content_block_stop\",\"index\":0}\n\n" +
	"event: message_delta\ndata: {\"type\":\"message_delta\",\"delta\":{\"stop_reason\":\"end_turn\"}}\n\n" +
	"event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n"

// text is one event of text.
func text(s string) string {
	return "event: content_block_delta\ndata: {\"type\":\"content_block_delta\",\"index\":0,\"delta\":{\"type\":\"text_delta\",\"text\":\"" + s + "\"}}\n\n"
}

func TestBrokenAnswers(t *testing.T) {
	call := "event: content_block_start\ndata: {\"type\":\"content_block_start\",\"index\":0,\"content_block\":{\"type\":\"tool_use\",\"id\":\"a\",\"name\":\"read\"}}\n\n"
	end := stop[strings.Index(stop, "event: message_delta"):]
	fault := func(kind, message string) string {
		return "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"" + kind + "\",\"message\":\"" + message + "\"}}\n\n"
	}
	cases := []struct {
		name, body string
		kind       llm.Kind
		says       string
	}{
		{"empty", "", llm.BrokenStream, "broke off"},
		{"only the start", start, llm.BrokenStream, "broke off"},
		{"not JSON", start + "event: content_block_delta\ndata: oops\n\n", llm.BrokenStream, "the answer breaks the protocol"},
		{"cut JSON", start + "event: content_block_delta\ndata: {\"type\":\"con\n\n", llm.BrokenStream, "the answer breaks the protocol"},
		{"overloaded in the middle", start + text("half") + fault("overloaded_error", "Overloaded"), llm.Overloaded, "Overloaded"},
		{"failed in the middle", start + fault("api_error", "Internal server error, key "+key), llm.ServerFailed, "Internal server error, key [key]"},
		{"too long", fault("invalid_request_error", "prompt is too long: 9 tokens > 8 maximum"), llm.ContextTooLong, "larger window"},
		{"an error that is not JSON", "event: error\ndata: boom\n\n", llm.ServerFailed, "boom"},
		{"no stop reason", start + "event: message_stop\ndata: {\"type\":\"message_stop\"}\n\n", llm.BrokenStream, "without saying why"},
		{"more of no block", text("x"), llm.BrokenStream, "has not begun"},
		{"a block twice", start + start, llm.BrokenStream, "before the one before"},
		{"the end within a call", call + end, llm.BrokenStream, "within a call"},
		{"a line of 33 MB", start + "data: " + strings.Repeat("x", 33<<20) + "\n\n", llm.BrokenStream, "too long"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			answer, err := llm.Collect(replay(t, c.body).Stream(t.Context(), ask()), nil)
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) || answer.Calls != nil {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), key) {
				t.Error("the key is in the error")
			}
		})
	}
}

func TestInvalidUTF8IsReplaced(t *testing.T) {
	answer, err := llm.Collect(replay(t, start+text("a\xffb")+stop).Stream(t.Context(), ask()), nil)
	if err != nil || answer.Text != "a\uFFFDb" {
		t.Errorf("%q, %v", answer.Text, err)
	}
}

func TestAHugeAnswerComesThroughWhole(t *testing.T) {
	const pieces, size = llm.TextLimit >> 16, 64 << 10
	body := start + strings.Repeat(text(strings.Repeat("x", size)), pieces) + stop
	answer, err := llm.Collect(replay(t, body).Stream(t.Context(), ask()), nil)
	if err != nil || len(answer.Text) != pieces*size {
		t.Errorf("%d bytes, %v", len(answer.Text), err)
	}
}

// A person who presses Stop must not wait for a slow server, and the
// connection must not stay open behind their back.
func TestCancelEndsASlowAnswer(t *testing.T) {
	gone := make(chan struct{})
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sse(start+text("slow"))(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	ctx, cancel := context.WithCancel(t.Context())
	answer, err := llm.Collect(p.Stream(ctx, ask()), func(ev llm.Event) {
		if _, ok := ev.(llm.TextDelta); ok {
			cancel()
		}
	})
	if !errors.Is(err, context.Canceled) || answer.Text != "slow" {
		t.Errorf("%q, %v", answer.Text, err)
	}
	waitFor(t, gone)
}

func TestLeavingEarlyClosesTheConnection(t *testing.T) {
	gone := make(chan struct{})
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sse(start+text("slow"))(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	for range p.Stream(t.Context(), ask()) {
		break
	}
	waitFor(t, gone)
}

func waitFor(t *testing.T, c <-chan struct{}) {
	t.Helper()
	select {
	case <-c:
	case <-time.After(10 * time.Second):
		t.Fatal("the connection is still open")
	}
}

// Whatever a server sends, the events keep the rules of llm.Provider.
func FuzzStream(f *testing.F) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil {
		f.Fatal(err)
	}
	for _, name := range files {
		ar, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(string(ar.Files[0].Data))
	}
	f.Add(start + text("x") + "event: error\ndata: {\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		_, err := llm.Collect(replay(t, body).Stream(t.Context(), ask()), nil)
		if e := llm.AsError(err); err != nil && (e == nil || e.Provider == "") { // Collect's own complaint
			t.Fatal(err)
		}
	})
}
