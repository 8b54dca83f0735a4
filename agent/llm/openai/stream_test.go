package openai

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
	p, err := New(Config{Name: "test", URL: srv.URL + "/v1", Key: key, Backoff: llm.Backoff{Tries: 1}})
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
	for _, name := range []string{"text", "parallel"} {
		ar, err := txtar.ParseFile("testdata/" + name + ".txtar")
		if err != nil {
			t.Fatal(err)
		}
		body := string(ar.Files[0].Data)
		whole := strings.Index(body, `"finish_reason":"`)
		whole += strings.Index(body[whole:], "\n\n") + 2
		for cut := 0; cut <= len(body); cut += 7 {
			p := replay(t, body[:cut])
			answer, err := llm.Collect(p.Stream(t.Context(), ask()), nil)
			if cut < whole-1 && (!errors.Is(err, llm.BrokenStream) || answer.Calls != nil) {
				t.Fatalf("%s cut at byte %d of %d: %v, %d calls", name, cut, len(body), err, len(answer.Calls))
			}
			if cut >= whole && err != nil {
				t.Fatalf("%s cut at byte %d, after its end: %v", name, cut, err)
			}
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

func TestBrokenAnswers(t *testing.T) {
	chunk := `data: {"choices":[{"index":0,"delta":{"content":"half"}}]}` + "\n\n"
	cases := []struct {
		name, body string
		kind       llm.Kind
		says       string
	}{
		{"empty", "", llm.BrokenStream, "broke off"},
		{"done at once", "data: [DONE]\n\n", llm.BrokenStream, "broke off"},
		{"no finish", chunk + "data: [DONE]\n\n", llm.BrokenStream, "broke off"},
		{"not JSON", chunk + "data: oops\n\n", llm.BrokenStream, "the answer breaks the protocol"},
		{"cut JSON", chunk + "data: {\"choices\":[{\n\n", llm.BrokenStream, "the answer breaks the protocol"},
		{"JSON of another kind", chunk + "data: [1,2]\n\n", llm.BrokenStream, ""},
		{"error in the middle", chunk + `data: {"id":"x","error":{"code":502,"message":"Provider disconnected ` + key + `"},"choices":[{"index":0,"delta":{"content":""},"finish_reason":"error"}]}` + "\n\n", llm.ServerFailed, "Provider disconnected [key]"},
		{"overloaded in the middle", chunk + `data: {"error":{"code":529,"message":"busy"}}` + "\n\n", llm.Overloaded, "busy"},
		{"error as text", `data: {"error":"model ran out of memory"}` + "\n\n", llm.ServerFailed, "ran out of memory"},
		{"a line of 33 MB", chunk + "data: " + strings.Repeat("x", 33<<20) + "\n\n", llm.BrokenStream, "too long"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			_, err := llm.Collect(replay(t, c.body).Stream(t.Context(), ask()), nil)
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("got %v", err)
			}
			if err != nil && strings.Contains(err.Error(), key) {
				t.Error("the key is in the error")
			}
		})
	}
}

func TestInvalidUTF8IsReplaced(t *testing.T) {
	p := replay(t, "data: {\"choices\":[{\"index\":0,\"delta\":{\"content\":\"a\xffb\"},\"finish_reason\":\"stop\"}]}\n\n")
	answer, err := llm.Collect(p.Stream(t.Context(), ask()), nil)
	if err != nil || answer.Text != "a\uFFFDb" {
		t.Errorf("%q, %v", answer.Text, err)
	}
}

func TestAHugeAnswerComesThroughWhole(t *testing.T) {
	const pieces, size = llm.TextLimit >> 16, 64 << 10
	piece := `data: {"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("x", size) + `"}}]}` + "\n\n"
	p := replay(t, strings.Repeat(piece, pieces)+`data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`+"\n\n")
	answer, err := llm.Collect(p.Stream(t.Context(), ask()), nil)
	if err != nil || len(answer.Text) != pieces*size {
		t.Errorf("%d bytes, %v", len(answer.Text), err)
	}
}

// A person who presses Stop must not wait for a slow server, and the
// connection must not stay open behind their back.
func TestCancelEndsASlowAnswer(t *testing.T) {
	gone := make(chan struct{})
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sse(`data: {"choices":[{"index":0,"delta":{"content":"slow"}}]}`+"\n\n")(w, r)
		w.(http.Flusher).Flush()
		<-r.Context().Done()
		close(gone)
	})
	ctx, cancel := context.WithCancel(t.Context())
	answer, err := llm.Collect(p.Stream(ctx, ask()), func(llm.Event) { cancel() })
	if !errors.Is(err, context.Canceled) || answer.Text != "slow" {
		t.Errorf("%q, %v", answer.Text, err)
	}
	waitFor(t, gone)
}

func TestLeavingEarlyClosesTheConnection(t *testing.T) {
	gone := make(chan struct{})
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		sse(`data: {"choices":[{"index":0,"delta":{"content":"slow"}}]}`+"\n\n")(w, r)
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
	f.Add(`data: {"choices":[{"delta":{"tool_calls":[{"index":-1},{"index":9}]},"finish_reason":"stop"}]}` + "\n\n")
	f.Fuzz(func(t *testing.T, body string) {
		_, err := llm.Collect(replay(t, body).Stream(t.Context(), ask()), nil)
		if e := llm.AsError(err); err != nil && (e == nil || e.Provider == "") { // Collect's own complaint
			t.Fatal(err)
		}
	})
}
