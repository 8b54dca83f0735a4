package openai

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"handrail/agent/llm"
)

const whole = `data: {"choices":[{"index":0,"delta":{"content":"ok"},"finish_reason":"stop"}]}` + "\n\ndata: [DONE]\n\n"

// sent asks a server for one answer and returns the request that it saw.
func sent(t *testing.T, req llm.Request) (*http.Request, map[string]any) {
	t.Helper()
	var got *http.Request
	var body map[string]any
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got = r
		if err := json.NewDecoder(r.Body).Decode(&body); err != nil {
			t.Error(err)
		}
		sse(whole)(w, r)
	})
	if _, err := llm.Collect(p.Stream(t.Context(), req), nil); err != nil {
		t.Fatal(err)
	}
	return got, body
}

func TestRequestIsWhatTheProtocolSays(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_ORG_ID", "org-from-the-environment")
	r, body := sent(t, llm.Request{
		Model: "m", System: "Be brief.", MaxTokens: 100,
		Tools: []llm.Tool{
			{Name: "read", Description: "Reads.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}`)},
			{Name: "odd", Schema: json.RawMessage(`not a schema`)},
		},
		Messages: []llm.Message{
			{Role: llm.User, Text: "What is this?", Images: []llm.Image{{MIME: "image/png", Data: []byte("PNG")}}},
			{Role: llm.Assistant, Text: "I look.", Calls: []llm.Call{{ID: "a", Name: "read", Arguments: `{"path":"x"}`}, {ID: "b", Name: "read", Arguments: "path x"}},
				Opaque: llm.Opaque{Provider: "test", Model: "m", Data: json.RawMessage(`{"reasoning":"hm","calls":[{"google":{"thought_signature":"s"}},null]}`)}},
			{Role: llm.Results, Results: []llm.Result{{CallID: "a", Name: "read", Text: "a picture", Images: []llm.Image{{MIME: "image/png", Data: []byte("P")}}}, {CallID: "b", Name: "read", IsError: true}}},
			{Role: llm.Assistant, Text: "An answer.", Opaque: llm.Opaque{Provider: "other", Model: "m", Data: json.RawMessage(`{"reasoning":"x"}`)}},
			{Role: llm.Assistant, Calls: []llm.Call{{ID: "c", Name: "read"}}},
			{Role: llm.User, Text: "One"},
			{Role: llm.User, Text: "two."},
		},
	})
	if r.URL.Path != "/v1/chat/completions" || r.Header.Get("Authorization") != "Bearer "+key || r.Header.Get("OpenAI-Organization") != "" {
		t.Errorf("%s %v", r.URL, r.Header)
	}
	want := `{"max_tokens":100,"messages":[` +
		`{"content":"Be brief.","role":"system"},` +
		`{"content":[{"text":"What is this?","type":"text"},{"image_url":{"url":"data:image/png;base64,UE5H"},"type":"image_url"}],"role":"user"},` +
		`{"content":"I look.","reasoning_content":"hm","role":"assistant","tool_calls":[` +
		`{"extra_content":{"google":{"thought_signature":"s"}},"function":{"arguments":"{\"path\":\"x\"}","name":"read"},"id":"a","type":"function"},` +
		`{"function":{"arguments":"{\"invalid_arguments\":\"path x\"}","name":"read"},"id":"b","type":"function"}]},` +
		`{"content":"a picture","role":"tool","tool_call_id":"a"},` +
		`{"content":"(no output)","role":"tool","tool_call_id":"b"},` +
		`{"content":[{"text":"Images in the result of read (a):","type":"text"},{"image_url":{"url":"data:image/png;base64,UA=="},"type":"image_url"}],"role":"user"},` +
		`{"content":"An answer.","role":"assistant"},` +
		`{"role":"assistant","tool_calls":[{"function":{"arguments":"{}","name":"read"},"id":"c","type":"function"}]},` +
		`{"content":"One\n\ntwo.","role":"user"}],` +
		`"model":"m","stream":true,"stream_options":{"include_usage":true},"tools":[` +
		`{"function":{"description":"Reads.","name":"read","parameters":{"properties":{"path":{"type":"string"}},"required":["path"],"type":"object"}},"type":"function"},` +
		`{"function":{"name":"odd","parameters":{"properties":{},"type":"object"}},"type":"function"}]}`
	if d := cmp.Diff(indent(t, []byte(want)), indent(t, marshal(t, body))); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}

func marshal(t *testing.T, v any) []byte {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return raw
}

func indent(t *testing.T, raw []byte) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	out, err := json.MarshalIndent(v, "", " ")
	if err != nil {
		t.Fatal(err)
	}
	return string(out)
}

func TestWithoutAKeyNoneIsSent(t *testing.T) {
	t.Setenv("OPENAI_API_KEY", "sk-from-the-environment")
	t.Setenv("OPENAI_BASE_URL", "http://192.0.2.1/v1")
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			t.Errorf("sent %q", r.Header.Get("Authorization"))
		}
		sse(whole)(w, r)
	}))
	defer srv.Close()
	p, err := New(Config{URL: srv.URL + "/v1/"})
	if err != nil {
		t.Fatal(err)
	}
	if answer, err := llm.Collect(p.Stream(t.Context(), ask()), nil); err != nil || answer.Text != "ok" {
		t.Errorf("%q, %v", answer.Text, err)
	}
}

func TestNewRefusesBadAddresses(t *testing.T) {
	for _, u := range []string{"127.0.0.1:11434", "localhost", "ftp://x/v1", "http://", "http://a b/", "::"} {
		if _, err := New(Config{URL: u}); !errors.Is(err, llm.BadRequest) || !strings.Contains(err.Error(), "models.providers.openai.url") {
			t.Errorf("%q: %v", u, err)
		}
	}
}

// failing answers with the status n times, then with a whole answer.
func failing(n, status int, header http.Header, body string) (http.HandlerFunc, *int) {
	asked := 0
	return func(w http.ResponseWriter, r *http.Request) {
		if asked++; asked > n {
			sse(whole)(w, r)
			return
		}
		for k := range header {
			w.Header().Set(k, header.Get(k))
		}
		w.WriteHeader(status)
		_, _ = io.WriteString(w, body)
	}, &asked
}

func TestPassingFailuresAreTriedAgainAndSeen(t *testing.T) {
	cases := []struct {
		name   string
		status int
		header http.Header
		body   string
		reason string
		wait   time.Duration
	}{
		{"429 with Retry-After", 429, http.Header{"Retry-After": {"0.01"}}, `{"error":{"message":"slow down"}}`, "test: slow down (HTTP 429)", 10 * time.Millisecond},
		{"429 without", 429, nil, "", "test: too many requests (HTTP 429)", 0},
		{"500", 500, nil, `{"error":{"message":"oops"}}`, "test: oops (HTTP 500)", 0},
		{"502 page", 502, nil, "<html>bad gateway</html>", "test: the server answered with a web page (HTTP 502)", 0},
		{"503", 503, nil, `{"error":{"message":"Loading model","type":"unavailable_error","code":503}}`, "test: Loading model (HTTP 503)", 0},
		{"529", 529, nil, "", "test: the server failed and did not say why (HTTP 529)", 0},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			h, asked := failing(2, c.status, c.header, c.body)
			srv := httptest.NewServer(h)
			defer srv.Close()
			p, err := New(Config{Name: "test", URL: srv.URL, Backoff: llm.Backoff{First: time.Millisecond}})
			if err != nil {
				t.Fatal(err)
			}
			var seen []llm.Retry
			answer, err := llm.Collect(p.Stream(t.Context(), ask()), func(ev llm.Event) {
				if r, ok := ev.(llm.Retry); ok {
					seen = append(seen, r)
				}
			})
			if err != nil || answer.Text != "ok" || *asked != 3 || len(seen) != 2 {
				t.Fatalf("%q, %v after %d requests and %d waits", answer.Text, err, *asked, len(seen))
			}
			if seen[0].Reason != c.reason || seen[0].Try != 2 || c.wait != 0 && seen[0].Wait != c.wait {
				t.Errorf("%+v", seen[0])
			}
		})
	}
}

func TestLastingFailuresAreNotTriedAgain(t *testing.T) {
	cases := []struct {
		name   string
		status int
		body   string
		kind   llm.Kind
		says   string
	}{
		{"wrong key", 401, `{"error":{"message":"Incorrect API key provided: ` + key + `","type":"invalid_request_error","code":"invalid_api_key"}}`, llm.Auth, "models.providers.test.key"},
		{"wrong model", 404, `{"error":{"message":"The model 'm' does not exist","code":"model_not_found"}}`, llm.UnknownModel, "Choose a model"},
		{"no tools", 400, `{"error":{"message":"registry.ollama.ai/library/x does not support tools"}}`, llm.BadRequest, "does not support tools"},
		{"too long", 400, `{"error":{"message":"This model's maximum context length is 8192 tokens.","code":"context_length_exceeded"}}`, llm.ContextTooLong, "larger window"},
		{"web page", 200, "", llm.BadRequest, "web page"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			asked := 0
			p := serve(t, func(w http.ResponseWriter, _ *http.Request) {
				asked++
				w.Header().Set("Content-Type", "text/html")
				w.WriteHeader(c.status)
				_, _ = io.WriteString(w, c.body)
			})
			_, err := llm.Collect(p.Stream(t.Context(), ask()), nil)
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) || asked != 1 {
				t.Errorf("%v after %d requests", err, asked)
			}
			if strings.Contains(fmt.Sprintf("%+v", err), key) {
				t.Error("the key is in the error")
			}
		})
	}
}

func TestModels(t *testing.T) {
	p := serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/models" {
			t.Errorf("asked %s", r.URL)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"a","object":"model","max_model_len":32768},{"id":"b","meta":{"n_ctx_train":131072,"n_ctx":4096}},{"id":""},{"id":"c","context_length":"no number"}]}`)
	})
	got, err := p.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.Model{{ID: "a", Name: "a", Window: 32768}, {ID: "b", Name: "b", Window: 4096}, {ID: "c", Name: "c"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	p = serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) })
	if _, err := p.Models(t.Context()); !errors.Is(err, llm.Auth) {
		t.Errorf("got %v", err)
	}
}

func TestDiscoverOffersOnlyWhatListsModels(t *testing.T) {
	release := make(chan struct{})
	handlers := map[string]http.HandlerFunc{
		"ollama": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"object":"list","data":[{"id":"qwen3"}]}`)
		},
		"empty": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.WriteString(w, `{"object":"list","data":null}`)
		},
		"page":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `<html>hello</html>`) },
		"json":    func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, `{"status":"ok"}`) },
		"missing": func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(404) },
		"elsewhere": func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, "http://192.0.2.1/v1/models", http.StatusFound)
		},
		"silent": func(http.ResponseWriter, *http.Request) { <-release },
	}
	var candidates []Server
	for _, name := range []string{"silent", "page", "ollama", "json", "missing", "elsewhere", "empty"} {
		srv := httptest.NewServer(handlers[name])
		defer srv.Close()
		candidates = append(candidates, Server{Name: name, URL: srv.URL + "/v1"})
	}
	defer close(release)
	closed := httptest.NewServer(nil)
	closed.Close()
	candidates = append(candidates, Server{Name: "closed", URL: closed.URL})
	got := discover(t.Context(), candidates, 2*time.Second)
	want := []Server{
		{Name: "ollama", URL: candidates[2].URL, Models: []llm.Model{{ID: "qwen3", Name: "qwen3"}}},
		{Name: "empty", URL: candidates[6].URL, Models: []llm.Model{}},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}
