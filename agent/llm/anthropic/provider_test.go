package anthropic

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

var whole = start + text("ok") + stop

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
	t.Setenv("ANTHROPIC_API_KEY", "sk-from-the-environment")
	t.Setenv("ANTHROPIC_AUTH_TOKEN", "token-from-the-environment")
	t.Setenv("ANTHROPIC_CUSTOM_HEADERS", "X-Spy: 1")
	kept := llm.Opaque{Provider: "test", Model: "m", Data: json.RawMessage(`[{"thinking":"hm","signature":"s"},{"redacted":"d"},{"text":"I look."},{"call":0},{"call":1}]`)}
	r, body := sent(t, llm.Request{
		Model: "m", System: "Be brief.",
		Tools: []llm.Tool{
			{Name: "read", Description: "Reads.", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}`)},
			{Name: "odd", Schema: json.RawMessage(`not a schema`)},
		},
		Messages: []llm.Message{
			{Role: llm.User, Text: "What is this?", Images: []llm.Image{{MIME: "image/png", Data: []byte("PNG")}}},
			{Role: llm.Assistant, Text: "I look.", Calls: []llm.Call{{ID: "a", Name: "read", Arguments: `{"path":"x"}`}, {ID: "b", Name: "read", Arguments: "path x"}}, Opaque: kept},
			{Role: llm.Results, Results: []llm.Result{{CallID: "a", Name: "read", Text: "a picture", Images: []llm.Image{{MIME: "image/png", Data: []byte("P")}}}, {CallID: "b", Name: "read", Text: "no", IsError: true}}},
			{Role: llm.User, Text: "Go on."},
			{Role: llm.Assistant, Text: " \n", Opaque: llm.Opaque{Provider: "test", Model: "another", Data: kept.Data}},
			{Role: llm.Assistant, Text: "Changed.", Opaque: kept},
			{Role: llm.User, Text: "Thanks."},
		},
	})
	h := r.Header
	if r.URL.Path != "/v1/messages" || h.Get("X-Api-Key") != key || h.Get("Authorization") != "" || h.Get("X-Spy") != "" || h.Get("Anthropic-Version") == "" {
		t.Errorf("%s %v", r.URL, h)
	}
	want := `{"max_tokens":16384,"model":"m","stream":true,` +
		`"system":[{"type":"text","text":"Be brief.","cache_control":{"type":"ephemeral"}}],` +
		`"tools":[{"name":"read","description":"Reads.","input_schema":{"type":"object","properties":{"path":{"type":"string"}},"required":["path"],"additionalProperties":false}},` +
		`{"name":"odd","input_schema":{"type":"object","properties":{}}}],"messages":[` +
		`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"UE5H"}},{"type":"text","text":"What is this?"}]},` +
		`{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s"},{"type":"redacted_thinking","data":"d"},{"type":"text","text":"I look."},` +
		`{"type":"tool_use","id":"a","name":"read","input":{"path":"x"}},{"type":"tool_use","id":"b","name":"read","input":{"invalid_arguments":"path x"}}]},` +
		`{"role":"user","content":[{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"a picture"},{"type":"image","source":{"type":"base64","media_type":"image/png","data":"UA=="}}]},` +
		`{"type":"tool_result","tool_use_id":"b","is_error":true,"content":[{"type":"text","text":"no"}]},{"type":"text","text":"Go on."}]},` +
		`{"role":"assistant","content":[{"type":"text","text":"Changed."}]},` +
		`{"role":"user","content":[{"type":"text","text":"Thanks.","cache_control":{"type":"ephemeral"}}]}]}`
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
	t.Setenv("ANTHROPIC_API_KEY", "sk-from-the-environment")
	t.Setenv("ANTHROPIC_BASE_URL", "http://192.0.2.1")
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/v1/messages" || len(r.Header.Values("X-Api-Key")) != 0 || r.Header.Get("Authorization") != "" {
			t.Errorf("%s %v", r.URL, r.Header)
		}
		sse(whole)(w, r)
	}))
	defer srv.Close()
	for _, address := range []string{srv.URL, srv.URL + "/", srv.URL + "/v1", srv.URL + "/v1/"} {
		p, err := New(Config{URL: address})
		if err != nil {
			t.Fatal(err)
		}
		if answer, err := llm.Collect(p.Stream(t.Context(), ask()), nil); err != nil || answer.Text != "ok" {
			t.Errorf("%s: %q, %v", address, answer.Text, err)
		}
	}
}

func TestNewRefusesBadAddresses(t *testing.T) {
	for _, u := range []string{"api.anthropic.com", "ftp://x", "http://", "::"} {
		if _, err := New(Config{URL: u}); !errors.Is(err, llm.BadRequest) || !strings.Contains(err.Error(), "models.providers.anthropic.url") {
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
		{"429 with Retry-After", 429, http.Header{"Retry-After": {"0.01"}}, `{"type":"error","error":{"type":"rate_limit_error","message":"slow down"}}`, "test: slow down (HTTP 429)", 10 * time.Millisecond},
		{"429 without", 429, nil, "", "test: too many requests (HTTP 429)", 0},
		{"500", 500, nil, `{"error":{"message":"oops"}}`, "test: oops (HTTP 500)", 0},
		{"502 page", 502, nil, "<html>bad gateway</html>", "test: the server answered with a web page (HTTP 502)", 0},
		{"503", 503, nil, `{"type":"error","error":{"type":"api_error","message":"Unavailable"}}`, "test: Unavailable (HTTP 503)", 0},
		{"529", 529, nil, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`, "test: Overloaded (HTTP 529)", 0},
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
		{"wrong key", 401, `{"type":"error","error":{"type":"authentication_error","message":"invalid x-api-key ` + key + `"}}`, llm.Auth, "models.providers.test.key"},
		{"wrong model", 404, `{"type":"error","error":{"type":"not_found_error","message":"model: m"}}`, llm.UnknownModel, "Choose a model"},
		{"no credit", 400, `{"type":"error","error":{"type":"billing_error","message":"Your credit balance is too low"}}`, llm.Quota, "Add credit"},
		{"too long", 400, `{"type":"error","error":{"type":"invalid_request_error","message":"prompt is too long: 208310 tokens > 200000 maximum"}}`, llm.ContextTooLong, "larger window"},
		{"too large", 413, `{"type":"error","error":{"type":"request_too_large","message":"Request exceeds the maximum size"}}`, llm.ContextTooLong, "larger window"},
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
		if r.URL.Path != "/v1/models" || r.Header.Get("X-Api-Key") != key {
			t.Errorf("asked %s", r.URL)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"data":[{"type":"model","id":"claude-a","display_name":"Claude A","max_input_tokens":200000},{"type":"model","id":"b"},{"id":""}],"has_more":false,"first_id":"a","last_id":"b"}`)
	})
	got, err := p.Models(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	want := []llm.Model{{ID: "claude-a", Name: "Claude A", Window: 200000}, {ID: "b", Name: "b"}}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	p = serve(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(401) })
	if _, err := p.Models(t.Context()); !errors.Is(err, llm.Auth) {
		t.Errorf("got %v", err)
	}
}
